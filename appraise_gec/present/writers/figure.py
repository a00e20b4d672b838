"""Charts as files: the same chart gives the same bytes.

The drawing library takes long to load, and is loaded when the first chart is drawn.
"""

import io
import logging
import re
import threading
import warnings
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from appraise_gec.present.charts import (
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
    shortened,
)
from appraise_gec.present.writers.figure_names import NAME, place_names
from appraise_gec.present.writers.figure_room import CELL, FAR, make_room

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# Of a column, and of the page across both, in papers of the field; in millimetres.
PAPER_WIDTHS = {"one-column": 77.0, "two-columns": 160.0}
NAME_LETTERS = {"one-column": 16, "two-columns": 24}
PAPER_TYPES = ("pdf", "svg")
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
# In print everything is black or grey: dashes and markers tell series apart.
GREYS: dict[Tone, str] = {
    "main": "#000000",
    "second": "#737373",
    "third": "#404040",
    "fourth": "#8c8c8c",
    "ink": "#000000",
    "muted": "#8c8c8c",
}
DASHES: dict[Dash, str] = {"solid": "-", "dashed": "--", "dotted": ":", "dash-dot": "-."}
RULES: dict[Dash, Any] = {"solid": "-", "dashed": (0, (4, 3)), "dotted": (0, (1, 2))}
MARKERS: dict[Marker, str] = {"circle": "o", "square": "s", "diamond": "D", "ring": "o"}
MILLIMETRES_AN_INCH = 25.4
# In points, at the width in print; and how much lower a chart becomes that is drawn smaller.
PRINTED, PRINTED_SMALL, LOWER = 7.5, 7.0, 0.74

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
_PRINTED: Any = {
    **_LOOK,
    "font.size": PRINTED,
    "legend.fontsize": PRINTED,
    "axes.labelsize": PRINTED,
    "xtick.labelsize": PRINTED,
    "ytick.labelsize": PRINTED,
    "legend.title_fontsize": PRINTED,
    "text.color": "#000000",
    "axes.labelcolor": "#000000",
    "axes.edgecolor": "#404040",
    "axes.linewidth": 0.6,
    "grid.color": "#d9d9d9",
    "grid.linewidth": 0.5,
    "xtick.color": "#000000",
    "ytick.color": "#000000",
    "xtick.major.width": 0.6,
    "ytick.major.width": 0.6,
}
_NO_DATE = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {}}


@dataclass(frozen=True, slots=True)
class Look:
    """How a figure is drawn.

    Attributes:
        settings: of the drawing library.
        tones: colours.
        small: size of numbers and names beside marks, in points.
        weight: of lines and markers, in relation to those on a screen.
        deepest: the ground of a share of one.
        dark: the share above which numbers on the ground are white.
    """

    settings: Any
    tones: Mapping[Tone, str]
    small: float
    weight: float
    deepest: str
    dark: float


SCREEN = Look(_LOOK, TONES, 8.0, 1.0, TONES["main"], 0.55)
PRINT = Look(_PRINTED, GREYS, PRINTED_SMALL, 0.7, "#404040", 0.72)


def write(chart: Chart, extension: str, width: str = "") -> bytes:
    """A chart as a file.

    Args:
        chart: the description.
        extension: one of `CONTENT_TYPES`.
        width: for a paper, in black and white, one of `PAPER_WIDTHS`; "" for screens.

    Raises:
        KeyError: an unknown extension or width.
    """
    return write_types(chart, (extension,), width)[extension]


def write_types(chart: Chart, extensions: Collection[str], width: str = "") -> dict[str, bytes]:
    """A chart as files of several types, by extension; drawn once, otherwise as by `write`."""
    look = PRINT if width else SCREEN
    import matplotlib as mpl  # noqa: PLC0415

    files = {}
    # Text of an SVG stays text, for which its reader has fonts.
    with _missing_letters_in_one_line(told=any(extension != "svg" for extension in extensions)):
        figure = drawn(chart, width)
        with _drawing, mpl.rc_context(look.settings):
            if layout := figure.get_layout_engine():
                layout.execute(figure)
            # Otherwise the places in a file would depend on the types that were written before it.
            figure.set_layout_engine("none")
            for extension in extensions:
                file = io.BytesIO()
                figure.savefig(file, format=extension, metadata=_NO_DATE[extension], facecolor="white")
                files[extension] = file.getvalue()
    return files


def file_name(name: str, extension: str, width: str = "") -> str:
    """The name of the file of a chart."""
    return f"{name}-{width}.{extension}" if width else f"{name}.{extension}"


def drawn(chart: Chart, width: str = "") -> "Figure":
    """A chart as a figure of the drawing library, for notebooks; `width` as in `write`."""
    import matplotlib as mpl  # noqa: PLC0415
    from matplotlib.backends.backend_agg import FigureCanvasAgg  # noqa: PLC0415
    from matplotlib.figure import Figure  # noqa: PLC0415

    look = PRINT if width else SCREEN
    size = (chart.width, chart.height)
    if width:
        size = (PAPER_WIDTHS[width] / MILLIMETRES_AN_INCH, LOWER * chart.height)
    with _drawing, mpl.rc_context(look.settings):
        figure = Figure(figsize=size, layout="constrained")
        FigureCanvasAgg(figure)
        _Drawing(look).draw(figure, chart)
        if width:
            make_room(figure, NAME_LETTERS[width])
        if any(mark.names for panel in chart.panels for mark in panel.marks if isinstance(mark, Points)):
            figure.draw_without_rendering()
            for axes in figure.axes:
                is_last = axes is figure.axes[-1]
                right = figure.bbox.x1 if is_last else axes.get_window_extent().x1
                place_names(axes, right, figure.bbox.y1)
        return figure


@contextmanager
def _missing_letters_in_one_line(*, told: bool) -> Iterator[None]:
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
    new = missing - _named if told else set()
    if new:
        _named.update(new)
        logger.warning(
            "The font of figures as PDF and PNG does not have %s, and shows boxes there. "
            "SVG and pages use the fonts of their reader.",
            " ".join(sorted(new)),
        )


class _Drawing:
    """Draws charts in one look."""

    def __init__(self, look: Look) -> None:
        self.look = look

    def draw(self, figure: "Figure", chart: Chart) -> None:
        """All panels and the legend."""
        if not chart.panels:
            axes = figure.add_subplot()
            axes.text(0.5, 0.5, chart.reason, ha="center", va="center", color=self.look.tones["muted"])
            axes.set_axis_off()
            return
        number = len(chart.panels)
        shape = (number, 1) if chart.stacked else (1, number)
        several = figure.subplots(*shape, squeeze=False, sharex=chart.stacked, sharey=not chart.stacked)
        for axes, panel in zip(several.flat, chart.panels, strict=True):
            self.panel(axes, panel)
        entries = several[0, 0].get_legend_handles_labels()
        if chart.legend == "above" and self.look is PRINT:
            title = chart.legend_title
            figure.legend(*entries, loc="outside upper center", frameon=False, ncols=2, title=title)
        elif chart.legend == "above":
            several[0, 0].legend(
                loc="lower center",
                bbox_to_anchor=(0.5, 1.0),
                ncols=2,
                frameon=False,
                title=chart.legend_title,
                alignment="center",
            )
        elif chart.entries:
            figure.legend(*entries, loc="outside lower center", frameon=False, ncols=2)

    def panel(self, axes: "Axes", panel: Panel) -> None:
        """Marks and axes."""
        axes.margins(panel.x.margin, panel.y.margin)
        for mark in panel.marks:
            self.mark(axes, mark)
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
                label=FAR,
            )
        if any(isinstance(mark, Cells) for mark in panel.marks):
            axes.spines[["left", "bottom"]].set_visible(False)
        for mark in panel.marks:
            # Only now it is known where the points lie.
            if isinstance(mark, Points) and mark.names:
                self.names(axes, mark)

    def mark(self, axes: "Axes", mark: Mark) -> None:
        """One mark."""
        look = self.look
        match mark:
            case Points():
                self.points(axes, mark)
            case Spans():
                if mark.spans:
                    tone, thick = look.tones[mark.tone], look.weight * mark.thick
                    axes.hlines(*zip(*mark.spans, strict=True), color=tone, linewidth=thick)
            case Rule():
                self.rule(axes, mark)
            case Bars():
                x, heights = [bar[0] for bar in mark.bars], [bar[1] for bar in mark.bars]
                bars = axes.bar(x, heights, color=look.tones["main"], width=0.72)
                if mark.labelled:
                    axes.bar_label(bars, padding=2, fontsize=look.small, color=look.tones["ink"])
            case Cells():
                self.cells(axes, mark)

    def points(self, axes: "Axes", mark: Points) -> None:
        """A line, markers, or both."""
        look = self.look
        ring: Any = (
            {"markerfacecolor": "none", "markeredgewidth": 1.5 * look.weight} if mark.marker == "ring" else {}
        )
        axes.plot(
            [x for x, _ in mark.points],
            [y for _, y in mark.points],
            color=look.tones[mark.tone],
            linestyle=DASHES[mark.line] if mark.line else "none",
            linewidth=1.5 * look.weight,
            marker=MARKERS[mark.marker] if mark.marker else "",
            markersize=look.weight * mark.size,
            label=mark.label or None,
            **ring,
        )

    def rule(self, axes: "Axes", mark: Rule) -> None:
        """A line across, with its label at the end."""
        upright, tone = mark.axis == "x", self.look.tones["muted"]
        line = axes.axvline if upright else axes.axhline
        line(mark.at, color=tone, linewidth=0.8, linestyle=RULES[mark.dash])
        if mark.label:
            axes.annotate(
                mark.label,
                (mark.at, 0) if upright else (1, mark.at),
                xycoords=axes.get_xaxis_transform() if upright else axes.get_yaxis_transform(),
                xytext=(4, 4) if upright else (0, 2),
                textcoords="offset points",
                ha="left" if upright else "right",
                color=tone if self.look is SCREEN else self.look.tones["third"],
            )

    def cells(self, axes: "Axes", mark: Cells) -> None:
        """A ground for each share, and its number."""
        from matplotlib.colors import LinearSegmentedColormap  # noqa: PLC0415

        shades = LinearSegmentedColormap.from_list("shares", ["#ffffff", self.look.deepest])
        axes.imshow(mark.shares, cmap=shades, vmin=0, vmax=1, aspect="auto")
        for row, shares in enumerate(mark.shares):
            for column, share in enumerate(shares):
                text = mark.text(row, column)
                if text:
                    colour = "white" if share > self.look.dark else self.look.tones["ink"]
                    weight = "bold" if mark.is_strong(row, column) else "normal"
                    axes.text(
                        column,
                        row,
                        text,
                        ha="center",
                        va="center",
                        fontsize=self.look.small,
                        color=colour,
                        weight=weight,
                        label=CELL,
                    )

    def names(self, axes: "Axes", mark: Points) -> None:
        """A name for each point, which finds its place once everything else has one."""
        for name, point in zip(mark.names, mark.points, strict=True):
            annotation = axes.annotate(
                shortened(name),
                point,
                xytext=(0, 0),
                textcoords="offset points",
                color=self.look.tones["ink"],
                fontsize=self.look.small,
                label=NAME,
            )
            # The panel does not give way to names: they look for room in it.
            annotation.set_in_layout(False)


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
    if axis.turned:
        axes.tick_params(axis=name, labelrotation=90)
    if not axis.ticked:
        axes.tick_params(axis=name, length=0)
    if axis.grid:
        axes.grid(axis=name)
