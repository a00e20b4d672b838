"""The result of a report, as it is stored: see `rankings.formats.json_form`."""

from dataclasses import dataclass
from typing import Any

from rankings.analysis.agreement import Agreement
from rankings.analysis.choices import Method
from rankings.analysis.ranking_results import JudgeComparison, RankingsByJudge, SystemRanking
from rankings.formats.json_form import Document, from_json, result
from rankings.reports.options import REPLICATES_OF_SIDE_PARTS


def _with_measures_in_agreement(document: Document) -> Document:
    """Until version 1 the measures stood beside the agreement, and nothing said how they were resampled."""
    measures = document.pop("agreement_measures", [])
    replicates = min(document["agreement"]["replicates"], REPLICATES_OF_SIDE_PARTS) if measures else 0
    document["agreement"] = {**document["agreement"], "measures": measures, "measure_replicates": replicates}
    return document


@dataclass(frozen=True, slots=True)
class JudgeRankings:
    """Rankings from each judge alone, from all others, and from each judge as published in 2015 (Table 7)."""

    only: RankingsByJudge
    without: RankingsByJudge
    published: RankingsByJudge


@dataclass(frozen=True, slots=True)
class JudgeCorrelations:
    """How scores from single judges correlate: by the paper's formula, and as its Table 6 was computed."""

    formula: JudgeComparison
    published: JudgeComparison


@result("report", version=1, upgrades={0: _with_measures_in_agreement})
@dataclass(frozen=True, slots=True)
class ReportResult:
    """Everything that a report shows. Parts of the type `Any` are JSON values still.

    What has a value here was not in the reports of every version, or is computed only when asked for.
    """

    judges: Any
    total: Any
    sentences: int
    systems: tuple[str, ...]
    unjudged_systems: tuple[str, ...]
    distinct_outputs: Any
    agreement: Agreement
    ranking: SystemRanking
    comparison: SystemRanking
    methods: tuple[SystemRanking, ...] = ()
    head_to_head: Any = ()
    judge_rankings: JudgeRankings | None = None
    judge_correlations: JudgeCorrelations | None = None
    planning: Any = None
    validation: Any = None

    def ranking_by(self, method: Method) -> SystemRanking | None:
        """The ranking from all judges by a method, if there is one that has systems."""
        rankings = (self.ranking, *self.methods)
        return next((one for one in rankings if one.method == method and one.systems), None)


def report_result(stored: Document) -> ReportResult:
    """What `Report.result` holds, by whatever version of the program it was stored.

    Raises:
        ValueError: it is no report's result; the message names the place in it.
    """
    return from_json(ReportResult, stored)
