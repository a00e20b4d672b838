"""Table 4: how well methods predict judgments that they have not seen, with baselines."""

from collections.abc import Sequence

from appraise_gec.presentation.numbers import TERMINAL, count, percent
from appraise_gec.presentation.tables import Cell, Column, Kind, Row, Table
from appraise_gec.words import joined, words
from rankings.analysis.results.cross_validation import CrossValidation
from rankings.tables.nouns import UNITS
from rankings.tables.stored_words import worded

TITLE = words("How often methods are right about judgments that they have not seen")
CLEAN = words("Clean folds: nothing of the tested fold is trained on, unlike in the paper's Table 4")
EXPLANATION = words(
    "Order: on decided comparisons. Clusters: on all comparisons; systems of one cluster predict a tie. All "
    "are means over folds, also what has to be beaten, which is known from all data at once. No order can do "
    "better than naming each pair's more frequent winner; where winners go round in a circle, none does as "
    "well."
)
AS_PUBLISHED = words(
    "As published: resampling number r leaves out the folds whose number contains r, so that the tested fold "
    "is in training in most resamplings. Without --as-published, folds are clean."
)


def accuracies(results: Sequence[CrossValidation]) -> Table:
    """All units of folds in one table, for files."""
    rows = [
        Row([Cell(result.unit, shown=UNITS[result.unit]), *row.values], rule_above=place == 0)
        for result in results
        if result.methods
        for place, row in enumerate(accuracy(result).rows)
    ]
    reasons = [worded(result.reason) for result in results if result.reason] or [
        words("Cross-validation was not asked for.")
    ]
    return Table(
        "validation",
        TITLE,
        [Column("folds_of", words("folds of")), *_columns()],
        rows,
        notes=[
            CLEAN,
            *_same_judges(results),
            *dict.fromkeys(worded(note) for one in results for note in one.notes),
        ],
        reason="" if rows else joined(" ", reasons),
    )


def _same_judges(results: Sequence[CrossValidation]) -> list[str]:
    return list(dict.fromkeys(same_judges(one) for one in results if one.methods))


def same_judges(result: CrossValidation) -> str:
    """For whom the numbers speak."""
    return words(
        "Folds leave out no judge: all numbers are %(for_whom)s alone, and tell nothing about other judges.",
        for_whom=result.for_whom,
    )


def accuracy(result: CrossValidation) -> Table:
    """One unit of folds."""
    if not result.methods:
        return Table("validation", TITLE, _columns(), [], reason=worded(result.reason))
    rows = [
        Row(
            [
                Cell(method.method, shown=worded(method.title)),
                method.accuracy_total_order,
                method.accuracy_clusters,
                method.clusters,
            ]
        )
        for method in result.methods
    ]
    yardsticks = [
        Row([words("always a tie"), None, result.always_tie, 1], rule_above=True),
        Row(
            [
                Cell("upper bound of any order", shown=words("no order can do better than")),
                result.best_order,
                None,
                None,
            ]
        ),
        Row(
            [
                Cell("most frequent outcome", shown=words("each pair's most frequent outcome")),
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
            *map(worded, result.notes),
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
        return words(
            "%(folds)s folds of %(unit)s, as published in 2015, pairs resampled %(replicates)s times in "
            "each, %(confidence)s confidence, %(for_whom)s",
            **values,
        )
    return words(
        "%(folds)s clean folds of %(unit)s, pairs resampled %(replicates)s times in each, %(confidence)s "
        "confidence, %(for_whom)s",
        **values,
    )


def _columns() -> list[Column]:
    return [
        Column("method", words("method")),
        Column("accuracy_total_order", words("order, decided pairs"), Kind.SHARE, digits=2),
        Column("accuracy_clusters", words("clusters, all pairs"), Kind.SHARE, digits=2),
        Column("clusters", words("number of clusters"), Kind.SCORE, digits=1),
    ]
