"""Tables as aligned text for a terminal, whatever names they contain."""

import textwrap
import unicodedata
from collections.abc import Sequence

from appraise_gec.present.blocks import Prose, Section, Shown
from appraise_gec.present.numbers import TERMINAL
from appraise_gec.present.table import WORDS, Cell, Column, Table
from appraise_gec.words import visible

Row = Sequence[str]

GAP = "  "
PROSE_WIDTH = 100
LONGEST_COLUMN_LABEL = 7


def write(table: Table) -> str:
    """Title, table, notes, and the meaning of its rows."""
    if not table.rows:
        return f"{table.title}\n\n{prose(table.reason)}"
    columns, rows = _texts(table)
    heads = [line[table.heading][1] for line in table.people_lines]
    parts = [
        table.title,
        aligned(
            [columns, *rows],
            left=[place for place, column in enumerate(table.people_columns) if column.kind in WORDS],
            rules=[1, *(number for number, row in enumerate(table.rows, 1) if row.rule_above and number > 1)],
        ),
        *map(prose, table.notes),
        "\n".join(prose(f"{head.shown or head.value}: {head.detail}") for head in heads if head.detail),
    ]
    return "\n\n".join(filter(None, parts))


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


def _texts(table: Table) -> tuple[Row, list[Row]]:
    """Heading and rows; numbers stand for long names above a matrix, and before them in its rows."""
    shown, lines = table.people_columns, table.people_lines
    names = [column.heading for column in shown if column.named]
    if not set(names) <= {line[table.heading][1].value for line in lines}:
        names = []  # no row would explain the number
    row_labels, column_labels = matrix_labels(names)
    before = dict(zip(names, row_labels, strict=True))
    above = dict(zip(names, column_labels, strict=True))
    head = [above.get(column.heading, column.heading) if column.named else column.heading for column in shown]
    columns = [_column(column, [line[place][1] for line in lines]) for place, column in enumerate(shown)]
    columns[table.heading] = [before.get(text, text) for text in columns[table.heading]]
    return head, list(zip(*columns, strict=True))


def _column(column: Column, cells: list[Cell]) -> list[str]:
    """The texts of a column, with room for the longest mark after each, so that numbers stand in line."""
    texts = [cell.text(column, TERMINAL) for cell in cells]
    room = max((len(cell.mark) for text, cell in zip(texts, cells, strict=True) if text), default=0)
    return [
        text + cell.mark.ljust(room) if text else cell.mark for text, cell in zip(texts, cells, strict=True)
    ]


def _width(text: str) -> int:
    """The width of the text on a terminal."""
    return sum(
        0 if unicodedata.combining(character) else 2 if unicodedata.east_asian_width(character) in "WF" else 1
        for character in text
    )


def write_section(section: Section) -> str:
    """What a section says, and its tables; what pages fold stays there."""
    parts = [section.title]
    for block in section.blocks:
        if isinstance(block, Prose):
            parts += map(prose, block.text.split("\n\n"))
        elif isinstance(block, Shown):
            parts.append(write(block.table))
    return "\n\n".join(parts)
