"""Edits that judges rejected, by system and by kind."""

from collections.abc import Sequence

from appraise_gec.present.numbers import count, percent
from appraise_gec.present.table import Cell, Column, Kind, Row, Table
from appraise_gec.words import plural
from rankings.analysis.edit_marks import FEW_JUDGES, RejectedEdits, RejectedShare

NONE = "No judge could mark single edits."
KINDS = {
    "insertion": "insertion",
    "deletion": "deletion",
    "replacement": "replacement",
    "punctuation": "punctuation",
    "case": "upper and lower case",
    "order": "word order",
    "spacing": "spacing",
    "encoding": "encoding only",
}
# With so few edits a share is hardly one.
FEW_EDITS = 20
FEW_MARK = "*"
EDITS = Column("edits", "edits seen", Kind.COUNT, help="How often a judge could mark one of these edits.")
VERDICTS = [
    Column("wrong", "wrong", Kind.COUNT),
    Column("unneeded", "unneeded", Kind.COUNT),
]
REJECTED = Column("rejected", "rejected", Kind.COUNT)
_SHARE = Column("share", "share rejected", Kind.SHARE)


def by_system(made: RejectedEdits | None) -> Table:
    """For each system how many of its edits were rejected, with intervals."""
    title = "Rejected edits by system"
    system = Column("system", "system", Kind.NAME)
    return _shares("rejected-edits", title, system, made, made.systems if made else ())


def by_kind(made: RejectedEdits | None) -> Table:
    """The same for each kind of edit, each edit once."""
    kind = Column("kind", "kind of edit", Kind.TEXT)
    title = "Rejected edits by kind"
    return _shares("rejected-edits-kinds", title, kind, made, made.kinds if made else ())


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
        *VERDICTS,
        _SHARE,
        Column("interval", _interval_heading(made), Kind.SHARE_INTERVAL),
        Column("judges", "judges", Kind.COUNT),
    ]
    if made is None:
        return Table(key, title, columns, [], reason=NONE)
    rows = [_row(one) for one in (*shares, made.total)]
    rows[-1] = Row([Cell(made.total.name, shown="All edits, each once"), *rows[-1].values[1:]], True)
    return Table(key, title, columns, rows, notes=_notes(made, shares))


def _row(one: RejectedShare) -> Row:
    few = 0 < one.edits < FEW_EDITS
    interval = None if one.low is None else (one.low, one.high)
    share = Cell(one.share, mark=FEW_MARK) if few else one.share
    counts = (one.edits, one.rejected, one.wrong, one.unneeded)
    return Row([kind_cell(one.name), *counts, share, interval, one.judges])


def _interval_heading(made: RejectedEdits | None) -> str:
    return f"{percent(made.confidence if made else 0.95)} interval"


def _notes(made: RejectedEdits, shares: Sequence[RejectedShare]) -> list[str]:
    notes: list[str] = [
        ("Rejected: marked as wrong or unneeded. An edit without a mark was not necessarily approved.")
    ]
    if made.unit == "judges":
        notes.append("Intervals say what judges like these would reject: judges are the units.")
    elif made.unit == "sentences":
        notes.append(
            "One judge marked edits: intervals say what this judge alone would reject in other sentences."
        )
    if made.unit == "judges" and made.total.judges < FEW_JUDGES:
        notes.append(
            plural(
                made.total.judges,
                "{n} judge tell little about others, so the intervals are wide.",
                "{n} judges tell little about others, so the intervals are wide.",
            )
        )
    if any(0 < one.edits < FEW_EDITS for one in shares):
        notes.append(f"{FEW_MARK} Fewer than {count(FEW_EDITS)} edits: the share may be chance.")
    return notes
