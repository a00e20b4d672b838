"""What comes next for a judge: a check item, a repetition, another item, or nothing.

Check items and repetitions are spread evenly, one somewhere in every stretch of 100 / percent items. Where in
the stretch is drawn for each judge and stays the same, so nobody can count up to the next one.
"""

import random
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import CharField, Count, Exists, OuterRef, Q, QuerySet, TextField, Value

from rankings.judging.slots import begun_by
from rankings.models import Assignment, Campaign, CrowdParticipant, Item, Judge

Purpose = Item.Purpose
State = Assignment.State
COUNT, CHECKS, TRAINING, QUOTA = "own", "checks", "training", "quota"


@dataclass(frozen=True, slots=True)
class Turns:
    """What a judge has had so far, items of training apart.

    Attributes:
        had: items ranked, set aside or begun, of every purpose but training.
        kept: those of them that are ranked, or begun and still the judge's; they count towards the quota.
        checks, repeats: those of `had` that were check items and repetitions.
        new_checks, new_training: such items that the judge has not had.
        quota: the most items that the judge ranks; None for as many as there are.
    """

    had: int
    kept: int
    checks: int
    repeats: int
    new_checks: int
    new_training: int
    quota: int | None

    @property
    def quota_left(self) -> int | None:
        return None if self.quota is None else max(0, self.quota - self.kept)


def turns_of(judge: Judge, now: datetime) -> Turns:
    """The counts that decide about the judge's next item, in one query.

    Where the plan asks for nothing but judges per item, nothing is counted and all counts are 0. A judge who
    was read together with `crowd_place` costs no query at all.
    """
    campaign = judge.campaign
    special = campaign.check_percent or campaign.repeat_percent or campaign.begins_with_training
    if (
        not special
        and campaign.judge_quota is None
        and judge.quota is None
        and not hasattr(judge, "crowd_place")
    ):
        return Turns(had=0, kept=0, checks=0, repeats=0, new_checks=0, new_training=0, quota=None)
    first, *others = turn_rows(judge, now)
    return read_turns(judge, list(first.union(*others, all=True)))


def turn_rows(judge: Judge, now: datetime) -> list[QuerySet[Any, tuple[str, int, str]]]:
    """Queries of (kind, number, text) that `read_turns` understands, to be put into one union."""
    empty = Value("", TextField())
    had = Assignment.objects.filter(item=OuterRef("pk"), judge=judge)
    unseen = (
        Item.objects.filter(~Exists(had), campaign=judge.campaign_id, retired_at__isnull=True)
        .order_by()
        .values("campaign")
        .annotate(n=Count("pk"))
    )
    own = Assignment.objects.filter(judge=judge).exclude(item__purpose=Purpose.TRAINING).order_by()
    kept = Q(state=State.DONE) | Q(pk__in=begun_by(judge, now).values("pk"))
    rows = [
        own.values("item__purpose")
        .annotate(n=Count("pk"))
        .values_list(Value(COUNT, CharField()), "n", "item__purpose"),
        own.filter(kept).values("judge").annotate(n=Count("pk")).values_list(Value(QUOTA), "n", empty),
        CrowdParticipant.objects.filter(judge=judge, entry__items_each__isnull=False).values_list(
            Value(QUOTA), "entry__items_each", Value("crowd", TextField())
        ),
    ]
    if judge.campaign.check_percent:
        rows.append(unseen.filter(purpose=Purpose.CHECK).values_list(Value(CHECKS), "n", empty))
    if judge.campaign.begins_with_training:
        rows.append(unseen.filter(purpose=Purpose.TRAINING).values_list(Value(TRAINING), "n", empty))
    return rows


def read_turns(judge: Judge, rows: list[tuple[str, int, str]]) -> Turns:
    """The counts out of a union that held `turn_rows`."""
    numbers = {(kind, text): number for kind, number, text in rows}
    own = {str(purpose): numbers.get((COUNT, purpose), 0) for purpose in Purpose}
    quotas = [numbers.get((QUOTA, "crowd")), judge.quota]
    if judge.quota is None:
        quotas.append(judge.campaign.judge_quota)
    return Turns(
        had=sum(own.values()),
        kept=numbers.get((QUOTA, ""), 0),
        checks=own[Purpose.CHECK],
        repeats=own[Purpose.REPEAT],
        new_checks=numbers.get((CHECKS, ""), 0),
        new_training=numbers.get((TRAINING, ""), 0),
        quota=min((quota for quota in quotas if quota is not None), default=None),
    )


def had_of_plan(rows: list[tuple[str, int, str]]) -> int:
    """How many items of the plan the judge has had, out of a union that held `turn_rows`."""
    return sum(number for kind, number, text in rows if (kind, text) == (COUNT, Purpose.JUDGING))


def items_left(judge: Judge, turns: Turns, free: int) -> int:
    """How many more items the judge will be asked for, when `free` planned items can be lent to the judge.

    With check items and repetitions this is the expected number. Training comes before planned items, never
    alone.
    """
    if free <= 0 or turns.quota_left == 0:
        return 0
    campaign = judge.campaign
    screens = round(free / part_of_plan(campaign))
    if turns.quota_left is not None:
        screens = min(screens, turns.quota_left)
    last = turns.had + screens
    checks = min(turns.new_checks, max(0, due(last, campaign.check_percent, judge, CHECKS) - turns.checks))
    repeats = max(0, due(last, campaign.repeat_percent, judge, "repeats") - turns.repeats)
    expected = free + min(checks + repeats, screens)
    if turns.quota_left is not None:
        expected = min(expected, turns.quota_left)
    return expected + turns.new_training


def part_of_plan(campaign: Campaign) -> float:
    """Which part of what a judge is shown are items of the plan, not check items or repetitions."""
    return 1 - min(campaign.check_percent + campaign.repeat_percent, 90) / 100


def check_is_due(judge: Judge, turns: Turns) -> bool:
    """Whether the judge's next item is to be a check item."""
    return bool(turns.new_checks) and turns.checks < due(
        turns.had, judge.campaign.check_percent, judge, CHECKS
    )


def repeat_is_due(judge: Judge, turns: Turns) -> bool:
    """Whether the judge's next item is to be one that the judge has ranked before."""
    return turns.repeats < due(turns.had, judge.campaign.repeat_percent, judge, "repeats")


def due(had: int, percent: int, judge: Judge, kind: str) -> int:
    """How many special items should have come once the item after `had` items has been handed out."""
    if not percent:
        return 0
    stretches = had * percent // 100
    begun = int((stretches + random.Random(f"{judge.pk} {kind} {stretches}").random()) * 100 / percent)
    return stretches + (begun <= had)
