"""Where a table of a paper finds room: in a column, across both, in smaller type, turned, or in parts.

Widths are those of Times in the two-column styles of the field (ACL): columns of 219 pt, 455 pt across both.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil

from appraise_gec.presentation.writers.times import width as text_width

COLUMN, BOTH = 219.0, 455.0
# In points, where the text is set in 11: what \small and its smaller sisters are.
SIZES = {"small": 10.0, "footnotesize": 9.0, "scriptsize": 8.0}
# Of \tabcolsep, half of what is between two columns.
WIDE_GAP, GAP, NARROW_GAP = 6.0, 4.0, 2.5
LEAST_TEXT = {COLUMN: 80.0, BOTH: 55.0}
MOST_HEADING_LINES = 4
# Of a page, with room for heading and caption; and what a rule takes of a line.
MOST_LINES, RULE = 44.0, 0.8

# With the space before it; what stands in brackets is one.
_WORDS = re.compile(r"\s*(?:\[[^]]*\]|[^\s-]+-?|-)")


@dataclass(frozen=True, slots=True)
class PaperCell:
    """A cell as LaTeX.

    Attributes:
        code: the LaTeX of it on one line.
        width: of that, at a size of one.
        text: what may be broken into lines; "" for what has to stay together.
    """

    code: str
    width: float
    text: str = ""


@dataclass(frozen=True, slots=True)
class PaperColumn:
    """A column: its heading, whether that is a name that may be turned, and a cell for every row."""

    heading: str
    named: bool
    side: str
    cells: Sequence[PaperCell]


@dataclass(frozen=True, slots=True)
class Layout:
    """How a table is set.

    Attributes:
        width: of the place, `COLUMN` or `BOTH`.
        size: of the type, one of `SIZES`.
        gap: on each side of a column, in points.
        turned: whether names above columns are written upwards.
        columns: numbers of the columns of each part; the first column stands in every one.
        broken: the width in points of each column whose texts are broken into lines.
    """

    width: float
    size: str
    gap: float
    turned: bool
    columns: Sequence[Sequence[int]]
    broken: dict[int, float]

    @property
    def environment(self) -> str:
        return "table" if self.width == COLUMN else "table*"


def layout_of(columns: Sequence[PaperColumn]) -> Layout:
    """The largest setting that has room; in parts, where even the smallest has none."""
    everything = range(len(columns))
    names = any(column.named for column in columns)
    for place, breaking, size, gap, turned in _settings(turning=names):
        points = SIZES[size]
        needed = [_width(column, points, turned=turned) for column in columns]
        room = place - 2 * gap * (len(columns) - 1)
        broken = _broken(columns, needed, room, (LEAST_TEXT[place], points)) if breaking else {}
        if sum(needed) <= room or broken:
            return Layout(place, size, gap, turned, [everything], broken)
    points, gap = SIZES["footnotesize"], NARROW_GAP
    needed = [min(BOTH / 3, _width(column, points, turned=names)) for column in columns]
    broken = {
        number: BOTH / 3
        for number, column in enumerate(columns)
        if _width(column, points, turned=names) > BOTH / 3
    }
    return Layout(BOTH, "footnotesize", gap, names, list(_parts(needed, 2 * gap)), broken)


def heading_lines(
    column: PaperColumn, points: float, *, turned: bool, room: float | None = None
) -> list[str]:
    """The heading in as many lines as it needs not to be wider than the cells, and at most a few."""
    if turned and column.named:
        return [column.heading]
    words = [word.strip() for word in _WORDS.findall(column.heading)]
    if not words:
        return [""]
    cells = max((cell.width for cell in column.cells), default=0.0) * points if room is None else room
    target = max(cells, *(text_width(word) * points for word in words))
    lines = _lines(column.heading, target / points)
    while len(lines) > MOST_HEADING_LINES:
        target *= 1.15
        lines = _lines(column.heading, target / points)
    return lines


def rows_of_parts(columns: Sequence[PaperColumn], layout: Layout, rules: Sequence[int]) -> list[range]:
    """The rows of each part of a table that is higher than a page, broken at rules where there are some."""
    points, number = SIZES[layout.size], len(columns[0].cells) if columns else 0
    heights = [
        max(
            (_cell_lines(columns[one].cells[row], room, points) for one, room in layout.broken.items()),
            default=1,
        )
        + RULE * (row in rules)
        for row in range(number)
    ]
    starts, height = [0], 0.0
    for row in range(number):
        if height + heights[row] > MOST_LINES and row > starts[-1]:
            rule = max((place for place in rules if starts[-1] < place <= row), default=row)
            # Not for the price of a nearly empty part.
            start = rule if rule - starts[-1] > (row - starts[-1]) / 2 else row
            starts.append(start)
            height = sum(heights[start:row])
        height += heights[row]
    return [range(start, end) for start, end in pairwise([*starts, number])]


def _settings(*, turning: bool) -> Iterator[tuple[float, bool, str, float, bool]]:
    """Places, whether texts are broken into lines, sizes, gaps, and whether names are turned; best first."""
    for place in (COLUMN, BOTH):
        for breaking in (False, True):
            for turned in (False, True) if turning else (False,):
                yield place, breaking, "small", WIDE_GAP, turned
                yield place, breaking, "small", GAP, turned
                yield place, breaking, "footnotesize", GAP, turned
                yield place, breaking, "footnotesize", NARROW_GAP, turned
    yield BOTH, False, "scriptsize", NARROW_GAP, turning


def _width(column: PaperColumn, points: float, *, turned: bool) -> float:
    cells = max((cell.width for cell in column.cells), default=0.0) * points
    if turned and column.named:
        return max(cells, 1.2 * points)
    heading = max(text_width(line) for line in heading_lines(column, points, turned=turned))
    return max(cells, heading * points)


def _broken(
    columns: Sequence[PaperColumn], needed: Sequence[float], room: float, least: tuple[float, float]
) -> dict[int, float]:
    """Widths for the columns whose texts have to be broken so that all have room; none where that fails."""
    texts = sorted(
        (number for number, column in enumerate(columns) if any(cell.text for cell in column.cells)),
        key=lambda number: needed[number],
    )
    left = room - sum(width for number, width in enumerate(needed) if number not in texts)
    widths: dict[int, float] = {}
    for place, number in enumerate(texts):
        share = left / (len(texts) - place)
        if needed[number] <= share:
            left -= needed[number]
        elif share >= max(least[0], _longest_word(columns[number]) * least[1]):
            widths[number] = share
            left -= share
        else:
            return {}
    return widths


def _longest_word(column: PaperColumn) -> float:
    """The width of the longest word of the heading, at a size of one."""
    return max((text_width(word.strip()) for word in _WORDS.findall(column.heading)), default=0.0)


def _parts(needed: Sequence[float], between: float) -> Iterator[list[int]]:
    """Numbers of columns, as many to a part as have room beside the first one."""
    part, used = [0], needed[0]
    for number, width in enumerate(needed[1:], start=1):
        if used + between + width > BOTH and len(part) > 1:
            yield part
            part, used = [0], needed[0]
        part.append(number)
        used += between + width
    yield part


def _cell_lines(cell: PaperCell, room: float, points: float) -> int:
    lines = _lines(cell.text, room / points) if cell.text else [""]
    # What is wider than the room is a single word, which is broken too, and not always at the best place.
    return sum(
        ceil(1.2 * text_width(line) * points / room) if text_width(line) * points > room else 1
        for line in lines
    )


def _lines(text: str, room: float) -> list[str]:
    """A text broken at spaces and after hyphens, into lines as wide as the room if words are not wider."""
    lines = [""]
    for word in _WORDS.findall(text):
        longer = lines[-1] + word
        if lines[-1].strip() and text_width(longer.strip()) > room + 1e-6:
            lines.append(word.strip())
        else:
            lines[-1] = longer
    return [line.strip() for line in lines if line.strip()] or [""]
