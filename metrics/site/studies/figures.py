"""Figures of a study: the same study gives the same bytes."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from appraise_gec.presentation.figures import GRID, INK, MAIN, MUTED, SECOND, WIDTH, render
from metrics.site.studies.tables import COEFFICIENTS, by_strength

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PANELS = ("spearman", "pearson")
SWEEP_HEIGHT = 5.0
# Told apart in grey and by every common form of colour blindness, and by their kind.
LINES = (
    (MAIN, "-"),
    (SECOND, "--"),
    ("#1f8a70", "-."),
    ("#8a3ffc", ":"),
    (INK, "-"),
    (MUTED, "--"),
)


def intervals_height(result: Mapping[str, Any]) -> float:
    """Height of the figure of intervals in inches."""
    return 1.3 + 0.36 * max(1, len(result["metrics"]))


def sweep_height(_result: Mapping[str, Any]) -> float:
    """Height of the figure of betas in inches."""
    return SWEEP_HEIGHT


HEIGHTS: dict[str, Callable[[Mapping[str, Any]], float]] = {
    "intervals": intervals_height,
    "beta-sweep": sweep_height,
}


def draw(name: str, extension: str, result: Mapping[str, Any]) -> bytes:
    """A figure as a file. Raises KeyError for an unknown name."""
    drawer = {"intervals": _intervals, "beta-sweep": _sweep}[name]
    return render(lambda: drawer(result), extension)


def _intervals(result: Mapping[str, Any]) -> "Figure":
    """A dot for each coefficient; thick its interval over judgments, thin that over systems."""

    figure = _figure(figsize=(WIDTH * 1.25, intervals_height(result)), layout="constrained")
    metrics = by_strength(result)
    places = list(range(len(metrics)))
    axes = figure.subplots(1, len(PANELS), sharey=True)
    for panel, name in zip(axes, PANELS, strict=True):
        panel.axvline(0, color=MUTED, linewidth=0.8)
        panel.grid(axis="x", color=GRID, linewidth=0.8)
        panel.set_axisbelow(True)
        for place, one in zip(places, metrics, strict=True):
            _bar(panel, place, one["over_systems"], name, 1.2)
            _bar(panel, place, one, name, 4.5)
            if one[name] is not None:
                panel.plot([one[name]], [place], marker="o", color=INK, markersize=5)
        panel.set_xlim(-1.1, 1.1)
        panel.set_xticks([-1, -0.5, 0, 0.5, 1], ["\u22121", "\u2212.5", "0", ".5", "1"])
        panel.set_xlabel(COEFFICIENTS[name])
    axes[0].set_yticks(places, [one["metric"] for one in metrics])
    axes[0].invert_yaxis()
    return figure


def _figure(**settings: Any) -> "Figure":
    from matplotlib.figure import Figure  # noqa: PLC0415 - loads the drawing library

    return Figure(**settings)


def _bar(axes: "Axes", place: int, limits: Mapping[str, Any], name: str, width: float) -> None:
    low, high = limits[f"{name}_low"], limits[f"{name}_high"]
    if low is not None and high is not None:
        axes.plot([low, high], [place, place], color=MAIN, linewidth=width, solid_capstyle="butt")


def _sweep(result: Mapping[str, Any]) -> "Figure":
    """Both coefficients over beta, a line for each sweep, a dot where it is best."""

    figure = _figure(figsize=(WIDTH, SWEEP_HEIGHT), layout="constrained")
    axes = figure.subplots(2, 1, sharex=True)
    for panel, name in zip(axes, PANELS, strict=True):
        panel.grid(color=GRID, linewidth=0.8)
        panel.set_axisbelow(True)
        for number, sweep in enumerate(result.get("beta_sweep", [])):
            colour, style = LINES[number % len(LINES)]
            rows = [one for one in sweep["rows"] if one[name] is not None]
            x, y = [one["beta"] for one in rows], [one[name] for one in rows]
            panel.plot(x, y, color=colour, linestyle=style, label=sweep["metric"])
            best = sweep[f"best_{name}"]
            if best is not None:
                panel.plot([best["beta"]], [best[name]], marker="o", color=colour, markersize=5)
        panel.set_ylabel(COEFFICIENTS[name])
    axes[-1].set_xlabel("\u03b2: the weight of recall against precision")
    if result.get("beta_sweep"):
        figure.legend(
            *axes[0].get_legend_handles_labels(), loc="outside lower center", frameon=False, ncols=2
        )
    return figure
