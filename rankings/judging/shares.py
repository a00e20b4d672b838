"""How much of the work that is left falls to each judge, where several share it.

The places that are still open are shared evenly among the judges who can be expected to fill them: not on
hold, with an account or an invitation that still stands, not silent for days. Nobody gets more than the quota
and the items allow; what that leaves over goes to the others. Counted about once a minute for a campaign, so
that an item's page costs no query more.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from math import inf

from django.core.cache import cache
from django.db.models import Count, Exists, F, Max, OuterRef, Q, QuerySet
from django.utils import timezone

from rankings.judging.assignment import items_with_a_slot
from rankings.judging.kept_counts import counting, is_large, keep_shares, kept_shares
from rankings.judging.plan_turns import Turns, items_left, part_of_plan
from rankings.judging.quality import judges_screened_out
from rankings.judging.slots import slots_taken
from rankings.models import Assignment, Campaign, Invitation, Item, Judge

KEPT_SECONDS = 60
# As the desk's alarms have it; a judge who comes back is counted again at once.
SILENT_AFTER = timedelta(days=3)
State = Assignment.State


@dataclass(frozen=True, slots=True)
class Share:
    """A judge's part. `had` are the items of the plan that the judge had had when it was counted.

    `items` more are to be expected. `is_exact` is whether the judge can rely on getting all that the quota
    and the items allow.
    """

    had: int
    items: float
    is_exact: bool


@dataclass(frozen=True, slots=True)
class Shares:
    """The parts of all judges by their keys, and the part of one who has just come."""

    judges: dict[int, Share] = field(default_factory=dict)
    of_newcomer: float = inf


@dataclass(frozen=True, slots=True)
class Expected:
    """How many more items a judge can expect, of every kind, and whether the number is exact."""

    items: int
    is_exact: bool


def expected_items(judge: Judge, turns: Turns, had: int, free: int, *, anew: bool = False) -> Expected:
    """What the judge can expect, when `free` items of the plan can be lent to the judge now.

    `had` are the items of the plan that the judge has had by now. `anew` counts again what is kept, except in
    large campaigns. 0 only where nothing can be lent.
    """
    most = items_left(judge, turns, free)
    if free <= 0 or turns.quota_left == 0 or judge.campaign.state != Campaign.State.OPEN:
        return Expected(most, is_exact=True)
    shares = _shares_of(judge.campaign, anew=anew and not is_large(free))
    share = shares.judges.get(judge.pk)
    if share is not None and share.is_exact:
        return Expected(most, is_exact=True)
    likely = shares.of_newcomer if share is None else share.had + share.items - had
    # There is an item for the judge, so one at least.
    within = free if likely >= free else max(1, round(likely))
    return Expected(items_left(judge, turns, within), is_exact=False)


def level(places: int, bounds: Iterable[float]) -> float:
    """How many places each judge fills when `places` are shared evenly, and judge i takes at most bounds[i].

    Infinite when all get as many as they can take.
    """
    ordered = sorted(bounds)
    left: float = places
    for number, bound in enumerate(ordered):
        sharing = len(ordered) - number
        if bound * sharing > left:
            return left / sharing
        left -= bound
    return inf


def _shares_of(campaign: Campaign, *, anew: bool) -> Shares:
    key = f"shares/{campaign.pk}/{campaign.created_at.timestamp()}/{campaign.judges_per_item}"
    kept: Shares | None = None if anew else kept_shares(key)
    if kept is None and not anew and (kept := cache.get(key)):
        keep_shares(key, kept)
    if kept is None:
        with counting(campaign.pk, wait=True):
            kept = None if anew else kept_shares(key)  # by somebody who was quicker
            if kept is None:
                kept = _count(campaign, timezone.now())
                cache.set(key, kept, KEPT_SECONDS)
                keep_shares(key, kept)
    return kept


def _count(campaign: Campaign, now: datetime) -> Shares:
    """Two queries, and one more where judges who fail check items are stopped."""
    open_items = items_with_a_slot(campaign, now)
    taken = Count("assignments", filter=slots_taken(now, "assignments__"))
    found = open_items.aggregate(items=Count("pk", distinct=True), taken=taken)
    items = found["items"]
    stopped = judges_screened_out(campaign)
    counted = [row for row in _judges(campaign, open_items, now) if row.key not in stopped]
    # What somebody has begun is shared with the rest, so that beginning changes nobody's part.
    places = items * campaign.judges_per_item - found["taken"] + sum(row.begun for row in counted)
    bounds = {row.key: row.bound(campaign, items) for row in counted}
    present = [bounds[row.key] for row in counted if not row.is_silent]
    everybody_fits = sum(bounds.values()) <= places
    common = level(places, present)
    judges = {}
    for row in counted:
        bound = bounds[row.key]
        own = level(places, [*present, bound]) if row.is_silent else common
        # Even if all others work twice as fast, they leave enough for this quota.
        is_safe = row.quota_left is not None and 2 * bound <= own
        judges[row.key] = Share(row.had, min(own, bound) - row.begun, everybody_fits or is_safe)
    return Shares(judges, level(places, [*present, inf]))


@dataclass(frozen=True, slots=True)
class _JudgeCounts:
    key: int
    had: int
    had_open: int
    begun: int
    quota_left: int | None
    is_silent: bool

    def bound(self, campaign: Campaign, items: int) -> float:
        """The most items of the plan that the judge may still do, those begun included."""
        new = float(items - self.had_open)
        if self.quota_left is not None:
            new = min(new, self.quota_left * part_of_plan(campaign))
        return new + self.begun


def _judges(campaign: Campaign, open_items: QuerySet[Item], now: datetime) -> list[_JudgeCounts]:
    """Everybody who can rank or is invited to."""
    invited = Exists(Invitation.objects.pending().filter(judge=OuterRef("pk")))
    of_plan = Q(assignments__item__purpose=Item.Purpose.JUDGING)
    kept = Q(assignments__discard__isnull=True)
    begun = kept & Q(assignments__state=State.LENT, assignments__lease_expires_at__gt=now)
    done = kept & Q(assignments__state=State.DONE)
    rows = (
        Judge.objects.filter(Q(user__isnull=False) | invited, campaign=campaign, is_active=True)
        .order_by()
        .annotate(
            had=Count("assignments", filter=of_plan),
            had_open=Count("assignments", filter=Q(assignments__item__in=open_items)),
            begun=Count("assignments", filter=begun & of_plan),
            kept=Count(
                "assignments",
                filter=(begun | done) & ~Q(assignments__item__purpose=Item.Purpose.TRAINING),
            ),
            last=Max("assignments__lent_at"),
        )
        .values_list(
            "pk",
            "quota",
            "created_at",
            "had",
            "had_open",
            "begun",
            "kept",
            "last",
            F("crowd_place__entry__items_each"),
        )
    )
    found = []
    for key, own_quota, created_at, had, had_open, now_with, counted, last, items_each in rows:
        quotas = [campaign.judge_quota if own_quota is None else own_quota, items_each]
        quota = min((one for one in quotas if one is not None), default=None)
        since = last or max(created_at, campaign.opened_at or created_at)
        left = None if quota is None else max(0, quota - counted)
        found.append(_JudgeCounts(key, had, had_open, now_with, left, now - since > SILENT_AFTER))
    return found
