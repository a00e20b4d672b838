"""Planned rankings day by day."""

from collections import Counter, defaultdict
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.utils import timezone

from rankings.models import Campaign, Item, Ranking
from rankings.plan.progress import CampaignProgress

# More days than this are shown by weeks, and more weeks by four weeks.
MOST_SHOWN = 35


@dataclass(frozen=True, slots=True)
class PaceStep:
    """A day, or several: planned rankings that came, all until its end, and judges who made any.

    `first` and `last` are days, both included.
    """

    first: date
    last: date
    rankings: int
    so_far: int
    judges: int


@dataclass(frozen=True, slots=True)
class CampaignPace:
    """The planned rankings over time.

    Attributes:
        steps: from the day of the first ranking until today, or until the last ranking where judging is over.
        days: of each step.
        target: planned rankings in all.
        done: of these, done.
    """

    steps: tuple[PaceStep, ...]
    days: int
    target: int
    done: int


def campaign_pace(campaign: Campaign, progress: CampaignProgress, now: datetime) -> CampaignPace:
    """Work it out; one query. Days are those of the present time zone."""
    moments: Any = (
        Ranking.objects.filter(
            judge__campaign=campaign,
            is_current=True,
            skipped=False,
            submitted_at__isnull=False,
            item__is_imported=False,
            item__purpose=Item.Purpose.JUDGING,
            item__top_up__isnull=True,
        )
        .order_by()
        .values_list("submitted_at", "judge_id")
    )
    zone = timezone.get_current_timezone()
    rankings: Counter[date] = Counter()
    judges: dict[date, set[int]] = defaultdict(set)
    for moment, judge in moments.iterator(chunk_size=5000):
        day = moment.astimezone(zone).date()
        rankings[day] += 1
        judges[day].add(judge)
    is_open = campaign.state == Campaign.State.OPEN and campaign.archived_at is None
    steps: tuple[PaceStep, ...] = ()
    length = 1
    if rankings:
        last = max([*rankings, *([now.astimezone(zone).date()] if is_open else [])])
        length, steps = _steps(rankings, judges, min(rankings), last)
    return CampaignPace(steps, length, progress.target, progress.planned)


def _steps(
    rankings: Counter[date], judges: dict[date, set[int]], first: date, last: date
) -> tuple[int, tuple[PaceStep, ...]]:
    number = (last - first).days + 1
    length = next((one for one in (1, 7) if number <= MOST_SHOWN * one), 28)
    steps: list[PaceStep] = []
    so_far = 0
    for begin in range(0, number, length):
        days = [first + timedelta(days=day) for day in range(begin, min(begin + length, number))]
        came = sum(rankings[day] for day in days)
        so_far += came
        everybody = set().union(*(judges[day] for day in days if day in judges))
        steps.append(PaceStep(days[0], days[-1], came, so_far, len(everybody)))
    return length, tuple(steps)
