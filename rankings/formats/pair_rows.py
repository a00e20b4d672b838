"""Rankings from rows that compare two outputs each.

Some programs write a ranking of outputs as one row for every two of them, each output with all of its
systems. Read row by row, the ties between systems with the same output count once for every row. So the rows
of a ranking are brought together, or refused where it is not clear which belong together.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from appraise_gec.words import words, words_for_count
from rankings.formats.problems import Findings, figure, quoted
from rankings.formats.records import JudgedOutput, Judgment

REMEDY = words(
    "Write each ranking in one row, or keep the rows of a ranking together as they were written, or add a "
    "column rankingID that says which rows belong together."
)


@dataclass(frozen=True, slots=True)
class Row:
    """A row as it was read: perhaps a whole ranking, perhaps one comparison of it.

    Attributes:
        line: one-based line in the file.
        judgment: the row on its own, as a judgment.
        ranking: its `rankingID`; empty where the file has none.
    """

    line: int
    judgment: Judgment
    ranking: str = ""

    @property
    def pair(self) -> tuple[JudgedOutput, JudgedOutput] | None:
        """The two outputs that the row compares, or None if it holds another number of them."""
        if self.judgment.skipped or len(self.judgment.outputs) != 2:
            return None
        first, second = self.judgment.outputs
        return first, second


def join_rows(rows: Sequence[Row], findings: Findings) -> list[Row]:
    """One row for each ranking, in the order of the first rows.

    Rows with the same judge, sentence and `rankingID` are one ranking. Without such a column, the rows of a
    file of pairs are joined where they follow one another as a ranking of n outputs is written: first with
    second, third, ..., second with third, and so on. A file of pairs whose slots all hold one system stays as
    it is: nothing in it counts twice.

    Problems are noted: a comparison that occurs twice in a ranking, ranks that contradict each other, and
    rows that may or may not belong together.
    """
    if any(row.ranking for row in rows):
        return _in_order(joined for group in _groups(rows) for joined in _join_named(group, findings))
    if not _pairs_of_groups(rows):
        return list(rows)
    return _in_order(joined for group in _groups(rows) for joined in _join_written(group, findings))


def _pairs_of_groups(rows: Sequence[Row]) -> bool:
    """Whether no row holds more than two outputs, and some output has several systems."""
    outputs = [row.judgment.outputs for row in rows]
    return all(len(ranking) <= 2 for ranking in outputs) and any(
        len(out.systems) > 1 for ranking in outputs for out in ranking
    )


def _groups(rows: Sequence[Row]) -> Iterable[list[Row]]:
    """Rows that may belong to the same ranking: those that differ in their outputs at most."""
    groups: dict[tuple[str, Judgment], list[Row]] = defaultdict(list)
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
                    words(
                        "The ranking %(ranking)s has the same comparison in line %(line)s.",
                        ranking=quoted(row.ranking),
                        line=figure(compared[pair]),
                    ),
                    row.line,
                    kind="comparison twice",
                )
                return []
            compared[pair] = row.line
    outputs = _outputs(rows)
    if not _consistent(outputs):
        message = words(
            "The rows of the ranking %(ranking)s contradict each other: an output has two ranks, or a system "
            "two outputs.",
            ranking=quoted(rows[0].ranking),
        )
        findings.error(message, rows[0].line, kind="contradiction")
        return []
    pairs = len(outputs) * (len(outputs) - 1) // 2
    whole = len(compared) == pairs
    if not whole and any(len(output.systems) > 1 for output in outputs):
        message = words_for_count(
            "The ranking %(ranking)s lacks comparisons: its %(outputs)s outputs make %(n)s pair, and "
            "%(there)s are there. Expected all of them, or one system per slot.",
            "The ranking %(ranking)s lacks comparisons: its %(outputs)s outputs make %(n)s pairs, and "
            "%(there)s are there. Expected all of them, or one system per slot.",
            pairs,
            ranking=quoted(rows[0].ranking),
            outputs=figure(len(outputs)),
            there=figure(len(compared)),
        )
        findings.error(message, rows[0].line, kind="comparisons missing")
        return []
    return [_joined(rows)] if whole else rows


def _join_written(rows: list[Row], findings: Findings) -> list[Row]:
    """The rankings of rows in the order in which they were written."""
    parts: list[list[Row]] = []
    start = 0
    while start < len(rows):
        size = _length_of_ranking(rows[start:])
        parts.append(rows[start : start + size])
        start += size
    if len(parts) > 1 and _is_ranking(rows):
        return [_joined(rows)]
    if doubtful := _doubtful(parts):
        line, other = doubtful
        findings.error(
            words(
                "Lines %(line)s and %(other)s compare the same output, by the same judge on the same "
                "sentence; it is unclear whether they belong to one ranking, and its ties might count twice. "
                "%(remedy)s",
                line=figure(line),
                other=figure(other),
                remedy=REMEDY,
            ),
            other,
            kind="rows in doubt",
        )
        return []
    return [_joined(part) for part in parts]


def _length_of_ranking(rows: list[Row]) -> int:
    """How many of the first rows are one ranking, as many as possible."""
    first = rows[0].pair
    if first is None:
        return 1
    # The comparisons of the first output with all others come first.
    others = []
    for row in rows:
        if row.pair is None or _plain(row.pair[0]) != _plain(first[0]):
            break
        others.append(_plain(row.pair[1]))
    for count in range(len(others), 1, -1):
        outputs = [_plain(first[0]), *others[:count]]
        expected = list(combinations(outputs, 2))
        pairs = [tuple(map(_plain, row.pair)) for row in rows[: len(expected)] if row.pair]
        if pairs == expected and _consistent(outputs):
            return len(expected)
    return 1


def _is_ranking(rows: list[Row]) -> bool:
    """Whether the rows, in any order, are exactly the pairs of one ranking."""
    pairs = [frozenset(map(_plain, row.pair)) for row in rows if row.pair]
    outputs = _outputs(rows)
    wanted = len(outputs) * (len(outputs) - 1) // 2
    return len(rows) == len(pairs) == len(set(pairs)) == wanted and _consistent(outputs)


def _doubtful(parts: list[list[Row]]) -> tuple[int, int] | None:
    """Lines of two rankings that may be parts of one, and then would count the ties of an output twice.

    They share an output of several systems, and a third part compares an output of the first with one of the
    second. This also happens to complete rankings; where rows were moved, one of the three is a single row.
    """
    sides = [(part[0].line, len(part) == 1, set(map(_plain, _outputs(part)))) for part in parts]
    compared: dict[frozenset[JudgedOutput], bool] = {}
    for part in parts:
        for pair in (frozenset(map(_plain, row.pair)) for row in part if row.pair):
            compared[pair] = compared.get(pair, False) or len(part) == 1
    for (line, lone, one), (other_line, other_lone, other) in combinations(sides, 2):
        if not any(len(output.systems) > 1 for output in one & other):
            continue
        for pair in (frozenset((a, b)) for a in one - other for b in other - one):
            if pair in compared and (lone or other_lone or compared[pair]):
                return line, other_line
    return None


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
    return replace(rows[0], judgment=replace(rows[0].judgment, outputs=tuple(_outputs(rows))))
