"""What comes next for a judge: a check item, a repetition, another item, or nothing.

Check items and repetitions are spread evenly, one somewhere in every stretch of 100 / percent items. Where in
the stretch is drawn for each judge and stays the same, so nobody can count up to the next one.

A planned repetition is an item that a judge ranked and that comes back to the same judge after a gap. The two
rankings of the same outputs show the judge's agreement with themselves. The second ranking belongs to a copy
of the item, which nobody else gets.
"""

import random
from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet

from rankings.desk.quality import CheckTally, check_tallies
from rankings.models import Assignment, Item, ItemOutput, ItemOutputSystem, Judge, Ranking

State = Assignment.State
LEASE = timedelta(hours=1)
MOST_TIMES = 2  # that an item is skipped for now


def slots_taken(now: datetime, prefix: str = "") -> Q:
    """Assignments that hold a slot of their item: finished work and live leases, unless discarded.

    `prefix` leads to the assignments from where the condition stands.
    """
    done = Q((f"{prefix}state", State.DONE))
    lent = Q((f"{prefix}state", State.LENT), (f"{prefix}lease_expires_at__gt", now))
    return Q((f"{prefix}discarded_at__isnull", True)) & (done | lent)


def begun_by(judge: Judge, now: datetime) -> QuerySet[Assignment]:
    """Assignments that the judge has begun and gets again on coming back.

    An expired lease frees its slot, but the judge may finish the item until somebody else takes the slot.
    Training, check items and repetitions have no slots that could be taken. `judge.campaign` must be
    current.
    """
    takers = Assignment.objects.filter(slots_taken(now), item=OuterRef("item"))
    is_full = Exists(takers[judge.campaign.judges_per_item - 1 :])
    is_free = Q(item__retired_at__isnull=True) & (~Q(item__purpose=Item.Purpose.JUDGING) | ~is_full)
    return Assignment.objects.filter(
        Q(lease_expires_at__gt=now) | is_free,
        judge=judge,
        state=State.LENT,
        revoked_at__isnull=True,
        discarded_at__isnull=True,
    )


def may_postpone(assignment: Assignment) -> bool:
    """Whether the judge may skip the item for now (once more)."""
    return assignment.state == Assignment.State.LENT and assignment.times_postponed < MOST_TIMES


def postpone(assignment: Assignment, now: datetime) -> bool:
    """Put the item at the end of the judge's work. False if it is finished or came back too often.

    `assignment` must be as it was shown: when the same page asks twice, the item is postponed once.
    """
    return bool(
        Assignment.objects.filter(
            pk=assignment.pk,
            state=Assignment.State.LENT,
            times_postponed=assignment.times_postponed,
            times_postponed__lt=MOST_TIMES,
        ).update(times_postponed=F("times_postponed") + 1, postponed_at=now)
    )


def in_order_of_return(begun: QuerySet[Assignment]) -> QuerySet[Assignment]:
    """Items that are not postponed first, then the others in the order in which they were postponed."""
    return begun.order_by(F("postponed_at").asc(nulls_first=True), "lent_at", "pk")


Purpose = Item.Purpose
CHECKS, REPEATS = "checks", "repeats"


@dataclass(frozen=True, slots=True)
class Turns:
    """What a judge has had so far.

    Attributes:
        ranked, skipped: items that the judge has ranked, and set aside.
        begun: items that the judge has begun and would get again.
        planned: items of the plan that the judge has had.
        had: items ranked, set aside or begun, of every purpose but training.
        kept: those of them that are ranked, or begun and still the judge's; they count towards the quota.
        checks, repeats: those of `had` that were check items and repetitions.
        new_checks, new_training: such items that the judge has not had.
        quota: the most items that the judge ranks; None for as many as there are.
    """

    ranked: int
    skipped: int
    begun: int
    planned: int
    had: int
    kept: int
    checks: int
    repeats: int
    new_checks: int
    new_training: int
    quota: int | None

    @property
    def done(self) -> int:
        return self.ranked + self.skipped

    @property
    def goal(self) -> int | None:
        """How many items the judge will have done in the end; None where no quota says so."""
        if self.quota_left is None:
            return None
        return self.done + self.begun + self.quota_left + self.new_training

    @property
    def quota_left(self) -> int | None:
        return None if self.quota is None else max(0, self.quota - self.kept)


def turns_of(judge: Judge, now: datetime) -> Turns:
    """Count what the judge has had. Training and check items are counted where the plan has them."""
    campaign = judge.campaign
    own = Assignment.objects.filter(judge=judge)
    by_state: Counter[str] = Counter()
    by_purpose: Counter[str] = Counter()
    done = 0
    for state, purpose, number in own.values_list("state", "item__purpose").annotate(n=Count("pk")):
        by_state[state] += number
        by_purpose[purpose] += number
        done += number if state == State.DONE and purpose != Purpose.TRAINING else 0
    begun = begun_by(judge, now).values_list("item__purpose", flat=True) if by_state[State.LENT] else ()
    begun_of = Counter(begun)
    new: Counter[str] = Counter()
    if campaign.check_percent or campaign.begins_with_training:
        special = Item.objects.filter(
            ~Q(pk__in=own.values("item")),
            campaign=campaign,
            purpose__in=(Purpose.CHECK, Purpose.TRAINING),
            retired_at__isnull=True,
        )
        new.update(special.values_list("purpose", flat=True))
    return Turns(
        ranked=by_state[State.DONE],
        skipped=by_state[State.SKIPPED],
        begun=begun_of.total(),
        planned=by_purpose[Purpose.JUDGING],
        had=by_purpose.total() - by_purpose[Purpose.TRAINING],
        kept=done + begun_of.total() - begun_of[Purpose.TRAINING],
        checks=by_purpose[Purpose.CHECK],
        repeats=by_purpose[Purpose.REPEAT],
        new_checks=new[Purpose.CHECK] if campaign.check_percent else 0,
        new_training=new[Purpose.TRAINING] if campaign.begins_with_training else 0,
        quota=quota_of(judge),
    )


def quota_of(judge: Judge) -> int | None:
    """The most items that the judge ranks; None for as many as there are."""
    own = judge.campaign.judge_quota if judge.quota is None else judge.quota
    quotas = [own, judge.campaign.crowd.items_each if judge.crowd_id else None]
    return min((quota for quota in quotas if quota is not None), default=None)


def items_left(judge: Judge, turns: Turns, free: int) -> int:
    """How many more items the judge will be asked for, when `free` planned items can be lent to the judge.

    With check items and repetitions this is the expected number. Training comes before planned items, never
    alone.
    """
    if free <= 0 or turns.quota_left == 0:
        return 0
    campaign = judge.campaign
    special = min(campaign.check_percent + campaign.repeat_percent, 90) / 100
    screens = round(free / (1 - special))
    if turns.quota_left is not None:
        screens = min(screens, turns.quota_left)
    last = turns.had + screens
    checks = min(turns.new_checks, max(0, due(last, campaign.check_percent, judge, CHECKS) - turns.checks))
    repeats = max(0, due(last, campaign.repeat_percent, judge, REPEATS) - turns.repeats)
    expected = free + min(checks + repeats, screens)
    if turns.quota_left is not None:
        expected = min(expected, turns.quota_left)
    return expected + turns.new_training


def check_is_due(judge: Judge, turns: Turns) -> bool:
    """Whether the judge's next item is to be a check item."""
    return bool(turns.new_checks) and turns.checks < due(
        turns.had, judge.campaign.check_percent, judge, CHECKS
    )


def repeat_is_due(judge: Judge, turns: Turns) -> bool:
    """Whether the judge's next item is to be one that the judge has ranked before."""
    return turns.repeats < due(turns.had, judge.campaign.repeat_percent, judge, REPEATS)


def due(had: int, percent: int, judge: Judge, kind: str) -> int:
    """How many special items should have come once the item after `had` items has been handed out."""
    if not percent:
        return 0
    stretches = had * percent // 100
    begun = int((stretches + random.Random(f"{judge.pk} {kind} {stretches}").random()) * 100 / percent)
    return stretches + (begun <= had)


def make_repeat(judge: Judge, gap: int) -> Item | None:
    """A copy of an item that the judge has ranked, with at least `gap` items since; None if there is none."""
    original = _choose(judge, gap)
    if original is None:
        return None
    copy = Item(
        campaign_id=original.campaign_id,
        sentence_id=original.sentence_id,
        number=original.number,
        purpose=Purpose.REPEAT,
        original=original,
        reserved_for=judge,
        top_up=original.top_up,
    )
    try:
        with transaction.atomic():
            copy.save(force_insert=True)
    except IntegrityError:  # another window of the same judge was quicker
        return None
    outputs = list(original.outputs.all())
    copies = ItemOutput.objects.bulk_create(
        ItemOutput(item=copy, position=output.position, text=output.text) for output in outputs
    )
    new = {output.pk: made for output, made in zip(outputs, copies, strict=True)}
    producers = ItemOutputSystem.objects.filter(item=original).order_by("pk")
    ItemOutputSystem.objects.bulk_create(
        ItemOutputSystem(item=copy, output=new[output], system_id=system)
        for output, system in producers.values_list("output_id", "system_id")
    )
    return copy


def _choose(judge: Judge, gap: int) -> Item | None:
    """One at random of the items that could be repeated, so that it cannot be foreseen which."""
    own = Assignment.objects.filter(judge=judge)
    recent = own.order_by("-lent_at", "-pk").values("item")[:gap]
    copies = Item.objects.filter(original=OuterRef("item"), reserved_for=judge)
    ranked = Ranking.objects.filter(
        judge=judge, item=OuterRef("item"), is_current=True, skipped=False, flag_reason=""
    )
    possible = (
        own.filter(
            ~Exists(copies),
            Exists(ranked),
            state=Assignment.State.DONE,
            item__purpose=Purpose.JUDGING,
            item__retired_at__isnull=True,
        )
        .exclude(item__in=recent)
        .order_by("pk")
        .values_list("item", flat=True)
    )
    chosen = list(possible)
    return Item.objects.get(pk=random.choice(chosen)) if chosen else None


def is_screened_out(judge: Judge) -> bool:
    """Whether the campaign stops judges who fail its check items, and this one has failed too many.

    Nobody is assessed before having answered `least_checks` check items.
    """
    campaign = judge.campaign
    if not campaign.stops_at_failed_checks:
        return False
    tally = check_tallies(campaign, judge).get(judge.pk, CheckTally())
    return (
        tally.answered >= campaign.least_checks
        and 100 * tally.passed < campaign.check_pass_percent * tally.answered
    )
