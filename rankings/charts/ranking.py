"""Rankings as figures."""

from typing import TYPE_CHECKING

from appraise_gec.present.figure import (
    MAIN,
    MUTED,
    SECOND,
    Figure,
    heat_map,
    intervals,
    legend_above,
    nothing,
    row_height,
    rows,
)
from appraise_gec.present.numbers import number, percent, span
from rankings.analysis.ranking import SystemRanking
from rankings.tables.nouns import RESAMPLED, UNITS

if TYPE_CHECKING:
    from matplotlib.axes import Axes

UNDECIDED = "No comparison was decided"
PAIRS = "pairs, as in 2015"
# Shares below it would be shown as 0 %.
LEAST_SHOWN = 0.005


def ranking(
    leading: SystemRanking, comparison: SystemRanking | None = None, *, undecided: bool = False
) -> Figure:
    """A dot and an interval per system, best on top; dashed lines separate clusters.

    Args:
        leading: the ranking that gives the order and the clusters.
        comparison: the same with another unit resampled; None for none.
        undecided: whether all comparisons are ties.
    """
    systems = leading.systems
    if not systems or undecided:
        return nothing("ranking", UNDECIDED if systems else leading.reason or "No ranking")
    places = {one.system: place for place, one in enumerate(systems)}
    level = percent(leading.confidence)

    def draw_scores(axes: "Axes", made: SystemRanking, below: float, colour: str, marker: str) -> None:
        found = [
            (places[one.system] + below, one.score, one.score_low, one.score_high) for one in made.systems
        ]
        label = PAIRS if made.unit == "pairs" else UNITS[made.unit]
        intervals(axes, found, colour=colour, marker=marker, label=label)

    def draw(axes: "Axes") -> None:
        rows(axes, list(places))
        draw_scores(axes, leading, -0.1 if comparison else 0.0, MAIN, "o")
        if comparison is not None:
            draw_scores(axes, comparison, 0.17, SECOND, "s")
            legend_above(axes, "Resampled")
        for place, one in enumerate(systems[1:], start=1):
            if one.cluster != systems[place - 1].cluster:
                axes.axhline(place - 0.5, color=MUTED, linewidth=0.8, linestyle="--")
        axes.grid(axis="x")
        axes.set_xlabel(f"{leading.title}, with {level} interval")

    scores = "; ".join(
        f"{one.system} {number(one.score)} ({span(one.score_low, one.score_high)})" for one in systems
    )
    for_whom = f", {leading.for_whom}" if leading.for_whom else ""
    return Figure(
        "ranking",
        f"Score and {level} interval of each system, best first: {scores}.",
        draw,
        f"Score and {level} interval of each system{for_whom}. Dashed lines separate clusters.",
        height=row_height(len(systems)) + (0.5 if comparison else 0.0),
    )


def rank_probabilities(made: SystemRanking, *, undecided: bool = False) -> Figure:
    """A grid of systems and ranks, darker where a system takes a rank more often."""
    systems = made.systems
    ranks = max((len(one.rank_probabilities) for one in systems), default=0)
    if not ranks or undecided:
        reason = "No ranking" if not systems else UNDECIDED if undecided else "Too few judgments"
        return nothing("rank-probabilities", reason)
    shares = [[*one.rank_probabilities, *[0.0] * (ranks - len(one.rank_probabilities))] for one in systems]
    resampled = f"{PAIRS}, resampled" if made.unit == "pairs" else RESAMPLED[made.unit]
    return heat_map(
        "rank-probabilities",
        "Grid: share of replicates in which each system takes each rank; the table has the same numbers.",
        ([one.system for one in systems], [str(rank) for rank in range(1, ranks + 1)]),
        [
            [
                (f"{100 * share:.0f}", share, False) if share >= LEAST_SHOWN else ("", 0.0, False)
                for share in row
            ]
            for row in shares
        ],
        label=f"Rank, in percent of replicates ({resampled})",
        caption="How often each system takes each rank when the evaluation is repeated.",
    )
