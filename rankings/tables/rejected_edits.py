"""Edits that judges rejected: by system, by kind, by both, by judge, and one by one."""

from collections.abc import Sequence
from dataclasses import replace

from appraise_gec.presentation.numbers import count, percent
from appraise_gec.presentation.tables import Cell, Column, Kind, Row, Table
from appraise_gec.words import words, words_for_count
from rankings.analysis.results.edit_marks import FEW_JUDGES, RejectedEdits, RejectedShare, SystemKind
from rankings.tables.stored_words import worded

NONE = words("No judge could mark single edits.")
KINDS = {
    "insertion": words("insertion"),
    "deletion": words("deletion"),
    "replacement": words("replacement"),
    "punctuation": words("punctuation"),
    "case": words("upper and lower case"),
    "order": words("word order"),
    "spacing": words("spacing"),
    "encoding": words("encoding only"),
}
# With so few edits a share is hardly one.
FEW_EDITS = 20
FEW_MARK = "*"
EDITS = Column(
    "edits", words("edits seen"), Kind.COUNT, help=words("How often a judge could mark one of these edits.")
)
VERDICTS = [
    Column("wrong", words("wrong"), Kind.COUNT),
    Column("unneeded", words("unneeded"), Kind.COUNT),
]
NOTHING, BECOMES = "\u2205", "\u2192"
REJECTED = Column("rejected", words("rejected"), Kind.COUNT)
_SHARE = Column("share", words("share rejected"), Kind.SHARE)


def by_system(made: RejectedEdits | None) -> Table:
    """For each system how many of its edits were rejected, with intervals."""
    title = words("Rejected edits by system")
    system = Column("system", words("system"), Kind.NAME)
    return _shares("rejected-edits", title, system, made, made.systems if made else ())


def by_kind(made: RejectedEdits | None) -> Table:
    """The same for each kind of edit, each edit once."""
    title = _by_kind(made, words("Rejected edits by kind"), words("Rejected edits by error type"))
    table = _shares("rejected-edits-kinds", title, _kind_column(made), made, made.kinds if made else ())
    return replace(table, notes=[*table.notes, *_types_note(made)])


def by_system_and_kind(made: RejectedEdits | None) -> Table:
    """For data every system and kind; for people a row per system, a column per kind."""
    key = "rejected-edits-by-kind"
    title = _by_kind(
        made,
        words("Rejected edits by system and kind"),
        words("Rejected edits by system and error type"),
    )
    columns = [
        Column("system", words("system"), Kind.NAME),
        _kind_column(made),
        EDITS,
        REJECTED,
        *_verdicts(made),
    ]
    if made is None:
        return Table(key, title, columns, [], reason=NONE)
    rows = [
        Row([one.system, kind_cell(one.kind), one.edits, one.rejected, one.wrong, one.unneeded])
        for one in made.by_kind
    ]
    return Table(key, title, columns, rows, printed=_matrix(made, key, title))


def by_judge(made: RejectedEdits | None) -> Table:
    """How many edits each judge could mark, and did."""
    key, title = "rejected-edits-judges", words("Marked edits by judge")
    columns = [Column("judge", words("judge"), Kind.NAME), EDITS, REJECTED, *_verdicts(made), _SHARE]
    rows = [
        Row([one.judge, one.edits, one.rejected, one.wrong, one.unneeded, one.rejected / one.edits])
        for one in (made.judges if made else ())
    ]
    return Table(key, title, columns, rows, reason=NONE if made is None else "")


def one_by_one(made: RejectedEdits | None) -> Table:
    """The edits that were rejected most often."""
    key, title = "rejected-edits-list", words("Edits that were rejected most often")
    columns = [
        Column("edit", words("edit"), Kind.NAME, where="print"),
        Column("sentence", words("sentence"), Kind.TEXT),
        Column("start", words("from token"), Kind.RANK, where="data"),
        Column("end", words("to token"), Kind.RANK, where="data"),
        Column("original", words("original"), Kind.NAME, where="data"),
        Column("correction", words("becomes"), Kind.NAME, where="data"),
        _kind_column(made),
        Column("systems", words("systems"), Kind.NAME),
        Column("seen", words("times seen"), Kind.COUNT),
        REJECTED,
        *_verdicts(made),
    ]
    rows = [
        Row(
            [
                f"{one.original or NOTHING} {BECOMES} {one.correction or NOTHING}",
                *(one.sentence, one.start, one.end, one.original, one.correction, kind_cell(one.kind)),
                *(" ".join(one.systems), one.seen, one.rejected, one.wrong, one.unneeded),
            ]
        )
        for one in (made.edits if made else ())
    ]
    reason = NONE if made is None else "" if rows else words("No edit was marked.")
    return Table(key, title, columns, rows, reason=reason)


def tables(made: RejectedEdits) -> list[Table]:
    """All that have rows, for a terminal."""
    described = [table(made) for table in (by_system, by_kind, by_system_and_kind, by_judge, one_by_one)]
    return [table for table in described if table.rows]


def has_types(made: RejectedEdits | None) -> bool:
    """Whether edits are summed up by error types, not by plain kinds."""
    return bool(made and made.types and made.types.by)


def _verdicts(made: RejectedEdits | None) -> list[Column]:
    """Their columns; for data only where no judge said of any rejected edit which it is."""
    unsaid = made is not None and made.total.rejected > 0 == made.total.wrong + made.total.unneeded
    return [replace(column, where="data") for column in VERDICTS] if unsaid else VERDICTS


def _by_kind(made: RejectedEdits | None, plain: str, typed: str) -> str:
    return typed if has_types(made) else plain


def _kind_column(made: RejectedEdits | None) -> Column:
    # Error types are names: R:VERB:SVA.
    if has_types(made):
        return Column("kind", words("error type"), Kind.NAME)
    return Column("kind", words("kind of edit"), Kind.TEXT)


def kind_words(kind: str) -> str:
    """The kind in print; error types of other schemes stay as they are."""
    return KINDS.get(kind, kind)


def kind_cell(kind: str) -> Cell | str:
    """The kind as a cell: data files have the name of the kind."""
    return Cell(kind, shown=KINDS[kind]) if kind in KINDS else kind


def _shares(
    key: str, title: str, name: Column, made: RejectedEdits | None, shares: Sequence[RejectedShare]
) -> Table:
    columns = [
        name,
        EDITS,
        REJECTED,
        *_verdicts(made),
        _SHARE,
        Column("interval", _interval_heading(made), Kind.SHARE_INTERVAL),
        Column("judges", words("judges"), Kind.COUNT),
    ]
    if made is None:
        return Table(key, title, columns, [], reason=NONE)
    rows = [_row(one) for one in (*shares, made.total)]
    rows[-1] = Row([Cell(made.total.name, shown=words("All edits, each once")), *rows[-1].values[1:]], True)
    return Table(key, title, columns, rows, notes=_notes(made, shares))


def _row(one: RejectedShare) -> Row:
    few = 0 < one.edits < FEW_EDITS
    interval = None if one.low is None else (one.low, one.high)
    share = Cell(one.share, mark=FEW_MARK) if few else one.share
    counts = (one.edits, one.rejected, one.wrong, one.unneeded)
    return Row([kind_cell(one.name), *counts, share, interval, one.judges])


def _interval_heading(made: RejectedEdits | None) -> str:
    return words("%(confidence)s interval", confidence=percent(made.confidence if made else 0.95))


def _notes(made: RejectedEdits, shares: Sequence[RejectedShare]) -> list[str]:
    total = made.total
    if total.rejected > total.wrong + total.unneeded:
        notes: list[str] = [
            words("Rejected: judged to be bad. Not every file says whether an edit is wrong or unneeded.")
        ]
    else:
        notes = [
            words(
                "Rejected: marked as wrong or unneeded. An edit without a mark was not necessarily approved."
            )
        ]
    if made.unit == "judges":
        notes.append(words("Intervals say what judges like these would reject: judges are the units."))
    elif made.unit == "sentences":
        notes.append(
            words(
                "One judge marked edits: intervals say what this judge alone would reject in other sentences."
            )
        )
    if made.unit == "judges" and made.total.judges < FEW_JUDGES:
        notes.append(
            words_for_count(
                "%(n)s judge tell little about others, so the intervals are wide.",
                "%(n)s judges tell little about others, so the intervals are wide.",
                made.total.judges,
            )
        )
    if any(0 < one.edits < FEW_EDITS for one in shares):
        notes.append(
            words(
                "%(mark)s Fewer than %(n)s edits: the share may be chance.",
                mark=FEW_MARK,
                n=count(FEW_EDITS),
            )
        )
    return notes


def _types_note(made: RejectedEdits | None) -> list[str]:
    if made is None or made.types is None:
        return []
    if made.types.by:
        return [
            words("Error types by %(program)s; an edit without one has a plain kind.", program=made.types.by)
        ]
    return [worded(made.types.missing)] if made.types.missing else []


def _matrix(made: RejectedEdits, key: str, title: str) -> Table:
    """Systems as rows; error types, of which there are dozens, stand there themselves."""
    kinds, systems = [one.name for one in made.kinds], [one.name for one in made.systems]
    cells = {(one.system, one.kind): _matrix_cell(one) for one in made.by_kind}
    if not has_types(made):
        columns = [Column("system", words("system"), Kind.NAME)]
        columns += [Column(f"kind_{number}", kind_words(kind)) for number, kind in enumerate(kinds)]
        rows = [[system, *(cells.get((system, kind), Cell(None)) for kind in kinds)] for system in systems]
    else:
        columns = [_kind_column(made)]
        columns += [Column(f"system_{number}", system, named=True) for number, system in enumerate(systems)]
        rows = [
            [kind_cell(kind), *(cells.get((system, kind), Cell(None)) for system in systems)]
            for kind in kinds
        ]
    notes = [
        words(
            "Rejected edits, of those seen. Shaded where there are at least %(n)s: the darker, the larger "
            "the share.",
            n=count(FEW_EDITS),
        )
    ]
    return Table(key, title, columns, [Row(row) for row in rows], notes=notes)


def _matrix_cell(one: SystemKind) -> Cell:
    shade = one.rejected / one.edits if one.edits >= FEW_EDITS else None
    return Cell(words("%(part)s of %(whole)s", part=one.rejected, whole=one.edits), shade=shade)
