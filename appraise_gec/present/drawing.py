"""Figures drawn by Matplotlib: as SVG in the colours of a page, and as files fit for a paper."""

import io
import logging
import re
import threading
import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

from appraise_gec.present.figure import GRID, INK, LINES, MUTED, Figure
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
