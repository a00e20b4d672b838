"""Edits that judges rejected, by system and by kind."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from appraise_gec.present.blocks import Block, Folded, Prose, Section, Shown
from appraise_gec.present.figure import MUTED, Figure, intervals, nothing, row_height, rows
from appraise_gec.present.numbers import TERMINAL, count, counted, percent
from appraise_gec.present.table import Cell, Column, Kind, Row, Table
from rankings.analysis.edit_marks import FEW_JUDGES, RejectedEdits, RejectedShare

if TYPE_CHECKING:
    from matplotlib.axes import Axes

KEY, TITLE = "edits", "Edits that judges rejected"
FIGURE = "rejected-edits"
KINDS = {"case": "upper and lower case", "order": "word order", "encoding": "encoding only"}
# With so few edits a share is hardly one.
FEW_EDITS = 20
FEW_MARK = "*"


def describe(made: RejectedEdits) -> Section:
    """The section."""
    blocks: list[Block] = [
        Prose(finding(made), "lead"),
        rejected_figure(made),
        Shown(by_system(made)),
        Folded("By kind of edit", [Shown(by_kind(made))]),
        Folded("What the numbers mean", EXPLANATION),
    ]
    return Section(KEY, TITLE, blocks)


def finding(made: RejectedEdits) -> str:
    """How many edits were rejected, and of which systems most and fewest."""
    total = made.total
    judges, edits = counted(total.judges, "judge"), counted(total.edits, "edit")
    if not total.rejected:
        return f"{judges} marked none of the {edits} that they saw."
    said = (
        f"{judges} rejected {count(total.rejected)} of {edits} ({percent(total.share or 0.0)}): "
        f"{count(total.wrong)} as wrong, {count(total.unneeded)} as unneeded."
    )
    systems = [one for one in made.systems if one.edits >= FEW_EDITS and one.low is not None]
    if len(systems) < 2:
        return said
    most, least = systems[0], systems[-1]
    if most.low is None or least.high is None or most.low <= least.high:
        return f"{said} No system's share is clearly larger than another's."
    ends = [f"{one.name} ({percent(one.share or 0.0)})" for one in (most, least)]
    return f"{said} Most of {ends[0]}, fewest of {ends[1]}."


def by_system(made: RejectedEdits) -> Table:
    """For each system how many of its edits were rejected, with intervals."""
    system = Column("system", "system", Kind.NAME)
    return _table("rejected-edits", "Rejected edits by system", system, made, made.systems)


def rejected_figure(made: RejectedEdits | None) -> Figure:
    """A dot and an interval per system that made edits, most rejected on top; dashed, all edits."""
    systems = [one for one in made.systems if one.share is not None] if made else []
    if made is None or not systems:
        return nothing(FIGURE, "No edits")
    overall = made.total.share or 0.0

    def draw(axes: "Axes") -> None:
        rows(axes, [one.name for one in systems])
        intervals(axes, [(place, one.share, one.low, one.high) for place, one in enumerate(systems)])
        axes.axvline(overall, color=MUTED, linewidth=0.8, linestyle="--")
        axes.set_xlim(0, 1)
        axes.grid(axis="x")
        axes.set_xlabel("Share of edits rejected")

    in_words = "; ".join(map(_in_words, systems))
    words = f"Share of rejected edits of each system, with {percent(made.confidence)} intervals: {in_words}."
    for_whom = f", for {made.speaks_for}" if made.speaks_for else ""
    caption = (
        f"Share of edits that judges rejected, with {percent(made.confidence)} intervals{for_whom}. "
        "Dashed: all edits."
    )
    return Figure(FIGURE, words, draw, caption, height=row_height(len(systems)))


def _in_words(one: RejectedShare) -> str:
    share = percent(one.share or 0.0)
    if one.low is None:
        return f"{one.name} {share}"
    return f"{one.name} {share} ({percent(one.low)} to {percent(one.high or 0.0)})"


def by_kind(made: RejectedEdits) -> Table:
    """The same for each kind of edit, each edit once."""
    kind = Column("kind", "kind of edit")
    return _table("rejected-edits-kinds", "Rejected edits by kind", kind, made, made.kinds)


def _table(key: str, title: str, name: Column, made: RejectedEdits, shares: Sequence[RejectedShare]) -> Table:
    columns = [
        name,
        Column("edits", "edits seen", Kind.COUNT, help="How often a judge could mark one of these edits."),
        Column("rejected", "rejected", Kind.COUNT),
        Column("wrong", "wrong", Kind.COUNT),
        Column("unneeded", "unneeded", Kind.COUNT),
        Column("share", "share rejected", Kind.SHARE),
        Column("interval", f"{percent(made.confidence, style=TERMINAL)} interval", Kind.SHARE_INTERVAL),
        Column("judges", "judges", Kind.COUNT),
    ]
    rows = []
    for one in (*shares, made.total):
        few = 0 < one.edits < FEW_EDITS
        shown = "All edits, each once" if one is made.total else KINDS.get(one.name, "")
        counts = (one.edits, one.rejected, one.wrong, one.unneeded)
        interval = None if one.low is None else (one.low, one.high)
        share = Cell(one.share, mark=FEW_MARK if few else "")
        rows.append(
            Row([Cell(one.name, shown=shown), *counts, share, interval, one.judges], one is made.total)
        )
    notes = ["Rejected: marked as wrong or unneeded. An edit without a mark was not necessarily approved."]
    if made.unit == "judges" and made.total.judges < FEW_JUDGES:
        notes.append(
            f"{counted(made.total.judges, 'judge')} tell little about others, so the intervals are wide."
        )
    if any(0 < one.edits < FEW_EDITS for one in shares):
        notes.append(f"{FEW_MARK} Fewer than {FEW_EDITS} edits: the share may be chance.")
    return Table(key, title, columns, rows, notes)


EXPLANATION = """Edits seen: every edit of every output in every ranking that counts, where the judge \
could mark edits. An edit that three judges saw counts three times. An output that several systems share \
counts for each of them, and once among all edits.

Rejected: marked as wrong or as unneeded. Marking is optional, so compare systems, and do not read a share \
as an error rate.

Interval: an exact binomial interval for as many edits as the data are worth (Korn and Graubard 1998): \
edits that one judge saw are not independent, so judges are the units, or sentences where one judge marked \
edits.

Kind of edit: told from the characters of the edit alone."""
