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
    """Everything that a report shows, with the tables of the 2015 paper.

    Attributes:
        judges: what each judge did (Table 1).
        total: the sum of these.
        sentences: how many were judged.
        systems: names of all systems.
        unjudged_systems: those that are in no ranking yet.
        distinct_outputs: sentences by the number of their distinct outputs (Figure 1).
        agreement: between judges, and of judges with themselves (Table 2).
        ranking: systems, best first, by the chosen method and unit (Table 3b).
        comparison: the same by the other unit.
        head_to_head: every two systems (Table 3d).
        methods: rankings by the other methods (Table 3c).
        judge_rankings: from each judge alone, and from all others (Table 7).
        judge_correlations: how scores from single judges correlate (Table 6).
        validation: how well methods predict judgments left out, by the unit of folds (Table 4); if asked for.
        rejected_edits: edits that judges marked; where they could.
        scale_use: ranks given, and seconds, by judge.
        survey: what judges said about themselves, where there are answers.
        scores: those of metrics, by metric and system.
        correlation: how metrics agree with people (Table 5); if asked for.
        maege: how metrics order partly corrected sentences; if asked for.
        design: which design of a next campaign would give the same order again.
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
