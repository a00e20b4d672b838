"""What the data can support: intervals, rank ranges and clusters or not, and which cluster boundaries hold.

Resampling only repeats the data. Where two sentences agree, so does every resampling of them, and an interval
of no width looks like certainty. So intervals, rank ranges and lines between clusters are held against a test
that is exact for any number of units: flip the sign of all wins and losses of a unit. Of n units that all
agree, its two-sided p-value is 2 ** (1 - n); no outcome gives less.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import sparse
from scipy.special import bdtr

from rankings.analysis.arrays import FloatArray, IntArray
from rankings.analysis.choices import BootstrapUnit
from rankings.analysis.few_units import fewest_units, notes_on_few_units, reason_without_ranges
from rankings.analysis.head_to_head import sign_flip_test
from rankings.analysis.judgments import JudgmentTable
from rankings.analysis.pair_counts import PairCounts, UnitCounts, count_pairs_by_unit
from rankings.analysis.pairs import FIRST_WINS, OUTCOMES, SECOND_WINS

# With fewer sentences a line between clusters also needs two single systems that a test could tell apart.
FEW_SENTENCES = 30

MOST_UNITS_EXACT = 100
LARGEST_SUM_EXACT = 20_000


@dataclass(frozen=True, slots=True, eq=False)
class Grounds:
    """The evidence behind a ranking of one table.

    Attributes:
        unit: of resampling.
        alpha: 1 - confidence; level of the tests.
        counts: wins and ties.
        net: (U, P) wins minus losses of the first of each pair of systems, by the unit whose signs are
            flipped; None for "pairs", where `counts` says all.
        sentences_of_pair: (P,) sentences in which wins and losses of the pair do not balance.
        units: with a decided comparison of any pair; sentences for "judges-and-sentences".
        sentences: with a decided comparison of any pair.
        reason: why there are no intervals, rank ranges and clusters; "" where there are.
        notes: warnings about the number of units, one or two sentences each.
    """

    unit: BootstrapUnit
    alpha: float
    counts: PairCounts
    net: FloatArray | sparse.csc_array | None
    sentences_of_pair: IntArray
    units: int
    sentences: int
    reason: str
    notes: tuple[str, ...]

    def part(self, above: Sequence[int], below: Sequence[int]) -> bool:
        """Whether tests confirm that the systems of one list are better than those of the other.

        Args:
            above, below: indices of systems.
        """
        if self.reason:
            return False
        if self.sentences < FEW_SENTENCES and not self._some_pair_can_differ(above, below):
            return False
        return self._p_value(above, below) <= self.alpha

    def _some_pair_can_differ(self, above: Sequence[int], below: Sequence[int]) -> bool:
        across = self._direction(above, below) != 0
        return bool(self.sentences_of_pair[across].max(initial=0) >= fewest_units(1 - self.alpha))

    def _p_value(self, above: Sequence[int], below: Sequence[int]) -> float:
        """Two-sided, of all comparisons between the two lists, the unit's together."""
        if self.net is None:
            wins = int(self.counts.wins[np.ix_(above, below)].sum())
            losses = int(self.counts.wins[np.ix_(below, above)].sum())
            return min(1.0, 2 * float(bdtr(min(wins, losses), wins + losses, 0.5)))
        net = self.net @ self._direction(above, below)
        net = net[net != 0]
        if len(net) <= MOST_UNITS_EXACT and float(np.abs(net).sum()) <= LARGEST_SUM_EXACT:
            return sign_flip_test(np.rint(net).astype(np.int64))
        # The sum of so many independent signs is normal.
        return math.erfc(abs(float(net.sum())) / math.sqrt(2 * float((net * net).sum())))

    def _direction(self, above: Sequence[int], below: Sequence[int]) -> FloatArray:
        """(P,) 1 where the first system of a pair is above and the second below, -1 the other way, else 0."""
        side = np.zeros(len(self.counts.systems))
        side[list(above)], side[list(below)] = 1.0, -1.0
        first, second = np.triu_indices(len(side), 1)
        across = side[first] * side[second] < 0
        direction: FloatArray = np.where(across, side[first], 0.0)
        return direction


def grounds_of(
    table: JudgmentTable,
    unit: BootstrapUnit,
    counts: PairCounts,
    by_unit: UnitCounts | None,
    confidence: float,
) -> Grounds:
    """The evidence behind a ranking of the table.

    Args:
        table: the judgments.
        unit: of resampling.
        counts: `count_pairs` of the table.
        by_unit: what is resampled, if it is known by whole units: None for "pairs" and for
            "judges-and-sentences", of which sentences count.
        confidence: of intervals and rank ranges.
    """
    by_sentence = by_unit if unit == "sentences" and by_unit else count_pairs_by_unit(table, "sentences")
    of_sentences = _net(by_sentence)
    sentences = _decided_units(by_sentence)
    net: FloatArray | sparse.csc_array | None
    if unit == "pairs":
        net, units = None, int(counts.wins.sum())
    elif by_unit is None or unit == "sentences":
        net, units = of_sentences, sentences
    else:
        net, units = _net(by_unit), _decided_units(by_unit)
    judges = len(table.judges)
    unbalanced: Any = of_sentences != 0
    return Grounds(
        unit=unit,
        alpha=round(1 - confidence, 12),
        counts=counts,
        net=net,
        sentences_of_pair=np.asarray(unbalanced.sum(axis=0), dtype=np.int64).ravel(),
        units=units,
        sentences=sentences,
        reason=reason_without_ranges(unit, units, sentences, confidence),
        notes=notes_on_few_units(unit, units, sentences, judges),
    )


def _net(by_unit: UnitCounts) -> FloatArray | sparse.csc_array:
    """(U, P) wins minus losses of the first of each pair."""
    wins, losses = _decided(by_unit)
    net: FloatArray | sparse.csc_array = wins - losses
    return net


def _decided_units(by_unit: UnitCounts) -> int:
    """How many units hold a decided comparison."""
    wins, losses = _decided(by_unit)
    return int((np.asarray((wins + losses).sum(axis=1)).ravel() > 0).sum())


def _decided(by_unit: UnitCounts) -> tuple[Any, Any]:
    """(U, P) wins and (U, P) losses of the first of each pair."""
    counts: Any = by_unit.counts
    if not isinstance(counts, np.ndarray):
        counts = sparse.csc_array(counts)
    return counts[:, FIRST_WINS::OUTCOMES], counts[:, SECOND_WINS::OUTCOMES]
