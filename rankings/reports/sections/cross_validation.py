"""Which method predicts judgments best."""

from dataclasses import replace
from typing import Any

from appraise_gec.presentation.numbers import listed, share
from appraise_gec.words import Figure, joined, words
from rankings.analysis.results.cross_validation import CrossValidation
from rankings.reports.result import ReportResult
from rankings.tables.cross_validation import accuracy, same_judges
from rankings.tables.stored_words import worded

HEADINGS: dict[str, str] = {
    "pairs": words("Clean folds of pairs"),
    "sentences": words("Clean folds of sentences"),
    "rankings": words("Clean folds of rankings"),
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
        worded(method.title): round(100 * method.accuracy_total_order, 2)
        for method in result.methods
        if method.accuracy_total_order is not None
    }
    if not order:
        return words("No comparison was decided, so no order can be tested.")
    best, worst = max(order.values()), min(order.values())
    leaders = [title for title, value in order.items() if value == best]
    if best == worst:
        opening = words(
            "All methods order unseen decided comparisons equally well, right in %(share)s.",
            share=Figure(f"{best:.2f}\u00a0%"),
        )
    else:
        opening = words(
            "Unseen decided comparisons are ordered best by %(methods)s, right in %(share)s; the last method "
            "is %(points)s percentage points behind.",
            methods=listed(leaders),
            share=Figure(f"{best:.2f}\u00a0%"),
            points=Figure(f"{best - worst:.2f}"),
        )
    clustered = max((method.accuracy_clusters or 0.0 for method in result.methods), default=0.0)
    if result.always_tie is None or result.always_tie < clustered:
        return opening
    caution = words(
        "Always predicting a tie is right in %(share)s of all comparisons, more often than the clusters of "
        "any method: accuracy by clusters rewards few clusters, and is no ground to choose a method by.",
        share=share(result.always_tie, 2),
    )
    return joined(" ", (opening, caution))
