"""Agreement of annotators: their names, the words they mark, and their corrected sentences."""

from appraise_gec.presentation.tables import Column, Kind, Row, Table
from metrics.validation.annotators import READINGS, AnnotatorsResult

OTHERS = READINGS[1:]


def annotators_tables(result: AnnotatorsResult) -> list[Table]:
    """All of them, for a terminal."""
    return [people(result), identification(result), texts(result)]


def people(result: AnnotatorsResult) -> Table:
    columns = [
        Column("annotator", "annotator", Kind.NAME),
        Column("file", "file", Kind.NAME),
        Column("number", "number", Kind.RANK, where="data"),
        Column("sentences", "sentences", Kind.COUNT),
        Column("edits", "edits", Kind.COUNT),
    ]
    rows = [Row([getattr(annotator, column.key) for column in columns]) for annotator in result.annotators]
    return Table("annotators", "Annotators", columns, rows)


def identification(result: AnnotatorsResult) -> Table:
    """Kappa on which tokens need correction, for every reading of insertions."""
    columns = [
        Column("first", "annotator", Kind.NAME),
        Column("second", "and", Kind.NAME),
        Column("kappa", "kappa", Kind.SCORE, 4),
        *(Column(f"kappa_{reading}", reading, Kind.SCORE, 4) for reading in OTHERS),
        Column("tokens", "tokens", Kind.COUNT),
        Column("marked_first", "marked", Kind.COUNT),
        Column("marked_second", "marked", Kind.COUNT),
        Column("marked_both", "both", Kind.COUNT),
    ]
    rows = [
        Row(
            [
                *(
                    pair.first,
                    pair.second,
                    pair.kappa,
                    *(pair.kappa_insertions[reading] for reading in OTHERS),
                ),
                *(pair.tokens, pair.marked_first, pair.marked_second, pair.marked_both),
            ]
        )
        for pair in result.identification
    ]
    notes = [
        "kappa: Cohen's, on which tokens need correction; an insertion marks no token. The further columns: "
        "it marks the token before it, after it, both, or the gap between them."
    ]
    return Table("identification", "Words that need correction", columns, rows, notes)


def texts(result: AnnotatorsResult) -> Table:
    """One annotator's corrected sentences against the edits of another; people see percent."""
    columns = [
        Column("text_of", "text of", Kind.NAME),
        Column("edits_of", "edits of", Kind.NAME),
        Column("precision", "P", Kind.SCORE, 2),
        Column("recall", "R", Kind.SCORE, 2),
        Column("score", "F0.5", Kind.SCORE, 2),
        Column("correct", "correct", Kind.COUNT),
        Column("proposed", "proposed", Kind.COUNT),
        Column("gold", "gold", Kind.COUNT),
    ]
    by_hundred = {"precision", "recall", "score"}
    shown = [
        Row([getattr(match, key) * 100 if key in by_hundred else getattr(match, key) for key in keys])
        for keys in [[column.key for column in columns]]
        for match in result.texts
    ]
    rows = [Row([getattr(match, column.key) for column in columns]) for match in result.texts]
    notes = ["MaxMatch, in percent: one annotator's corrected sentences, compared with the edits of another."]
    if result.without_types:
        notes.append(f"Not applied: edits of type {', '.join(result.without_types)}.")
    title = "Corrected texts"
    printed = Table("texts", title, columns, shown, notes)
    return Table("texts", title, columns, rows, printed=printed)
