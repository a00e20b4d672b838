"""Who was compared with whom, and what the data can support: intervals, rank ranges, lines between clusters.

Resampling only repeats the data. Where two sentences agree, so does every resampling of them, and an interval
of no width looks like certainty. So intervals, rank ranges and lines between clusters are held against a test
that is exact for any number of units: flip the sign of all wins and losses of a unit. Of n units that all
agree, its two-sided p-value is 2 ** (1 - n); no outcome gives less.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy

from rankings.analysis import reasons
from rankings.analysis.arrays import BoolArray, FloatArray, IntArray
from rankings.analysis.choices import BootstrapUnit
from rankings.analysis.exact_tests import sign_flip_test
from rankings.analysis.judge_variance import Cells
from rankings.analysis.methods import Method, registration
from rankings.analysis.pair_counts import (
    FIRST_WINS,
    OUTCOMES,
    SECOND_WINS,
    PairCounts,
    UnitCounts,
    count_pairs_by_unit,
)
from rankings.analysis.reasons import FEW_JUDGES, FEW_UNITS, FEWEST_DOCUMENTS, fewest_units
from rankings.formats.columns import Judgments

# With fewer sentences a line between clusters also needs two single systems that a test could tell apart, and
# a test of the two systems next to it.
FEW_SENTENCES = 30

MOST_UNITS_EXACT = 100
LARGEST_SUM_EXACT = 20_000


@dataclass(frozen=True, slots=True, eq=False)
class Grounds:
    """The evidence behind a ranking of one table.

    Attributes:
        alpha: 1 - confidence; level of the tests.
        counts: wins and ties.
        net: (U, P) wins minus losses of the first of each pair of systems, by the unit whose signs are
            flipped; None for "pairs", where `counts` says all.
        sentences_of_pair: (P,) sentences in which wins and losses of the pair do not balance.
        sentences_compared: (P,) sentences in which the pair was compared, tied or not.
        other_opponents: (N, N) pairs of systems that a mean over opponents cannot compare: those of
            `with_other_opponents`.
        sentences: with a decided comparison of any pair.
        reason: why there are no intervals, rank ranges and clusters; "" where there are.
        notes: on the number of units.
        cells: answers by judge and unit; None where these judges alone are asked about.
        usual: what judges usually differ by on a score.
    """

    alpha: float
    counts: PairCounts
    net: FloatArray | scipy.sparse.csc_array | None
    sentences_of_pair: IntArray
    sentences_compared: IntArray
    other_opponents: BoolArray
    sentences: int
    reason: str
    notes: tuple[str, ...]
    cells: Cells | None = None
    usual: float = 0.0

    def part(self, above: Sequence[int], below: Sequence[int]) -> bool:
        """Whether tests confirm that the systems of one list are better than those of the other.

        Args:
            above, below: indices of systems, best system first.
        """
        if self.reason or (self.sentences < FEW_SENTENCES and not self._neighbours_part(above, below)):
            return False
        # Scores of two systems with other opponents say nothing of the two; their own comparisons do.
        others = [(a, b) for a in above for b in below if self.other_opponents[a, b]]
        return (
            self._p_value(above, below) <= self.alpha
            and self._p_value_of_judges(above, below) <= self.alpha
            and all(self._p_value([a], [b]) <= self.alpha for a, b in others)
        )

    def _neighbours_part(self, above: Sequence[int], below: Sequence[int]) -> bool:
        """With few sentences, whether two systems could differ, and those next to the line do if they could.

        Other systems that are far away carry the test across the line by themselves, and rank ranges from few
        sentences are too narrow.
        """
        fewest = fewest_units(1 - self.alpha)
        across = self._direction(above, below) != 0
        next_to = self._direction([above[-1]], [below[0]]) != 0
        if self.sentences_of_pair[across].max(initial=0) < fewest:
            return False
        compared = self.sentences_compared[next_to].max(initial=0)
        return bool(compared < fewest) or self._p_value([above[-1]], [below[0]]) <= self.alpha

    def _p_value(self, above: Sequence[int], below: Sequence[int]) -> float:
        """Two-sided, of all comparisons between the lists, a unit's together; 1 if the lower won more."""
        if self.net is None:
            wins = int(self.counts.wins[np.ix_(above, below)].sum())
            losses = int(self.counts.wins[np.ix_(below, above)].sum())
            return (
                min(1.0, 2 * float(scipy.special.bdtr(losses, wins + losses, 0.5))) if wins > losses else 1.0
            )
        net = self.net @ self._direction(above, below)
        net = net[net != 0]
        if net.sum() <= 0:
            return 1.0
        few = len(net) <= MOST_UNITS_EXACT and float(np.abs(net).sum()) <= LARGEST_SUM_EXACT
        if few or self._are_all(above, below):
            return sign_flip_test(np.rint(net).astype(np.int64))
        # The sum of so many independent signs is normal.
        return math.erfc(float(net.sum()) / math.sqrt(2 * float((net * net).sum())))

    def _p_value_of_judges(self, above: Sequence[int], below: Sequence[int]) -> float:
        """Two-sided, of the same comparisons if other judges had judged; 0 where nobody asks about others."""
        if self.cells is None:
            return 0.0
        won, lost = (
            int(self.counts.wins[np.ix_(*sides)].sum()) for sides in ((above, below), (below, above))
        )
        if not won + lost:
            return 1.0
        # Judges' likings cancel out the more, the more systems stand on either side.
        of_one = 1 + 1 / max(1, len(above) + len(below) - 1)
        usual = self.usual * (1 / len(above) + 1 / len(below)) / of_one
        across = self.cells.influences_across(self._direction(above, below))
        variance = across.variance(None if self._are_all(above, below) else usual)
        return float(variance.p_values(np.array([(won - lost) / (2 * (won + lost))]))[0])

    def _are_all(self, above: Sequence[int], below: Sequence[int]) -> bool:
        """Whether there are two systems in all: then the line between them is the test of the pair."""
        return len(above) == len(below) == 1 and len(self.counts.systems) == 2

    def _direction(self, above: Sequence[int], below: Sequence[int]) -> FloatArray:
        """(P,) 1 where the first system of a pair is above and the second below, -1 the other way, else 0."""
        side = np.zeros(len(self.counts.systems))
        side[list(above)], side[list(below)] = 1.0, -1.0
        first, second = np.triu_indices(len(side), 1)
        across = side[first] * side[second] < 0
        direction: FloatArray = np.where(across, side[first], 0.0)
        return direction


def grounds_of(
    table: Judgments,
    unit: BootstrapUnit,
    counts: PairCounts,
    by_unit: UnitCounts | None,
    *,
    confidence: float,
    method: Method,
    by_sentence: UnitCounts | None = None,
    cells: Cells | None = None,
    usual: float = 0.0,
) -> Grounds:
    """The evidence behind a ranking of the table.

    Args:
        table: the judgments.
        unit: of resampling.
        counts: `count_pairs` of the table.
        by_unit: what is resampled, if it is known by whole units: None for "pairs" and for
            "judges-and-sentences", of which sentences count.
        confidence: of intervals and rank ranges.
        method: how systems are scored.
        by_sentence: outcomes by sentence, if they are at hand.
        cells, usual: as in `Grounds`, where other judges are asked about.
    """
    if by_sentence is None:
        by_sentence = by_unit if unit == "sentences" and by_unit else count_pairs_by_unit(table, "sentences")
    of_sentences = _net(by_sentence)
    sentences = _decided_units(by_sentence)
    net: FloatArray | scipy.sparse.csc_array | None
    if unit == "pairs":
        net, units = None, int(counts.wins.sum())
    elif by_unit is None or unit == "sentences":
        net, units = of_sentences, sentences
    else:
        net, units = _net(by_unit), _decided_units(by_unit)
    unbalanced: Any = of_sentences != 0
    compared: Any = _compared(by_sentence)
    return Grounds(
        alpha=round(1 - confidence, 12),
        counts=counts,
        net=net,
        sentences_of_pair=np.asarray(unbalanced.sum(axis=0), dtype=np.int64).ravel(),
        sentences_compared=np.asarray(compared.sum(axis=0), dtype=np.int64).ravel(),
        other_opponents=with_other_opponents(counts, method),
        sentences=sentences,
        reason=_reason(unit, units, sentences, confidence),
        notes=_notes(unit, units, sentences, len(table.judges)),
        cells=cells,
        usual=usual,
    )


def _reason(unit: BootstrapUnit, units: int, sentences: int, confidence: float) -> str:
    """Why there are no intervals, rank ranges and clusters; "" where there are enough units.

    Whatever is resampled, judgments of fewer sentences are about these sentences only, and tests between two
    systems flip sentences.
    """
    least = fewest_units(confidence)
    if not sentences:
        return reasons.NOTHING_DECIDED
    if unit == "documents" and units < FEWEST_DOCUMENTS:
        return reasons.too_few(units, unit, FEWEST_DOCUMENTS)
    if units < least and unit not in ("judges-and-sentences", "documents"):
        return reasons.too_few(units, unit, least)
    return "" if sentences >= least else reasons.too_few(sentences, "sentences", least)


def _notes(unit: BootstrapUnit, units: int, sentences: int, judges: int) -> tuple[str, ...]:
    """On intervals from few units."""
    notes = []
    if judges < {"judges": FEW_JUDGES, "judges-and-sentences": FEW_UNITS}.get(unit, 0):
        notes.append(reasons.NARROW)
    number, named = sentences, "sentences"
    if unit not in ("sentences", "judges", "judges-and-sentences") and units < sentences:
        number, named = units, unit
    if number < FEW_UNITS:
        notes.append(reasons.few(number, named))
    return tuple(notes)


def _net(by_unit: UnitCounts) -> FloatArray | scipy.sparse.csc_array:
    """(U, P) wins minus losses of the first of each pair."""
    wins, losses = _decided(by_unit)
    net: FloatArray | scipy.sparse.csc_array = wins - losses
    return net


def _decided_units(by_unit: UnitCounts) -> int:
    """How many units hold a decided comparison."""
    wins, losses = _decided(by_unit)
    return int((np.asarray((wins + losses).sum(axis=1)).ravel() > 0).sum())


def _compared(by_unit: UnitCounts) -> Any:
    """(U, P) whether the two systems of a pair were compared in a unit."""
    counts: Any = by_unit.counts
    if not isinstance(counts, np.ndarray):
        counts = scipy.sparse.csc_array(counts)
    return sum(counts[:, outcome::OUTCOMES] for outcome in range(OUTCOMES)) > 0


def _decided(by_unit: UnitCounts) -> tuple[Any, Any]:
    """(U, P) wins and (U, P) losses of the first of each pair."""
    counts: Any = by_unit.counts
    if not isinstance(counts, np.ndarray):
        counts = scipy.sparse.csc_array(counts)
    return counts[:, FIRST_WINS::OUTCOMES], counts[:, SECOND_WINS::OUTCOMES]


def linked_groups(counts: PairCounts, method: Method) -> tuple[tuple[int, ...], ...]:
    """Indices of the systems that can be ranked against each other, in groups of two or more, largest first.

    Systems of different groups were never compared, not even through others; a system in no group was
    compared with none. Of comparisons those count that the method counts.
    """
    return _linked(counts, _counted(counts, method))


def with_other_opponents(counts: PairCounts, method: Method) -> BoolArray:
    """(N, N) whether a system was met by only one of the two, where scores are means over opponents.

    Such scores have different yardsticks: A, who met B and C, against B, who met A alone.
    """
    if not registration(method).mean_over_opponents:
        return np.zeros(counts.wins.shape, dtype=np.bool_)
    met = (_counted(counts, method) > 0).astype(np.int64)
    only_one = met @ (1 - met).T
    # Neither meets itself, which says nothing where the two met each other.
    differ: BoolArray = only_one + only_one.T - 2 * met > 0
    return differ


def notes_on_links(counts: PairCounts, method: Method | None = None) -> tuple[str, ...]:
    """Which systems were never compared, and which groups no comparison links.

    Args:
        method: whose comparisons count; all of them if None.
    """
    groups = _linked(counts, counts.comparisons if method is None else _counted(counts, method))
    linked = {index for group in groups for index in group}
    idle = [name for index, name in enumerate(counts.systems) if index not in linked]
    notes = [reasons.never_compared(idle)] if idle else []
    if len(groups) > 1:
        notes.append(reasons.unlinked([[counts.systems[index] for index in group] for group in groups]))
    return tuple(notes)


def notes_on_counts(counts: PairCounts, method: Method) -> tuple[str, ...]:
    """What a reader of a ranking has to know about the comparisons, one sentence each."""
    notes = [*notes_on_links(counts, method)]
    comparisons = _counted(counts, method)
    inside = np.zeros(comparisons.shape, dtype=np.bool_)
    for group in _linked(counts, comparisons):
        inside[np.ix_(group, group)] = True
    first, second = np.nonzero(np.triu((comparisons == 0) & inside, 1))
    if len(first):
        names = counts.systems
        pairs = zip(first.tolist(), second.tolist(), strict=True)
        notes.append(reasons.apart([(names[one], names[other]) for one, other in pairs]))
    if (with_other_opponents(counts, method) & inside).any():
        notes.append(reasons.OTHER_OPPONENTS)
    return tuple(notes)


def _counted(counts: PairCounts, method: Method) -> IntArray:
    """(N, N) the comparisons of two systems from which the method gets scores; all where it gets none."""
    about = registration(method)
    decided: IntArray = counts.wins + counts.wins.T
    if about.mean_over_opponents and about.ties == "left out" and decided.any():
        return decided
    return counts.comparisons


def _linked(counts: PairCounts, comparisons: IntArray) -> tuple[tuple[int, ...], ...]:
    """Groups of two systems or more within which comparisons lead from each to each, largest first."""
    number, label = scipy.sparse.csgraph.connected_components(comparisons > 0, directed=False)
    groups = [tuple(np.flatnonzero(label == group).tolist()) for group in range(number)]

    def by_name(group: tuple[int, ...]) -> tuple[str, ...]:
        return tuple(counts.systems[index] for index in group)

    groups.sort(key=lambda group: (-len(group), by_name(group)))
    return tuple(group for group in groups if len(group) > 1)
