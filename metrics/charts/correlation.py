"""Metrics and people as figures."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from appraise_gec.present.figure import INK, LINES, MUTED, Figure, nothing, row_height, rows
from appraise_gec.present.figure import intervals as draw_intervals
from appraise_gec.present.labels import label_points
from appraise_gec.present.numbers import number, percent
from metrics.tables.correlation import COEFFICIENTS, by_strength
from metrics.validation.results import StudyResult
from rankings.analysis.ranked_systems import RankedSystem

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SHOWN = ("spearman", "pearson")
MOST_RANKS = 15


def intervals(result: StudyResult) -> Figure:
    """A dot for each coefficient; thick its interval over judgments, thin that over systems."""
    metrics = by_strength(result.metrics)

    def draw(*panels: "Axes") -> None:
        for axes, name in zip(panels, SHOWN, strict=True):
            values = [(place, getattr(one, name)) for place, one in enumerate(metrics)]
            over_systems = [one.over_systems.interval(name) or (None, None) for one in metrics]
            over_judgments = [one.interval(name) or (None, None) for one in metrics]
            rows(axes, [one.metric for one in metrics])
            axes.axvline(0, color=MUTED, linewidth=0.8)
            for ends, thick, marker in ((over_systems, 1.2, ""), (over_judgments, 4.5, "o")):
                found = [(*value, *end) for value, end in zip(values, ends, strict=True)]
                draw_intervals(axes, found, thick=thick, marker=marker, dots=INK)
            axes.set_xlim(-1.1, 1.1)
            axes.set_xticks([-1, -0.5, 0, 0.5, 1], labels=["\u22121", "\u2212.5", "0", ".5", "1"])
            axes.set_xlabel(COEFFICIENTS[name])
            axes.grid(axis="x")

    judges = "these judges alone" if result.speaks_for == "these-judges" else "judges like these"
    caption = (
        f"Thick: {percent(result.confidence)} interval over resampled judgments, for these systems and "
        f"{judges}. Thin: over systems drawn with replacement."
    )
    if not any(one.interval(name) for one in metrics for name in SHOWN):
        caption = "Dots only: too little was judged for intervals."
    words = "For each metric Spearman's and Pearson's coefficient with two intervals, as in the table."
    return Figure("intervals", words, draw, caption, height=row_height(len(metrics)), wide=True, panels=2)


def beta_sweep(result: StudyResult) -> Figure:
    """Both coefficients over beta, a line for each sweep, a dot where it is best."""
    sweeps = result.beta_sweep or ()
    if not sweeps:
        return nothing("beta-sweep", "No metric has a beta")

    def draw(*panels: "Axes") -> None:
        for axes, name in zip(panels, SHOWN, strict=True):
            for place, sweep in enumerate(sweeps):
                colour, dash = LINES[place % len(LINES)]
                known = [
                    (row.beta, getattr(row, name)) for row in sweep.rows if getattr(row, name) is not None
                ]
                if known:
                    axes.plot(*zip(*known, strict=True), color=colour, linestyle=dash, label=sweep.metric)
                best = getattr(sweep, f"best_{name}")
                if best is not None:
                    axes.plot([best.beta], [getattr(best, name)], "o", color=colour)
            axes.set_ylabel(COEFFICIENTS[name])
            axes.grid()
        panels[0].legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2)
        panels[-1].set_xlabel("\u03b2: the weight of recall against precision")

    words = "Correlation with people for every beta, a line for each set of annotators, as in the tables."
    return Figure("beta-sweep", words, draw, "Dots mark the best \u03b2.", height=4.6, panels=2, stacked=True)


def scatter(metric: Mapping[str, float], people: Mapping[str, float], titles: tuple[str, str]) -> Figure:
    """The score by people of every system over its score by a metric.

    Args:
        metric, people: scores by system; those count that have both.
        titles: of the metric and of people's scores.
    """
    systems = sorted(set(people) & set(metric))
    points = [(metric[system], people[system]) for system in systems]
    in_words = "; ".join(f"{name} {number(metric[name])}, {number(people[name])}" for name in systems)
    words = f"Scatter of systems by {titles[0]} and by the score of people: {in_words}."
    return Figure("scatter", words, _dots(points, systems, titles), "Each dot is a system.", height=4.0)


def scores_by_rank(
    metric: Mapping[str, float],
    ranked: Sequence[RankedSystem],
    titles: tuple[str, str],
    key: str = "ranks",
) -> Figure:
    """The score of every system by a metric over its rank by people; lines are ranges of ranks.

    The best rank stands at the right: where a metric agrees with people, the points rise.

    Args:
        metric: scores by system; those count that people ranked.
        ranked: by people, in one group.
        titles: of the metric and of ranks by people.
        key: of the figure.
    """
    known = [(one, one.rank) for one in ranked if one.rank is not None and one.system in metric]
    names = [one.system for one, _ in known]
    points = [(float(rank), metric[one.system]) for one, rank in known]
    ranges = [(metric[one.system], None, one.rank_low, one.rank_high) for one, _ in known]
    last = max((max(rank, one.rank_high or rank) for one, rank in known), default=1)
    draw_dots = _dots(points, names, (titles[1], titles[0]))

    def draw(axes: "Axes") -> None:
        draw_intervals(axes, ranges, colour=MUTED, thick=1.0)
        draw_dots(axes)
        axes.set_xlim(last + 0.5, 0.5)
        axes.set_xticks(range(1, last + 1, 1 + last // MOST_RANKS))

    in_words = "; ".join(f"{one.system} {rank}, {number(metric[one.system])}" for one, rank in known)
    words = f"Scatter of systems by rank of people and by {titles[0]}, with ranges of ranks: {in_words}."
    caption = "The best rank stands at the right; bars are ranges of ranks."
    return Figure(key, words, draw, caption, height=4.0)


def _dots(
    points: Sequence[tuple[float, float]], names: Sequence[str], titles: tuple[str, str]
) -> Callable[["Axes"], None]:
    """Points with names between two axes."""

    def draw(axes: "Axes") -> None:
        axes.plot(*zip(*points, strict=True) if points else ([], []), "o")
        axes.margins(0.1)
        axes.grid()
        axes.set_xlabel(titles[0])
        axes.set_ylabel(titles[1])
        label_points(axes, points, names)

    return draw
