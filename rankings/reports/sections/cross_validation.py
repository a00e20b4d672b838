"""Which method predicts judgments best."""

from dataclasses import replace
from typing import Any

from appraise_gec.presentation.numbers import listed, share
from rankings.analysis.results.cross_validation import CrossValidation
from rankings.reports.result import ReportResult
from rankings.tables.cross_validation import SAME_JUDGES, accuracy


def cross_validation_context(result: ReportResult) -> dict[str, Any]:
    """A table and a verdict for each unit of folds; the page explains the columns itself."""
    return {
        "validation_asked": result.validation is not None,
        "validation": [
            {
                "unit": validation.unit,
                "table": replace(
                    accuracy(validation),
                    notes=[SAME_JUDGES.format(validation.for_whom), *validation.notes]
                    if validation.methods
                    else validation.notes,
                ),
                "verdict": verdict(validation),
            }
            for validation in result.validation or ()
        ],
    }


def verdict(result: CrossValidation) -> str:
    """Which method orders unseen comparisons best; empty where none was tested."""
    if not result.methods:
        return ""
    order = {
        method.title: round(100 * method.accuracy_total_order, 2)
        for method in result.methods
        if method.accuracy_total_order is not None
    }
    if not order:
        return "No comparison was decided, so no order can be tested."
    best, worst = max(order.values()), min(order.values())
    leaders = [title for title, value in order.items() if value == best]
    if best == worst:
        opening = f"All methods order unseen decided comparisons equally well, right in {best:.2f}\u00a0%."
    else:
        opening = (
            f"Unseen decided comparisons are ordered best by {listed(leaders)}, right in {best:.2f}\u00a0%; "
            f"the last method is {best - worst:.2f} percentage points behind."
        )
    clustered = max((method.accuracy_clusters or 0.0 for method in result.methods), default=0.0)
    if result.always_tie is None or result.always_tie < clustered:
        return opening
    return (
        f"{opening} Always predicting a tie is right in {share(result.always_tie, 2)} of all comparisons, "
        "more often than the clusters of any method: accuracy by clusters rewards few clusters, and is no "
        "ground to choose a method by."
    )
