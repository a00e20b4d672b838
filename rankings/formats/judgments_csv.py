"""Our own CSV of judgments: one row per judged output, for spreadsheets and statistics programs."""

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from itertools import chain
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from appraise_gec.present.csv import csv_lines, unprotect_cell
from appraise_gec.words import plural
from rankings.formats.fields import Outputs, judgment_of, tell_no_output
from rankings.formats.problems import Findings, figure, quoted
from rankings.formats.records import JudgedOutput, Judgment
from rankings.formats.writing import format_moment, join_systems

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


# What all rows of a judgment say alike.
_OF_JUDGMENT = (
    *("judge", "sentence", "item", "document", "result_set", "source_language", "target_language"),
    *("seconds", "skipped", "active_seconds", "opened_at", "submitted_at", "guidelines_version"),
)
COLUMNS = ("judgment", *_OF_JUDGMENT, "systems", "rank")
_REQUIRED = ("judgment", "judge", "sentence", "systems", "rank")


def write_judgments_csv(judgments: Iterable[Judgment]) -> Iterator[str]:
    """Line by line, one row per judged output, with what belongs to its judgment repeated.

    Rows of one judgment share the number in the column `judgment`, counted from 1. A judgment without outputs
    has one row, with empty `systems` and `rank`. Systems with the same output are joined by spaces.

    Raises:
        FormatError: if a system name has whitespace or a comma, or a time has no time zone.
    """
    return csv_lines(chain([COLUMNS], _rows(judgments)))


def read_judgments_csv(lines: Iterable[str], findings: Findings) -> Iterator[tuple[int | None, Judgment]]:
    """The judgments of a file as `write_judgments_csv` writes it, each with the line of its first row.

    Columns may be in any order. Those other than `judgment`, `judge`, `sentence`, `systems` and `rank` may be
    missing, and unknown ones are ignored. The rows of a judgment have to stand together. What is wrong is
    noted.
    """
    rows = csv_rows(lines)
    columns = [name.strip() for name in next(rows, [])]
    check_header(columns, _REQUIRED, findings, rows.line_num)
    if findings.fatal:
        return
    width = len(columns)
    place = {column: index for index, column in enumerate(columns)}
    named = [column for column in _OF_JUDGMENT if column in place]
    places = [place[column] for column in named]
    beside = places == list(range(places[0], places[-1] + 1))
    # A slice is faster, and nearly every file has these columns beside each other.
    head_of = itemgetter(slice(places[0], places[-1] + 1)) if beside else itemgetter(*places)
    number_at, systems_at, rank_at = (place[column] for column in ("judgment", "systems", "rank"))
    numbers: set[str] = set()
    known = Outputs(unprotect_cell)
    head: Sequence[str] = ()
    number, line, outputs = "", 0, list[JudgedOutput]()
    for cells in rows:
        if len(cells) != width:
            fits(cells, width, findings, rows.line_num)
            continue
        own_head = head_of(cells)
        if cells[number_at] != number or not line:
            if line:
                yield line, _judgment(named, head, line, outputs, findings)
            number, head, line, outputs = cells[number_at], own_head, rows.line_num, []
            if number in numbers:
                message = (
                    f"Judgment {quoted(number)} has rows further up. Sort the file by the column judgment, "
                    "so that the rows of each judgment stand together."
                )
                findings.error(message, line, kind="rows apart")
            numbers.add(number)
        elif own_head != head:
            for column, value, expected in zip(named, own_head, head, strict=True):
                if value != expected:
                    said = f"{quoted(expected)} in the first row of the same judgment"
                    findings.error(f"{column} is {quoted(value)}, but {said}.", rows.line_num)
        systems, rank = cells[systems_at], cells[rank_at]
        output = known[systems, rank]
        if output is not None:
            outputs.append(output)
        elif rows.line_num != line or systems.strip() or rank.strip():
            tell_no_output(unprotect_cell(systems), rank, findings, rows.line_num)
    if line:
        yield line, _judgment(named, head, line, outputs, findings)


def _rows(judgments: Iterable[Judgment]) -> Iterator[list[str]]:
    for number, judgment in enumerate(judgments, start=1):
        start = [
            str(number),
            judgment.judge,
            judgment.sentence,
            judgment.item,
            judgment.document,
            judgment.result_set,
            judgment.source_language,
            judgment.target_language,
            _number(judgment.seconds),
            "true" if judgment.skipped else "false",
            _number(judgment.active_seconds),
            _moment(judgment.opened_at),
            _moment(judgment.submitted_at),
            str(judgment.guidelines_version or ""),
        ]
        if not judgment.outputs:
            yield [*start, "", ""]
        for output in judgment.outputs:
            yield [*start, join_systems(output.systems), str(output.rank)]


def _number(seconds: float | None) -> str:
    return "" if seconds is None else repr(float(seconds))


def _moment(moment: datetime | None) -> str:
    return "" if moment is None else format_moment(moment)


def _judgment(
    columns: Sequence[str], cells: Sequence[str], line: int, outputs: list[JudgedOutput], findings: Findings
) -> Judgment:
    written = zip(columns, unprotected(cells), strict=True)
    values: dict[str, Any] = {column: cell for column, cell in written if cell}
    return judgment_of(values | {"outputs": outputs}, findings, line)
