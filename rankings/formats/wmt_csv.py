"""The CSV of the machine translation campaigns (WMT), as `wmt-trueskill` and its relatives read it."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations
from typing import NamedTuple

from msgspec.structs import replace

from appraise_gec.present.csv import csv_lines
from rankings.formats.columns import Judgments
from rankings.formats.fields import RANK_WANTED, parse_rank, split_systems
from rankings.formats.judgments_csv import read_named_cells
from rankings.formats.problems import Findings, figure, quoted
from rankings.formats.records import FormatError, JudgedOutput, Judgment, Problem
from rankings.formats.writing import join_systems

SLOTS = 5
NOTHING = "-1"
_REQUIRED = ("srcindex", "judgeid", "system1id", "system1rank")
_HEAD = ("srclang", "trglang", "srcIndex", "documentId", "segmentId", "judgeId")


def write_wmt_csv(judgments: Judgments) -> Iterator[str]:
    """Line by line, one row a judgment, with five slots, or more where a judgment has more outputs.

    Systems with the same output are joined by "+" in one slot. A skipped judgment has the rank -1 in every
    slot. Durations and result sets are lost.

    Raises:
        FormatError: if a system name contains whitespace, a comma or "+", or is "-1".
    """
    slots = max(SLOTS, judgments.number_of_outputs.max(initial=0))
    return csv_lines(chain([_header(slots)], (_row(judgment, slots) for judgment in judgments)))


def write_wmt_pairs_csv(judgments: Iterable[Judgment]) -> Iterator[str]:
    """Line by line, one row per expanded pair, with two slots: for programs that expect one system per slot.

    Systems with the same output are tied. Skipped judgments and those with one system have no pair.

    Raises:
        FormatError: if a system name contains whitespace, a comma or "+", or is "-1".
    """
    return csv_lines(chain([_header(2)], chain.from_iterable(map(_pair_rows, judgments))))


def read_wmt_csv(lines: Iterable[str], findings: Findings) -> Iterator[tuple[int | None, Judgment]]:
    """The judgments of a file with any number of slots, recognised by its header (`judgeId` or `judgeID`).

    `srcIndex` becomes the sentence, as it stands: whether it counts from 0 or 1 is up to the file. A slot
    may hold several systems joined by "+", commas or spaces. Slots without a system are left out; a row
    whose ranks are all -1 is a skipped judgment. `-1` in other columns stands for nothing.

    Some programs write a ranking as one row for every two of its outputs. Read row by row, the ties between
    systems with the same output would count once for every row. So rows with the same judge, sentence and
    `rankingID` become one ranking, and without that column two rows that share an output are refused. What is
    wrong is noted.
    """
    read = read_named_cells(lines, _REQUIRED, findings, lambda name: name.strip().lower())
    first = next(read, None)
    if first is None:
        return
    rows = (
        _Row(line, _judgment(cells, line, findings), _value(cells, "rankingid").strip())
        for line, cells in chain((first,), read)
    )
    if "rankingid" in first[1]:
        yield from _joined(rows, findings)
        return
    is_pair = "system3id" not in first[1]
    lines_of: dict[tuple[Judgment, frozenset[str]], int] = {}
    for row in rows:
        if is_pair:
            _tell_doubtful(row, lines_of, findings)
        yield row.line, row.judgment


class _Row(NamedTuple):
    """A row as it was read, with its `rankingID`: perhaps a whole ranking, perhaps one comparison of it."""

    line: int
    judgment: Judgment
    ranking: str

    @property
    def head(self) -> Judgment:
        """The judgment without its outputs."""
        return replace(self.judgment, outputs=())


def _tell_doubtful(row: _Row, lines: dict[tuple[Judgment, frozenset[str]], int], findings: Findings) -> None:
    """Note a pair that may belong to one ranking with an earlier one, and then would count ties twice."""
    for output in row.judgment.outputs:
        key = row.head, frozenset(output.systems)
        if len(output.systems) > 1 and lines.setdefault(key, row.line) != row.line:
            findings.error(
                f"Lines {figure(lines[key])} and {figure(row.line)} compare the same output, by the same "
                "judge on the same sentence. If they belong to one ranking, its ties would count twice. "
                "Write each ranking in one row, or add a column rankingID that tells which belong together.",
                row.line,
                kind="rows in doubt",
            )


def _joined(rows: Iterable[_Row], findings: Findings) -> Iterator[tuple[int, Judgment]]:
    """One judgment for each `rankingID`, in the order of their first rows; a row without one is one."""
    groups: dict[tuple[str | int, Judgment], list[_Row]] = defaultdict(list)
    for row in rows:
        groups[row.ranking or row.line, row.head].append(row)
    for (ranking, head), members in groups.items():
        # With their systems in one order, the same outputs are equal in every row.
        outputs: dict[tuple[tuple[str, ...], int], JudgedOutput] = {}
        compared: Counter[frozenset[tuple[tuple[str, ...], int]]] = Counter()
        for member in members:
            plain = [(tuple(sorted(output.systems)), output.rank) for output in member.judgment.outputs]
            outputs = dict(zip(plain, member.judgment.outputs, strict=True)) | outputs
            compared.update(map(frozenset, combinations(plain, 2)))
        pairs = len(outputs) * (len(outputs) - 1) // 2
        if len(members) > 1 and (compared.total() != pairs or len(compared) != pairs):
            findings.error(
                f"The rows of the ranking {quoted(str(ranking))} do not compare every two of its "
                f"{figure(len(outputs))} outputs exactly once.",
                members[0].line,
                kind="no ranking",
            )
        yield members[0].line, replace(head, outputs=tuple(outputs.values()))


def _header(slots: int) -> list[str]:
    columns = list(_HEAD)
    for slot in range(1, slots + 1):
        columns += [f"system{slot}Number", f"system{slot}Id"]
    return columns + [f"system{slot}rank" for slot in range(1, slots + 1)]


def _row(judgment: Judgment, slots: int) -> list[str]:
    names = [_slot_name(output.systems) for output in judgment.outputs]
    ranks = [NOTHING if judgment.skipped else str(output.rank) for output in judgment.outputs]
    names += [""] * (slots - len(names))
    ranks += [NOTHING] * (slots - len(ranks))
    return [*_head(judgment), *(cell for name in names for cell in (NOTHING, name)), *ranks]


def _pair_rows(judgment: Judgment) -> Iterator[list[str]]:
    if judgment.skipped:
        return
    ranked = [(system, output.rank) for output in judgment.outputs for system in output.systems]
    for (first, first_rank), (second, second_rank) in combinations(sorted(ranked), 2):
        names = [NOTHING, _slot_name((first,)), NOTHING, _slot_name((second,))]
        yield [*_head(judgment), *names, str(first_rank), str(second_rank)]


def _head(judgment: Judgment) -> list[str]:
    return [
        judgment.source_language or NOTHING,
        judgment.target_language or NOTHING,
        judgment.sentence,
        judgment.document or NOTHING,
        judgment.item or NOTHING,
        judgment.judge,
    ]


def _slot_name(systems: Sequence[str]) -> str:
    if tuple(systems) == (NOTHING,):
        message = f"The system name {quoted(NOTHING)} cannot be written: it stands for nothing."
        raise FormatError(Problem("WMT CSV", message))
    return join_systems(tuple(systems), "+")


def _judgment(cells: dict[str, str], line: int, findings: Findings) -> Judgment:
    outputs = []
    ranks = [value.strip() for column, value in cells.items() if column.endswith("rank")]
    skipped = all(rank in (NOTHING, "") for rank in ranks)
    slot = 1
    while f"system{slot}id" in cells:
        name, rank = cells[f"system{slot}id"].strip(), cells.get(f"system{slot}rank", "").strip()
        systems = split_systems(name.replace("+", " ")) if name != NOTHING else ()
        value = parse_rank(rank)
        if value is not None and systems:
            outputs.append(JudgedOutput(systems, value))
        elif rank not in (NOTHING, "") or (systems and not skipped):
            message = (
                f"Slot {figure(slot)} has the system {quoted(name)} and the rank {quoted(rank)}. Expected "
                f"both or neither, or {NOTHING} as the rank of all (skipped). {RANK_WANTED}"
            )
            findings.error(message, line)
        slot += 1
    return Judgment(
        judge=cells["judgeid"],
        sentence=cells["srcindex"],
        outputs=tuple(outputs),
        item=_value(cells, "segmentid"),
        document=_value(cells, "documentid"),
        skipped=all(rank == NOTHING for rank in ranks),
        source_language=_value(cells, "srclang"),
        target_language=_value(cells, "trglang"),
    )


def _value(cells: dict[str, str], column: str) -> str:
    value = cells.get(column, "")
    return "" if value == NOTHING else value
