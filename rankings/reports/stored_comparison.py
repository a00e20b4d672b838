"""Two stored reports of a campaign, compared."""

from typing import Any

from rankings.models import Report
from rankings.reports.comparison import ReportComparison, Shared, as_document, compare_reports
from rankings.reports.joining import all_runs
from rankings.reports.result import report_result


def compare_stored(first: Report, second: Report) -> ReportComparison:
    """What differs between two finished reports."""
    shared = None
    one, other = all_runs(first), all_runs(second)
    if one is not None and other is not None:
        shared = Shared(len(one & other), len(one - other), len(other - one))
    return compare_reports(
        (first.recipe or {}, report_result(first.result or {})),
        (second.recipe or {}, report_result(second.result or {})),
        shared,
    )


def comparison_document(first: Report, second: Report) -> dict[str, Any]:
    """The same as JSON values, with the keys of the two reports."""
    return {
        "first": str(first.key),
        "second": str(second.key),
        **as_document(compare_stored(first, second)),
    }
