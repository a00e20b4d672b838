"""The charts of a report, and their files."""

from collections.abc import Callable
from typing import Any

from appraise_gec.presentation.charts import Chart
from appraise_gec.presentation.writers import figure
from rankings.charts.distinct_outputs import distinct_outputs
from rankings.charts.methods import rank_by_method
from rankings.charts.planning import planning
from rankings.charts.ranking import rank_probabilities, ranking
from rankings.charts.rejected_edits import rejected_edits
from rankings.reports.result import ReportResult, report_result


def _ranking(result: ReportResult) -> Chart:
    return ranking(result.ranking, result.comparison, undecided=result.total.nothing_decided)


CHARTS: dict[str, Callable[[ReportResult], Chart]] = {
    "ranking": _ranking,
    "rank-probabilities": lambda result: rank_probabilities(
        result.ranking, undecided=result.total.nothing_decided
    ),
    "rank-by-method": lambda result: rank_by_method(result.ranking, result.methods),
    "planning": lambda result: planning(result.planning, undecided=result.total.nothing_decided),
    "rejected-edits": lambda result: rejected_edits(result.rejected_edits),
    "distinct-outputs": lambda result: distinct_outputs(result.distinct_outputs),
}


def draw(name: str, extension: str, result: dict[str, Any]) -> bytes:
    """A figure of a report's result as a file.

    Args:
        name: one of `CHARTS`.
        extension: one of `appraise_gec.presentation.writers.figure.CONTENT_TYPES`.
        result: `Report.result`.

    Raises:
        KeyError: an unknown name or extension.
    """
    return figure.write(CHARTS[name](report_result(result)), extension)
