"""Our own CSV of judgments: one row per judged output, for spreadsheets and statistics programs."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from itertools import chain
from operator import itemgetter
from typing import Any

from appraise_gec.present.safe_cells import csv_lines, unprotect_cell
from rankings.formats.csv_rows import check_header, csv_rows, fits, unprotected
from rankings.formats.fields import Outputs, format_moment, join_systems, judgment_of, tell_no_output
from rankings.formats.problems import Findings, quoted
from rankings.formats.records import JudgedOutput, Judgment

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
