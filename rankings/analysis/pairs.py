"""Rankings as pairwise comparisons: between systems (expanded) and between distinct outputs (unexpanded).

Grundkiewicz et al. (2015), section 4.3. Every pair is oriented: its first member is the one whose name comes
first in byte order; for outputs, the one whose first system name does. As no system occurs twice in a
ranking, that is the order of the joined names that the published scripts compare.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from rankings.analysis.arrays import CodeArray, IndexArray, IntArray, NumberArray
from rankings.formats.columns import Judgments

FIRST_WINS = 0
TIE = 1
SECOND_WINS = 2
OUTCOMES = 3

PAIRS_PER_BLOCK = 1 << 20
SYSTEMS_PER_WORD = 62


@dataclass(frozen=True, slots=True, eq=False)
class Pairs:
    """E comparisons. The lower rank wins.

    Attributes:
        row: (E,) row of the table that the comparison comes from.
        first, second: (E,) the two members: system indices if expanded, numbers of distinct sets of systems
            (equal in all rankings where the same systems share an output) if unexpanded.
        outcome: (E,) `FIRST_WINS`, `TIE` or `SECOND_WINS`.
    """

    row: IndexArray
    first: IndexArray
    second: IndexArray
    outcome: CodeArray

    def __len__(self) -> int:
        return len(self.row)


def expanded_pairs(table: Judgments) -> Pairs:
    """All pairs of systems that a ranking covers; systems that share an output are tied."""
    return _joined(list(expanded_pair_blocks(table)))


def unexpanded_pairs(table: Judgments) -> Pairs:
    """All pairs of distinct outputs of a ranking."""
    return _joined(list(_pair_blocks(len(table), *_output_entries(table))))


def expanded_pair_blocks(table: Judgments) -> Iterator[Pairs]:
    """`expanded_pairs` in blocks of about a million, for memory that does not grow with the data."""
    return _pair_blocks(len(table), *_system_entries(table))


def _system_entries(table: Judgments) -> tuple[IndexArray, IndexArray, NumberArray]:
    rows, systems = np.nonzero(table.covered)
    return rows.astype(np.int32), systems.astype(np.int32), table.ranks[rows, systems]


def _output_entries(table: Judgments) -> tuple[IndexArray, IndexArray, NumberArray]:
    """Row, number of the set of systems, and rank of every distinct output, by row and then first system."""
    rows, systems, ranks = _system_entries(table)
    if not len(rows):
        return rows, systems, ranks
    groups = table.groups[rows, systems].astype(np.int64)
    key = rows * (int(groups.max()) + 1) + groups
    _, leader, output = np.unique(key, return_index=True, return_inverse=True)
    order = np.argsort(leader)
    position = np.empty_like(order)
    position[order] = np.arange(len(order))
    identity = _set_numbers(position[output], systems, len(order), len(table.systems))
    return rows[leader[order]], identity, ranks[leader[order]]


def _set_numbers(output: IntArray, systems: IndexArray, outputs: int, n_systems: int) -> IndexArray:
    """(outputs,) one number per distinct set of systems."""
    number = np.zeros(outputs, dtype=np.int64)
    for start in range(0, n_systems, SYSTEMS_PER_WORD):
        here = (systems >= start) & (systems < start + SYSTEMS_PER_WORD)
        word = np.zeros(outputs, dtype=np.int64)
        np.add.at(word, output[here], np.int64(1) << (systems[here] - start).astype(np.int64))
        _, word = np.unique(word, return_inverse=True)
        _, number = np.unique(number * (int(word.max()) + 1) + word, return_inverse=True)
    return number.astype(np.int32)


def _pair_blocks(
    n_rows: int, entry_row: IndexArray, entry_item: IndexArray, entry_rank: NumberArray
) -> Iterator[Pairs]:
    """Pairs of the entries of one row. Entries are sorted by row and, within it, by orientation."""
    per_row = np.bincount(entry_row, minlength=n_rows)
    starts = np.cumsum(per_row) - per_row
    for size in np.unique(per_row[per_row > 1]).tolist():
        left, right = np.triu_indices(size, 1)
        rows_of_size = np.flatnonzero(per_row == size)
        step = max(1, PAIRS_PER_BLOCK // len(left))
        for begin in range(0, len(rows_of_size), step):
            rows = rows_of_size[begin : begin + step]
            a = (starts[rows, None] + left).ravel()
            b = (starts[rows, None] + right).ravel()
            rank_a, rank_b = entry_rank[a], entry_rank[b]
            yield Pairs(
                row=np.repeat(rows.astype(np.int32), len(left)),
                first=entry_item[a],
                second=entry_item[b],
                outcome=TIE + (rank_a > rank_b).astype(np.int8) - (rank_a < rank_b).astype(np.int8),
            )


def _joined(blocks: list[Pairs]) -> Pairs:
    if len(blocks) == 1:
        return blocks[0]
    none = np.zeros(0, dtype=np.int32)
    return Pairs(
        row=np.concatenate([none, *(block.row for block in blocks)]),
        first=np.concatenate([none, *(block.first for block in blocks)]),
        second=np.concatenate([none, *(block.second for block in blocks)]),
        outcome=np.concatenate([none.astype(np.int8), *(block.outcome for block in blocks)]),
    )
