"""The slots of an item, and the items that a judge has begun and may still finish.

Skip for now: the item comes back to the same judge when nothing else is left, at most twice. The slot stays
the judge's as long as the lease lives. Afterwards another judge may take it; then the item does not come
back, which does no harm.
"""

from datetime import datetime, timedelta

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from rankings.models import Assignment, Item, Judge

State = Assignment.State
LEASE = timedelta(hours=1)
CLOCK_TOLERANCE = timedelta(minutes=1)
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


def end_leases_on_hold(now: datetime) -> int:
    """End the leases of judges on hold. Returns how many.

    A hold ends them at once; an item that was lent in the same moment is found here.
    """
    held = Assignment.objects.filter(state=State.LENT, lease_expires_at__gt=now, judge__is_active=False)
    # Workers ask several times a minute, and there is rarely anything to write.
    return held.update(lease_expires_at=now) if held.exists() else 0


def shorten_leases(now: datetime) -> int:
    """Shorten leases that end later than any that begins now. Returns how many.

    They are older than a clock that was put back, and would keep the slots of judges who left for so long.
    """
    late = Assignment.objects.filter(state=State.LENT, lease_expires_at__gt=now + LEASE + CLOCK_TOLERANCE)
    return late.update(lease_expires_at=now + LEASE)


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


def not_postponed() -> Q:
    """Assignments that were not skipped for now."""
    return Q(postponed_at__isnull=True)


def in_order_of_return(begun: QuerySet[Assignment]) -> QuerySet[Assignment]:
    """Items that are not postponed first, then the others in the order in which they were postponed."""
    return begun.order_by(F("postponed_at").asc(nulls_first=True), "lent_at", "pk")
