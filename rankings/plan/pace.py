"""Planned rankings day by day, when the plan will be complete, and who is behind."""

from collections import Counter, defaultdict
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from math import ceil
from statistics import median

from django.db.models import Count
from django.db.models.functions import TruncDate
from django.utils import timezone

from rankings.models import Campaign, Item, Ranking
from rankings.plan.progress import CampaignProgress, JudgeProgress, has_work

# More days than this are shown by weeks, and more weeks by four weeks.
MOST_SHOWN = 35
# The speed is that of so many days. What it says of a day further away than a year is worth nothing.
SPEED_DAYS = 7
MOST_FORESEEN = 365


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
        done_on: the day on which the plan is complete at the speed of the last days; None where judging is
            over, nobody has ranked lately, or that day is far away.
    """

    steps: tuple[PaceStep, ...]
    days: int
    target: int
    done: int
    done_on: date | None


def campaign_pace(campaign: Campaign, progress: CampaignProgress, now: datetime) -> CampaignPace:
    """Work it out; one query. Days are those of the present time zone."""
    came = (
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
        .values_list(TruncDate("submitted_at"), "judge_id")
        .annotate(n=Count("pk"))
    )
    today = timezone.localdate(now)
    rankings: Counter[date] = Counter()
    judges: dict[date, set[int]] = defaultdict(set)
    for day, judge, number in came:
        rankings[day] += number
        judges[day].add(judge)
    is_open = campaign.state == Campaign.State.OPEN and campaign.archived_at is None
    steps: tuple[PaceStep, ...] = ()
    length, done_on = 1, None
    if rankings:
        last = max([*rankings, *([today] if is_open else [])])
        length, steps = _steps(rankings, judges, min(rankings), last)
    if rankings and is_open and progress.missing:
        done_on = _done_on(rankings, progress.missing, today)
    return CampaignPace(steps, length, progress.target, progress.planned, done_on)


def behind(campaign: Campaign, progress: CampaignProgress) -> list[JudgeProgress]:
    """Judges with work left who have ranked less than half as much as the median judge, the last first."""
    ready = [row for row in progress.judges if row.is_ready]
    if campaign.state != Campaign.State.OPEN or len(ready) < 2:
        return []
    usual = median(row.planned for row in ready)
    late = [row for row in ready if 2 * row.planned < usual and has_work(campaign, progress, row)]
    return sorted(late, key=lambda row: (row.planned, row.judge.name))


def _done_on(rankings: Counter[date], missing: int, today: date) -> date | None:
    first = max(min(rankings), today - timedelta(days=SPEED_DAYS - 1))
    came = sum(number for day, number in rankings.items() if day >= first)
    days = ceil(missing * ((today - first).days + 1) / came) if came else MOST_FORESEEN + 1
    return today + timedelta(days=days) if days <= MOST_FORESEEN else None


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
