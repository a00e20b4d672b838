"""What managers know of every judge: progress, agreement, check items, repetitions, and alarms.

The list of judges, the page of one, the overview and the API all read it here, so that they say the same.
It takes a look at every rank. In a large campaign what was found stands for a minute while rankings come;
check items are counted anew, since their known answers can be corrected.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from statistics import median
from time import time
from typing import Any

from django.core.cache import cache
from django.db.models import Count, Max

from rankings.analysis import judge_alarms as rules
from rankings.analysis.judge_alarms import CrowdJudge, JudgeEvidence, SeenRanking, crowd_judges
from rankings.desk.alarms import JudgeAlarms, alarms
from rankings.desk.quality import CheckTally, RepeatTally, check_tallies, repeat_tallies
from rankings.judgments.stored import counting_rankings, rankings_mark
from rankings.models import Campaign, Item, Judge, RankedOutput, Ranking
from rankings.people.judge_list import JudgeRow, judge_rows
from rankings.plan.progress import CampaignProgress

# Up to so many rankings, every page looks at all of them.
MOST_AT_ONCE = 2_500
KEPT_SECONDS = 3_600
LEAST_AGE = 60
ROWS_AT_ONCE = 5000


@dataclass(frozen=True, slots=True)
class KnownJudge:
    """What is known of a judge. `crowd` is None without items that another judge has ranked."""

    row: JudgeRow
    checks: CheckTally
    repeats: RepeatTally
    crowd: CrowdJudge | None
    alarm: JudgeAlarms | None

    @property
    def judge(self) -> Judge:
        return self.row.judge


def known_judges(campaign: Campaign, progress: CampaignProgress, now: datetime) -> list[KnownJudge]:
    """Every judge, by name."""
    checks = check_tallies(campaign)
    found, repeats = _looked_at(campaign, progress.rankings)
    evidence = {
        judge: replace(found.get(judge, JudgeEvidence()), checks=tally.answered, passed=tally.passed)
        for judge in {*found, *checks}
        for tally in [checks.get(judge, CheckTally())]
    }
    raised = alarms(campaign, progress, evidence, now)
    return [
        KnownJudge(
            row,
            checks.get(key, CheckTally()),
            repeats.get(key, RepeatTally()),
            found[key].crowd if key in found else None,
            raised.get(key),
        )
        for row in judge_rows(campaign, progress.judges)
        for key in [row.judge.pk]
    ]


def raised_alarms(known: list[KnownJudge]) -> list[JudgeAlarms]:
    """Judges who need a look, those with most reasons first; at last those who have only fallen silent."""
    raised = [one.alarm for one in known if one.alarm is not None]
    return sorted(raised, key=lambda one: (one.silent, -len(one.reasons), one.judge.name))


def evidence_of_judges(campaign: Campaign) -> dict[int, JudgeEvidence]:
    """What the rankings that count say about their judges; two queries."""
    rankings: Any = counting_rankings(campaign).filter(skipped=False).order_by("pk")
    about = {
        key: values
        for key, *values in rankings.values_list(
            "pk", "judge_id", "item_id", "item__purpose", "active_seconds"
        ).iterator(chunk_size=ROWS_AT_ONCE)
    }
    ranks: dict[int, dict[int, int]] = defaultdict(dict)
    rows = (
        RankedOutput.objects.filter(ranking__judge__campaign=campaign, ranking__is_current=True)
        .order_by()
        .values_list("ranking_id", "output__position", "rank")
    )
    for key, position, rank in rows.iterator(chunk_size=ROWS_AT_ONCE):
        ranks[key][position] = rank
    gathered: dict[int, _Gathered] = defaultdict(_Gathered)
    seen = []
    for key, (judge, item, purpose, seconds) in about.items():
        given = ranks.get(key, {})
        own = gathered[judge]
        if seconds is not None:
            own.seconds.append(seconds)
        if len(given) < 2:
            continue
        own.rankings += 1
        own.one_column += len(set(given.values())) == 1
        # A repetition is of one judge alone.
        if purpose == Item.Purpose.JUDGING:
            seen.append(SeenRanking(judge, item, [rank for _, rank in sorted(given.items())]))
    crowd = crowd_judges(seen, rules.LEAST_RANKINGS)
    return {
        judge: JudgeEvidence(
            timed=len(own.seconds),
            median_seconds=float(median(own.seconds)) if own.seconds else None,
            one_column=own.one_column,
            rankings=own.rankings,
            crowd=crowd.get(judge),
        )
        for judge, own in gathered.items()
    }


@dataclass(slots=True)
class _Gathered:
    seconds: list[float] = field(default_factory=list)
    one_column: int = 0
    rankings: int = 0


def _looked_at(
    campaign: Campaign, rankings: int
) -> tuple[Mapping[int, JudgeEvidence], Mapping[int, RepeatTally]]:
    """Evidence and repetitions; of a large campaign a minute old, unless rankings were discarded since."""
    if rankings <= MOST_AT_ONCE:
        return evidence_of_judges(campaign), repeat_tallies(campaign)
    key = f"judge-facts/{campaign.pk}/{campaign.created_at.timestamp()}/{_discards_mark(campaign)}"
    mark, now = rankings_mark(campaign), time()
    kept: Any = cache.get(key)
    if kept is None or (kept[0] != mark and not 0 <= now - kept[1] < LEAST_AGE):
        kept = (mark, now, evidence_of_judges(campaign), repeat_tallies(campaign))
        cache.set(key, kept, KEPT_SECONDS)
    return kept[2], kept[3]


def _discards_mark(campaign: Campaign) -> str:
    left_out = Ranking.objects.filter(judge__campaign=campaign, discarded_at__isnull=False)
    found = left_out.aggregate(n=Count("pk"), last=Max("discarded_at"))
    return f"{found['n']}-{found['last'].timestamp() if found['last'] else 0}"
