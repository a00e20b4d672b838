"""Figures of metrics and people: the same numbers give the same bytes."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from appraise_gec.presentation.figures import GRID, INK, MAIN, MUTED, SECOND, WIDTH, render
from metrics.tables.correlation import COEFFICIENTS, by_strength
from metrics.validation.results import CorrelationResult, Limits, StudyResult

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PANELS = ("spearman", "pearson")
SWEEP_HEIGHT = 5.0
SCATTER_HEIGHT = 4.2
# Distinct in grey, for every common form of colour blindness, and by their shape.
LINES = (
    (MAIN, "-"),
    (SECOND, "--"),
    ("#1f8a70", "-."),
    ("#8a3ffc", ":"),
    (INK, "-"),
    (MUTED, "--"),
)
# Of names in a scatter, in points.
POINTS_AN_INCH, LETTER_WIDTH, LETTER_HEIGHT, DOT = 72, 5.6, 8, 3

Box = tuple[float, float, float, float]


def intervals_height(result: StudyResult) -> float:
    """Height of the figure of intervals in inches."""
    return 1.3 + 0.36 * max(1, len(result.metrics))


def sweep_height(_result: StudyResult) -> float:
    """Height of the figure of betas in inches."""
    return SWEEP_HEIGHT


HEIGHTS: dict[str, Callable[[StudyResult], float]] = {
    "intervals": intervals_height,
    "beta-sweep": sweep_height,
}


def draw(name: str, extension: str, result: StudyResult) -> bytes:
    """A figure as a file. Raises KeyError for an unknown name."""
    drawer = {"intervals": _intervals, "beta-sweep": _sweep}[name]
    return render(lambda: drawer(result), extension)


def _intervals(result: StudyResult) -> "Figure":
    """A dot for each coefficient; thick its interval over judgments, thin that over systems."""

    figure = _figure(figsize=(WIDTH * 1.25, intervals_height(result)), layout="constrained")
    metrics = by_strength(result.metrics)
    places = list(range(len(metrics)))
    axes = figure.subplots(1, len(PANELS), sharey=True)
    for panel, name in zip(axes, PANELS, strict=True):
        panel.axvline(0, color=MUTED, linewidth=0.8)
        panel.grid(axis="x", color=GRID, linewidth=0.8)
        panel.set_axisbelow(True)
        for place, metric in zip(places, metrics, strict=True):
            _bar(panel, place, metric.over_systems, name, 1.2)
            _bar(panel, place, metric, name, 4.5)
            value = getattr(metric, name)
            if value is not None:
                panel.plot([value], [place], marker="o", color=INK, markersize=5)
        panel.set_xlim(-1.1, 1.1)
        panel.set_xticks([-1, -0.5, 0, 0.5, 1], ["\u22121", "\u2212.5", "0", ".5", "1"])
        panel.set_xlabel(COEFFICIENTS[name])
    axes[0].set_yticks(places, [metric.metric for metric in metrics])
    axes[0].invert_yaxis()
    return figure


def _figure(**settings: Any) -> "Figure":
    from matplotlib.figure import Figure  # noqa: PLC0415 - loads the drawing library

    return Figure(**settings)


def _bar(axes: "Axes", place: int, limits: CorrelationResult | Limits, name: str, width: float) -> None:
    interval = limits.interval(name)
    if interval:
        axes.plot(interval, [place, place], color=MAIN, linewidth=width, solid_capstyle="butt")


def _sweep(result: StudyResult) -> "Figure":
    """Both coefficients over beta, a line for each sweep, a dot where it is best."""

    figure = _figure(figsize=(WIDTH, SWEEP_HEIGHT), layout="constrained")
    axes = figure.subplots(2, 1, sharex=True)
    for panel, name in zip(axes, PANELS, strict=True):
        panel.grid(color=GRID, linewidth=0.8)
        panel.set_axisbelow(True)
        for number, sweep in enumerate(result.beta_sweep or ()):
            colour, style = LINES[number % len(LINES)]
            points = [(row.beta, getattr(row, name)) for row in sweep.rows]
            known = [point for point in points if point[1] is not None]
            x, y = [beta for beta, _ in known], [value for _, value in known]
            panel.plot(x, y, color=colour, linestyle=style, label=sweep.metric)
            best = getattr(sweep, f"best_{name}")
            if best is not None:
                panel.plot([best.beta], [getattr(best, name)], marker="o", color=colour, markersize=5)
        panel.set_ylabel(COEFFICIENTS[name])
    axes[-1].set_xlabel("\u03b2: the weight of recall against precision")
    if result.beta_sweep:
        figure.legend(
            *axes[0].get_legend_handles_labels(), loc="outside lower center", frameon=False, ncols=2
        )
    return figure


def draw_scatter(
    metric: Mapping[str, float], people: Mapping[str, float], titles: tuple[str, str], extension: str
) -> bytes:
    """The score by people of every system over its score by a metric.

    Args:
        metric, people: scores by system; those count that have both.
        titles: of the metric and of people's scores.
        extension: of the file.
    """
    systems = sorted(set(people) & set(metric))

    def make() -> "Figure":
        figure = _figure(figsize=(WIDTH, SCATTER_HEIGHT), layout="constrained")
        axes = figure.add_subplot()
        axes.grid(color=GRID, linewidth=0.8)
        axes.set_axisbelow(True)
        x, y = [metric[system] for system in systems], [people[system] for system in systems]
        axes.scatter(x, y, color=MAIN, s=28)
        axes.margins(0.1)
        _name_dots(axes, systems, x, y)
        axes.set_xlabel(titles[0])
        axes.set_ylabel(titles[1])
        return figure

    return render(make, extension)


def _name_dots(axes: "Axes", names: Sequence[str], x: Sequence[float], y: Sequence[float]) -> None:
    """A name beside each dot, at the first of several places where it covers no other name and no dot."""
    if not names:
        return
    dots = axes.transData.transform(list(zip(x, y, strict=True))) * POINTS_AN_INCH / axes.figure.dpi
    taken = [(across - DOT, up - DOT, across + DOT, up + DOT) for across, up in dots.tolist()]
    for name, across, up, place in zip(names, x, y, dots.tolist(), strict=True):
        width = LETTER_WIDTH * len(name)
        choices = ((5, 4, "left"), (5, -10, "left"), (-5, 4, "right"), (-5, -10, "right"), (5, 13, "left"))
        boxes = []
        for right, above, side in choices:
            left = place[0] + right - (width if side == "right" else 0)
            bottom = place[1] + above
            boxes.append((left, bottom, left + width, bottom + LETTER_HEIGHT))
        free = next((n for n, box in enumerate(boxes) if not any(_overlap(box, other) for other in taken)), 0)
        taken.append(boxes[free])
        right, above, side = choices[free]
        axes.annotate(
            name,
            (across, up),
            xytext=(right, above),
            textcoords="offset points",
            ha=side,
            color=INK,
            fontsize=8,
        )


def _overlap(box: Box, other: Box) -> bool:
    return box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3]
