"""The figures of MAEGE as tables: combined references, metrics by people, scores of originals."""

from appraise_gec.presentation.numbers import count, decimal
from appraise_gec.presentation.tables import Column, Kind, Row, Table
from metrics.validation.maege.combinations import CombinedReferences
from metrics.validation.maege.figures import MaegeFigures

COMBINED, PEOPLE, ORIGINALS = "combined-references", "people", "originals"


def maege_figure_tables(figures: MaegeFigures) -> list[Table]:
    """All that have rows, in the order of the paper."""
    tables = [combined(figures.combined), people(figures), originals(figures)]
    return [table for table in tables if table.rows]


def combined(result: CombinedReferences) -> Table:
    """Figure 1."""
    columns = [
        Column("from", "references from", Kind.COUNT),
        Column("to", "to", Kind.COUNT),
        Column("sentences", "sentences", Kind.COUNT),
    ]
    rows = [
        Row([10**power, 10 ** (power + 1) - 1, sentences])
        for power, sentences in enumerate(result.by_magnitude())
    ]
    notes = [
        f"Median {result.median:g}, mean {result.mean:.3g}, at most {count(result.largest)}: choices of one "
        "alternative for each place that annotators correct, as the I-measure counts them."
    ]
    return Table(COMBINED, "Sentences by number of combined references", columns, rows, notes)


def people(figures: MaegeFigures) -> Table:
    """Figure 4."""
    columns = [
        Column("metric", "metric", Kind.NAME),
        Column("people", "rho with people", Kind.SCORE, 3),
        Column("maege", "rho by MAEGE", Kind.SCORE, 3),
    ]
    rows = [Row([one.metric, one.people, one.maege]) for one in figures.people]
    notes = ["Spearman's rho: of systems, on the judged sentences; and of corpora of partly corrected texts."]
    return Table(PEOPLE, "Metrics by people and by MAEGE", columns, rows, notes)


def originals(figures: MaegeFigures) -> Table:
    """Figure 5."""
    columns = [
        Column("metric", "metric", Kind.NAME),
        Column("errors", "errors", Kind.COUNT),
        Column("sentences", "sentences", Kind.COUNT),
        Column("mean", "mean score", Kind.SCORE, 4),
    ]
    rows = [
        Row([metric, group.errors, group.sentences, group.mean])
        for metric, scores in figures.originals.items()
        for group in scores.groups
    ]
    rhos = ", ".join(f"{metric} {decimal(scores.rho)}" for metric, scores in figures.originals.items())
    notes = [
        "Errors: the fewest edits that an annotator needs. Spearman's rho of errors and score over "
        f"sentences, negative for a metric that compares sentences well: {rhos}."
    ]
    return Table(ORIGINALS, "Scores of uncorrected sentences by their number of errors", columns, rows, notes)
