"""CSV that people bring: its rows, and what is wrong with them."""

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from appraise_gec.present.safe_cells import unprotect_cell
from appraise_gec.words import plural
from rankings.formats.problems import Findings, figure, quoted

if TYPE_CHECKING:
    import _csv

# By the beginning of what Python's csv says.
_REASONS = {
    "unexpected end of data": "the quotation mark before a cell has no counterpart",
    "new-line character seen in unquoted field": "a line ends within a cell without quotation marks",
    "line contains NUL": "a line contains a zero byte",
}
_EXPECTED_AFTER_QUOTE = re.compile("""'(.)' expected after '"'""", re.DOTALL)


def read_csv(text: str | Iterable[str]) -> Iterator[tuple[int, list[str]]]:
    """The rows of `csv_rows`, each with the line on which it ends; cells come back unprotected."""
    rows = csv_rows(text)
    for row in rows:
        # An apostrophe is rare, and cells are many.
        yield rows.line_num, list(map(unprotect_cell, row)) if "'" in "".join(row) else row


def csv_rows(text: str | Iterable[str]) -> "_csv.Reader":
    """The rows of a CSV text, or of its lines with their ends, as they are written.

    The separator is a comma, or the semicolon or tab that spreadsheets of some countries write instead,
    whichever the first line has most of. Where the text is not CSV, going over them raises csv.Error.
    """
    lines = iter(io.StringIO(text, newline="") if isinstance(text, str) else text)
    first = next(lines, "")
    return csv.reader(chain((first,), lines), delimiter=separator_of(first), strict=True)


def csv_problem(error: csv.Error) -> str:
    """What is wrong with a text that is not CSV, without a full stop."""
    told = str(error)
    if found := _EXPECTED_AFTER_QUOTE.fullmatch(told):
        return f"a cell goes on after its last quotation mark, where {quoted(found[1])} was expected"
    if told.startswith("field larger than field limit"):
        return f"a cell has more than {figure(csv.field_size_limit())} characters"
    return next((reason for start, reason in _REASONS.items() if told.startswith(start)), told)


def not_csv(error: csv.Error) -> str:
    """The message for a file that is not CSV."""
    return f"The file is not well-formed CSV ({csv_problem(error)})."


def read_named_cells(
    text: str | Iterable[str],
    required: Iterable[str],
    findings: Findings,
    key: Callable[[str], str] = str.strip,
) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows below the header of a CSV text, each with its line and its cells by column.

    Args:
        text: as for `read_csv`.
        required: columns that the header must name once.
        findings: where a header or row that does not fit is noted, and left out.
        key: makes a column of a heading.
    """
    columns, rows = read_header(text, required, findings, key)
    if not findings.fatal:
        for line, cells in rows:
            yield line, dict(zip(columns, cells, strict=True))


def read_header(
    text: str | Iterable[str],
    required: Iterable[str],
    findings: Findings,
    key: Callable[[str], str] = str.strip,
) -> tuple[list[str], Iterator[tuple[int, list[str]]]]:
    """The columns of a CSV text, and the rows below, each with its line; as for `read_named_cells`."""
    rows = read_csv(text)
    header_line, header = next(rows, (1, []))
    columns = list(map(key, header))
    check_header(columns, required, findings, header_line)
    return columns, _fitting(rows, len(columns), findings)


def check_header(columns: Sequence[str], required: Iterable[str], findings: Findings, line: int) -> None:
    """Note the columns that the header should name once and does not."""
    for column in required:
        if columns.count(column) != 1:
            findings.error(f"Expected one column called {quoted(column)} in the header.", line)


def wrong_width(cells: Sequence[str], width: int) -> str:
    """The message for a row that has not as many cells as the header."""
    return plural(
        len(cells),
        "The row has {n} cell, but the header has {width}.",
        "The row has {n} cells, but the header has {width}.",
        width=figure(width),
    )


def _fitting(
    rows: Iterator[tuple[int, list[str]]], width: int, findings: Findings
) -> Iterator[tuple[int, list[str]]]:
    for line, cells in rows:
        if len(cells) == width:
            yield line, cells
        elif cells:
            findings.error(wrong_width(cells, width), line)


def separator_of(text: str) -> str:
    """The separator of a CSV text, from its first line."""
    line = text.split("\n", 1)[0]
    return max(",;\t", key=line.count)
