"""What to expect of a campaign's plan, before anybody judges."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from math import ceil, comb, floor
from statistics import median
from typing import Any

from django.db.models import Count, Q, QuerySet

from appraise_gec.words import plural
from rankings.models import Assignment, Campaign, Item, ItemOutputSystem, Judge, Ranking
from rankings.plan.progress import CampaignProgress

# Median seconds of a ranking in the published 2015 campaign (2,279 rankings with a measured time).
SECONDS_2015 = 49.0
LEAST_TIMED = 20
# A page that was answered faster or took longer was not read, or lay open: no ranking to plan by.
PLAUSIBLE_SECONDS = (1.0, 3600.0)
Purpose = Item.Purpose


@dataclass(frozen=True, slots=True)
class PlanForecast:
    """What to expect when every item that can be shown has all its judges; expected numbers.

    `rankings` are items times judges; `repeats` and `checks` come on top, `training` for each judge.
    `seconds` of a ranking are the campaign's own median where `is_own`, else that of 2015. `each` is what a
    judge has to make as far as quotas allow. `too_few` rankings nobody has made or will make, without
    `to_invite` more judges.
    """

    items: int
    rankings: int
    repeats: int
    checks: int
    training: int
    unexpanded: int
    expanded: int
    of_each_pair: float
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


def plan_forecast(campaign: Campaign) -> PlanForecast:
    """Work it out from the items that are stored; nine queries."""
    outputs = _sizes(campaign)
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
    expanded = slots * _comparisons_of_systems(campaign, outputs)
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
        expanded=expanded,
        of_each_pair=expanded / (comb(campaign.systems.taking_part().count(), 2) or 1),
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
    """The `judges` who can rank can make at most `possible` of the `missing` planned rankings.

    It takes `to_invite` more when the `invited`, who have a link and have not come yet, are there.
    """

    missing: int
    possible: int
    judges: int
    invited: int
    to_invite: int

    def told(self) -> str:
        missing = plural(self.missing, "{n} ranking is missing", "{n} rankings are missing")
        able = f"at most {self.possible:,}" if self.possible else "none of them"
        can = plural(self.judges, "your judge can do {able}", "your {n} judges can do {able}", able=able)
        can = can if self.judges else "nobody can rank yet" if self.invited else "nobody can rank"
        waiting = plural(self.invited, "{n} invited judge has", "{n} invited judges have")
        steps = [f"{waiting} not come yet"] if self.invited else []
        if self.to_invite:
            steps.append(f"invite {self.to_invite:,}{' more' if self.judges or self.invited else ''}")
        return f"{missing}; {can}: {', '.join(steps)}."


def shortage_of(campaign: Campaign, progress: CampaignProgress) -> Shortage | None:
    """What the judges of an open campaign cannot make; None while they can make all."""
    if campaign.state != Campaign.State.OPEN or not progress.missing:
        return None
    forecast = plan_forecast(campaign)
    out_of_reach = forecast.too_few if forecast.judges else progress.missing
    if not out_of_reach:
        return None
    possible = max(0, progress.missing - out_of_reach)
    links = campaign.links.pending().filter(judge__is_active=True, judge__user=None)
    invited = links.order_by().values("judge").distinct().count()
    to_invite = max(0, forecast.to_invite - invited)
    return Shortage(progress.missing, possible, forecast.judges, invited, to_invite)


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


def _sizes(campaign: Campaign) -> dict[int, int]:
    """The number of outputs of every planned item that judges can be shown, by key."""
    outputs = planned_items(campaign).annotate(n=Count("outputs")).filter(n__gt=1)
    return dict(outputs.values_list("pk", "n"))


def _comparisons_of_systems(campaign: Campaign, items: Collection[int]) -> int:
    """The pairs of systems that one ranking of each of these items compares."""
    covered = (
        ItemOutputSystem.objects.filter(item__in=planned_items(campaign), system__retired_at__isnull=True)
        .order_by()
        .values("item")
        .annotate(n=Count("pk"))
        .values_list("item", "n")
    )
    return sum(comb(systems, 2) for item, systems in covered if item in items)
