"""Rankings as pairwise comparisons, and how often each system beat and tied each other.

Grundkiewicz et al. (2015), section 4.3: comparisons are between systems (expanded) or between distinct
outputs (unexpanded). Every pair is oriented: its first member is the one whose name comes first in byte
order; for outputs, the one whose first system name does. As no system occurs twice in a ranking, that is the
order of the joined names that the published scripts compare.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
import scipy

from rankings.analysis.arrays import CodeArray, FloatArray, IndexArray, IntArray, NumberArray
from rankings.analysis.choices import BootstrapUnit, WholeUnit
from rankings.analysis.reasons import FEWEST_DOCUMENTS
from rankings.formats.columns import Judgments

FIRST_WINS = 0
TIE = 1
SECOND_WINS = 2
OUTCOMES = 3

PAIRS_PER_BLOCK = 1 << 20
SYSTEMS_PER_WORD = 62

ClusterUnit = Literal["rankings", "sentences", "documents", "judges", "judge-sentences", "judge-documents"]
CLUSTER_UNITS: tuple[ClusterUnit, ...] = get_args(ClusterUnit)

DENSE_CELLS = 1 << 24
DENSE_SHARE = 0.05
# Beyond this, zeros would fill the memory even where there are not many of them.
MOST_DENSE_CELLS = 1 << 25


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


@dataclass(frozen=True, slots=True, eq=False)
class PairCounts:
    """Outcomes of expanded comparisons, by pair of systems.

    Attributes:
        systems: N names.
        wins: (N, N) `wins[i, j]` is how often i was ranked better than j; the diagonal is 0.
        ties: (N, N) symmetric, how often i and j were tied; the diagonal is 0.
    """

    systems: tuple[str, ...]
    wins: IntArray
    ties: IntArray

    @property
    def comparisons(self) -> IntArray:
        """(N, N) symmetric, how often i and j were compared."""
        return self.wins + self.wins.T + self.ties

    @property
    def total(self) -> int:
        """Number of expanded comparisons."""
        return int(self.comparisons.sum()) // 2


@dataclass(frozen=True, slots=True, eq=False)
class UnitCounts:
    """Outcomes of expanded comparisons, by unit of resampling.

    P = N (N - 1) / 2 pairs of systems, in the order of `numpy.triu_indices(N, 1)`.

    Attributes:
        systems: N names.
        unit: what a unit is.
        counts: (U, 3P) array or sparse matrix; column `3 * pair + outcome` counts the outcome (first wins,
            tie, second wins) of the pair within the unit.
    """

    systems: tuple[str, ...]
    unit: str
    counts: FloatArray | scipy.sparse.csr_array

    def __len__(self) -> int:
        return int(self.counts.shape[0])


def count_pairs(table: Judgments) -> PairCounts:
    """Wins and ties of every pair of systems in all rankings of the table."""
    n = len(table.systems)
    cells = np.zeros(n * n * OUTCOMES, dtype=np.int64)
    for block in expanded_pair_blocks(table):
        cell = (block.first.astype(np.int64) * n + block.second) * OUTCOMES + block.outcome
        cells += np.bincount(cell, minlength=len(cells))
    outcomes = cells.reshape(n, n, OUTCOMES)
    return PairCounts(
        systems=table.systems,
        wins=outcomes[..., FIRST_WINS] + outcomes[..., SECOND_WINS].T,
        ties=outcomes[..., TIE] + outcomes[..., TIE].T,
    )


def count_pairs_by_unit(table: Judgments, unit: ClusterUnit) -> UnitCounts:
    """Outcomes of every pair of systems within each ranking, sentence, document, judge, or crossing of these.

    Units are numbered independently of the order of the rows and of the names of judges, so that a seeded
    resampling of them does not depend on either. Skipped rankings and rankings of one system count as units
    without comparisons.

    Raises:
        ValueError: an unknown unit.
    """
    of_row, units = unit_of_row(table, unit)
    n = len(table.systems)
    columns = n * (n - 1) // 2 * OUTCOMES
    cells = units * columns
    full = cells <= MOST_DENSE_CELLS and _expected_share(table, units, columns) > DENSE_SHARE
    if cells <= DENSE_CELLS or full:
        dense = np.zeros(units * columns, dtype=np.float64)
        for block in expanded_pair_blocks(table):
            cell = of_row[block.row].astype(np.int64) * columns + _column(block, n)
            np.add.at(dense, cell, 1.0)
        return UnitCounts(table.systems, unit, dense.reshape(units, columns))
    total = scipy.sparse.csr_array((units, columns), dtype=np.float64)
    for block in expanded_pair_blocks(table):
        place = (of_row[block.row], _column(block, n))
        total = total + scipy.sparse.coo_array((np.ones(len(block)), place), shape=(units, columns)).tocsr()
    return UnitCounts(table.systems, unit, total)


def crossed_units(table: Judgments, unit: ClusterUnit) -> tuple[IndexArray, IndexArray]:
    """(U,) judge, and (U,) sentence or document, of the units of "judge-sentences" or "judge-documents".

    Judges are numbered by their answers, as the units are.
    """
    key, number = _crossed_key(table, unit)
    units = np.unique(key)
    return (units // number).astype(np.int32), (units % number).astype(np.int32)


def usual_unit(table: Judgments) -> WholeUnit:
    """Documents where the data name them, and they have more sentences than one; else sentences.

    Documents whose sentences are found in others, too, are no documents; and too few say nothing of others.
    """
    named = np.array([bool(name) for name in table.documents])[table.document]
    pairs = np.unique(np.stack([table.sentence, table.document])[:, named & ~table.skipped], axis=1)
    documents, sentences = np.unique(pairs[1]).size, np.unique(pairs[0]).size
    whole = pairs.shape[1] == sentences > documents >= FEWEST_DOCUMENTS
    return "documents" if whole else "sentences"


def whole_unit(table: Judgments, unit: BootstrapUnit) -> WholeUnit:
    """Sentences or documents, if they are asked for; else what is usual."""
    return unit if unit in ("sentences", "documents") else usual_unit(table)


def pair_matrices(flat: NumberArray, n_systems: int) -> tuple[NumberArray, NumberArray]:
    """Counts by pair and outcome, (..., 3P), as `wins` (..., N, N) and `ties` (..., N, N)."""
    outcomes = flat.reshape(*flat.shape[:-1], -1, OUTCOMES)
    first, second = np.triu_indices(n_systems, 1)
    wins = np.zeros((*flat.shape[:-1], n_systems, n_systems), dtype=flat.dtype)
    ties = np.zeros_like(wins)
    wins[..., first, second] = outcomes[..., FIRST_WINS]
    wins[..., second, first] = outcomes[..., SECOND_WINS]
    ties[..., first, second] = outcomes[..., TIE]
    ties[..., second, first] = outcomes[..., TIE]
    return wins, ties


def flat_counts(counts: PairCounts) -> IntArray:
    """(3P,) the counts by pair and outcome: the inverse of `pair_matrices`."""
    first, second = np.triu_indices(len(counts.systems), 1)
    by_outcome = [counts.wins[first, second], counts.ties[first, second], counts.wins[second, first]]
    return np.stack(by_outcome, axis=-1).ravel()


def unit_of_row(table: Judgments, unit: ClusterUnit) -> tuple[IndexArray, int]:
    """(R,) number of the unit that each row belongs to, and how many units there are."""
    if unit == "sentences":
        return table.sentence, len(table.sentences)
    if unit == "documents":
        return _document_of_row(table)
    if unit == "judges":
        return _judge_of_row(table), len(table.judges)
    if unit in ("judge-sentences", "judge-documents"):
        units, number = np.unique(_crossed_key(table, unit)[0], return_inverse=True)
        return number.astype(np.int32), len(units)
    if unit == "rankings":
        place = np.empty(len(table), dtype=np.int32)
        place[np.argsort(_answer_of_row(table), kind="stable")] = np.arange(len(table), dtype=np.int32)
        return place, len(table)
    raise ValueError(f"unit {unit!r} is not one of {', '.join(CLUSTER_UNITS)}")


def _crossed_key(table: Judgments, unit: ClusterUnit) -> tuple[IntArray, int]:
    """(R,) judge times a number, plus sentence or document; and that number."""
    whole, units = unit_of_row(table, "sentences" if unit == "judge-sentences" else "documents")
    number = max(1, units)
    key: IntArray = _judge_of_row(table).astype(np.int64) * number + whole
    return key, number


def _document_of_row(table: Judgments) -> tuple[IndexArray, int]:
    """The document of each row, or the sentence where no document is named; and how many there are."""
    named = np.array([bool(name) for name in table.documents], dtype=np.bool_)
    place = np.where(named[table.document], table.document, len(table.documents) + table.sentence)
    units, number = np.unique(place, return_inverse=True)
    return number.astype(np.int32), len(units)


def _judge_of_row(table: Judgments) -> IndexArray:
    """(R,) the judge of each row, numbered by all answers of the judge.

    A judge who is renamed keeps the number, and with it what a seeded resampling draws. Judges with identical
    answers are interchangeable there.
    """
    answer = _answer_of_row(table).astype(">i8") * max(1, len(table.sentences)) + table.sentence
    of_judge = [
        np.sort(answer[table.judge == judge]).astype(">i8").tobytes() for judge in range(len(table.judges))
    ]
    place = np.empty(len(of_judge), dtype=np.int32)
    place[sorted(range(len(of_judge)), key=of_judge.__getitem__)] = np.arange(len(of_judge), dtype=np.int32)
    numbers: IndexArray = place[table.judge]
    return numbers


def _answer_of_row(table: Judgments) -> IntArray:
    """(R,) number of the ranks that the row gives among all that are given; equal for equal ranks."""
    if not table.ranks.size:
        return np.zeros(len(table), dtype=np.int64)
    keys = np.ascontiguousarray(table.ranks.astype(">i2"))
    as_bytes = keys.view(np.dtype((np.void, keys.shape[1] * keys.itemsize))).ravel()
    _, number = np.unique(as_bytes, return_inverse=True)
    return number.astype(np.int64)


def _column(block: Pairs, n_systems: int) -> IntArray:
    first = block.first.astype(np.int64)
    pair = first * (2 * n_systems - first - 1) // 2 + block.second - first - 1
    return pair * OUTCOMES + block.outcome


def _expected_share(table: Judgments, units: int, columns: int) -> float:
    per_row = table.covered.sum(axis=1, dtype=np.int64)
    return float((per_row * (per_row - 1) // 2).sum()) / max(1, units * columns)
