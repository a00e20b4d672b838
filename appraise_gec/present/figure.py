"""Figures: drawn by Matplotlib, as SVG in the colours of a page, and as files fit for a paper.

def pace_figure(found: Pace) -> Figure:
    def draw(axes: Axes) -> None:
        rows(axes, [one.judge for one in found.judges])
        intervals(axes, [(place, one.share, one.low, one.high) for place, one in enumerate(found.judges)])
        axes.set_xlabel("Share of long rankings")

    return Figure("pace", "Share of long rankings by judge.", draw, height=row_height(len(found.judges)))
"""

import io
import logging
import re
import threading
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

from appraise_gec.present.table import Table
from appraise_gec.words import visible

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Drawing


# Of the files of every figure.
CONTENT_TYPES = {"svg": "image/svg+xml", "pdf": "application/pdf"}
# Of a column, and of a page with two of them, in papers of the field.
COLUMN, BOTH_COLUMNS = 77 / 25.4, 160 / 25.4  # inches
# On a page, where letters are a third larger: beside a table, by itself, and wide.
BESIDE, WIDTH, WIDE = 3.5, 5.2, 9.0  # inches
LOWER_IN_PRINT = 0.75
ROW = 0.3  # inches
MOST_LETTERS, MOST_LETTERS_BELOW = 24, 16
# Columns of a grid that have room in the column of a paper.
MOST_IN_COLUMN = 10

INK, MUTED, GRID = "#151a21", "#536070", "#d8dee6"
# Distinct for every common form of colour blindness; with a dash or a marker of its own each, also in grey.
MAIN, SECOND, THIRD, FOURTH = "#0b4da2", "#d9822b", "#1f8a70", "#8a3ffc"
LINES = ((MAIN, "-"), (SECOND, "--"), (THIRD, "-."), (FOURTH, ":"), (INK, "-"), (MUTED, "--"))
# So that ink can be read on it.
DEEPEST = 0.5

_STYLE: Any = {
    "font.family": "sans-serif",
    "font.size": 10,
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": MUTED,
    "axes.axisbelow": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.prop_cycle": f"cycler('color', {[colour for colour, _ in LINES]})",
    "grid.color": GRID,
    "grid.linewidth": 0.8,
    "legend.frameon": False,
    "lines.markersize": 5,
    "xtick.color": INK,
    "xtick.major.size": 0,
    "ytick.color": INK,
    "ytick.major.size": 0,
    "svg.fonttype": "none",
    "svg.hashsalt": "appraise-gec",
    "pdf.fonttype": 42,
    "savefig.dpi": 300,
    # A name with a dollar sign is a name, not a formula.
    "text.parse_math": False,
}
_IN_PRINT: Any = _STYLE | {
    "font.size": 7.5,
    "axes.linewidth": 0.6,
    "grid.linewidth": 0.5,
    "lines.linewidth": 1.1,
    "lines.markersize": 3.6,
}
_NO_DATE: dict[str, Any] = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}
# Parameters of the drawing library are global, so one figure is drawn at a time.
_drawing = threading.RLock()
logger = logging.getLogger(__name__)
# Fonts are cut down for PDF with a page of log for each.
logging.getLogger("fontTools").setLevel(logging.WARNING)


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure.

    Attributes:
        key: in addresses and names of files.
        words: the same for people who do not see it.
        draw: draws it on as many axes as there are panels.
        caption: below it on a page: how to read it.
        height: in inches.
        wide: across both columns of a paper.
        panels: how many, of equal size.
        stacked: panels lie below each other with one x axis, not side by side with one y axis.
        reason: why there is nothing to draw; "" where there is.
    """

    key: str
    words: str
    draw: Callable[..., None]
    caption: str = ""
    height: float = 3.0
    wide: bool = False
    panels: int = 1
    stacked: bool = False
    reason: str = ""


def nothing(key: str, reason: str) -> Figure:
    """A figure of data that do not allow it; pages show the reason."""

    def draw(axes: "Axes") -> None:
        axes.set_axis_off()
        axes.text(0.5, 0.5, reason, ha="center", va="center", color=MUTED)

    return Figure(key, f"{reason}.", draw, height=1.0, reason=reason)


def on_page(figure: Figure, *, beside: bool = False) -> str:
    """The figure as an element of a page, in the colours that the page gives it; narrow beside a table."""
    with _drawn(figure, BESIDE if beside else WIDE if figure.wide else WIDTH) as drawing:
        return page_svg(_bytes(drawing, "svg").decode(), figure.key, figure.words, is_wide=figure.wide)


def file(figure: Figure, extension: str) -> bytes:
    """The figure as a file that a paper can take as it is, "svg", "pdf" or "png"."""
    return files(figure, [extension])[extension]


def files(figure: Figure, extensions: Iterable[str] = tuple(CONTENT_TYPES)) -> dict[str, bytes]:
    """The files of a figure by their extensions; it is drawn once for all of them."""
    with warnings.catch_warnings(record=True) as caught, _drawn(figure) as drawing:
        warnings.simplefilter("always")
        made = {extension: _bytes(drawing, extension) for extension in extensions}
    if set(made) > {"svg"} and any("missing from font" in str(one.message) for one in caught):
        logger.warning("%s: the font of PDF and PNG lacks letters. SVG has them.", figure.key)
    return made


def drawn(figure: Figure) -> "Drawing":
    """The figure of Matplotlib, for notebooks."""
    with _drawn(figure) as drawing:
        return drawing


@contextmanager
def _drawn(figure: Figure, width: float | None = None) -> Iterator["Drawing"]:
    """The figure, laid out, for as long as the style holds: for paper, or as wide on a page."""
    import matplotlib as mpl  # noqa: PLC0415
    from matplotlib.backends.backend_agg import FigureCanvasAgg  # noqa: PLC0415
    from matplotlib.figure import Figure as Drawing  # noqa: PLC0415

    from appraise_gec.present.labels import place_labels  # noqa: PLC0415

    in_print = width is None
    size = (
        width or (BOTH_COLUMNS if figure.wide else COLUMN),
        figure.height * (LOWER_IN_PRINT if in_print else 1.0),
    )
    shape = (figure.panels, 1) if figure.stacked else (1, figure.panels)
    with _drawing, mpl.rc_context(_IN_PRINT if in_print else _STYLE):
        drawing = Drawing(figsize=size, layout="constrained")
        FigureCanvasAgg(drawing)
        panels = drawing.subplots(*shape, squeeze=False, sharex=figure.stacked, sharey=not figure.stacked)
        figure.draw(*panels.flat)
        for axes in panels.flat:
            # Limits follow from what was drawn once they are asked for.
            axes.get_xlim()
        if (layout := drawing.get_layout_engine()) is not None:
            layout.execute(drawing)
        # Otherwise the places in a file would depend on the types that were written before it.
        drawing.set_layout_engine("none")
        for axes in panels.flat:
            place_labels(axes)
            _keep_inside(axes)
        yield drawing


def _keep_inside(axes: "Axes") -> None:
    """Move the label below a panel to where the figure has room for it."""
    label, panel = axes.xaxis.label, axes.get_window_extent()
    box, page = label.get_window_extent(), axes.figure.bbox
    beyond = max(0.0, box.x1 - page.x1) - max(0.0, page.x0 - box.x0)
    label.set_x(label.get_position()[0] - beyond / panel.width)


def _bytes(drawing: "Drawing", extension: str) -> bytes:
    content = io.BytesIO()
    drawing.savefig(content, format=extension, metadata=_NO_DATE.get(extension))
    return content.getvalue()


def row_height(number: int) -> float:
    """The height of a figure with so many rows."""
    return 0.9 + ROW * max(1, number)


def shortened(name: str, most: int = MOST_LETTERS) -> str:
    """A name of at most so many letters; a longer one keeps both ends."""
    before = most // 2
    return name if len(name) <= most else f"{name[:before]}\u2026{name[before + 1 - most :]}"


def rows(axes: "Axes", names: Sequence[str]) -> None:
    """A row for each name, the first one on top."""
    axes.set_yticks(range(len(names)), labels=[shortened(name) for name in names])
    axes.set_ylim(len(names) - 0.4, -0.6)


def columns(axes: "Axes", names: Sequence[str]) -> None:
    """A column for each name, written upwards where they need the room."""
    axes.set_xticks(range(len(names)), labels=[shortened(name, MOST_LETTERS_BELOW) for name in names])
    axes.tick_params(axis="x", labelrotation=90 if max(map(len, names), default=0) > 2 else 0)


def intervals(
    axes: "Axes",
    found: Sequence[tuple[float, float | None, float | None, float | None]],
    *,
    colour: str = MAIN,
    dots: str = "",
    marker: str = "o",
    label: str = "",
    thick: float = 1.4,
) -> None:
    """Dots with intervals on rows: (place, value, low, high); what is None is not drawn."""
    spans = [(y, low, high) for y, _, low, high in found if low is not None and high is not None]
    if spans:
        axes.hlines(*zip(*spans, strict=True), color=colour, linewidth=thick)
    values = [(value, y) for y, value, _, _ in found if value is not None]
    if values and marker:
        axes.plot(*zip(*values, strict=True), marker, color=dots or colour, label=label or None)


def heat_map(table: Table, key: str, label: str) -> Figure:
    """A table as a grid: the text of every cell on its ground, and `label` below it."""
    if not table.rows:
        return nothing(key, table.reason.rstrip("."))
    lines, across = table.people_lines, [one for one in table.people_columns[1:] if not one.below]
    down = [line[0][1].text(line[0][0]) for line in lines]
    names = [one.heading for one in across]

    def draw(axes: "Axes") -> None:
        from matplotlib.collections import PatchCollection  # noqa: PLC0415
        from matplotlib.colors import to_rgba  # noqa: PLC0415
        from matplotlib.patches import Rectangle  # noqa: PLC0415

        rows(axes, down)
        columns(axes, names)
        grounds, colours = [], []
        for row, line in enumerate(lines):
            cells = [(cell.text(column) or cell.mark, cell) for column, cell in line[1:] if not column.below]
            for place, (text, cell) in enumerate(cells):
                if cell.shade:
                    grounds.append(Rectangle((place - 0.5, row - 0.5), 1, 1))
                    depth = DEEPEST * min(1.0, abs(cell.shade))
                    colours.append(to_rgba(MAIN if cell.shade > 0 else SECOND, depth))
                weight = "bold" if cell.strong else "normal"
                # Its cell has a place already, and measuring hundreds of texts takes long.
                axes.text(
                    place, row, text, ha="center", va="center", weight=weight, fontsize="small"
                ).set_in_layout(False)
        axes.add_collection(PatchCollection(grounds, facecolors=colours))
        axes.set_xlim(-0.5, len(across) - 0.5)
        axes.set_ylim(len(down) - 0.5, -0.5)
        axes.set_xlabel(label)
        axes.spines[:].set_visible(False)

    below = 0.08 * min(MOST_LETTERS_BELOW, max(map(len, names), default=0))
    height, wide = row_height(len(down)) + below, len(across) > MOST_IN_COLUMN
    return Figure(key, f"Grid: {table.title}.", draw, f"{table.title}.", height=height, wide=wide)


def legend_above(axes: "Axes", title: str = "") -> None:
    """What the labels mean, above the panel."""
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2, title=title or None)


# A unit of the drawing is a point; letters on a page are this much larger.
_GROWN = 1.35
# Colours of a figure, and what a page calls them; in files they stand as they are.
_COLOURS = {
    "#151a21": "currentColor",
    "#000000": "currentColor",
    "#536070": "var(--muted, #536070)",
    "#d8dee6": "var(--line, #d8dee6)",
    "#0b4da2": "var(--accent, #0b4da2)",
    "#d9822b": "var(--chart-second, #d9822b)",
    "#1f8a70": "var(--chart-third, #1f8a70)",
    "#8a3ffc": "var(--chart-fourth, #8a3ffc)",
}
_GROUND = "#ffffff"
_SVG, _HREF = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xlink}href"
_FONT = re.compile(r"^(?:(bold|\d+) )?([\d.]+)px")


def page_svg(written: str, key: str, words: str, *, is_wide: bool) -> str:
    """A picture for a page from one for a file.

    Content policies forbid styles in a page, so they become attributes. Ids that something refers to begin
    with `key`, and the others go.
    """
    # Matplotlib wrote it, with every text escaped.
    drawn = ElementTree.fromstring(written)  # noqa: S314
    width, height = map(float, drawn.attrib["viewBox"].split()[2:])
    root = ElementTree.Element(
        "svg",
        {
            "class": "figure",
            "role": "img",
            "aria-label": visible(words),
            "width": f"{_GROWN * width:.0f}",
            "height": f"{_GROWN * height:.0f}",
            "viewBox": f"0 0 {width:g} {height:g}",
            "fill": "currentColor",
            "stroke-linejoin": "round",
        },
    )
    used = set(re.findall(r"(?:href=\"|url\()#([^\")]+)", written))
    root.extend(_plain(drawn, key, used))
    picture = ElementTree.tostring(root, encoding="unicode")
    if not is_wide:
        return picture
    label = picture.split('aria-label="', 1)[1].split('"', 1)[0]
    return f'<div class="figure-scroll" tabindex="0" role="group" aria-label="{label}">{picture}</div>'


def _plain(parent: ElementTree.Element, key: str, used: set[str]) -> Iterator[ElementTree.Element]:
    """What stands in an element, as a page takes it."""
    for child in parent:
        name = str(child.tag).removeprefix(_SVG)
        if name in {"metadata", "style"}:
            continue
        made = ElementTree.Element(name)
        for attribute, value in child.attrib.items():
            if attribute == "style":
                for declaration in filter(None, map(str.strip, value.split(";"))):
                    made.attrib |= dict(_attributes(*map(str.strip, declaration.split(":", 1))))
            elif attribute == "id":
                if value in used:
                    made.set("id", f"{key}-{value}")
            elif attribute == _HREF:
                made.set("href", f"#{key}-{value[1:]}")
            elif not value.startswith("rotate(-0 "):
                made.set(attribute, value.replace("url(#", f"url(#{key}-"))
        made.text = child.text if name == "text" else None
        inner = list(_plain(child, key, used))
        if name == "g" and not made.attrib:
            yield from inner
        elif made.get("fill") != _GROUND:
            made.extend(inner)
            yield made


def _attributes(name: str, value: str) -> Iterator[tuple[str, str]]:
    """A declaration of a style as attributes; the font is that of the page."""
    if name == "font":
        if found := _FONT.match(value):
            yield "font-size", found[2]
            if found[1]:
                yield "font-weight", found[1]
    elif name != "font-family":
        yield name, _COLOURS.get(value, value)
