"""Shares of rejected edits by system as a figure."""

from typing import TYPE_CHECKING

from appraise_gec.present.figure import MUTED, Figure, intervals, nothing, row_height, rows
from appraise_gec.present.numbers import percent
from rankings.analysis.edit_marks import RejectedEdits, RejectedShare

if TYPE_CHECKING:
    from matplotlib.axes import Axes

KEY = "rejected-edits"


def rejected_edits(made: RejectedEdits | None) -> Figure:
    """A dot and an interval per system that made edits, most rejected on top; dashed, all edits."""
    systems = [one for one in made.systems if one.share is not None] if made else []
    if made is None or not systems:
        return nothing(KEY, "No edits")
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
    return Figure(KEY, words, draw, caption, height=row_height(len(systems)))


def _in_words(one: RejectedShare) -> str:
    share = percent(one.share or 0.0)
    if one.low is None:
        return f"{one.name} {share}"
    return f"{one.name} {share} ({percent(one.low)} to {percent(one.high or 0.0)})"
