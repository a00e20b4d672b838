"""Charts as files: the same chart gives the same bytes.

The drawing library takes long to load, and is loaded when the first chart is drawn.
"""

import io
import logging
import re
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from appraise_gec.presentation.charts import (
    Axis,
    Bars,
    Cells,
    Chart,
    Dash,
    Mark,
    Marker,
    Panel,
    Points,
    Rule,
    Spans,
    Tone,
    places_of_names,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

CONTENT_TYPES = {"svg": "image/svg+xml", "pdf": "application/pdf", "png": "image/png"}

INK = "#151a21"
MUTED = "#536070"
GRID = "#d8dee6"
# Blue and orange stay apart for every common form of colour blindness, and in grey by lightness.
TONES: dict[Tone, str] = {
    "main": "#0b4da2",
    "second": "#d9822b",
    "third": "#1f8a70",
    "fourth": "#8a3ffc",
    "ink": INK,
    "muted": MUTED,
}
DASHES: dict[Dash, str] = {"solid": "-", "dashed": "--", "dotted": ":", "dash-dot": "-."}
RULES: dict[Dash, Any] = {"solid": "-", "dashed": (0, (4, 3)), "dotted": (0, (1, 2))}
MARKERS: dict[Marker, str] = {"circle": "o", "square": "s", "diamond": "D", "ring": "o"}
POINTS_AN_INCH = 72
LEAST_LABELLED, DARK = 0.005, 0.55

# Fonts are cut down for PDF with a page of log for each.
logging.getLogger("fontTools").setLevel(logging.WARNING)

logger = logging.getLogger(__name__)
_MISSING = re.compile(r"Glyph (\d+) .* missing from font")
_named: set[str] = set()

# Parameters of the drawing library are global, so one figure is drawn at a time.
_drawing = threading.Lock()
_LOOK: Any = {
    "font.family": "sans-serif",
    "font.size": 10,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": MUTED,
    "axes.axisbelow": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "grid.color": GRID,
    "grid.linewidth": 0.8,
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


def write(chart: Chart, extension: str) -> bytes:
    """A chart as a file of one of `CONTENT_TYPES`.

    Raises:
        KeyError: an unknown extension.
    """
    no_date = _NO_DATE[extension]
    import matplotlib as mpl  # noqa: PLC0415

    with _missing_letters_in_one_line(extension):
        figure = drawn(chart)
        file = io.BytesIO()
        with _drawing, mpl.rc_context(_LOOK):
            figure.savefig(file, format=extension, metadata=no_date, facecolor="white")
        return file.getvalue()


def drawn(chart: Chart) -> "Figure":
    """A chart as a figure of the drawing library, for notebooks."""
    import matplotlib as mpl  # noqa: PLC0415
    from matplotlib.backends.backend_agg import FigureCanvasAgg  # noqa: PLC0415
    from matplotlib.figure import Figure  # noqa: PLC0415

    with _drawing, mpl.rc_context(_LOOK):
        figure = Figure(figsize=(chart.width, chart.height), layout="constrained")
        _draw(figure, chart)
        FigureCanvasAgg(figure)
        return figure


@contextmanager
def _missing_letters_in_one_line(extension: str) -> Iterator[None]:
    """Letters that the font lacks are logged together, once: the drawing library warns of each every time."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield
    missing = set()
    for one in caught:
        matched = _MISSING.match(str(one.message))
        if matched is None:
            warnings.warn_explicit(one.message, one.category, one.filename, one.lineno)
        else:
            missing.add(chr(int(matched[1])))
    # Text of an SVG stays text, for which its reader has fonts.
    new = missing - _named if extension != "svg" else set()
    if new:
        _named.update(new)
        logger.warning(
            "The font of figures as PDF and PNG does not have %s, and shows boxes there. "
            "SVG and pages use the fonts of their reader.",
            " ".join(sorted(new)),
        )


def _draw(figure: "Figure", chart: Chart) -> None:
    if not chart.panels:
        axes = figure.add_subplot()
        axes.text(0.5, 0.5, chart.reason, ha="center", va="center", color=MUTED)
        axes.set_axis_off()
        return
    number = len(chart.panels)
    shape = (number, 1) if chart.stacked else (1, number)
    several = figure.subplots(*shape, squeeze=False, sharex=chart.stacked, sharey=not chart.stacked)
    for axes, panel in zip(several.flat, chart.panels, strict=True):
        _draw_panel(axes, panel)
    if chart.legend == "above":
        several[0, 0].legend(
            loc="lower center",
            bbox_to_anchor=(0.5, 1.0),
            ncols=2,
            frameon=False,
            title=chart.legend_title,
            alignment="center",
        )
    elif chart.entries:
        entries = several[0, 0].get_legend_handles_labels()
        figure.legend(*entries, loc="outside lower center", frameon=False, ncols=2)


def _draw_panel(axes: "Axes", panel: Panel) -> None:
    axes.margins(panel.x.margin, panel.y.margin)
    for mark in panel.marks:
        _draw_mark(axes, mark)
    _set_axis(axes, "x", panel.x)
    _set_axis(axes, "y", panel.y)
    for at, text in panel.y.far:
        axes.annotate(
            text,
            (1, at),
            xycoords=axes.get_yaxis_transform(),
            xytext=(5, 0),
            textcoords="offset points",
            va="center",
        )
    if any(isinstance(mark, Cells) for mark in panel.marks):
        axes.spines[["left", "bottom"]].set_visible(False)
    for mark in panel.marks:
        # Only now it is known where the points lie.
        if isinstance(mark, Points) and mark.names:
            _name_points(axes, mark)


def _set_axis(axes: "Axes", name: Any, axis: Axis) -> None:
    from matplotlib.ticker import MaxNLocator  # noqa: PLC0415

    drawn: Any = getattr(axes, f"{name}axis")
    if axis.low is not None or axis.high is not None:
        getattr(axes, f"set_{name}lim")(axis.low, axis.high)
    getattr(axes, f"set_{name}label")(axis.label)
    if axis.ticks is not None:
        drawn.set_ticks([value for value, _ in axis.ticks], labels=[text for _, text in axis.ticks])
    elif axis.whole:
        drawn.set_major_locator(MaxNLocator(integer=True, nbins=axis.most or "auto"))
        drawn.set_major_formatter(lambda value, position: f"{value:,.0f}")
    if not axis.ticked:
        axes.tick_params(axis=name, length=0)
    if axis.grid:
        axes.grid(axis=name)


def _draw_mark(axes: "Axes", mark: Mark) -> None:
    match mark:
        case Points():
            _draw_points(axes, mark)
        case Spans():
            if mark.spans:
                axes.hlines(*zip(*mark.spans, strict=True), color=TONES[mark.tone], linewidth=mark.thick)
        case Rule():
            _draw_rule(axes, mark)
        case Bars():
            x, heights = [bar[0] for bar in mark.bars], [bar[1] for bar in mark.bars]
            bars = axes.bar(x, heights, color=TONES["main"], width=0.72)
            if mark.labelled:
                axes.bar_label(bars, padding=2, fontsize=8, color=INK)
        case Cells():
            _draw_cells(axes, mark)


def _draw_points(axes: "Axes", mark: Points) -> None:
    ring: Any = {"markerfacecolor": "none", "markeredgewidth": 1.5} if mark.marker == "ring" else {}
    axes.plot(
        [x for x, _ in mark.points],
        [y for _, y in mark.points],
        color=TONES[mark.tone],
        linestyle=DASHES[mark.line] if mark.line else "none",
        marker=MARKERS[mark.marker] if mark.marker else "",
        markersize=mark.size,
        label=mark.label or None,
        **ring,
    )


def _draw_rule(axes: "Axes", mark: Rule) -> None:
    upright = mark.axis == "x"
    line = axes.axvline if upright else axes.axhline
    line(mark.at, color=MUTED, linewidth=0.8, linestyle=RULES[mark.dash])
    if mark.label:
        axes.annotate(
            mark.label,
            (mark.at, 0) if upright else (1, mark.at),
            xycoords=axes.get_xaxis_transform() if upright else axes.get_yaxis_transform(),
            xytext=(4, 4) if upright else (0, 2),
            textcoords="offset points",
            ha="left" if upright else "right",
            color=MUTED,
        )


def _draw_cells(axes: "Axes", mark: Cells) -> None:
    from matplotlib.colors import LinearSegmentedColormap  # noqa: PLC0415

    shades = LinearSegmentedColormap.from_list("shares", ["#ffffff", TONES["main"]])
    axes.imshow(mark.shares, cmap=shades, vmin=0, vmax=1, aspect="auto")
    for row, shares in enumerate(mark.shares if mark.labelled else ()):
        for column, share in enumerate(shares):
            if share >= LEAST_LABELLED:
                colour = "white" if share > DARK else INK
                text = f"{100 * share:.0f}"
                axes.text(column, row, text, ha="center", va="center", fontsize=8, color=colour)


def _name_points(axes: "Axes", mark: Points) -> None:
    if not mark.points:
        return
    dots = axes.transData.transform(list(mark.points)) * POINTS_AN_INCH / axes.figure.dpi
    places = places_of_names(mark.names, dots.tolist())
    for name, point, (right, above, side) in zip(mark.names, mark.points, places, strict=True):
        axes.annotate(
            name,
            point,
            xytext=(right, above),
            textcoords="offset points",
            ha=side,
            color=INK,
            fontsize=8,
        )
