"""Tables of text, aligned for a terminal, whatever names stand in them."""

import textwrap
import unicodedata
from collections.abc import Sequence

from rankings.formats.problems import visible

Row = Sequence[str]

GAP = "  "
MISSING = "-"
PROSE_WIDTH = 100
LONGEST_COLUMN_LABEL = 7


def aligned(rows: Sequence[Row], *, left: Sequence[int] = (0,), rules: Sequence[int] = ()) -> str:
    """Rows of equally many cells as lines with aligned columns.

    Args:
        rows: cells; characters that nobody can see are shown as escapes.
        left: columns aligned to the left; the others are aligned to the right.
        rules: numbers of the rows that have a line drawn above them.
    """
    shown = [[visible(cell) for cell in row] for row in rows]
    widths = [max(map(_width, column)) for column in zip(*shown, strict=True)]
    lines = []
    for number, row in enumerate(shown):
        if number in rules:
            lines.append("-" * (sum(widths) + len(GAP) * (len(widths) - 1)))
        cells = (
            cell + " " * (width - _width(cell)) if place in left else " " * (width - _width(cell)) + cell
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        lines.append(GAP.join(cells).rstrip())
    return "\n".join(lines)


def matrix_labels(names: Sequence[str]) -> tuple[Row, Row]:
    """Labels for the rows and columns of a square table: names, or numbers above where names are long."""
    if max(map(_width, names), default=0) <= LONGEST_COLUMN_LABEL:
        return tuple(names), tuple(names)
    numbers = [str(number) for number in range(1, len(names) + 1)]
    longest = len(numbers[-1])
    rows = (f"{number.rjust(longest)} {name}" for number, name in zip(numbers, names, strict=True))
    return tuple(rows), tuple(numbers)


def prose(text: str) -> str:
    """Sentences as lines of readable width."""
    return textwrap.fill(visible(text), PROSE_WIDTH, break_long_words=False, break_on_hyphens=False)


def decimal(value: float | None, places: int = 3) -> str:
    """A number with a fixed number of places, or a dash for none."""
    if value is None or value != value:  # noqa: PLR0124 - the test for what is not a number
        return MISSING
    text = f"{value:.{places}f}"
    return text if text.strip("-0.") else text.removeprefix("-")


def fraction(value: float | None) -> str:
    """A number between -1 and 1 with two places and without the leading zero, as the field prints it."""
    return decimal(value, 2).replace("0.", ".", 1)


def count(value: int) -> str:
    """A number with separators between thousands."""
    return f"{value:,}"


def counted(value: int, singular: str) -> str:
    """`1 pair`, `2,000 pairs`."""
    return f"{count(value)} {singular}{'' if value == 1 else 's'}"


def _width(text: str) -> int:
    """How many places of a terminal the text takes."""
    return sum(
        0 if unicodedata.combining(character) else 2 if unicodedata.east_asian_width(character) in "WF" else 1
        for character in text
    )
