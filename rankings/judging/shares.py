"""Fair shares: beyond it, a quick judge without a limit gets what the others cannot take up to theirs.

A share is the planned rankings divided by the judges at work. It is soft: nobody waits for a judge who has
not come for some days, who is on hold or stopped, or who has had every item that is free.
"""

from datetime import datetime, timedelta
from math import ceil
from typing import Any

from django.core.cache import cache
from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet

from rankings.judging.turns import Turns, is_screened_out, quota_of, slots_taken
from rankings.models import Assignment, Campaign, Item, Judge, Link

LEAST = 10  # items that come before anybody is asked to wait for others
AWAY = timedelta(days=3)
# Counting the items of a large campaign takes longer than all else on an item's page.
LARGE = 300
KEPT_SECONDS = 60


def is_kept_for_others(judge: Judge, turns: Turns, now: datetime) -> bool:
    """Whether the judge has had a fair share, and the others can still take all that is free up to theirs."""
    if turns.quota is not None or turns.planned < LEAST:
        return False
    campaign = judge.campaign
    answer = f"kept-for-others:{judge.pk}"
    if cache.get(answer):
        return True
    share = _share(campaign, now)
    if turns.planned < share:
        return False
    taken = Count("assignments", filter=slots_taken(now, "assignments__"))
    places = {
        item: campaign.judges_per_item - number
        for item, number in _planned(campaign).annotate(n=taken).values_list("pk", "n")
        if number < campaign.judges_per_item
    }
    others = _at_work(campaign, now).exclude(pk=judge.pk).filter(had__lt=share)
    room = {
        other.pk: min(share, share if (quota := quota_of(other)) is None else quota) - other.had
        for other in others.select_related("campaign__crowd")
        if not is_screened_out(other)
    }
    unseen = dict.fromkeys(room, len(places))
    for other, item in Assignment.objects.filter(judge__in=room).values_list("judge", "item"):
        unseen[other] -= item in places
    wanted = sum(max(0, min(room[other], unseen[other])) for other in room)
    is_kept: bool = sum(places.values()) <= wanted
    if is_kept and len(places) > LARGE:
        cache.set(answer, True, KEPT_SECONDS)
    return is_kept


def _share(campaign: Campaign, now: datetime) -> int:
    key = f"fair-share:{campaign.pk}"
    share: int | None = cache.get(key)
    if share is None:
        planned = _planned(campaign).count() * campaign.judges_per_item
        share = ceil(planned / max(1, _at_work(campaign, now).count()))
        if planned > LARGE:
            cache.set(key, share, KEPT_SECONDS)
    return share


def _planned(campaign: Campaign) -> QuerySet[Item]:
    return Item.objects.filter(
        campaign=campaign,
        purpose=Item.Purpose.JUDGING,
        retired_at__isnull=True,
        is_imported=False,
        outputs__position=1,  # one output alone is not to be ranked
    )


def _at_work(campaign: Campaign, now: datetime) -> QuerySet[Any]:
    """Judges who have lately got an item, or may come for their first; `had` counts those of the plan."""
    since = now - AWAY
    has_begun = campaign.opened_at is not None and campaign.opened_at <= since
    may_come = Q(user__isnull=False) | Exists(Link.objects.pending().filter(judge=OuterRef("pk")))
    judges = Judge.objects.filter(may_come, campaign=campaign, is_active=True).annotate(
        had=Count("assignments", filter=Q(assignments__item__purpose=Item.Purpose.JUDGING)),
        seen=Max("assignments__lent_at"),
    )
    is_new = Q(seen__isnull=True) & (Q(created_at__gt=since) if has_begun else Q())
    return judges.filter(Q(seen__gt=since) | is_new)
