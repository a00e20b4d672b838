"""Table 4: how well methods predict judgments that they have not seen, with baselines."""

from collections.abc import Sequence

from appraise_gec.present.numbers import TERMINAL, count, percent
from appraise_gec.present.table import Cell, Column, Kind, Row, Table
from rankings.analysis.cross_validation import CrossValidation
from rankings.tables.nouns import UNITS

TITLE = "How often methods are right about judgments that they have not seen"
CLEAN = "Clean folds: nothing of the tested fold is trained on, unlike in the paper's Table 4"
EXPLANATION = (
    "Order: on decided comparisons. Clusters: on all comparisons; systems of one cluster "
    "predict a tie. All are means over folds, also what has to be beaten, which is known "
    "from all data at once. No order can do better than naming each pair's more frequent "
    "winner; where winners go round in a circle, none does as well."
)
AS_PUBLISHED = (
    "As published: resampling number r leaves out the folds whose number contains r, so "
    "that the tested fold is in training in most resamplings. Without --as-published, "
    "folds are clean."
)


def accuracies(results: Sequence[CrossValidation]) -> Table:
    """All units of folds in one table, for files."""
    rows = [
        Row([Cell(result.unit, shown=UNITS[result.unit]), *row.values], rule_above=place == 0)
        for result in results
        if result.methods
        for place, row in enumerate(accuracy(result).rows)
    ]
    reasons = [result.reason for result in results if result.reason] or [
        "Cross-validation was not asked for."
    ]
    return Table(
        "validation",
        TITLE,
        [Column("folds_of", "folds of"), *_columns()],
        rows,
        notes=[
            CLEAN,
            *_same_judges(results),
            *dict.fromkeys(note for one in results for note in one.notes),
        ],
        reason="" if rows else " ".join(reasons),
    )


def _same_judges(results: Sequence[CrossValidation]) -> list[str]:
    return list(dict.fromkeys(same_judges(one) for one in results if one.methods))


def same_judges(result: CrossValidation) -> str:
    """For whom the numbers speak."""
    return (
        f"Folds leave out no judge: all numbers are {result.for_whom} alone, and tell nothing "
        "about other judges."
    )


def accuracy(result: CrossValidation) -> Table:
    """One unit of folds."""
    if not result.methods:
        return Table("validation", TITLE, _columns(), [], reason=result.reason)
    rows = [
        Row(
            [
                Cell(method.method, shown=method.title),
                method.accuracy_total_order,
                method.accuracy_clusters,
                method.clusters,
            ]
        )
        for method in result.methods
    ]
    yardsticks = [
        Row(["always a tie", None, result.always_tie, 1], rule_above=True),
        Row(
            [
                Cell("upper bound of any order", shown="no order can do better than"),
                result.best_order,
                None,
                None,
            ]
        ),
        Row(
            [
                Cell("most frequent outcome", shown="each pair's most frequent outcome"),
                None,
                result.most_frequent,
                None,
            ]
        ),
    ]
    return Table(
        "validation",
        TITLE,
        _columns(),
        [*rows, *yardsticks],
        notes=[
            EXPLANATION,
            same_judges(result),
            *([AS_PUBLISHED] if result.as_published else []),
            *result.notes,
        ],
        source=_source(result),
    )


def _source(result: CrossValidation) -> str:
    values = {
        "folds": count(result.folds),
        "unit": UNITS[result.unit],
        "replicates": count(result.replicates),
        "confidence": percent(result.confidence, style=TERMINAL),
        "for_whom": result.for_whom,
    }
    if result.as_published:
        return (
            "{folds} folds of {unit}, as published in 2015, pairs resampled {replicates} times in "
            "each, {confidence} confidence, {for_whom}"
        ).format(**values)
    return (
        "{folds} clean folds of {unit}, pairs resampled {replicates} times in each, "
        "{confidence} confidence, {for_whom}"
    ).format(**values)


def _columns() -> list[Column]:
    return [
        Column("method", "method"),
        Column("accuracy_total_order", "order, decided pairs", Kind.SHARE, digits=2),
        Column("accuracy_clusters", "clusters, all pairs", Kind.SHARE, digits=2),
        Column("clusters", "number of clusters", Kind.SCORE, digits=1),
    ]
