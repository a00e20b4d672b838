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
- any item, to a judge who has reached the quota or was stopped for failed check items; and for a while, to
  one who has had a fair share (rankings.judging.shares).
"""

import random
from datetime import datetime, timedelta

from django.core.cache import cache
from django.db import IntegrityError, connection, transaction
from django.db.models import BooleanField, Exists, ExpressionWrapper, OuterRef, Q, QuerySet
from django.utils import timezone

from rankings.judging.shares import KEPT_SECONDS, LARGE, is_kept_for_others
from rankings.judging.turns import (
    LEASE,
    Turns,
    begun_by,
    check_is_due,
    in_order_of_return,
    is_screened_out,
    items_left,
    make_repeat,
    repeat_is_due,
    slots_taken,
    turns_of,
)
from rankings.models import Assignment, Campaign, Item, ItemOutput, Judge

# A sentence that was sampled twice shows how far a judge agrees with himself; not while he remembers it.
REPEAT_GAP = 10

State = Assignment.State
Purpose = Item.Purpose


def next_assignment(judge: Judge) -> Assignment | None:
    """The item that the judge should do now, lent to the judge; None if there is none or judging is not open.

    An item that the judge has begun comes first, in the same order of outputs. `judge.campaign` must be
    current.
    """
    if judge.campaign.state != Campaign.State.OPEN:
        return None
    now = timezone.now()
    with transaction.atomic():
        # The last search finds items that the judge skipped for now, and those that another window of the
        # same judge has just taken.
        at_once = Q(postponed_at__isnull=True)
        return _resume(judge, now, at_once) or _lend(judge, now) or _resume(judge, now, Q())


def free_items(judge: Judge, now: datetime) -> QuerySet[Item]:
    """Items that could be lent to the judge now: never had by the judge, and with a free slot."""
    outputs = ItemOutput.objects.filter(item=OuterRef("pk"))
    takers = Assignment.objects.filter(slots_taken(now), item=OuterRef("pk"))
    last_place = judge.campaign.judges_per_item - 1
    return _unseen(judge, Purpose.JUDGING).filter(
        # "No row after the first n" lets the database stop early, where a count would read them all.
        Exists(outputs[1:]),
        ~Exists(takers[last_place:]),
        is_imported=False,
    )


def items_to_come(judge: Judge, turns: Turns, now: datetime) -> int:
    """How many more items could be lent to the judge. In large campaigns the number may be a minute old."""
    if is_kept_for_others(judge, turns, now):
        return 0
    key = f"items-of-plan:{judge.pk}"
    of_plan = cache.get(key)
    if of_plan is None:
        free = free_items(judge, now).count()
        of_plan = turns.planned + free
        if free > LARGE:
            cache.set(key, of_plan, KEPT_SECONDS)
    return items_left(judge, turns, max(0, of_plan - turns.planned))


def _unseen(judge: Judge, purpose: str) -> QuerySet[Item]:
    """Items that the judge has not had."""
    # This list is read once; without fresh statistics, Postgres would read another form of it for each item.
    had = Assignment.objects.filter(judge=judge).values("item")
    return Item.objects.filter(
        ~Q(pk__in=had), campaign=judge.campaign_id, purpose=purpose, retired_at__isnull=True
    )


def _resume(judge: Judge, now: datetime, which: Q) -> Assignment | None:
    """The oldest item that the judge has begun and may still finish, its lease renewed where it is short."""
    begun = begun_by(judge, now)
    for assignment in in_order_of_return(begun.filter(which)):
        left = assignment.lease_expires_at - now
        if left > LEASE / 2:
            return assignment
        if left <= timedelta():
            # A lease that ran out left the slot to others, who take it under a lock of the item.
            Item.objects.select_for_update(no_key=True).get(pk=assignment.item_id)
            if not begun.filter(pk=assignment.pk).exists():
                continue
        assignment.lease_expires_at = now + LEASE
        assignment.save(update_fields=["lease_expires_at"])
        return assignment
    return None


def _lend(judge: Judge, now: datetime) -> Assignment | None:
    turns = turns_of(judge, now)
    if turns.quota_left == 0 or is_screened_out(judge) or is_kept_for_others(judge, turns, now):
        return None
    # Nobody practises for work that others have taken.
    is_work_left = turns.new_training and free_items(judge, now).exists()
    if is_work_left and (training := _lend_known(judge, Purpose.TRAINING, now)):
        return training
    if check_is_due(judge, turns) and (check := _lend_known(judge, Purpose.CHECK, now)):
        return check
    if repeat_is_due(judge, turns) and (repeat := make_repeat(judge, judge.campaign.repeat_gap)):
        return _assign(repeat, judge, now)
    return _lend_planned(judge, now)


def _lend_planned(judge: Judge, now: datetime) -> Assignment | None:
    free = free_items(judge, now).order_by("number")
    recent = Assignment.objects.filter(judge=judge).order_by("-lent_at", "-pk").values("item__sentence")
    fresh = free.exclude(sentence__in=recent[:REPEAT_GAP])
    # Passing over locked rows keeps judges from queueing. The last search waits for them: an item that
    # somebody is taking a slot of may have another one.
    if connection.features.has_select_for_update:
        searches = [(fresh, True), (free, True), (free, False)]
    else:
        searches = [(fresh, False), (free, False)]
    for items, skip_locked in searches:
        if assignment := _lend_first(items, judge, now, skip_locked=skip_locked):
            return assignment
    return None


def _lend_first(
    items: QuerySet[Item], judge: Judge, now: datetime, *, skip_locked: bool
) -> Assignment | None:
    """Lend the first of the items whose slot is still free once its row is locked.

    Counting and taking a slot is one step: on PostgreSQL because the item's row stays locked until the slot
    is taken, and the slots are counted again under that lock; on SQLite because only one transaction runs at
    a time.
    """
    # Rows that refer to an item need a share of its key while they are written; no_key leaves that free.
    locked = items.select_for_update(of=("self",), no_key=True, skip_locked=skip_locked)
    after = -1
    while item := locked.filter(number__gt=after).first():
        if not connection.features.has_select_for_update or _has_free_slot(item.pk, judge, now):
            return _lend_item(item, judge, now)
        after = item.number
    return None


def _lend_known(judge: Judge, purpose: str, now: datetime) -> Assignment | None:
    """The first training or check item that the judge has not had. Everybody gets them: no slot to guard."""
    item = _unseen(judge, purpose).order_by("number").first()
    return _assign(item, judge, now) if item else None


def _assign(item: Item, judge: Judge, now: datetime) -> Assignment | None:
    """Lend an item whose slot needs no guard; None when another window of the judge was quicker."""
    try:
        with transaction.atomic():
            return _lend_item(item, judge, now)
    except IntegrityError:
        return None


def _lend_item(item: Item, judge: Judge, now: datetime) -> Assignment:
    order = list(range(item.outputs.count()))
    random.shuffle(order)
    return Assignment.objects.create(
        item=item, judge=judge, order=order, lent_at=now, lease_expires_at=now + LEASE
    )


def _has_free_slot(item_id: int, judge: Judge, now: datetime) -> bool:
    """Whether a slot is free, for a judge who has not had the item."""
    holds = ExpressionWrapper(slots_taken(now), BooleanField())
    had = dict(Assignment.objects.filter(item=item_id).values_list("judge", holds))
    return sum(had.values()) < judge.campaign.judges_per_item and judge.pk not in had
