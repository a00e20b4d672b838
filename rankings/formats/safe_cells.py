"""CSV that is safe to open in a spreadsheet, and that comes back exactly as it was.

A spreadsheet runs a cell that begins with = + - @ (or a tab or carriage return before one) as a formula. Such
a cell is written with an apostrophe before it, which spreadsheets show as text. A cell that would be mistaken
for one written so gets an apostrophe too; reading takes exactly the added ones off. Plain
negative numbers run nothing and stay as they are.
"""

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from rankings.formats.problems import Findings, quoted

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
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    for row in rows:
        writer.writerow([protect_cell(cell) for cell in row])
    return text.getvalue().encode("utf-8")


def read_csv(text: str) -> Iterator[tuple[int, list[str]]]:
    """The rows of a CSV text with the line on which each ends; cells come back unprotected.

    The separator is a comma, or the semicolon or tab that spreadsheets of some countries write instead,
    whichever the first line has most of.

    Raises:
        csv.Error: where the text is not CSV.
    """
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator_of(text), strict=True)
    for row in reader:
        yield reader.line_num, [unprotect_cell(cell) for cell in row]


def read_named_cells(
    text: str, required: Iterable[str], findings: Findings, key: Callable[[str], str] = str.strip
) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows below the header of a CSV text, each with its line and its cells by column.

    Args:
        text: as for `read_csv`.
        required: columns that the header must name once.
        findings: where a header or row that does not fit is noted, and left out.
        key: makes a column of a heading.
    """
    rows = read_csv(text)
    header_line, header = next(rows, (1, []))
    columns = list(map(key, header))
    for column in required:
        if columns.count(column) != 1:
            findings.error(f"Expected one column called {quoted(column)} in the header.", header_line)
    if findings.fatal:
        return
    for line, cells in rows:
        if cells and len(cells) != len(columns):
            findings.error(f"The row has {len(cells)} cells, but the header has {len(columns)}.", line)
        elif cells:
            yield line, dict(zip(columns, cells, strict=True))


def separator_of(text: str) -> str:
    """The separator of a CSV text, from its first line."""
    line = text.split("\n", 1)[0]
    return max(",;\t", key=line.count)


def _is_dangerous(text: str) -> bool:
    if _NEGATIVE_NUMBER.fullmatch(text):
        return False
    return text[:1] in _DANGEROUS or text.lstrip()[:1] in _DANGEROUS
