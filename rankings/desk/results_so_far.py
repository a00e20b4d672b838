"""Results while judging is open, for managers: comparisons so far, agreement, and the ranking with clusters.

A worker computes them (`results_so_far_computation`), and the page shows the last ones with their time.
"""

from dataclasses import dataclass
from datetime import datetime

from appraise_gec.jobs.models import Job
from rankings.analysis.agreement import Agreement
from rankings.analysis.ranking import SystemRanking
from rankings.desk.judge_facts import discards_mark
from rankings.desk.kept_results import kept_result
from rankings.formats.results import from_json
from rankings.judgments.stored import rankings_mark
from rankings.models import Campaign

JOB_KIND = "rankings.results-so-far"
# With fewer rankings a page of results would show little but chance.
LEAST_RANKINGS = 20


@dataclass(frozen=True, slots=True)
class ResultsSoFar:
    """What the rankings say until now.

    Attributes:
        rankings: behind it; flagged ones without ranks are not among them.
        comparisons: of every two systems, [first][second], in the order of `ranking.systems`, or of names
            where there is no ranking; symmetric, 0 on the diagonal.
        systems: in the order of `comparisons`.
        ranking: by Expected Wins, for judges like these where there are several.
        agreement: kappa of the 2015 paper, without names of judges.
    """

    rankings: int
    systems: tuple[str, ...]
    comparisons: tuple[tuple[int, ...], ...]
    ranking: SystemRanking
    agreement: Agreement


@dataclass(frozen=True, slots=True)
class KeptResults:
    """The last results and when they were made; the job that makes newer ones, or failed to."""

    results: ResultsSoFar | None
    at: datetime | None
    job: Job | None


def results_so_far(campaign: Campaign) -> KeptResults:
    """The last results; has them made anew where rankings have changed since."""
    mark = f"{campaign.created_at.timestamp()}/{rankings_mark(campaign)}"
    kept = kept_result(JOB_KIND, campaign, mark, urgent_mark=discards_mark(campaign))
    results = from_json(ResultsSoFar, kept.result) if kept.result is not None else None
    return KeptResults(results, kept.at, kept.job)
