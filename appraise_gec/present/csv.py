"""Tables as CSV: numbers as exact as they were computed, and no cell that a spreadsheet would run.

A spreadsheet runs a cell that begins with = + - @ (or a tab or carriage return before one) as a formula. Such
a cell is written with an apostrophe before it, which spreadsheets show as text. A cell that would be mistaken
for one written so gets an apostrophe too; reading takes exactly the added ones off. Plain negative numbers
run nothing and stay as they are.
"""

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, cast

from appraise_gec.present.table import Table

# The wide forms are what an East Asian spreadsheet turns into the plain ones.
_DANGEROUS = frozenset("=+-@\t\r\n'\uff1d\uff0b\uff0d\uff20")
_NEGATIVE_NUMBER = re.compile(r"-\d+(\.\d+)?", re.ASCII)


def protect_cell(text: str) -> str:
    """`text` in a form that no spreadsheet takes for a formula."""
    return "'" + text if _is_dangerous(text) else text


def unprotect_cell(cell: str) -> str:
    """The text that `protect_cell` was given."""
    return cell[1:] if cell.startswith("'") and _is_dangerous(cell[1:]) else cell


def write_csv(rows: Iterable[Sequence[str]]) -> bytes:
    """UTF-8 CSV with lines ending in CR LF (RFC 4180), every cell protected."""
    return "".join(csv_lines(rows)).encode("utf-8")


def csv_lines(rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """The same, line by line."""
    writer = csv.writer(_Line())
    for row in rows:
        # What `write` returns.
        yield cast("str", writer.writerow([protect_cell(cell) for cell in row]))


class _Line:
    """Hands back what is written."""

    def write(self, text: str) -> str:
        return text


def _is_dangerous(text: str) -> bool:
    if _NEGATIVE_NUMBER.fullmatch(text):
        return False
    return text[:1] in _DANGEROUS or text.lstrip()[:1] in _DANGEROUS


def write(table: Table, *, with_keys: bool = True) -> bytes:
    """UTF-8, with a line of keys unless this continues a file."""
    rows = table.data()
    return write_csv([_text(value) for value in row] for row in islice(rows, 0 if with_keys else 1, None))


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)
