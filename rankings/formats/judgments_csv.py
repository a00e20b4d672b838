"""Our own CSV of judgments: one row per judged output, for spreadsheets and statistics programs."""

import csv
from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import chain
from operator import itemgetter

from rankings.formats.fields import has_a_separator, not_a_rank, not_true_or_false, rank_wanted, split_systems
from rankings.formats.judgment_checks import (
    check_judgment,
    parse_seconds,
    parse_time,
    parse_version,
    too_many_judgments,
)
from rankings.formats.limits import DEFAULT_LIMITS, Limits
from rankings.formats.problems import Findings, quoted
from rankings.formats.records import FormatError, JudgedOutput, Judgment, Problem
from rankings.formats.rows_apart import RowsApartError
from rankings.formats.safe_cells import csv_lines, not_csv, read_header
from rankings.formats.shared_parts import SharedParts
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
# What hardly two judgments have alike, so that it is not looked up among what was there before.
_OF_ONE = frozenset({"item", "seconds", "active_seconds", "opened_at", "submitted_at"})
# More make no number of a row.
DIGITS = 18
_REQUIRED = ("judgment", "judge", "sentence", "systems", "rank")


def write_judgments_csv(judgments: Iterable[Judgment]) -> Iterator[str]:
    """Line by line, one row per judged output, with what belongs to its judgment repeated.

    Rows of one judgment share the number in the column `judgment`, counted from 1. A judgment without outputs
    has one row, with empty `systems` and `rank`. Systems with the same output are joined by spaces.

    Raises:
        FormatError: if a system name has whitespace or a comma, or a time has no time zone.
    """
    return csv_lines(chain([COLUMNS], _rows(judgments)))


def read_judgments_csv(lines: Iterable[str], name: str, limits: Limits = DEFAULT_LIMITS) -> list[Judgment]:
    """The judgments of a file as `write_judgments_csv` writes it; columns may be in any order.

    Columns other than `judgment`, `judge`, `sentence`, `systems` and `rank` may be missing, and unknown ones
    are ignored.

    Raises:
        FormatError: with every problem found, each with its line.
    """
    return list(_each(lines, name, limits, together=False))


def each_in_judgments_csv(
    lines: Iterable[str], name: str, limits: Limits = DEFAULT_LIMITS
) -> Iterator[Judgment]:
    """The same, one after the other while the file is read. Problems are raised at the end.

    Raises:
        RowsApartError: judgments are not numbered as `write_judgments_csv` does, so that a row further down
            may belong to any of them.
    """
    return _each(lines, name, limits, together=True)


def _each(lines: Iterable[str], name: str, limits: Limits, *, together: bool) -> Iterator[Judgment]:
    findings = Findings(name, limits.problems)
    try:
        yield from _read_rows(lines, findings, limits, together=together)
    except csv.Error as error:
        findings.error(not_csv(error))
    findings.raise_if_fatal()


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


class _Group:
    """The rows of a judgment.

    Attributes:
        line: of the first row.
        head: what all rows say alike, from the first.
        outputs: of all rows.
        empty: whether the only row so far has neither system nor rank: a judgment without outputs.
    """

    __slots__ = ("empty", "head", "line", "outputs")

    def __init__(self, line: int, head: tuple[str, ...], *, empty: bool) -> None:
        self.line = line
        self.head = head
        self.outputs: list[JudgedOutput] = []
        self.empty = empty


def _read_rows(
    lines: Iterable[str], findings: Findings, limits: Limits, *, together: bool
) -> Iterator[Judgment]:
    columns, rows = read_header(lines, _REQUIRED, findings)
    if findings.fatal:
        return
    place = {column: index for index, column in enumerate(columns)}
    head_columns = [column for column in _OF_JUDGMENT if column in place]
    head_of = itemgetter(*(place[column] for column in head_columns))
    row_of = itemgetter(place["judgment"], place["systems"], place["rank"])
    repeated = [column not in _OF_ONE for column in head_columns]
    # A spreadsheet may have sorted the rows: those of a judgment belong together wherever they stand.
    groups: dict[str, _Group] = {}
    count = last = 0
    shared = SharedParts()
    for line, cells in rows:
        number, names, rank = row_of(cells)
        head = head_of(cells)
        group = groups.get(number)
        if group is None:
            if together:
                last = _later_number(number, last)
                yield from _taken(groups, head_columns, findings, limits)
            if count >= limits.judgments:
                findings.error(too_many_judgments(limits))
                break
            count += 1
            empty = not names.strip() and not rank.strip()
            kept = tuple(
                [shared.text(value) if often else value for value, often in zip(head, repeated, strict=True)]
            )
            groups[number] = group = _Group(line, kept, empty=empty)
            if empty:
                continue
        elif head != group.head:
            _tell_contradictions(head_columns, head, group.head, line, findings)
        if group.empty:
            findings.error("The row has no system.", group.line)
            group.empty = False
        output = shared.written_output(names, rank)
        if output is not None:
            group.outputs.append(output)
        elif not split_systems(names):
            findings.error("The row has no system.", line)
        else:
            findings.error(not_a_rank(quoted(rank), rank_wanted(rank)), line)
    yield from _taken(groups, head_columns, findings, limits)


def _later_number(text: str, last: int) -> int:
    """Numbers that grow do not come again."""
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < DIGITS else 0
    if number <= last:
        raise RowsApartError
    return number


def _taken(
    groups: dict[str, _Group], columns: list[str], findings: Findings, limits: Limits
) -> Iterator[Judgment]:
    """The judgments of the groups, which go one after the other: judgments take the place of their rows."""
    for number in list(groups):
        yield _judgment(groups.pop(number), columns, findings, limits)


def _tell_contradictions(
    columns: list[str], head: tuple[str, ...], first: tuple[str, ...], line: int, findings: Findings
) -> None:
    for column, value, expected in zip(columns, head, first, strict=True):
        if value != expected:
            message = (
                f"{column} is {quoted(value)}, but {quoted(expected)} in the first row of the same judgment."
            )
            findings.error(message, line)


def _judgment(group: _Group, columns: list[str], findings: Findings, limits: Limits) -> Judgment:
    first = dict(zip(columns, group.head, strict=True)).get
    skipped = first("skipped", "").strip().lower()
    if skipped not in ("", "true", "false"):
        findings.error(not_true_or_false("skipped", skipped), group.line)
    judgment = Judgment(
        judge=first("judge", ""),
        sentence=first("sentence", ""),
        outputs=tuple(group.outputs),
        item=first("item", ""),
        document=first("document", ""),
        result_set=first("result_set", ""),
        seconds=parse_seconds(first("seconds", ""), findings, group.line),
        skipped=skipped == "true",
        source_language=first("source_language", ""),
        target_language=first("target_language", ""),
        active_seconds=parse_seconds(first("active_seconds", ""), findings, group.line, is_active=True),
        opened_at=parse_time("opened_at", first("opened_at", ""), findings, group.line),
        submitted_at=parse_time("submitted_at", first("submitted_at", ""), findings, group.line),
        guidelines_version=parse_version(
            "guidelines_version", first("guidelines_version", ""), findings, group.line
        ),
    )
    check_judgment(judgment, group.line, findings, limits)
    return judgment
