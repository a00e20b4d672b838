"""CSV that people bring: its rows, and what is wrong with them."""

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from appraise_gec.present.safe_cells import unprotect_cell
from appraise_gec.words import plural
from rankings.formats.problems import Findings, figure, quoted

if TYPE_CHECKING:
    import _csv


def csv_rows(text: str | Iterable[str]) -> "_csv.Reader":
    """The rows of a CSV text, or of its lines with their ends, as they are written.

    The separator is a comma, or the semicolon or tab that spreadsheets of some countries write instead,
    whichever the first line has most of. Where the text is not CSV, going over them raises csv.Error.
    """
    lines = iter(io.StringIO(text, newline="") if isinstance(text, str) else text)
    first = next(lines, "")
    return csv.reader(chain((first,), lines), delimiter=separator_of(first), strict=True)


def unprotected(cells: Sequence[str]) -> Sequence[str]:
    # An apostrophe is rare, and cells are many.
    return list(map(unprotect_cell, cells)) if "'" in "".join(cells) else cells


def not_csv(error: csv.Error) -> str:
    """The message for a file that is not CSV."""
    return f"The file is not well-formed CSV ({error})."


def read_named_cells(
    text: str | Iterable[str],
    required: Iterable[str],
    findings: Findings,
    key: Callable[[str], str] = str.strip,
) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows below the header of a CSV text, each with its line and its cells by column.

    Args:
        text: as for `csv_rows`.
        required: columns that the header must name once.
        findings: where a header or row that does not fit is noted, and left out.
        key: makes a column of a heading.
    """
    rows = csv_rows(text)
    columns = list(map(key, unprotected(next(rows, []))))
    check_header(columns, required, findings, rows.line_num)
    if not findings.fatal:
        for cells in rows:
            if fits(cells, len(columns), findings, rows.line_num):
                yield rows.line_num, dict(zip(columns, unprotected(cells), strict=True))


def check_header(columns: Sequence[str], required: Iterable[str], findings: Findings, line: int) -> None:
    """Note the columns that the header should name once and does not."""
    for column in required:
        if columns.count(column) != 1:
            findings.error(f"Expected one column called {quoted(column)} in the header.", line)


def fits(cells: Sequence[str], width: int, findings: Findings, line: int) -> bool:
    """Whether a row has as many cells as the header; what is no empty line and has not, is noted."""
    if cells and len(cells) != width:
        has = plural(len(cells), "The row has {n} cell", "The row has {n} cells")
        findings.error(f"{has}, but the header has {figure(width)}.", line)
    return len(cells) == width


def separator_of(text: str) -> str:
    """The separator of a CSV text, from its first line."""
    line = text.split("\n", 1)[0]
    return max(",;\t", key=line.count)
