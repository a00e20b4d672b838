"""Figures of a report: the same report gives the same bytes."""

import io
import logging
import threading
from typing import Any

import matplotlib as mpl
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

FIGURES = ("ranking", "distinct-outputs")
CONTENT_TYPES = {"svg": "image/svg+xml", "pdf": "application/pdf", "png": "image/png"}

WIDTH = 6.0  # inches
FREQUENCIES_HEIGHT = 3.0
INK = "#151a21"
MUTED = "#536070"
GRID = "#d8dee6"
# Blue and orange stay apart for every common form of colour blindness, and in grey by lightness.
MAIN = "#0b4da2"
SECOND = "#d9822b"

# Fonts are cut down for PDF with a page of log for each.
logging.getLogger("fontTools").setLevel(logging.WARNING)

# Parameters of the drawing library are global, so one figure is drawn at a time.
_drawing = threading.Lock()
_LOOK: Any = {
    "font.family": "sans-serif",
    "font.size": 10,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": MUTED,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.color": INK,
    "ytick.color": INK,
    "svg.fonttype": "none",
    "svg.hashsalt": "appraise-gec",
    "pdf.fonttype": 42,
    "savefig.dpi": 200,
    # A name with a dollar sign is a name, not a formula.
    "text.parse_math": False,
}
_NO_DATE = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {}}


def draw(name: str, extension: str, result: dict[str, Any]) -> bytes:
    """A figure of a report's result as a file.

    Args:
        name: one of `FIGURES`.
        extension: one of `CONTENT_TYPES`.
        result: `Report.result`.

    Raises:
        KeyError: an unknown name or extension.
    """
    drawer = {"ranking": _ranking, "distinct-outputs": _distinct_outputs}[name]
    with _drawing, mpl.rc_context(_LOOK):
        figure = drawer(result)
        FigureCanvasAgg(figure)
        file = io.BytesIO()
        figure.savefig(file, format=extension, metadata=_NO_DATE[extension], facecolor="white")
        return file.getvalue()


def ranking_height(systems: int) -> float:
    """Height of the ranking's figure in inches."""
    return 1.3 + 0.34 * max(1, systems)


def _ranking(result: dict[str, Any]) -> Figure:
    """A dot and an interval per system, best on top; clusters are parted by lines."""
    ranking, comparison = result["ranking"], result["comparison"]
    systems = ranking["systems"]
    figure = Figure(figsize=(WIDTH, ranking_height(len(systems))), layout="constrained")
    axes = figure.add_subplot()
    if not systems:
        axes.text(0.5, 0.5, "No ranking", ha="center", va="center", color=MUTED)
        axes.set_axis_off()
        return figure
    place = {one["system"]: position for position, one in enumerate(systems)}
    _intervals(axes, comparison, place, offset=0.17, color=SECOND, marker="s", size=3.5)
    _intervals(axes, ranking, place, offset=-0.1, color=MAIN, marker="o", size=6)
    for position in range(1, len(systems)):
        if systems[position]["cluster"] != systems[position - 1]["cluster"]:
            axes.axhline(position - 0.5, color=MUTED, linewidth=0.8, linestyle=(0, (4, 3)))
    axes.set_yticks(range(len(systems)), [one["system"] for one in systems])
    axes.set_ylim(len(systems) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x", color=GRID, linewidth=0.8)
    axes.set_axisbelow(True)
    axes.set_xlabel(f"{ranking['title']}, with {100 * ranking['confidence']:g} % interval")
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
    ranking: dict[str, Any],
    place: dict[str, int],
    *,
    offset: float,
    color: str,
    marker: str,
    size: float,
) -> None:
    shown = [one for one in ranking["systems"] if one["score_low"] is not None]
    if not shown:
        return
    heights = [place[one["system"]] + offset for one in shown]
    lows, highs = [one["score_low"] for one in shown], [one["score_high"] for one in shown]
    axes.hlines(heights, lows, highs, color=color, linewidth=2)
    axes.plot(
        [one["score"] for one in shown],
        heights,
        marker=marker,
        markersize=size,
        color=color,
        linestyle="none",
        label="pairs, as in 2015" if ranking["unit"] == "pairs" else ranking["unit"],
    )


def _distinct_outputs(result: dict[str, Any]) -> Figure:
    """How many sentences have 1, 2, 3, ... distinct outputs (2015 paper, Figure 1)."""
    frequencies = result["distinct_outputs"]
    figure = Figure(figsize=(WIDTH, FREQUENCIES_HEIGHT), layout="constrained")
    axes = figure.add_subplot()
    numbers = [one["distinct"] for one in frequencies]
    bars = axes.bar(numbers, [one["sentences"] for one in frequencies], color=MAIN, width=0.72)
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
