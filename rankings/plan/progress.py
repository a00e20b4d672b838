"""The progress of a campaign: as a whole and judge by judge, and when it will be done."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from math import ceil
from statistics import median
from typing import Any

from django.db.models import Count, Max, Q
from django.db.models.functions import Coalesce, TruncDate
from django.utils import timezone

from rankings.models import Campaign, Item, Judge, Ranking, Sentence

# The speed is that of so many days. What it says of a day further away than a year is worth nothing.
SPEED_DAYS = 7
MOST_FORESEEN = 365

# Rankings of sampled items, and those that fill the plan.
SAMPLED = Q(is_current=True, skipped=False, item__is_imported=False, item__purpose=Item.Purpose.JUDGING)
PLANNED = SAMPLED & Q(item__top_up__isnull=True)


@dataclass(frozen=True, slots=True)
class JudgeProgress:
    """One judge's work. Rankings of check and training items are in no number here.

    `planned` of the `done` rankings fill a slot of a sampled item, `planned_shown` one that is not retired.
    """

    judge: Judge
    done: int
    planned: int
    planned_shown: int
    skipped: int
    median_seconds: float | None
    last_active: datetime | None

    @property
    def rankings(self) -> int:
        """All answers, as reports and exports count them: skipped items too."""
        return self.done + self.skipped

    @property
    def is_ready(self) -> bool:
        """Whether the judge can rank: not on hold, and the place taken up by a person."""
        return self.judge.is_active and self.judge.user_id is not None


@dataclass(frozen=True, slots=True)
class CampaignProgress:
    """Counts for the desk. `target` is reached when every item that can be shown has all its judges.

    A retired item counts with the rankings that it has. Imported rankings and repetitions are in `done` only;
    top-ups have numbers of their own.
    """

    documents: int
    sentences: int
    systems: int
    items: int
    retired_items: int
    planned_items: int
    done: int
    planned: int
    skipped: int
    target: int
    top_up_done: int
    top_up_target: int
    judges: tuple[JudgeProgress, ...]

    @property
    def rankings(self) -> int:
        """All answers, as reports and exports count them: skipped items too."""
        return self.done + self.skipped

    @property
    def judges_ready(self) -> int:
        return sum(judge.is_ready for judge in self.judges)

    @property
    def missing(self) -> int:
        """Planned rankings that are still to come."""
        return max(0, self.target - self.planned)

    @property
    def percent(self) -> int:
        return min(100, 100 * self.planned // self.target) if self.target else 0


def campaign_progress(campaign: Campaign) -> CampaignProgress:
    """Work out the counts, in a number of queries that depends on nothing."""
    judges, retired, top_up_done = _work(campaign)
    shown = Item.objects.filter(
        campaign=campaign,
        is_imported=False,
        purpose=Item.Purpose.JUDGING,
        retired_at__isnull=True,
        outputs__position=1,
    ).aggregate(
        planned=Count("pk", filter=Q(top_up__isnull=True)), top_up=Count("pk", filter=Q(top_up__isnull=False))
    )
    sentences = Sentence.objects.filter(campaign=campaign).aggregate(
        all=Count("pk"), documents=Count("document", distinct=True)
    )
    items = Item.objects.filter(campaign=campaign, purpose=Item.Purpose.JUDGING).aggregate(
        shown=Count("pk", filter=Q(retired_at__isnull=True)),
        retired=Count("pk", filter=Q(retired_at__isnull=False)),
    )
    return CampaignProgress(
        documents=sentences["documents"],
        sentences=sentences["all"],
        systems=campaign.systems.taking_part().count(),
        items=items["shown"],
        retired_items=items["retired"],
        planned_items=shown["planned"],
        done=sum(judge.done for judge in judges),
        planned=sum(judge.planned for judge in judges),
        skipped=sum(judge.skipped for judge in judges),
        target=shown["planned"] * campaign.judges_per_item + retired,
        top_up_done=top_up_done,
        top_up_target=shown["top_up"] * campaign.judges_per_item,
        judges=tuple(judges),
    )


def has_work(campaign: Campaign, progress: CampaignProgress, row: JudgeProgress) -> bool:
    """Whether the plan still has rankings for a judge who can rank."""
    quota = campaign.judge_quota if row.judge.quota is None else row.judge.quota
    return (
        row.is_ready
        and progress.missing > 0
        and row.planned_shown < progress.planned_items
        and (quota is None or row.planned < quota)
    )


def _work(campaign: Campaign) -> tuple[list[JudgeProgress], int, int]:
    """The judges; how many of their planned rankings are of retired items; rankings of top-ups."""
    # Discarded rankings count nowhere, but whoever made them has been here.
    rankings = Ranking.objects.filter(Ranking.STANDS, judge__campaign=campaign).exclude(
        item__purpose__in=(Item.Purpose.CHECK, Item.Purpose.TRAINING)
    )
    counts = Q(is_current=True)
    work = {
        row["judge_id"]: row
        for row in rankings.order_by()
        .values("judge_id")
        .annotate(
            done=Count("pk", filter=counts & Q(skipped=False)),
            skips=Count("pk", filter=counts & Q(skipped=True)),
            planned=Count("pk", filter=PLANNED),
            retired=Count("pk", filter=PLANNED & Q(item__retired_at__isnull=False)),
            top_up=Count("pk", filter=SAMPLED & Q(item__top_up__isnull=False)),
            last=Max("submitted_at"),
        )
    }
    seconds: dict[int, list[float]] = defaultdict(list)
    timed: Any = (
        rankings.filter(counts, skipped=False)
        .order_by()
        .values_list("judge_id", Coalesce("active_seconds", "wall_seconds"))
    )
    for judge_id, taken in timed:
        if taken is not None:
            seconds[judge_id].append(taken)
    nothing: dict[str, Any] = {"done": 0, "skips": 0, "planned": 0, "retired": 0, "last": None}
    judges = [
        JudgeProgress(
            judge=judge,
            done=own["done"],
            planned=own["planned"],
            planned_shown=own["planned"] - own["retired"],
            skipped=own["skips"],
            median_seconds=median(seconds[judge.pk]) if judge.pk in seconds else None,
            last_active=own["last"],
        )
        for judge in Judge.objects.filter(campaign=campaign).select_related("user")
        for own in [work.get(judge.pk, nothing)]
    ]
    return (
        judges,
        sum(own["retired"] for own in work.values()),
        sum(own["top_up"] for own in work.values()),
    )


def done_on(campaign: Campaign, progress: CampaignProgress, now: datetime) -> date | None:
    """The day on which the plan is complete at the speed of the last days; one query.

    None where judging is over, nobody has ranked lately, or that day is far away.
    """
    if campaign.state != Campaign.State.OPEN or campaign.archived_at or not progress.missing:
        return None
    came = Ranking.objects.filter(PLANNED, judge__campaign=campaign, submitted_at__isnull=False)
    by_day = dict(came.order_by().values_list(TruncDate("submitted_at")).annotate(n=Count("pk")))
    if not by_day:
        return None
    today = timezone.localdate(now)
    first = max(min(by_day), today - timedelta(days=SPEED_DAYS - 1))
    lately = sum(number for day, number in by_day.items() if day >= first)
    days = ceil(progress.missing * ((today - first).days + 1) / lately) if lately else MOST_FORESEEN + 1
    return today + timedelta(days=days) if days <= MOST_FORESEEN else None
