"""The figures of a report, and their files."""

from collections.abc import Callable
from typing import Any

from appraise_gec.present.figure import Figure, file
from appraise_gec.report.result import ReportResult, report_result
from rankings.charts.distinct_outputs import distinct_outputs
from rankings.charts.matrices import agreement_matrix, head_to_head_matrix, ranks_by_judge
from rankings.charts.methods import rank_by_method
from rankings.charts.ranking import rank_probabilities, ranking
from rankings.charts.rejected_edits import rejected_edits
from rankings.reports.sections.head_to_head import system_order


def _ranking(result: ReportResult) -> Figure:
    return ranking(result.ranking, result.comparison, undecided=result.total.nothing_decided)


def _judge_ranks(result: ReportResult) -> Figure:
    made = result.judge_rankings.only if result.judge_rankings else None
    return ranks_by_judge(made, (result.ranking_by(made.method) if made else None) or result.ranking)


FIGURES: dict[str, Callable[[ReportResult], Figure]] = {
    "ranking": _ranking,
    "rank-probabilities": lambda result: rank_probabilities(
        result.ranking, undecided=result.total.nothing_decided
    ),
    "rank-by-method": lambda result: rank_by_method(result.ranking, result.methods),
    "head-to-head": lambda result: head_to_head_matrix(result.head_to_head, system_order(result)),
    "judge-ranks": _judge_ranks,
    "agreement": lambda result: agreement_matrix(result.agreement),
    "rejected-edits": lambda result: rejected_edits(result.rejected_edits),
    "distinct-outputs": lambda result: distinct_outputs(result.distinct_outputs),
}


def draw(name: str, extension: str, result: dict[str, Any]) -> bytes:
    """A figure of a report's result as a file.

    Args:
        name: one of `FIGURES`.
        extension: "svg" or "pdf".
        result: `Report.result`.

    Raises:
        KeyError: an unknown name.
    """
    return file(FIGURES[name](report_result(result)), extension)
