"""The places of an item, and which of the items that a judge has begun are still the judge's to finish."""

from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet

from rankings.models import Assignment, Item, Judge

State = Assignment.State


def places_taken(now: datetime) -> Q:
    """Assignments that hold a place of their item."""
    return Q(state=State.DONE) | Q(state=State.LENT, lease_expires_at__gt=now)


def begun_by(judge: Judge, now: datetime) -> QuerySet[Assignment]:
    """What the judge has begun and gets again on coming back.

    A lease that ran out left the place to others: the item is the judge's as long as nobody has taken it.
    Training, check items and repetitions have no places that could be taken. `judge.campaign` must be
    current.
    """
    takers = Assignment.objects.filter(places_taken(now), item=OuterRef("item"))
    is_full = Exists(takers[judge.campaign.judges_per_item - 1 :])
    is_free = Q(item__retired_at__isnull=True) & (~Q(item__purpose=Item.Purpose.JUDGING) | ~is_full)
    return Assignment.objects.filter(
        Q(lease_expires_at__gt=now) | is_free, judge=judge, state=State.LENT, revoked_at__isnull=True
    )
