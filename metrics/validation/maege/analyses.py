"""Scores of chains and corpora against the order that is known (Choshen and Abend 2018, sections 5 to 7).

Chains are held one behind the other: `lengths` (C,) counts the elements of each of C chains, and an array
with a value for every element has shape (E,), E being the sum of the lengths.
"""

import math
from dataclasses import dataclass

import numpy as np
from scipy.stats import norm
from scipy.stats import t as student

from metrics.validation.coefficients import or_none
from metrics.validation.maege.results import TypeLevel
from rankings.analysis.arrays import FloatArray, IntArray


@dataclass(frozen=True, slots=True)
class PairCounts:
    """Pairs of elements of the same chain.

    Attributes:
        pairs: all pairs.
        discordant: those in which the worse element scores higher.
        ties: those with equal scores.
    """

    pairs: int
    discordant: int
    ties: int

    @property
    def tau(self) -> float:
        """1 - 2 discordant / pairs (section 6): ties count as if they were in the right order."""
        return 1 - 2 * self.discordant / self.pairs if self.pairs else math.nan

    @property
    def tau_half(self) -> float:
        """(concordant - discordant) / pairs: ties count as half right. A constant metric has 0."""
        return 1 - (2 * self.discordant + self.ties) / self.pairs if self.pairs else math.nan


def count_pairs(scores: FloatArray, lengths: IntArray) -> PairCounts:
    """Compare every two elements of each chain; `scores` (E,) are in ascending order of quality."""
    starts = np.concatenate(([0], np.cumsum(lengths)[:-1])) if len(lengths) else np.empty(0, np.int64)
    pairs = discordant = ties = 0
    # All chains of one length are a table, in which pairs of columns are compared.
    for length in np.unique(lengths).tolist():
        table = scores[starts[lengths == length][:, None] + np.arange(length)]
        worse, better = np.triu_indices(length, 1)
        pairs += len(table) * len(worse)
        discordant += int((table[:, worse] > table[:, better]).sum())
        ties += int((table[:, worse] == table[:, better]).sum())
    return PairCounts(pairs, discordant, ties)


def tau_p_value(tau: float | None, pairs: int) -> float | None:
    """Two-sided p of tau under the hypothesis that each pair is ordered by a fair coin (section 6).

    With nd discordant of N pairs, 2 nd / sqrt(N) - sqrt(N) = -tau sqrt(N) is taken for a standard normal
    number. Pairs of one chain share their elements and are far from independent, so that p is too small.
    """
    return None if tau is None else float(2 * norm.sf(abs(tau) * math.sqrt(pairs)))


def correlation_p_value(coefficient: float | None, n: int) -> float | None:
    """Two-sided p of Pearson's r, or Spearman's rho, of n pairs of values under independence."""
    if n < 3 or coefficient is None:
        return None
    rest = 1 - coefficient**2
    if rest <= 0:
        return 0.0
    return float(2 * student.sf(abs(coefficient) * math.sqrt((n - 2) / rest), n - 2))


def linear_quality(lengths: IntArray, originals: FloatArray) -> FloatArray:
    """(E,) quality of every element: from that of the original (C,) in equal steps to 1."""
    edits = lengths - 1
    applied = _places(lengths)
    steps = np.repeat(np.maximum(edits, 1), lengths)
    begin = np.repeat(originals, lengths)
    quality: FloatArray = begin + (1 - begin) * (applied / steps)
    return quality


def changes(scores: FloatArray, lengths: IntArray) -> FloatArray:
    """(E - C,) score of every element but the first of its chain, less that of the one before."""
    differences: FloatArray = np.diff(scores)[_places(lengths)[1:] > 0]
    return differences


def type_effects(
    metric: str, difference: FloatArray, edits: IntArray, types: list[str], sentences: IntArray
) -> list[TypeLevel]:
    """Mean change of the score by the type of the edit added (section 7), most frequent type first.

    Every edit counts once: its changes, in several chains and runs, are averaged first. The standard error
    takes the changes within a sentence for dependent and those of different sentences for independent.

    Args:
        edits: (D,) number of the edit that made each.
        types: type of each of N edits.
        sentences: (N,) number of the sentence of each edit.
    """
    times = np.bincount(edits, minlength=len(types))
    sums = np.bincount(edits, difference, minlength=len(types))
    seen = times > 0
    each = np.divide(sums, times, out=np.zeros(len(types)), where=seen)
    names, kinds = np.unique(np.array(types, dtype=object).astype(str), return_inverse=True)
    effects = []
    for number, name in enumerate(names.tolist()):
        chosen = seen & (kinds == number)
        if chosen.any():
            mean = float(each[chosen].mean())
            error = _standard_error(each[chosen] - mean, sentences[chosen])
            effects.append(TypeLevel(metric, name, int(chosen.sum()), or_none(mean), or_none(error)))
    return sorted(effects, key=lambda effect: (-effect.count, effect.type))


def _standard_error(deviations: FloatArray, sentences: IntArray) -> float:
    """Of a mean: the deviations of a sentence are summed, and the sums are independent."""
    _, groups = np.unique(sentences, return_inverse=True)
    sums = np.bincount(groups, deviations)
    if len(sums) < 2:
        return math.nan
    return math.sqrt(len(sums) / (len(sums) - 1) * float(sums @ sums)) / len(deviations)


def _places(lengths: IntArray) -> IntArray:
    """(E,) place of every element in its chain, from 0."""
    starts = np.cumsum(lengths) - lengths
    places: IntArray = np.arange(int(lengths.sum())) - np.repeat(starts, lengths)
    return places
