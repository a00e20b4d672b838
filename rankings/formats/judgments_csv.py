"""Our own CSV of judgments: one row per judged output, for spreadsheets and statistics programs."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import chain
from operator import itemgetter

from appraise_gec.present.safe_cells import csv_lines, unprotect_cell
from rankings.formats.csv_rows import check_header, csv_rows, wrong_width
from rankings.formats.fields import has_a_separator, not_a_rank, not_true_or_false, rank_wanted, split_systems
from rankings.formats.judgment_checks import OutputsOfText, parse_seconds, parse_time, parse_version
from rankings.formats.problems import Findings, quoted
from rankings.formats.records import FormatError, JudgedOutput, Judgment, Problem
from rankings.formats.times import format_moment

COLUMNS = (
    "judgment",
    "judge",
    "sentence",
    "item",
    "document",
    "result_set",
    "source_language",
    "target_language",
    "seconds",
    "skipped",
    "active_seconds",
    "opened_at",
    "submitted_at",
    "guidelines_version",
    "systems",
    "rank",
)
# What all rows of a judgment say alike.
_OF_JUDGMENT = COLUMNS[1:-2]
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
    # A column that is missing is an empty cell at the end of each row.
    head_of = itemgetter(*(place.get(column, width) for column in _OF_JUDGMENT))
    number_at, systems_at, rank_at = (place[column] for column in ("judgment", "systems", "rank"))
    numbers: set[str] = set()
    known = OutputsOfText()
    number, head, line, outputs = "", (), 0, list[JudgedOutput]()
    for cells in rows:
        if len(cells) != width:
            if cells:
                findings.error(wrong_width(cells, width), rows.line_num)
            continue
        cells.append("")
        if not line or cells[number_at] != number:
            if line:
                yield line, _judgment(head, line, outputs, findings)
            number, head, line, outputs = cells[number_at], head_of(cells), rows.line_num, []
            if number in numbers:
                message = (
                    f"Judgment {quoted(number)} has rows further up. Sort the file by the column judgment, "
                    "so that the rows of each judgment stand together."
                )
                findings.error(message, line, kind="rows apart")
            numbers.add(number)
        elif head_of(cells) != head:
            _tell_contradictions(head_of(cells), head, rows.line_num, findings)
        systems, rank = cells[systems_at], cells[rank_at]
        output = known[systems, rank]
        if output is not None:
            outputs.append(output)
        elif rows.line_num != line or systems.strip() or rank.strip():
            _tell_no_output(unprotect_cell(systems), rank, rows.line_num, findings)
    if line:
        yield line, _judgment(head, line, outputs, findings)


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
            "" if judgment.guidelines_version is None else str(judgment.guidelines_version),
        ]
        if not judgment.outputs:
            yield [*start, "", ""]
        for output in judgment.outputs:
            yield [*start, join_systems(output.systems), str(output.rank)]


def _number(seconds: float | None) -> str:
    return "" if seconds is None else repr(float(seconds))


def _moment(moment: datetime | None) -> str:
    return "" if moment is None else format_moment(moment)


def join_systems(systems: tuple[str, ...], separator: str = " ") -> str:
    """Names of systems with the same output as one cell.

    Raises:
        FormatError: if a name would not come back whole.
    """
    for system in systems:
        if split_systems(system) != (system,) or (separator != " " and separator in system):
            raise FormatError(Problem("CSV", has_a_separator(system)))
    return separator.join(systems)


def _tell_no_output(systems: str, rank: str, line: int, findings: Findings) -> None:
    if not split_systems(systems):
        findings.error("The row has no system.", line)
    else:
        findings.error(not_a_rank(quoted(rank), rank_wanted(rank)), line)


def _tell_contradictions(
    head: tuple[str, ...], first: tuple[str, ...], line: int, findings: Findings
) -> None:
    for column, value, expected in zip(_OF_JUDGMENT, head, first, strict=True):
        if value != expected:
            message = (
                f"{column} is {quoted(value)}, but {quoted(expected)} in the first row of the same judgment."
            )
            findings.error(message, line)


def _judgment(head: tuple[str, ...], line: int, outputs: list[JudgedOutput], findings: Findings) -> Judgment:
    # An apostrophe is rare, and cells are many.
    cells = tuple(map(unprotect_cell, head)) if "'" in "".join(head) else head
    judge, sentence, item, document, result_set, source, target, seconds, skipped, *of_time = cells
    active_seconds, opened_at, submitted_at, version = of_time
    if skipped not in {"true", "false"}:
        skipped = skipped.strip().lower()
        if skipped not in {"", "true", "false"}:
            findings.error(not_true_or_false("skipped", skipped), line)
    return Judgment(
        judge,
        sentence,
        tuple(outputs),
        item,
        document,
        result_set,
        parse_seconds(seconds, findings, line) if seconds else None,
        skipped == "true",
        source,
        target,
        parse_seconds(active_seconds, findings, line, is_active=True) if active_seconds else None,
        parse_time("opened_at", opened_at, findings, line) if opened_at else None,
        parse_time("submitted_at", submitted_at, findings, line) if submitted_at else None,
        parse_version("guidelines_version", version, findings, line) if version else None,
    )
