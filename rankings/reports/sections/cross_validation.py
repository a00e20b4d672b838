"""Which method predicts judgments best."""

from dataclasses import replace
from typing import Any

from appraise_gec.present.numbers import listed, share
from appraise_gec.report.result import ReportResult
from rankings.analysis.cross_validation import CrossValidation
from rankings.tables.cross_validation import accuracy, same_judges

HEADINGS: dict[str, str] = {
    "pairs": "Clean folds of pairs",
    "sentences": "Clean folds of sentences",
    "rankings": "Clean folds of rankings",
}


def cross_validation_context(result: ReportResult) -> dict[str, Any]:
    """A table and a verdict for each unit of folds; the page explains the columns itself."""
    return {
        "validation_asked": result.validation is not None,
        "validation": [
            {
                "unit": validation.unit,
                "heading": HEADINGS[validation.unit],
                "table": replace(
                    accuracy(validation),
                    notes=[same_judges(validation), *validation.notes]
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
        opening = "All methods order unseen decided comparisons equally well, right in {share}.".format(
            share=f"{best:.2f}\u00a0%"
        )
    else:
        opening = (
            "Unseen decided comparisons are ordered best by {methods}, right in {share}; the "
            "last method is {points} percentage points behind."
        ).format(methods=listed(leaders), share=f"{best:.2f}\u00a0%", points=f"{best - worst:.2f}")
    clustered = max((method.accuracy_clusters or 0.0 for method in result.methods), default=0.0)
    if result.always_tie is None or result.always_tie < clustered:
        return opening
    caution = (
        f"Always predicting a tie is right in {share(result.always_tie, 2)} of all "
        "comparisons, more often than the clusters of any method: accuracy by clusters "
        "rewards few clusters, and is no ground to choose a method by."
    )
    return " ".join((opening, caution))
