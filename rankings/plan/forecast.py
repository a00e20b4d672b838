"""What to expect of a campaign's plan, before anybody judges."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil, comb, floor
from statistics import median
from typing import Any

import numpy as np
from django.db.models import Count, Q, QuerySet

from appraise_gec.words import plural
from rankings.analysis.arrays import IntArray
from rankings.models import Assignment, Campaign, Item, ItemOutput, ItemOutputSystem, Judge, Ranking, System
from rankings.plan.progress import CampaignProgress

# Median seconds of a ranking in the published 2015 campaign (2,279 rankings with a measured time).
SECONDS_2015 = 49.0
LEAST_TIMED = 20
# A page that was answered faster or took longer was not read, or lay open: no ranking to plan by.
PLAUSIBLE_SECONDS = (1.0, 3600.0)
Purpose = Item.Purpose


@dataclass(frozen=True, slots=True)
class SystemPair:
    """Comparisons of two systems that the plan gives: with different outputs, and with a shared one."""

    first: str
    second: str
    apart: int
    shared: int

    @property
    def expanded(self) -> int:
        return self.apart + self.shared


@dataclass(frozen=True, slots=True)
class PlanForecast:
    """What to expect when every item has all its judges.

    Attributes:
        items: drawn items that judges can be shown.
        rankings: items times judges per item.
        repeats, checks: repetitions and check items that come on top; expected numbers.
        training: training items that each judge ranks first.
        unexpanded, expanded: pairs over all rankings, repetitions left out.
        pairs: per pair of systems, those with the fewest comparisons first.
        overlapping: pairs of outputs that two judges rank in the same item: the ground of kappa between them.
            Sentences that were drawn more than once add to it.
        repeated: pairs of outputs that a judge ranks twice in planned repetitions.
        seconds: of one ranking; `is_own` tells whether the campaign's own median or that of 2015.
        hours: of all judges together.
        judges: judges who can rank.
        each: rankings that each of them has to make, with repetitions and check items, as far as there are
            items for them and quotas allow; None without judges.
        too_few: of `rankings`, those that nobody has made or will make: judges rank an item once, and have
            quotas.
        to_invite: judges without whom these stay missing.
        has_quota: whether a quota ends somebody's work.
        checks_each: check items that a judge gets, on average; None without judges.
    """

    items: int
    rankings: int
    repeats: int
    checks: int
    training: int
    unexpanded: int
    expanded: int
    pairs: tuple[SystemPair, ...]
    overlapping: int
    repeated: int
    seconds: float
    is_own: bool
    hours: float
    judges: int
    each: int | None
    too_few: int
    to_invite: int
    has_quota: bool
    checks_each: float | None

    @property
    def duration(self) -> str:
        """`6 minutes` or `31.5 hours`, of all judges together."""
        if self.hours >= 1:
            return f"{self.hours:,.1f} hours"
        return plural(ceil(60 * self.hours), "{n} minute", "{n} minutes")

    @property
    def whole_seconds(self) -> int:
        return floor(self.seconds + 0.5)

    @property
    def unexpanded_per_pair(self) -> float:
        return self.unexpanded / (len(self.pairs) or 1)

    @property
    def expanded_per_pair(self) -> float:
        return self.expanded / (len(self.pairs) or 1)


def plan_forecast(campaign: Campaign) -> PlanForecast:
    """Work it out from the items that are stored; nine queries."""
    outputs, pairs = _comparisons(campaign)
    sizes = list(outputs.values())
    slots = campaign.judges_per_item
    rankings = slots * len(sizes)
    quotas = [
        campaign.judge_quota if own is None else own
        for own in Judge.objects.filter(campaign=campaign, is_active=True, user__isnull=False).values_list(
            "quota", flat=True
        )
    ]
    judges = len(quotas)
    known: dict[str, int] = defaultdict(int)
    for purpose in campaign.items.filter(
        purpose__in=(Purpose.CHECK, Purpose.TRAINING), retired_at__isnull=True
    ).values_list("purpose", flat=True):
        known[purpose] += 1
    training = known[Purpose.TRAINING] if campaign.begins_with_training else 0
    screens = rankings / (1 - min(campaign.repeat_percent + campaign.check_percent, 90) / 100)
    checks = min(round(screens * campaign.check_percent / 100), known[Purpose.CHECK] * max(1, judges))
    repeats = round(screens * campaign.repeat_percent / 100)
    # A judge with fewer items than the gap never gets one again.
    if judges and screens / judges <= campaign.repeat_gap:
        repeats = 0
    unexpanded = slots * sum(comb(size, 2) for size in sizes)
    seconds, is_own = typical_seconds(campaign)
    screens_to_make = rankings + repeats + checks
    # Nobody gets an item twice as one of its judges, so too few judges cannot fill all slots.
    within_reach = screens_to_make - max(0, slots - judges) * len(sizes)
    # Of the items that a quota counts, some are repetitions and check items.
    share = rankings / screens_to_make if screens_to_make else 1.0
    can_make = sum(len(sizes) if quota is None else min(len(sizes), quota * share) for quota in quotas)
    open_slots = _open_slots(campaign, outputs)
    barred = _barred(campaign)
    reachable = sum(
        min(left, judges - barred.get(item, 0)) for item, left in zip(outputs, open_slots, strict=True)
    )
    too_few = sum(open_slots) - min(reachable, round(can_make))
    lacking = [
        left - judges + barred.get(item, 0) for item, left in zip(outputs, open_slots, strict=True) if left
    ]
    new_each = len(sizes) if campaign.judge_quota is None else min(len(sizes), campaign.judge_quota * share)
    to_invite = max([*lacking, ceil(too_few / new_each)]) if too_few else 0
    each = -(-within_reach // judges) if judges else 0
    if quotas and None not in quotas:
        each = min(each, max(quota for quota in quotas if quota is not None))
    return PlanForecast(
        items=len(sizes),
        rankings=rankings,
        repeats=repeats,
        checks=checks,
        training=training,
        unexpanded=unexpanded,
        expanded=sum(pair.expanded for pair in pairs),
        pairs=tuple(sorted(pairs, key=lambda pair: (pair.expanded, pair.first, pair.second))),
        overlapping=comb(slots, 2) * sum(comb(size, 2) for size in sizes),
        repeated=round(repeats * unexpanded / rankings) if rankings else 0,
        seconds=seconds,
        is_own=is_own,
        hours=seconds * (screens_to_make + training * judges) / 3600,
        judges=judges,
        each=each if judges else None,
        too_few=too_few if judges else 0,
        to_invite=to_invite,
        has_quota=any(quota is not None for quota in quotas),
        checks_each=min(each * campaign.check_percent / 100, known[Purpose.CHECK]) if judges else None,
    )


@dataclass(frozen=True, slots=True)
class Shortage:
    """Planned rankings are missing, and the judges who can rank cannot make them all.

    Attributes:
        missing: planned rankings.
        possible: how many of them the judges can make at most.
        judges: who can rank.
        to_invite: how many more it takes.
    """

    missing: int
    possible: int
    judges: int
    to_invite: int


def shortage_of(campaign: Campaign, progress: CampaignProgress) -> Shortage | None:
    """What the judges of an open campaign cannot make; None while they can make all."""
    if campaign.state != Campaign.State.OPEN or not progress.missing:
        return None
    forecast = plan_forecast(campaign)
    out_of_reach = forecast.too_few if forecast.judges else progress.missing
    if not out_of_reach:
        return None
    possible = max(0, progress.missing - out_of_reach)
    return Shortage(progress.missing, possible, forecast.judges, forecast.to_invite)


def planned_items(campaign: Campaign) -> QuerySet[Item]:
    """The items that the plan is made of, in no order: drawn and not retired, with no top-up among them."""
    return campaign.items.filter(
        is_imported=False, purpose=Purpose.JUDGING, retired_at__isnull=True, top_up__isnull=True
    ).order_by()


def typical_seconds(campaign: Campaign) -> tuple[float, bool]:
    """The median active seconds of a ranking here, and True; that of 2015, and False, before 20 are known.

    Only plausible times count: a few answers of no time at all must not say that judging takes none.
    """
    least, most = PLAUSIBLE_SECONDS
    timed: Any = Ranking.objects.filter(
        judge__campaign=campaign,
        is_current=True,
        skipped=False,
        active_seconds__gte=least,
        active_seconds__lte=most,
    ).values_list("active_seconds", flat=True)
    own = list(timed)
    return (float(median(own)), True) if len(own) >= LEAST_TIMED else (SECONDS_2015, False)


def _open_slots(campaign: Campaign, items: Iterable[int]) -> list[int]:
    """For each item the rankings still to come, when those of judges who rank no more are taken off."""
    gone = Q(judge__is_active=False) | Q(judge__user=None)
    made = dict(
        Ranking.objects.filter(
            gone, judge__campaign=campaign, is_current=True, skipped=False, item__in=planned_items(campaign)
        )
        .order_by()
        .values("item")
        .annotate(n=Count("pk"))
        .values_list("item", "n")
    )
    return [max(0, campaign.judges_per_item - made.get(item, 0)) for item in items]


def _barred(campaign: Campaign) -> dict[int, int]:
    """For each item the judges who could rank, but not it: a manager has discarded their ranking of it."""
    discarded = Assignment.objects.filter(
        item__campaign=campaign, discarded_at__isnull=False, judge__is_active=True, judge__user__isnull=False
    )
    return dict(discarded.order_by().values("item").annotate(n=Count("pk")).values_list("item", "n"))


def _comparisons(campaign: Campaign) -> tuple[dict[int, int], list[SystemPair]]:
    """The number of outputs of every planned item, by key, and the comparisons of every pair of systems."""
    planned = planned_items(campaign)
    of_campaign = System.objects.filter(campaign=campaign).order_by("name")
    rows_of_systems = list(of_campaign.values_list("pk", "name", "retired_at"))
    systems = [(key, name) for key, name, _ in rows_of_systems]
    takes_part = [retired_at is None for _, _, retired_at in rows_of_systems]
    sizes: dict[int, int] = dict(
        ItemOutput.objects.filter(item__in=planned)
        .order_by()
        .values_list("item_id")
        .annotate(n=Count("pk"))
        .values_list("item_id", "n")
    )
    rows = (
        ItemOutputSystem.objects.filter(item__in=planned)
        .order_by()
        .values_list("item_id", "output_id", "system_id")
    )
    shown = np.array(
        [row for row in rows.iterator(chunk_size=10_000) if sizes[row[0]] > 1], dtype=np.int64
    ).reshape(-1, 3)
    place_of = np.array(sorted(key for key, _ in systems), dtype=np.int64)
    by_name = {key: place for place, (key, _) in enumerate(systems)}
    order = np.array([by_name[key] for key in place_of.tolist()], dtype=np.int64)
    system = order[np.searchsorted(place_of, shown[:, 2])]
    covered = _together(shown[:, 0], system, len(systems))
    shared = _together(shown[:, 1], system, len(systems))
    pairs = [
        SystemPair(
            systems[a][1],
            systems[b][1],
            apart=int(covered[a, b] - shared[a, b]) * campaign.judges_per_item,
            shared=int(shared[a, b]) * campaign.judges_per_item,
        )
        for a in range(len(systems))
        for b in range(a + 1, len(systems))
        if takes_part[a] and takes_part[b]
    ]
    return {item: size for item, size in sizes.items() if size > 1}, pairs


def _together(group: IntArray, system: IntArray, systems: int) -> IntArray:
    """How many groups, items or outputs, have both systems, for every pair of them."""
    distinct, place = np.unique(group, return_inverse=True)
    members = np.zeros((len(distinct), systems), dtype=np.float32)
    members[place, system] = 1
    together: IntArray = np.rint(members.T @ members).astype(np.int64)
    return together
