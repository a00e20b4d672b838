"""The CSV of the machine translation campaigns (WMT), as `wmt-trueskill` and its relatives read it."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations

from appraise_gec.present.safe_cells import csv_lines
from rankings.formats.columns import Judgments
from rankings.formats.csv_rows import read_named_cells
from rankings.formats.fields import parse_rank, split_systems
from rankings.formats.pair_rows import Row, join_rows
from rankings.formats.problems import Findings, figure, quoted
from rankings.formats.records import LARGEST_RANK, FormatError, JudgedOutput, Judgment, Problem

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
    whose ranks are all -1 is a skipped judgment. `-1` in other columns stands for nothing. Rows with the
    same `rankingID` become one ranking (`join_rows`), so that no comparison counts twice. What is wrong is
    noted.
    """
    rows = _rows(lines, findings)
    first = next(rows, None)
    if first is None:
        return
    whole = chain((first,), rows)
    for row in join_rows(list(whole), findings) if first.is_pair or first.ranking is not None else whole:
        yield row.line, row.judgment


def _rows(lines: Iterable[str], findings: Findings) -> Iterator[Row]:
    """Each row on its own; what is wrong is noted."""
    for line, cells in read_named_cells(lines, _REQUIRED, findings, lambda name: name.strip().lower()):
        judgment = _judgment(cells, line, findings)
        ranking = _value(cells, "rankingid").strip() if "rankingid" in cells else None
        yield Row(line, judgment, ranking, "system3id" not in cells)


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
    for system in systems:
        if "+" in system or split_systems(system) != (system,):
            message = (
                f'The system name {quoted(system)} cannot be written: whitespace, "," and "+" join names.'
            )
            raise FormatError(Problem("WMT CSV", message))
    if tuple(systems) == (NOTHING,):
        message = f"The system name {quoted(NOTHING)} cannot be written: it stands for nothing."
        raise FormatError(Problem("WMT CSV", message))
    return "+".join(systems)


def _judgment(cells: dict[str, str], line: int, findings: Findings) -> Judgment:
    outputs = []
    ranks = []
    slot = 1
    while f"system{slot}id" in cells:
        name = cells[f"system{slot}id"].strip()
        rank = cells.get(f"system{slot}rank", "").strip()
        slot += 1
        ranks.append(rank)
        systems = split_systems(name.replace("+", " ")) if name != NOTHING else ()
        value = parse_rank(rank)
        if value is not None and systems:
            outputs.append(JudgedOutput(systems, value))
        elif value is not None or rank not in (NOTHING, ""):
            message = (
                f"Slot {figure(slot - 1)} has the system {quoted(name)} and the rank {quoted(rank)}. "
                f"Expected a system and a rank from 1 to {figure(LARGEST_RANK)}, or neither."
            )
            findings.error(message, line)
        elif systems and any(other not in (NOTHING, "") for other in _all_ranks(cells)):
            message = (
                f"Slot {figure(slot - 1)} has the system {quoted(name)} but no rank. Expected ranks "
                "in all slots, or -1 in all (skipped)."
            )
            findings.error(message, line)
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


def _all_ranks(cells: dict[str, str]) -> list[str]:
    return [value.strip() for column, value in cells.items() if column.endswith("rank")]


def _value(cells: dict[str, str], column: str) -> str:
    value = cells.get(column, "")
    return "" if value == NOTHING else value
