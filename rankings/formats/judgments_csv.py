"""Our own CSV of judgments: one row per judged output, for spreadsheets and statistics programs."""

import csv
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rankings.formats.fields import parse_rank, split_systems
from rankings.formats.judgment_checks import check_judgment, parse_seconds
from rankings.formats.limits import DEFAULT_LIMITS, Limits
from rankings.formats.problems import Findings, quoted
from rankings.formats.records import FormatError, JudgedOutput, Judgment, Problem
from rankings.formats.safe_cells import read_named_cells, write_csv

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
    "systems",
    "rank",
)
_REQUIRED = ("judgment", "judge", "sentence", "systems", "rank")


def write_judgments_csv(judgments: Iterable[Judgment]) -> bytes:
    """One row per judged output, with what belongs to its judgment repeated.

    Rows of one judgment share the number in the column `judgment`, counted from 1. A judgment without outputs
    has one row, with empty `systems` and `rank`. Systems with the same output are joined by spaces.

    Raises:
        FormatError: if a system name has whitespace or a comma.
    """
    return write_csv([COLUMNS, *_rows(judgments)])


def read_judgments_csv(text: str, name: str, limits: Limits = DEFAULT_LIMITS) -> list[Judgment]:
    """The judgments of a file as `write_judgments_csv` writes it; columns may be in any order.

    Columns other than `judgment`, `judge`, `sentence`, `systems` and `rank` may be missing, and unknown ones
    are ignored.

    Raises:
        FormatError: with every problem found, each with its line.
    """
    findings = Findings(name, limits.problems)
    try:
        judgments = _read_rows(text, findings, limits)
    except csv.Error as error:
        findings.error(f"The file is not well-formed CSV ({error}).")
        judgments = []
    findings.raise_if_fatal()
    return judgments


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
            "" if judgment.seconds is None else repr(float(judgment.seconds)),
            "true" if judgment.skipped else "false",
        ]
        if not judgment.outputs:
            yield [*start, "", ""]
        for output in judgment.outputs:
            yield [*start, join_systems(output.systems), str(output.rank)]


def join_systems(systems: tuple[str, ...], separator: str = " ") -> str:
    """Names of systems with the same output as one cell.

    Raises:
        FormatError: if a name would not come back whole.
    """
    for system in systems:
        if split_systems(system) != (system,) or (separator != " " and separator in system):
            message = f"The system name {quoted(system)} cannot be written: it has a separator in it."
            raise FormatError(Problem("CSV", message))
    return separator.join(systems)


@dataclass(frozen=True, slots=True)
class _Row:
    line: int
    cells: dict[str, str]


def _read_rows(text: str, findings: Findings, limits: Limits) -> list[Judgment]:
    # A spreadsheet may have sorted the rows: those of a judgment belong together wherever they stand.
    groups: dict[str, list[_Row]] = {}
    for line, cells in read_named_cells(text, _REQUIRED, findings):
        group = groups.setdefault(cells["judgment"], [])
        if len(groups) > limits.judgments:
            findings.error(f"The file has more than {limits.judgments:,} judgments.")
            break
        group.append(_Row(line, cells))
    return [_judgment(group, findings, limits) for group in groups.values() if group]


def _judgment(rows: list[_Row], findings: Findings, limits: Limits) -> Judgment:
    first = rows[0]
    outputs = []
    for row in rows:
        for column, value in row.cells.items():
            if column in COLUMNS[:-2] and value != first.cells[column]:
                findings.error(
                    f"{column} is {quoted(value)}, but {quoted(first.cells[column])} in the first row of the "
                    "same judgment.",
                    row.line,
                )
        systems = split_systems(row.cells["systems"])
        rank = parse_rank(row.cells["rank"])
        if not systems and not row.cells["rank"].strip() and len(rows) == 1:
            continue
        if not systems:
            findings.error("The row has no system.", row.line)
        elif rank is None:
            shown = quoted(row.cells["rank"])
            findings.error(f"The rank is {shown}. Expected a whole number, 1 for the best.", row.line)
        else:
            outputs.append(JudgedOutput(systems, rank))
    skipped = first.cells.get("skipped", "").strip().lower()
    if skipped not in ("", "true", "false"):
        findings.error(f'skipped is {quoted(skipped)}. Expected "true" or "false".', first.line)
    judgment = Judgment(
        judge=first.cells["judge"],
        sentence=first.cells["sentence"],
        outputs=tuple(outputs),
        item=first.cells.get("item", ""),
        document=first.cells.get("document", ""),
        result_set=first.cells.get("result_set", ""),
        seconds=parse_seconds(first.cells.get("seconds", ""), findings, first.line),
        skipped=skipped == "true",
        source_language=first.cells.get("source_language", ""),
        target_language=first.cells.get("target_language", ""),
    )
    check_judgment(judgment, first.line, findings, limits)
    return judgment
