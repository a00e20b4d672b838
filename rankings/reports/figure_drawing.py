"""How the figures of a report are drawn."""

from collections.abc import Callable
from typing import Any

from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from appraise_gec.presentation.figures import GRID, INK, MAIN, MUTED, SECOND, WIDTH
from rankings.analysis.results.ranking import SystemRanking
from rankings.reports.figure_sizes import (
    FREQUENCIES_HEIGHT,
    PLANNING_HEIGHT,
    probabilities_height,
    ranking_height,
)
from rankings.reports.result import ReportResult

UNDECIDED = "No comparison was decided"
MOST_LABELLED = 20
MOST_LETTERS = 24
LEAST_LABELLED = 0.005
_SHADES = LinearSegmentedColormap.from_list("shares", ["#ffffff", MAIN])


def _empty(text: str) -> Figure:
    figure = Figure(figsize=(WIDTH, 2.0), layout="constrained")
    axes = figure.add_subplot()
    axes.text(0.5, 0.5, text, ha="center", va="center", color=MUTED)
    axes.set_axis_off()
    return figure


def _label(name: str) -> str:
    """A name as an axis shows it: both ends of a long one, so that the figure keeps its room."""
    return name if len(name) <= MOST_LETTERS else f"{name[:12]}\u2026{name[-11:]}"


def _ranking(result: ReportResult) -> Figure:
    """A dot and an interval per system, best on top; clusters are parted by lines."""
    ranking, comparison = result.ranking, result.comparison
    systems = ranking.systems
    if not systems or result.total.nothing_decided:
        return _empty("No ranking" if not systems else UNDECIDED)
    figure = Figure(figsize=(WIDTH, ranking_height(len(systems))), layout="constrained")
    axes = figure.add_subplot()
    place = {system.system: position for position, system in enumerate(systems)}
    _intervals(axes, comparison, place, offset=0.17, color=SECOND, marker="s", size=3.5)
    _intervals(axes, ranking, place, offset=-0.1, color=MAIN, marker="o", size=6)
    for position in range(1, len(systems)):
        if systems[position].cluster != systems[position - 1].cluster:
            axes.axhline(position - 0.5, color=MUTED, linewidth=0.8, linestyle=(0, (4, 3)))
    axes.set_yticks(range(len(systems)), [_label(system.system) for system in systems])
    axes.set_ylim(len(systems) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x", color=GRID, linewidth=0.8)
    axes.set_axisbelow(True)
    axes.set_xlabel(f"{ranking.title}, with {100 * ranking.confidence:g} % interval")
    axes.legend(
        loc="lower center",
        bbox_to_anchor=(0.5, 1.0),
        ncols=2,
        frameon=False,
        title="Resampled",
        alignment="center",
        reverse=True,
    )
    return figure


def _intervals(
    axes: Any,
    ranking: SystemRanking,
    place: dict[str, int],
    *,
    offset: float,
    color: str,
    marker: str,
    size: float,
) -> None:
    shown = [system for system in ranking.systems if system.score is not None]
    if not shown:
        return
    heights = [place[system.system] + offset for system in shown]
    # A score may stand without an interval, where the data support none.
    known = [system for system in shown if system.score_low is not None]
    axes.hlines(
        [place[system.system] + offset for system in known],
        [system.score_low for system in known],
        [system.score_high for system in known],
        color=color,
        linewidth=2,
    )
    axes.plot(
        [system.score for system in shown],
        heights,
        marker=marker,
        markersize=size,
        color=color,
        linestyle="none",
        label="pairs, as in 2015" if ranking.unit == "pairs" else ranking.unit,
    )


def _distinct_outputs(result: ReportResult) -> Figure:
    """How many sentences have 1, 2, 3, ... distinct outputs (2015 paper, Figure 1)."""
    frequencies = result.distinct_outputs
    figure = Figure(figsize=(WIDTH, FREQUENCIES_HEIGHT), layout="constrained")
    axes = figure.add_subplot()
    numbers = [frequency.distinct for frequency in frequencies]
    bars = axes.bar(numbers, [frequency.sentences for frequency in frequencies], color=MAIN, width=0.72)
    if len(numbers) <= 20:
        axes.bar_label(bars, padding=2, fontsize=8, color=INK)
        axes.set_xticks(numbers)
    else:
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.yaxis.set_major_locator(MaxNLocator(integer=True, nbins=5))
    axes.tick_params(axis="x", length=0)
    axes.grid(axis="y", color=GRID, linewidth=0.8)
    axes.set_axisbelow(True)
    axes.margins(y=0.12)
    axes.set_xlabel("Distinct outputs of a sentence")
    axes.set_ylabel("Sentences")
    return figure


def _rank_probabilities(result: ReportResult) -> Figure:
    """A grid of systems and ranks, darker where a system takes a rank more often."""
    systems = result.ranking.systems
    if not systems or result.total.nothing_decided:
        return _empty("No ranking" if not systems else UNDECIDED)
    ranks = max(len(system.rank_probabilities) for system in systems)
    if not ranks:
        return _empty("Too few judgments")
    shares = [
        [*system.rank_probabilities, *[0.0] * (ranks - len(system.rank_probabilities))] for system in systems
    ]
    figure = Figure(figsize=(WIDTH, probabilities_height(len(systems))), layout="constrained")
    axes = figure.add_subplot()
    axes.imshow(shares, cmap=_SHADES, vmin=0, vmax=1, aspect="auto")
    if len(systems) <= MOST_LABELLED:
        for row, line in enumerate(shares):
            for column, share in enumerate(line):
                if share >= LEAST_LABELLED:
                    dark = share > 0.55
                    axes.text(
                        column,
                        row,
                        f"{100 * share:.0f}",
                        ha="center",
                        va="center",
                        fontsize=8,
                        color="white" if dark else INK,
                    )
    axes.set_yticks(range(len(systems)), [_label(system.system) for system in systems])
    if len(systems) <= MOST_LABELLED:
        axes.set_xticks(range(ranks), [str(rank + 1) for rank in range(ranks)])
    axes.tick_params(length=0)
    axes.spines[["left", "bottom"]].set_visible(False)
    unit = "pairs, as in 2015," if result.ranking.unit == "pairs" else result.ranking.unit
    axes.set_xlabel(f"Rank, in percent of replicates ({unit} resampled)")
    return figure


def _planning(result: ReportResult) -> Figure:
    """Share of simulated evaluations that separate the best systems, by number of rankings."""
    plan = result.planning
    if not plan or not plan.points or result.total.nothing_decided:
        return _empty("No plan")
    points = plan.points
    figure = Figure(figsize=(WIDTH, PLANNING_HEIGHT), layout="constrained")
    axes = figure.add_subplot()
    sizes = [point.rankings for point in points]
    axes.plot(sizes, [100 * point.separated for point in points], color=MAIN, marker="o", markersize=5)
    axes.axhline(100 * plan.target, color=MUTED, linewidth=0.8, linestyle=(0, (4, 3)))
    axes.axvline(plan.rankings, color=MUTED, linewidth=0.8, linestyle=(0, (1, 2)))
    right = axes.get_yaxis_transform()
    axes.text(
        1, 100 * plan.target + 1.5, f"{100 * plan.target:g} %", ha="right", color=MUTED, transform=right
    )
    axes.annotate(
        f"{plan.rankings:,} now",
        (plan.rankings, 1),
        xytext=(4, 2),
        textcoords="offset points",
        color=MUTED,
    )
    if plan.needed is not None and plan.needed > plan.rankings:
        axes.plot([plan.needed], [100 * plan.target], marker="D", markersize=8, color=SECOND)
    axes.set_ylim(0, 104)
    axes.set_xlim(left=0)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=6))
    axes.xaxis.set_major_formatter(lambda value, position: f"{value:,.0f}")
    axes.grid(color=GRID, linewidth=0.8)
    axes.set_axisbelow(True)
    axes.set_xlabel("Rankings")
    axes.set_ylabel("Separated, % of evaluations")
    return figure


DRAWERS: dict[str, Callable[[ReportResult], Figure]] = {
    "ranking": _ranking,
    "rank-probabilities": _rank_probabilities,
    "planning": _planning,
    "distinct-outputs": _distinct_outputs,
}
