"""The description of a chart, shared by the page that shows it and the files that people take away."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf
from typing import Literal

WIDTH = 6.0  # inches
FULL_WIDTH = 11.3  # as wide as a page on a screen
MOST_LETTERS = 24

LEAST_LABELLED = 0.005
Tone = Literal["main", "second", "third", "fourth", "ink", "muted"]
Dash = Literal["solid", "dashed", "dotted", "dash-dot"]
Marker = Literal["circle", "square", "diamond", "ring"]
Point = tuple[float, float]
Box = tuple[float, float, float, float]
# Distinct in grey, for every common form of colour blindness, and by their shape.
LINES: tuple[tuple[Tone, Dash], ...] = (
    ("main", "solid"),
    ("second", "dashed"),
    ("third", "dash-dot"),
    ("fourth", "dotted"),
    ("ink", "solid"),
    ("muted", "dashed"),
)


@dataclass(frozen=True, slots=True)
class Points:
    """Points that are joined by a line, marked, or both.

    Attributes:
        points: (x, y) of each.
        label: in the legend; without it they are not there.
        tone: of line and markers.
        line: how they are joined; None for not at all.
        marker: on each of them; None for none.
        size: of a marker across, in points.
        names: beside each of them; () for none.
    """

    points: Sequence[Point]
    label: str = ""
    tone: Tone = "main"
    line: Dash | None = None
    marker: Marker | None = None
    size: float = 5.0
    names: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Spans:
    """Intervals: horizontal bars (y, low, high), so many points thick."""

    spans: Sequence[tuple[float, float, float]]
    tone: Tone = "main"
    thick: float = 2.0


@dataclass(frozen=True, slots=True)
class Rule:
    """A line across the panel at a value of an axis, with a label at its end."""

    axis: Literal["x", "y"]
    at: float
    dash: Dash = "dashed"
    label: str = ""


@dataclass(frozen=True, slots=True)
class Bars:
    """Upright bars (x, height) from zero; `labelled` with their heights."""

    bars: Sequence[Point]
    labelled: bool = True


@dataclass(frozen=True, slots=True)
class Cells:
    """A grid of shares from 0 to 1, row by row, the darker the larger.

    The middle of the first cell of the first row lies at (0, 0).

    Attributes:
        shares: of each cell.
        labelled: whether cells have their shares in percent.
        texts: in the cells, in place of percents; () for those.
        strong: which of these are in bold; () for none.
    """

    shares: Sequence[Sequence[float]]
    labelled: bool = True
    texts: Sequence[Sequence[str]] = ()
    strong: Sequence[Sequence[bool]] = ()

    def text(self, row: int, column: int) -> str:
        """What a cell says; "" for nothing."""
        if self.texts:
            return self.texts[row][column]
        share = self.shares[row][column]
        return f"{100 * share:.0f}" if self.labelled and share >= LEAST_LABELLED else ""

    def is_strong(self, row: int, column: int) -> bool:
        return bool(self.strong) and self.strong[row][column]


Mark = Points | Spans | Rule | Bars | Cells


@dataclass(frozen=True, slots=True)
class Axis:
    """An axis.

    Attributes:
        label: what it measures.
        low, high: its ends, `low` at the left or the bottom even if it is the larger one; None for what the
            marks need.
        margin: share of the length that is left free where an end is None.
        ticks: (value, text) of each; None for round numbers, which the writer chooses. Below an x axis a
            text may have several lines.
        most: how many round numbers, at most.
        whole: whether round numbers are whole numbers.
        ticked: whether there are strokes at the ticks.
        turned: whether the texts below an x axis are written upwards.
        grid: whether there are lines at the ticks.
        far: (value, text) of each at the other side of the panel, on a y axis.
    """

    label: str = ""
    low: float | None = None
    high: float | None = None
    margin: float = 0.05
    ticks: Sequence[tuple[float, str]] | None = None
    most: int | None = None
    whole: bool = False
    ticked: bool = True
    grid: bool = False
    turned: bool = False
    far: Sequence[tuple[float, str]] = ()


@dataclass(frozen=True, slots=True)
class Panel:
    """Marks between two axes."""

    x: Axis
    y: Axis
    marks: Sequence[Mark]


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart.

    Attributes:
        key: in addresses and names of files.
        words: the same for people who do not see it.
        panels: of equal size; the axis that they share is labelled once.
        stacked: whether panels lie below each other with one x axis, and not side by side with one y axis.
        height, width: in inches; on a page it takes the width that there is, and grows no further.
        wide: the width on a page with more room than a phone has; None for the same.
        legend: where labels of points are explained.
        legend_title: heads the legend.
        reason: why there are no panels.
    """

    key: str
    words: str
    panels: Sequence[Panel]
    height: float = 2.0
    width: float = WIDTH
    wide: float | None = None
    stacked: bool = False
    legend: Literal["above", "below"] | None = None
    legend_title: str = ""
    reason: str = ""

    @property
    def entries(self) -> list[Points]:
        """What the legend explains."""
        marks = self.panels[0].marks if self.panels and self.legend else ()
        return [mark for mark in marks if isinstance(mark, Points) and mark.label]


def names_axis(names: Sequence[str], *, low: float | None = None, high: float | None = None) -> Axis:
    """A y axis with a row for each name, the first one on top; long names keep both ends."""
    low = len(names) - 0.5 if low is None else low
    ticks = [(place, shortened(name)) for place, name in enumerate(names)]
    return Axis(low=low, high=-0.5 if high is None else high, ticks=ticks, ticked=False)


def shortened(name: str, most: int = MOST_LETTERS) -> str:
    """A name of at most so many letters; a longer one keeps both ends."""
    before = most // 2
    return name if len(name) <= most else f"{name[:before]}\u2026{name[before + 1 - most :]}"


def in_lines(text: str, letters: int) -> str:
    """A text broken into lines of about so many letters, at spaces and after hyphens."""
    # A number stays beside the sign before it.
    text = text.replace(" \u2264 ", "\u00a0\u2264\u00a0")
    lines = [""]
    for word in re.findall(r"[^ \n-]+-?|-", text.replace("-", "- ")):
        glue = "" if lines[-1].endswith("-") or not lines[-1] else " "
        if lines[-1] and len(lines[-1] + glue + word) > letters:
            lines.append(word)
        else:
            lines[-1] += glue + word
    return "\n".join(lines)


# Where a name may stand beside its dot: to the right, above, and on which side of the dot it begins.
CHOICES = ((5, 4, "left"), (5, -10, "left"), (-5, 4, "right"), (-5, -10, "right"), (5, 13, "left"))
_LETTER_WIDTH, _LETTER_HEIGHT, _DOT = 5.6, 8.0, 3.0


def places_of_names(
    names: Sequence[str], dots: Sequence[Point], room: float = inf
) -> Iterator[tuple[int, int, str]]:
    """For each name, the first of `CHOICES` where it covers no other name and no dot, or else the first.

    Args:
        names: of the dots.
        dots: their places in points, upwards.
        room: where it ends on the right.
    """
    taken: list[Box] = [(x - _DOT, y - _DOT, x + _DOT, y + _DOT) for x, y in dots]
    for name, (x, y) in zip(names, dots, strict=True):
        width = _LETTER_WIDTH * len(name)
        boxes: list[Box] = []
        for right, above, side in CHOICES:
            left, bottom = x + right - (width if side == "right" else 0), y + above
            boxes.append((left, bottom, left + width, bottom + _LETTER_HEIGHT))
        inside = [n for n, box in enumerate(boxes) if box[2] <= room]
        free = (n for n in inside if not any(_overlap(boxes[n], other) for other in taken))
        chosen = next(free, inside[0] if inside else 0)
        taken.append(boxes[chosen])
        yield CHOICES[chosen]


def _overlap(box: Box, other: Box) -> bool:
    return box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3]
