"""The result of a report, as it is stored."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from metrics.validation.maege.results import MaegeResult
from metrics.validation.study import StudyResult
from rankings.analysis.agreement import Agreement
from rankings.analysis.cross_validation import CrossValidation
from rankings.analysis.designing import DesignPlan
from rankings.analysis.edit_marks import RejectedEdits
from rankings.analysis.head_to_head import HeadToHead
from rankings.analysis.judge_comparison import JudgeComparison, RankingsByJudge
from rankings.analysis.judge_statistics import JudgesSurvey, JudgeStatistics, ScaleUse
from rankings.analysis.methods import Method
from rankings.analysis.ranking import SystemRanking
from rankings.formats.results import from_json
from rankings.formats.samples import DistinctOutputs


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


@dataclass(frozen=True, slots=True)
class ReportResult:
    """Everything that a report shows.

    Fields with defaults are computed only when asked for, or where there is what they need. `scores` are
    those of metrics by metric and system, `correlation` says how they agree with people, `maege` how metrics
    order partly corrected sentences.
    """

    judges: tuple[JudgeStatistics, ...]
    total: JudgeStatistics
    sentences: int
    systems: tuple[str, ...]
    unjudged_systems: tuple[str, ...]
    distinct_outputs: tuple[DistinctOutputs, ...]
    agreement: Agreement
    ranking: SystemRanking
    comparison: SystemRanking
    head_to_head: HeadToHead
    methods: tuple[SystemRanking, ...] = ()
    judge_rankings: JudgeRankings | None = None
    judge_correlations: JudgeCorrelations | None = None
    validation: tuple[CrossValidation, ...] | None = None
    rejected_edits: RejectedEdits | None = None
    scale_use: tuple[ScaleUse, ...] = ()
    survey: JudgesSurvey | None = None
    scores: dict[str, dict[str, float]] = field(default_factory=dict)
    correlation: StudyResult | None = None
    maege: MaegeResult | None = None
    design: DesignPlan | None = None

    def ranking_by(self, method: Method) -> SystemRanking | None:
        """The ranking from all judges by a method, if there is one that has systems."""
        rankings = (self.ranking, *self.methods)
        return next((ranking for ranking in rankings if ranking.method == method and ranking.systems), None)


def report_result(stored: Mapping[str, Any]) -> ReportResult:
    """The typed result in `Report.result`, as this version of the program stores it.

    Raises:
        ValueError: it is no report's result; the message names the place in it.
    """
    return from_json(ReportResult, stored)
