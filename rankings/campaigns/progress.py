"""How far a campaign has come: as a whole, and judge by judge."""

from dataclasses import dataclass
from datetime import datetime
from statistics import median

from django.db.models import Count, Q

from rankings.models import Campaign, Item, Judge, Ranking, Sentence, System


@dataclass(frozen=True, slots=True)
class JudgeProgress:
    """One judge's work. `median_seconds` is over rankings with a measured time, skipped ones left out."""

    judge: Judge
    done: int
    skipped: int
    median_seconds: float | None
    last_active: datetime | None


@dataclass(frozen=True, slots=True)
class CampaignProgress:
    """Counts for the desk. `target` is the number of rankings when every item has all its judges."""

    documents: int
    sentences: int
    systems: int
    items: int
    done: int
    skipped: int
    target: int
    judges: tuple[JudgeProgress, ...]

    @property
    def judges_ready(self) -> int:
        """Judges who can rank: not on hold, and the place taken up by a person."""
        return sum(one.judge.is_active and one.judge.user_id is not None for one in self.judges)

    @property
    def percent(self) -> int:
        return min(100, 100 * self.done // self.target) if self.target else 0


def campaign_progress(campaign: Campaign) -> CampaignProgress:
    """Work out the counts, in a number of queries that depends on nothing."""
    judges = judge_progress(campaign)
    items = Item.objects.filter(campaign=campaign).aggregate(
        all=Count("pk"), drawn=Count("pk", filter=Q(is_imported=False))
    )
    sentences = Sentence.objects.filter(campaign=campaign).aggregate(
        all=Count("pk"), documents=Count("document", distinct=True)
    )
    return CampaignProgress(
        documents=sentences["documents"],
        sentences=sentences["all"],
        systems=System.objects.filter(campaign=campaign).count(),
        items=items["all"],
        done=sum(one.done for one in judges),
        skipped=sum(one.skipped for one in judges),
        target=items["drawn"] * campaign.judges_per_item,
        judges=tuple(judges),
    )


def judge_progress(campaign: Campaign) -> list[JudgeProgress]:
    """Every judge of the campaign by name, with what the judge has done."""
    rankings = Ranking.objects.filter(judge__campaign=campaign, is_current=True).values_list(
        "judge_id", "skipped", "active_seconds", "wall_seconds", "submitted_at"
    )
    done: dict[int, int] = {}
    skips: dict[int, int] = {}
    seconds: dict[int, list[float]] = {}
    last: dict[int, datetime] = {}
    for judge_id, skipped, active, wall, submitted in rankings:
        counts = skips if skipped else done
        counts[judge_id] = counts.get(judge_id, 0) + 1
        taken = active if active is not None else wall
        if not skipped and taken:
            seconds.setdefault(judge_id, []).append(taken)
        if submitted is not None and (judge_id not in last or submitted > last[judge_id]):
            last[judge_id] = submitted
    return [
        JudgeProgress(
            judge=judge,
            done=done.get(judge.pk, 0),
            skipped=skips.get(judge.pk, 0),
            median_seconds=median(seconds[judge.pk]) if judge.pk in seconds else None,
            last_active=last.get(judge.pk),
        )
        for judge in Judge.objects.filter(campaign=campaign).select_related("user")
    ]
