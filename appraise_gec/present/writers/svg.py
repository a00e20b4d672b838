"""Charts as pages show them: SVG without colours of its own, which style sheets give it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil, floor, log10
from unicodedata import east_asian_width
from xml.etree.ElementTree import Element, SubElement, tostring

from appraise_gec.present.charts import (
    LEAST_LABELLED,
    Axis,
    Bars,
    Cells,
    Chart,
    Dash,
    Mark,
    Panel,
    Point,
    Points,
    Rule,
    Spans,
    places_of_names,
)
from rankings.formats.problems import visible

# Units of the picture: on a phone a unit is a pixel or a little less, on a screen at most `GROWN`.
AN_INCH, GROWN = 70, 1.37
TEXT, LINE, EDGE = 12, 18, 10
STEPS = (1, 2, 2.5, 5, 10)
DASHES: dict[Dash, str] = {"solid": "none", "dashed": "6 4", "dotted": "1.5 3", "dash-dot": "7 3 1.5 3"}
DEEPEST = 0.5
# A name's size in relation to the one that `places_of_names` supposes.
NAME = 11 / 8


def on_page(chart: Chart) -> str:
    """A chart as it stands in a page: where it has two widths, style sheets show the one that fits."""
    if chart.wide is None:
        return write(chart)
    return write(chart, classes="chart on-phones") + write(
        replace(chart, width=chart.wide), classes="chart wide"
    )


def write(chart: Chart, *, classes: str = "chart") -> str:
    """A chart as an element of a page."""
    chart = replace(chart, panels=[_with_ticks(panel) for panel in chart.panels])
    width, height = round(chart.width * AN_INCH), round(chart.height * AN_INCH + _more_height(chart))
    root = Element("svg")
    _set(
        root,
        class_=classes,
        role="img",
        aria_label=visible(chart.words),
        width=round(GROWN * width),
        height=round(GROWN * height),
        viewBox=f"0 0 {width} {height}",
    )
    if chart.panels:
        for number, (panel, box) in enumerate(zip(chart.panels, _boxes(chart, width, height), strict=True)):
            _Drawing(root, panel, box).draw(
                texts_below=not chart.stacked or number == len(chart.panels) - 1,
                texts_beside=chart.stacked or number == 0,
            )
        _legend(root, chart, width, height)
    else:
        _text(root, chart.reason, (width / 2, height / 2), classes="chart-muted")
    return tostring(root, encoding="unicode")


def round_ticks(axis: Axis, low: float, high: float) -> list[tuple[float, str]]:
    """Round numbers between the ends of an axis, with their texts."""
    length = high - low
    if length <= 0:
        return [(low, f"{low:g}")]
    most = axis.most or 6
    power = 10.0 ** floor(log10(length / most))
    steps = [step * power for step in STEPS if not axis.whole or (step * power).is_integer()] or [1.0]
    step = next((step for step in steps if length / step <= most), steps[-1])
    digits = next(digits for digits in range(12) if round(step, digits) == round(step, 12))
    places = range(ceil(low / step - 1e-9), floor(high / step + 1e-9) + 1)
    return [(place * step, f"{place * step:,.{digits}f}".replace("-", "\u2212")) for place in places]


@dataclass(frozen=True, slots=True)
class _Box:
    left: float
    top: float
    right: float
    bottom: float


def _boxes(chart: Chart, width: int, height: int) -> Iterator[_Box]:
    """The rooms of the panels, without the texts around them."""
    rows = ceil(len(chart.entries) / 2)
    first, number = chart.panels[0], len(chart.panels)
    beside = [text for panel in chart.panels for _, text in _ticks(panel, "y")]
    left = max(map(_text_width, beside), default=0.0) + 8
    below_ticks = [text.split("\n") for _, text in _ticks(first, "x")]
    widest = max((_text_width(line) for lines in below_ticks for line in lines), default=0.0)
    turned = _turned_room(first) if first.x.turned else 0.0
    if first.x.turned:
        widest = LINE
    far = max((_text_width(text) for panel in chart.panels for _, text in panel.y.far), default=-8.0) + 8
    right = width - EDGE - max(widest / 2, far)
    top: float = EDGE + LINE * (
        bool(first.y.label) + (chart.legend == "above") * (rows + bool(chart.legend_title))
    )
    lines_below = 0 if turned else max(map(len, below_ticks), default=1)
    below = turned + LINE * (lines_below + any(bool(panel.x.label) for panel in chart.panels))
    bottom = height - EDGE / 2 - below - (chart.legend == "below") * (rows * LINE + EDGE)
    if chart.stacked:
        gap = 2.0 * LINE
        each = (bottom - top - gap * (number - 1)) / number
        for place in range(number):
            start = top + place * (each + gap)
            yield _Box(left, start, right, start + each)
    else:
        gap = 1.5 * LINE
        each = (right - left - gap * (number - 1)) / number
        for place in range(number):
            begins = left + place * (each + gap)
            yield _Box(begins, top, begins + each, bottom)


def _with_ticks(panel: Panel) -> Panel:
    """With round numbers on the axes that have none of their own."""

    def ticked(name: str) -> Axis:
        axis: Axis = getattr(panel, name)
        if axis.ticks is not None:
            return axis
        ticks = round_ticks(axis, *_ends(panel, name))
        return replace(axis, ticks=ticks)

    return replace(panel, x=ticked("x"), y=ticked("y"))


def _ticks(panel: Panel, name: str) -> Sequence[tuple[float, str]]:
    axis: Axis = getattr(panel, name)
    return axis.ticks or ()


def _more_height(chart: Chart) -> float:
    """What texts that are written upwards take beyond a third of the height: panels keep the rest."""
    turned = max((_turned_room(panel) for panel in chart.panels if panel.x.turned), default=0.0)
    return max(0.0, turned - chart.height * AN_INCH / 3)


def _turned_room(panel: Panel) -> float:
    """How high the texts below an x axis are that are written upwards."""
    return 1.15 * max((_text_width(text) for _, text in _ticks(panel, "x")), default=0.0) + 8


def _ends(panel: Panel, name: str) -> tuple[float, float]:
    """The ends of an axis: as described, or so that all marks find room."""
    axis: Axis = getattr(panel, name)
    values = [value for mark in panel.marks for value in _values(mark, name)] or [0.0]
    low, high = (min(values), max(values)) if min(values) < max(values) else (values[0] - 1, values[0] + 1)
    free = axis.margin * (high - low)
    return low - free if axis.low is None else axis.low, high + free if axis.high is None else axis.high


def _values(mark: Mark, name: str) -> list[float]:
    """Where a mark lies on an axis."""
    match mark:
        case Points():
            return [point[name == "y"] for point in mark.points]
        case Spans():
            return [value for y, *ends in mark.spans for value in (ends if name == "x" else [y])]
        case Rule():
            return [mark.at] if mark.axis == name else []
        case Bars():
            return [
                value for x, high in mark.bars for value in ((x - 0.5, x + 0.5) if name == "x" else (0, high))
            ]
        case Cells():
            return [-0.5, (len(mark.shares[0]) if name == "x" else len(mark.shares)) - 0.5]


class _Drawing:
    """A panel in its room."""

    def __init__(self, root: Element, panel: Panel, box: _Box) -> None:
        self.root, self.panel, self.box = root, panel, box
        self.x = _scale(_ends(panel, "x"), box.left, box.right)
        self.y = _scale(_ends(panel, "y"), box.bottom, box.top)

    def draw(self, *, texts_below: bool, texts_beside: bool) -> None:
        """Axes and marks, with texts at the axes where no other panel has them."""
        panel, box = self.panel, self.box
        for at, text in _ticks(panel, "x"):
            x = self.x(at)
            if panel.x.grid:
                _line(self.root, (x, box.top), (x, box.bottom), "chart-grid")
            if panel.x.turned and texts_below:
                _turned_text(self.root, text, (x + 4, box.bottom + 6))
                continue
            for line, words in enumerate(text.split("\n") if texts_below else ()):
                _text(self.root, words, (x, box.bottom + 15 + LINE * line))
        for at, text in _ticks(panel, "y"):
            y = self.y(at)
            if panel.y.grid:
                _line(self.root, (box.left, y), (box.right, y), "chart-grid")
            if texts_beside:
                _text(self.root, text, (box.left - 6, y + 4), "end")
        for at, text in panel.y.far:
            _text(self.root, text, (box.right + 6, self.y(at) + 4), "start")
        if not any(isinstance(mark, Cells) for mark in panel.marks):
            _line(self.root, (box.left, box.bottom), (box.right, box.bottom), "chart-axis")
        for mark in panel.marks:
            self.mark(mark)
        if panel.x.label and texts_below:
            below = _turned_room(panel) if panel.x.turned else LINE
            _text(self.root, panel.x.label, ((box.left + box.right) / 2, box.bottom + 15 + below))
        if panel.y.label:
            _text(self.root, panel.y.label, (0, box.top - 8), "start")

    def mark(self, mark: Mark) -> None:
        """One mark."""
        match mark:
            case Points():
                self.points(mark)
            case Spans():
                for y, low, high in mark.spans:
                    ends = (self.x(low), self.y(y)), (self.x(high), self.y(y))
                    _set(_line(self.root, *ends, f"chart-{mark.tone}"), stroke_width=mark.thick)
            case Rule():
                self.rule(mark)
            case Bars():
                half = 0.36 * (self.x(1) - self.x(0))
                for x, height in mark.bars:
                    left, top = self.x(x) - half, self.y(height)
                    self.rectangle(left, top, 2 * half, self.box.bottom - top)
                    if mark.labelled:
                        _text(self.root, f"{height:,}", (self.x(x), top - 4), classes="chart-small")
            case Cells():
                self.cells(mark)

    def points(self, mark: Points) -> None:
        """A line, markers and names."""
        places = [(self.x(x), self.y(y)) for x, y in mark.points]
        if mark.line:
            _polyline(self.root, places, mark)
        for place in places if mark.marker else ():
            _marker(self.root, place, mark)
        if not mark.names:
            return
        chosen = places_of_names(
            mark.names, [(x / NAME, -y / NAME) for x, y in places], room=(self.box.right + EDGE) / NAME
        )
        for name, (x, y), (right, above, side) in zip(mark.names, places, chosen, strict=True):
            anchor = "start" if side == "left" else "end"
            _text(self.root, name, (x + NAME * right, y - NAME * above), anchor, "chart-small")

    def rule(self, mark: Rule) -> None:
        """A line from end to end, with its label inside the panel."""
        box, upright = self.box, mark.axis == "x"
        at = self.x(mark.at) if upright else self.y(mark.at)
        start, end = ((at, box.top), (at, box.bottom)) if upright else ((box.left, at), (box.right, at))
        _set(_line(self.root, start, end, "chart-muted"), stroke_dasharray=DASHES[mark.dash])
        if mark.label and upright:
            joined = [
                point for other in self.panel.marks if isinstance(other, Points) for point in other.points
            ]
            nearest = min(joined, key=lambda point: abs(point[0] - mark.at), default=(mark.at, mark.at))
            is_high = self.y(nearest[1]) < (box.top + box.bottom) / 2
            place = (at + 4, box.bottom - 6 if is_high else box.top + 10)
            _text(self.root, mark.label, place, "start", "chart-muted")
        elif mark.label:
            _text(self.root, mark.label, (box.right, at - 4), "end", "chart-muted")

    def cells(self, mark: Cells) -> None:
        """The darker the larger; never so dark that the number on it cannot be read."""
        width, height = self.x(1) - self.x(0), self.y(1) - self.y(0)
        for row, shares in enumerate(mark.shares):
            for column, share in enumerate(shares):
                x, y = self.x(column), self.y(row)
                if share >= LEAST_LABELLED:
                    cell = self.rectangle(x - width / 2, y - height / 2, width, height)
                    _set(cell, fill_opacity=round(DEEPEST * share, 3))
                if text := mark.text(row, column):
                    strong = " chart-strong" if mark.is_strong(row, column) else ""
                    _text(self.root, text, (x, y + 4), classes=f"chart-small{strong}")

    def rectangle(self, x: float, y: float, width: float, height: float) -> Element:
        """A filled one."""
        made = SubElement(self.root, "rect")
        _set(made, class_="chart-main", x=x, y=y, width=width, height=height, fill="currentColor")
        return made


def _legend(root: Element, chart: Chart, width: int, height: int) -> None:
    """Labels of points in two columns, each behind a sample."""
    entries = chart.entries
    top = LINE if chart.legend == "above" else height - LINE * ceil(len(entries) / 2) + 8
    if entries and chart.legend_title:
        _text(root, chart.legend_title, (width / 2, top - 4))
        top += LINE
    widths = [34 + _text_width(entry.label) for entry in entries]
    column = max(widths, default=0) + LINE
    left = max(0, (width - min(2, len(entries)) * column + LINE) / 2)
    for number, entry in enumerate(entries):
        x, y = left + number % 2 * column, top + number // 2 * LINE - 4
        if entry.line:
            _polyline(root, [(x, y - 4), (x + 26, y - 4)], entry)
        if entry.marker:
            _marker(root, (x + 13, y - 4), entry)
        _text(root, entry.label, (x + 34, y), "start")


def _polyline(root: Element, places: Sequence[Point], mark: Points) -> None:
    points = " ".join(f"{round(x, 1):g},{round(y, 1):g}" for x, y in places)
    line = SubElement(root, "polyline")
    _set(line, class_=f"chart-{mark.tone}", points=points, fill="none", stroke="currentColor", stroke_width=2)
    _set(line, stroke_dasharray=DASHES[mark.line or "solid"], stroke_linejoin="round")


def _marker(root: Element, place: Point, mark: Points) -> None:
    (x, y), half = place, mark.size / 2
    made = SubElement(root, "circle" if mark.marker in {"circle", "ring"} else "rect")
    _set(made, class_=f"chart-{mark.tone}", fill="currentColor")
    if mark.marker == "ring":
        _set(made, fill="none", stroke="currentColor", stroke_width=2)
    if made.tag == "circle":
        _set(made, cx=x, cy=y, r=half + 0.5)
    else:
        _set(made, x=x - half, y=y - half, width=mark.size, height=mark.size)
    if mark.marker == "diamond":
        _set(made, transform=f"rotate(45 {round(x, 1):g} {round(y, 1):g})")


def _line(root: Element, start: Point, end: Point, classes: str) -> Element:
    (x1, y1), (x2, y2) = start, end
    line = SubElement(root, "line")
    _set(line, class_=classes, x1=x1, y1=y1, x2=x2, y2=y2, stroke="currentColor")
    return line


def _text(root: Element, text: str, place: Point, anchor: str = "middle", classes: str = "") -> None:
    x, y = place
    made = SubElement(root, "text")
    made.text = visible(text)
    _set(made, class_=classes, x=x, y=y, text_anchor=anchor)


def _turned_text(root: Element, text: str, place: Point) -> None:
    """A text that is written upwards and ends there."""
    x, y = place
    made = SubElement(root, "text")
    made.text = visible(text)
    _set(made, x=x, y=y, text_anchor="end", transform=f"rotate(-90 {round(x, 1):g} {round(y, 1):g})")


def _set(element: Element, **attributes: object) -> None:
    for name, value in attributes.items():
        text = f"{round(value, 1):g}" if isinstance(value, float) and name != "fill_opacity" else f"{value}"
        element.set(name.rstrip("_").replace("_", "-"), text)


def _scale(ends: tuple[float, float], start: float, end: float) -> Callable[[float], float]:
    low, high = ends
    return lambda value: start + (value - low) / (high - low) * (end - start)


def _text_width(text: str) -> float:
    """About as wide as browsers set it."""
    return sum(
        TEXT if east_asian_width(letter) in "WF" else 0.72 * TEXT if letter.isupper() else 0.62 * TEXT
        for letter in text
    )
