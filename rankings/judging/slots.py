"""The slots of an item, and the items that a judge has begun and may still finish."""

from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet

from rankings.models import Assignment, Item, Judge

State = Assignment.State
LEASE = timedelta(hours=1)
CLOCK_TOLERANCE = timedelta(minutes=1)


def slots_taken(now: datetime, prefix: str = "") -> Q:
    """Assignments that hold a slot of their item: finished work and live leases, unless discarded.

    `prefix` leads to the assignments from where the condition stands.
    """
    done = Q((f"{prefix}state", State.DONE))
    lent = Q((f"{prefix}state", State.LENT), (f"{prefix}lease_expires_at__gt", now))
    return Q((f"{prefix}discard__isnull", True)) & (done | lent)


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
        discard__isnull=True,
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
