"""Rankings from rows that compare two outputs each.

Some programs write a ranking of outputs as one row for every two of them, each output with all of its
systems. Read row by row, the ties between systems with the same output count once for every row. So the rows
of a ranking are brought together by their `rankingID`, or refused.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from dataclasses import replace as changed
from itertools import combinations

from msgspec.structs import replace

from appraise_gec.words import plural
from rankings.formats.problems import Findings, figure, quoted
from rankings.formats.records import JudgedOutput, Judgment


@dataclass(frozen=True, slots=True)
class Row:
    """A row as it was read: perhaps a whole ranking, perhaps one comparison of it.

    Attributes:
        line: one-based line in the file.
        judgment: the row on its own, as a judgment.
        ranking: its `rankingID`; None where the file has no such column.
        is_pair: whether the file has two slots in a row.
    """

    line: int
    judgment: Judgment
    ranking: str | None = None
    is_pair: bool = False


def join_rows(rows: Sequence[Row], findings: Findings) -> list[Row]:
    """One row for each ranking, in the order of the first rows.

    Rows with the same judge, sentence and `rankingID` are one ranking. Without such a column each row
    stays as it is.

    Problems are noted: a comparison that occurs twice in a ranking, ranks that contradict each other, and,
    without a `rankingID`, two pairs with the same output of several systems by one judge on one sentence.
    """
    if any(row.ranking for row in rows):
        return _in_order(joined for group in _groups(rows) for joined in _join_named(group, findings))
    _note_shared(rows, findings)
    return list(rows)


def _note_shared(rows: Sequence[Row], findings: Findings) -> None:
    """Pairs that may belong to one ranking, and then would count the ties of an output twice."""
    lines: dict[tuple[Judgment, frozenset[str]], int] = {}
    for row in rows:
        if not row.is_pair:
            continue
        for output in row.judgment.outputs:
            key = replace(row.judgment, outputs=()), frozenset(output.systems)
            if len(output.systems) > 1 and lines.setdefault(key, row.line) != row.line:
                findings.error(
                    (
                        f"Lines {figure(lines[key])} and {figure(row.line)} compare the same output, by the "
                        "same judge on the same sentence; it is unclear whether they belong to one ranking, "
                        "and its ties might count twice. Write each ranking in one row, or add a column "
                        "rankingID that says which rows belong together."
                    ),
                    row.line,
                    kind="rows in doubt",
                )


def _groups(rows: Sequence[Row]) -> Iterable[list[Row]]:
    """Rows that may belong to the same ranking: those that differ in their outputs at most."""
    groups: dict[tuple[str | None, Judgment], list[Row]] = defaultdict(list)
    for row in rows:
        groups[row.ranking, replace(row.judgment, outputs=())].append(row)
    return groups.values()


def _in_order(rows: Iterable[Row]) -> list[Row]:
    return sorted(rows, key=lambda row: row.line)


def _join_named(rows: list[Row], findings: Findings) -> list[Row]:
    """The rows of one `rankingID`, as one ranking; rows without one stay as they are."""
    if len(rows) == 1 or not rows[0].ranking:
        return rows
    compared: dict[frozenset[JudgedOutput], int] = {}
    for row in rows:
        for pair in map(frozenset, combinations(map(_plain, row.judgment.outputs), 2)):
            if pair in compared:
                findings.error(
                    (
                        f"The ranking {quoted(rows[0].ranking)} has the same comparison in line "
                        f"{figure(compared[pair])}."
                    ),
                    row.line,
                    kind="comparison twice",
                )
                return []
            compared[pair] = row.line
    outputs = _outputs(rows)
    if not _consistent(outputs):
        message = (
            f"The rows of the ranking {quoted(rows[0].ranking)} contradict each other: an output "
            "has two ranks, or a system two outputs."
        )
        findings.error(message, rows[0].line, kind="contradiction")
        return []
    pairs = len(outputs) * (len(outputs) - 1) // 2
    whole = len(compared) == pairs
    if not whole and any(len(output.systems) > 1 for output in outputs):
        message = plural(
            pairs,
            (
                "The ranking {ranking} lacks comparisons: its {outputs} outputs make {n} pair, and "
                "{there} are there. Expected all of them, or one system per slot."
            ),
            (
                "The ranking {ranking} lacks comparisons: its {outputs} outputs make {n} pairs, and "
                "{there} are there. Expected all of them, or one system per slot."
            ),
            ranking=quoted(rows[0].ranking),
            outputs=figure(len(outputs)),
            there=figure(len(compared)),
        )
        findings.error(message, rows[0].line, kind="comparisons missing")
        return []
    return [_joined(rows)] if whole else rows


def _outputs(rows: list[Row]) -> list[JudgedOutput]:
    """The distinct outputs of rows, in the order in which they come."""
    first: dict[JudgedOutput, JudgedOutput] = {}
    for row in rows:
        for output in row.judgment.outputs:
            first.setdefault(_plain(output), output)
    return list(first.values())


def _consistent(outputs: Sequence[JudgedOutput]) -> bool:
    """Whether no system is in two of the outputs."""
    names = [name for output in outputs for name in output.systems]
    return len(set(names)) == len(names)


def _plain(output: JudgedOutput) -> JudgedOutput:
    """The output with its systems in one order, so that the same output is equal in every row."""
    return JudgedOutput(tuple(sorted(output.systems)), output.rank)


def _joined(rows: list[Row]) -> Row:
    if len(rows) == 1:
        return rows[0]
    return changed(rows[0], judgment=replace(rows[0].judgment, outputs=tuple(_outputs(rows))))
