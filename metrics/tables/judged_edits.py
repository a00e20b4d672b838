"""Judgments of single edits: by annotator, by system, by two annotators, and every edit."""

from appraise_gec.presentation.tables import Column, Kind, Row, Table
from metrics.validation.judged_edits import EditCounts, JudgedEdits

COUNTED = [
    Column("good", "good edits", Kind.COUNT),
    Column("bad", "bad edits", Kind.COUNT),
    Column("unjudged", "not judged", Kind.COUNT),
    Column("share_good", "share good", Kind.SHARE),
]


def judged_edits_tables(result: JudgedEdits) -> list[Table]:
    """All that have rows, for a terminal."""
    tables = [annotators(result), systems(result), pairs(result), edits(result)]
    return [table for table in tables if table.rows]


def annotators(result: JudgedEdits) -> Table:
    columns = [
        Column("annotator", "annotator", Kind.NAME),
        Column("sentences", "sentences", Kind.COUNT),
        Column("marked", "marked places", Kind.COUNT),
        Column("corrections", "corrections", Kind.COUNT),
        *COUNTED,
    ]
    rows = [
        Row([one.annotator, one.sentences, one.marked, one.corrections, *_counts(one.edits)])
        for one in result.annotators
    ]
    return Table("annotators", "Annotators", columns, rows)


def systems(result: JudgedEdits) -> Table:
    columns = [
        Column("system", "system", Kind.NAME),
        Column("sentences", "sentences", Kind.COUNT),
        Column("unchanged", "unchanged", Kind.COUNT),
        *COUNTED,
    ]
    rows = [
        Row([one.system, one.sentences, one.unchanged, *_counts(one.edits)]) for one in result.systems or ()
    ]
    notes = [
        "These sentences and annotators alone: no statement about others. What a system misses is not here."
    ]
    return Table("systems", "Edits of systems", columns, rows, notes)


def pairs(result: JudgedEdits) -> Table:
    columns = [
        Column("first", "annotator", Kind.NAME),
        Column("second", "and", Kind.NAME),
        Column("sentences", "sentences of both", Kind.COUNT),
        Column("edits", "edits of both", Kind.COUNT),
        Column("good_first", "good to the first", Kind.COUNT),
        Column("good_second", "to the second", Kind.COUNT),
        Column("good_both", "to both", Kind.COUNT),
        Column("agreed", "agreed", Kind.SHARE),
        Column("kappa", "kappa", Kind.SCORE, 3),
    ]
    rows = [Row([getattr(pair, column.key) for column in columns]) for pair in result.pairs]
    return Table("pairs", "Agreement on edits", columns, rows)


def edits(result: JudgedEdits) -> Table:
    columns = [
        Column("annotator", "annotator", Kind.NAME),
        Column("file", "file", Kind.NAME),
        Column("sentence", "sentence", Kind.RANK),
        Column("number", "correction", Kind.RANK),
        Column("start", "start", Kind.RANK),
        Column("end", "end", Kind.RANK),
        Column("original", "original", Kind.NAME),
        Column("correction", "becomes", Kind.NAME),
        Column("good", "good", Kind.YES_NO),
        Column("systems", "systems", Kind.NAME),
    ]
    rows = [
        Row([*(getattr(edit, column.key) for column in columns[:-1]), " ".join(edit.systems)])
        for edit in result.edits or ()
    ]
    return Table("edits", "Edits", columns, rows)


def _counts(counts: EditCounts) -> list[int | float | None]:
    return [counts.good, counts.bad, counts.unjudged, counts.share_good]
