"""The result of a report, as it is stored: see `rankings.formats.json_form`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rankings.analysis.choices import Method
from rankings.analysis.results.agreement import Agreement
from rankings.analysis.results.cross_validation import CrossValidation
from rankings.analysis.results.distinct_outputs import DistinctOutputs
from rankings.analysis.results.edit_marks import RejectedEdits
from rankings.analysis.results.head_to_head import NO_PAIRS, HeadToHead
from rankings.analysis.results.judge_statistics import JudgeStatistics
from rankings.analysis.results.ranking import JudgeComparison, RankingsByJudge, SystemRanking
from rankings.analysis.results.scale_use import ScaleUse
from rankings.analysis.results.survey import JudgesSurvey
from rankings.formats.json_form import MEMBERS, Document, from_json, result


def _with_measures_in_agreement(document: Document) -> Document:
    """Before version 1, measures were stored beside the agreement."""
    document["agreement"] = {
        **document["agreement"],
        "measures": document.pop("agreement_measures", []),
    }
    return document


def _with_head_to_head_as_object(document: Document) -> Document:
    """Before version 1, head to head was stored as the list of its pairs."""
    pairs = document.pop("head_to_head", [])
    won: dict[str, float] = {}
    for pair in pairs:
        share = pair["share_a"]
        for name, part in ((pair["system_a"], share), (pair["system_b"], share and 1 - share)):
            won[name] = won.get(name, 0.0) + (part or 0.0)
    systems = sorted(won, key=lambda name: -won[name])
    reason = "" if pairs else NO_PAIRS
    document["head_to_head"] = {"systems": systems, "pairs": pairs, "reason": reason}
    return document


def _from_version_0(document: Document) -> Document:
    return _with_head_to_head_as_object(_with_measures_in_agreement(document))


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


@result("report", version=1, upgrades={0: _from_version_0})
@dataclass(frozen=True, slots=True)
class ReportResult:
    """Everything that a report shows.

    Fields with defaults are missing in reports of early versions, or computed only when asked for. What other
    applications contribute (`appraise_gec.report.site.contributed`) is in `beside`, by key.
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
    beside: Mapping[str, Any] = field(default_factory=dict, metadata=MEMBERS)

    def ranking_by(self, method: Method) -> SystemRanking | None:
        """The ranking from all judges by a method, if there is one that has systems."""
        rankings = (self.ranking, *self.methods)
        return next((ranking for ranking in rankings if ranking.method == method and ranking.systems), None)


def report_result(stored: Document) -> ReportResult:
    """The typed result in `Report.result`, as stored by any version of the program.

    Raises:
        ValueError: it is no report's result; the message names the place in it.
    """
    return from_json(ReportResult, stored)
