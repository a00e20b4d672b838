"""Which item a judge gets next.

An item has `campaign.judges_per_item` slots. A slot is taken by finished work (a ranking) and by a live
lease; a skipped item and an expired lease leave the slot to another judge.
Items come by number, an item's second judge before the next item's first: overlap grows from the first hour
on, so agreement can be watched early.

Around them, as the campaign's plan says: training items before everything else; check items, which any number
of judges may have; and repetitions, which are copies of items that this judge ranked a while ago.

Never lent:

- imported items: other people have judged them already, elsewhere;
- items with fewer than two distinct outputs: there is nothing to rank. All systems of such an item share one
  output, so each of their pairs is a tie that follows from the texts alone. No judge made these ties, so they
  are in nobody's rankings and in no agreement figure; a statistic that wants them can count them from the
  outputs;
- retired items; items whose lease a manager has taken away from this judge, or whose ranking by this judge a
  manager has discarded;
- any item, to a judge who has reached the quota or was stopped for failed check items.
"""

import random
from datetime import datetime
from typing import Any

from django.db import IntegrityError, connection, transaction
from django.db.models import BooleanField, Count, Exists, ExpressionWrapper, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from appraise_gec.prepared import PreparedQuery, columns_of, take_record
from rankings.judging.kept_counts import full_items
from rankings.judging.plan_repeats import make_repeat
from rankings.judging.plan_turns import check_is_due, repeat_is_due, turns_of
from rankings.judging.postponing import in_order_of_return, not_postponed
from rankings.judging.quality import is_screened_out
from rankings.judging.slots import LEASE, slots_taken
from rankings.models import Assignment, Campaign, Item, ItemOutput, Judge

# A sentence that was sampled twice shows how far a judge agrees with himself; not while he remembers it.
REPEAT_GAP = 10

State = Assignment.State
Purpose = Item.Purpose


def next_assignment(judge: Judge, *, resume: bool = True) -> Assignment | None:
    """The item that the judge should do now, lent to the judge; None if there is none or judging is not open.

    An item that the judge has begun comes first, in the same order of outputs. `resume=False` leaves out the
    search for it, for callers who know that there is none. `judge.campaign` must be current.
    """
    if judge.campaign.state != Campaign.State.OPEN:
        return None
    now = timezone.now()
    with transaction.atomic():
        begun = _resume(judge, now, postponed=False) if resume else None
        # The last search finds items that the judge skipped for now, and those that another window of the
        # same judge has just taken.
        return begun or _lend(judge, now) or _resume(judge, now)


def first_begun(judge: Judge, now: datetime, *, besides: Assignment) -> Assignment | None:
    """The item that the judge would get back before new ones, leases as they are; None if there is none."""
    rows = _BEGUN.rows(False, judge=judge.pk)
    begun = [take_record(Assignment, iter(row)) for row in rows]
    for assignment in begun:
        if assignment.pk == besides.pk:
            continue
        if assignment.lease_expires_at > now or is_still_free(assignment.item_id, judge, now):
            return assignment
    return None


def lend_next(judge: Judge, now: datetime) -> Assignment | None:
    """An item that the judge has not had, or None. `judge.campaign` must be current and open."""
    return _lend(judge, now)


def free_items(judge: Judge, now: datetime) -> QuerySet[Item]:
    """Items that could be lent to the judge now: never had by the judge, and with a free slot."""
    # This list is read once; without fresh statistics, Postgres would read another form of it for each item.
    return items_with_a_slot(judge.campaign, now).filter(
        ~Q(pk__in=Assignment.objects.filter(judge=judge).values("item"))
    )


def items_with_a_slot(campaign: Campaign, now: datetime) -> QuerySet[Item]:
    """Items that could be lent to somebody who has had none of them."""
    outputs = ItemOutput.objects.filter(item=OuterRef("pk"))
    takers = Assignment.objects.filter(slots_taken(now), item=OuterRef("pk"))
    last_place = campaign.judges_per_item - 1
    # "No row after the first n" lets the database stop early, where a count would read them all.
    return Item.objects.filter(
        Exists(outputs[1:]),
        ~Exists(takers[last_place:]),
        campaign=campaign.pk,
        is_imported=False,
        purpose=Purpose.JUDGING,
        retired_at__isnull=True,
    )


def _resume(judge: Judge, now: datetime, *, postponed: bool = True) -> Assignment | None:
    """The oldest item that the judge has begun and may still finish, its lease renewed where it is short."""
    begun = (take_record(Assignment, iter(row)) for row in _BEGUN.rows(postponed, judge=judge.pk))
    for assignment in begun:
        live = assignment.lease_expires_at > now
        # One that was fetched ahead has not been seen, and need not be finished.
        if live and assignment.is_ahead and assignment.item.retired_at is not None:
            continue
        if live and assignment.lease_expires_at - now > LEASE / 2:
            return assignment
        # A lease that ran out left the slot to others; it may be taken by now.
        if live or is_still_free(assignment.item_id, judge, now):
            assignment.lease_expires_at = now + LEASE
            if assignment.is_ahead:
                assignment.is_ahead, assignment.lent_at = False, now
            assignment.save(update_fields=["lease_expires_at", "is_ahead", "lent_at"])
            return assignment
    return None


def _begun_rows(postponed: bool, *, judge: int) -> QuerySet[Assignment, tuple[Any, ...]]:
    which = Q() if postponed else not_postponed()
    own = Assignment.objects.filter(
        which, judge=judge, state=State.LENT, revoked_at__isnull=True, discard__isnull=True
    )
    return in_order_of_return(own).values_list(*columns_of(Assignment))


def _lend(judge: Judge, now: datetime) -> Assignment | None:
    turns = turns_of(judge, now)
    if turns.quota_left == 0 or (judge.campaign.stops_at_failed_checks and is_screened_out(judge)):
        return None
    # Nobody practises for work that others have taken.
    is_work_left = turns.new_training and free_items(judge, now).exists()
    if is_work_left and (training := _lend_known(judge, Purpose.TRAINING, now)):
        return training
    if check_is_due(judge, turns) and (check := _lend_known(judge, Purpose.CHECK, now)):
        return check
    if repeat_is_due(judge, turns) and (repeat := make_repeat(judge, judge.campaign.repeat_gap)):
        return _assign(repeat.pk, repeat.outputs.count(), judge, now)
    return _lend_planned(judge, now)


def _lend_planned(judge: Judge, now: datetime) -> Assignment | None:
    # Rows that refer to an item need a share of its key while they are written; no_key leaves that free.
    # Passing over locked rows keeps judges from queueing. The last search waits for them: an item that
    # somebody is taking a slot of may have another one.
    locks = connection.features.has_select_for_update
    searches = [(True, True), (False, True), (False, False)] if locks else [(True, False), (False, False)]
    first = full_items.first_with_a_slot(judge)
    for after in [first - 1, -1] if first else [-1]:
        for only_fresh, skip_locked in searches:
            if assignment := _lend_first(judge, now, after, only_fresh=only_fresh, skip_locked=skip_locked):
                return assignment
    return None


def _planned_rows(
    judges_per_item: int,
    only_fresh: bool,
    skip_locked: bool,
    *,
    judge: int,
    campaign: int,
    now: datetime,
    after: int,
) -> QuerySet[Any, tuple[int, int, int]]:
    """The first item behind number `after` that could be lent: id, number, and number of outputs."""
    plan = Campaign(pk=campaign, judges_per_item=judges_per_item)
    free = _with_output_count(free_items(Judge(pk=judge, campaign=plan), now).filter(number__gt=after))
    if only_fresh:
        recent = Assignment.objects.filter(judge=judge).order_by("-lent_at", "-pk").values("item__sentence")
        free = free.exclude(sentence__in=recent[:REPEAT_GAP])
    locked = free.select_for_update(of=("self",), no_key=True, skip_locked=skip_locked)
    return locked.values_list("pk", "number", "output_count")[:1]


def _lend_known(judge: Judge, purpose: str, now: datetime) -> Assignment | None:
    """The first training or check item that the judge has not had. Everybody gets them: no slot to guard."""
    unseen = Item.objects.filter(
        ~Q(pk__in=Assignment.objects.filter(judge=judge).values("item")),
        campaign=judge.campaign_id,
        purpose=purpose,
        retired_at__isnull=True,
    )
    item = _with_output_count(unseen).first()
    return _assign(item.pk, item.output_count, judge, now) if item else None


def _with_output_count(items: QuerySet[Item]) -> QuerySet[Any]:
    outputs = ItemOutput.objects.filter(item=OuterRef("pk")).order_by()
    count = outputs.values("item").annotate(count=Count("pk")).values("count")
    return items.annotate(output_count=Subquery(count)).order_by("number")


def _assign(item_id: int, outputs: int, judge: Judge, now: datetime) -> Assignment | None:
    """Lend an item whose slot needs no guard; None when another window of the judge was quicker."""
    try:
        with transaction.atomic():
            return _lend_item(item_id, outputs, judge, now)
    except IntegrityError:
        return None


def _lend_item(item_id: int, outputs: int, judge: Judge, now: datetime) -> Assignment:
    order = list(range(outputs))
    random.shuffle(order)
    return Assignment.objects.create(
        item_id=item_id, judge=judge, order=order, lent_at=now, lease_expires_at=now + LEASE
    )


def _lend_first(
    judge: Judge, now: datetime, after: int, *, only_fresh: bool, skip_locked: bool
) -> Assignment | None:
    """Lend the first of the candidates behind number `after` whose slot is still free once its row is locked.

    Counting and taking a slot is one step: on PostgreSQL because the item's row stays locked until the slot
    is taken, and the slots are counted again under that lock; on SQLite because only one transaction runs at
    a time.
    """
    form = (judge.campaign.judges_per_item, only_fresh, skip_locked)
    while rows := _PLANNED.rows(*form, judge=judge.pk, campaign=judge.campaign_id, now=now, after=after):
        item_id, after, outputs = rows[0]
        if not connection.features.has_select_for_update or _has_free_slot(item_id, judge, now):
            full_items.learn(judge, after, now)
            return _lend_item(item_id, outputs, judge, now)
    return None


def is_still_free(item_id: int, judge: Judge, now: datetime) -> bool:
    """Whether an item whose lease ran out may still be done by its judge. Locks the item."""
    item = Item.objects.select_for_update(no_key=True).get(pk=item_id)
    if item.retired_at is not None:
        return False
    if item.purpose != Purpose.JUDGING:
        return True
    return _has_free_slot(item_id, judge, now, may_hold=True)


def _has_free_slot(item_id: int, judge: Judge, now: datetime, *, may_hold: bool = False) -> bool:
    taken, own = 0, False
    for lent_to, holds_slot in _HOLDERS.rows(item=item_id, now=now):
        taken += bool(holds_slot)
        own = own or lent_to == judge.pk
    return taken < judge.campaign.judges_per_item and (may_hold or not own)


def _holder_rows(*, item: int, now: datetime) -> QuerySet[Any, tuple[int, bool]]:
    """Everybody who has had the item, and whether they hold one of its slots."""
    holds = ExpressionWrapper(slots_taken(now), BooleanField())
    return Assignment.objects.filter(item=item).order_by().values_list("judge", holds)


_BEGUN = PreparedQuery(_begun_rows, judge=int)
_HOLDERS = PreparedQuery(_holder_rows, item=int, now=datetime)
_PLANNED = PreparedQuery(_planned_rows, judge=int, campaign=int, now=datetime, after=int)
