"""From replicated scores to the distribution of each system's rank and the range that holds it."""

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from rankings.analysis.arrays import BoolArray, FloatArray, IntArray, NumberArray

TieHandling = Literal["shared", "by-name"]

SCORE_DECIMALS = 12


@dataclass(frozen=True, slots=True)
class RankRange:
    """The ranks that are left when both tails are cut off.

    Attributes:
        low, high: first and last rank of the range, from 1.
        mass_low: share of replicates in which the system ranks `low` or better.
        mass_high: share of replicates in which it ranks `high` or worse. Where one of the two is close to
            half of 1 - confidence, that end of the range is nearly a coin flip. NaN if it never took part.
    """

    low: int
    high: int
    mass_low: float
    mass_high: float


def rank_counts(scores: FloatArray, ties: TieHandling = "shared") -> FloatArray:
    """How often each system took each rank.

    Args:
        scores: (B, N) one row per replicate; higher is better; NaN where a system takes no part. Scores are
            compared after rounding to 12 decimals, so that the order of summation decides nothing.
        ties: "shared" spreads systems of equal score evenly over the ranks that they occupy together;
            "by-name" puts the later one first, as the published `cluster.py` does.

    Returns:
        (N, N) `counts[i, r]`, how often system i took rank r + 1. Fractions arise from shared ranks only.
    """
    n = scores.shape[1]
    rounded = np.round(scores, SCORE_DECIMALS)
    above, equal = _positions(rounded)
    if ties == "by-name":
        above = above + _equal_and_later(rounded).sum(axis=2)
        equal = np.minimum(equal, 1)
    system = np.broadcast_to(np.arange(n), above.shape)
    alone = equal == 1
    counts = np.bincount(system[alone] * n + above[alone], minlength=n * n).astype(np.float64).reshape(n, n)
    shared = equal > 1
    if shared.any():
        counts += _spread(system[shared], above[shared], equal[shared], n)
    return counts


def mean_scores(scores: FloatArray) -> FloatArray:
    """(N,) mean of every system over those replicates of (B, N) in which it takes part; NaN if in none."""
    present = ~np.isnan(scores)
    means: FloatArray
    if present.all():
        means = scores.mean(axis=0)
        return means
    sums, taken = np.where(present, scores, 0.0).sum(axis=0), present.sum(axis=0)
    means = np.full(scores.shape[1], np.nan)
    np.divide(sums, taken, out=means, where=taken > 0)
    return means


def rank_range(counts: NumberArray, cut_low: float, cut_high: float) -> RankRange:
    """The range left after cutting `cut_low` of the best and `cut_high` of the worst replicates.

    Args:
        counts: (N,) how often the system took each rank; all zero if it never took part, for a range of all.
        cut_low, cut_high: number of replicates to cut, at least 0.
    """
    total = float(counts.sum())
    if total == 0:
        return RankRange(1, len(counts), math.nan, math.nan)
    up_to = np.round(np.cumsum(counts), 9)
    down_to = np.round(np.cumsum(counts[::-1])[::-1], 9)
    low = int(np.argmax(up_to > cut_low))
    high = len(counts) - 1 - int(np.argmax(down_to[::-1] > cut_high))
    if low > high:
        low = high = int(np.argmax(up_to >= total / 2))
    return RankRange(low + 1, high + 1, float(up_to[low]) / total, float(down_to[high]) / total)


def range_ends(counts: NumberArray, cut: float) -> tuple[list[int], list[int]]:
    """The first and the last ranks of the ranges of many systems at once, as `rank_range` gives them.

    Args:
        counts: (M, N) how often each of the systems took each rank.
        cut: number of replicates to cut at each end, at least 0.
    """
    ranks = counts.shape[1]
    total = counts.sum(axis=1)
    up_to = np.round(np.cumsum(counts, axis=1), 9)
    down_to = np.round(np.cumsum(counts[:, ::-1], axis=1), 9)
    low = np.argmax(up_to > cut, axis=1)
    high = ranks - 1 - np.argmax(down_to > cut, axis=1)
    middle = np.argmax(up_to >= total[:, None] / 2, axis=1)
    crossed = low > high
    low, high = np.where(crossed, middle, low), np.where(crossed, middle, high)
    never = total == 0
    low, high = np.where(never, 0, low), np.where(never, ranks - 1, high)
    return (low + 1).tolist(), (high + 1).tolist()


def replicates_cut(replicates: int, confidence: float) -> int:
    """How many replicates to cut at each end: (B - B * confidence) / 2, rounded up, as `cluster.py` does.

    Raises:
        ValueError: a confidence not between 0 and 1.
    """
    if not 0 < confidence < 1:
        raise ValueError(f"confidence has to lie between 0 and 1, for example 0.95; it is {confidence}")
    return math.ceil(round((replicates - replicates * confidence) / 2, 9))


def _positions(scores: FloatArray) -> tuple[IntArray, IntArray]:
    above = (scores[:, None, :] > scores[:, :, None]).sum(axis=2)
    equal = (scores[:, None, :] == scores[:, :, None]).sum(axis=2)
    return above, equal


def _equal_and_later(scores: FloatArray) -> BoolArray:
    n = scores.shape[1]
    later = np.arange(n)[None, :] > np.arange(n)[:, None]
    both: BoolArray = (scores[:, None, :] == scores[:, :, None]) & later
    return both


def _spread(system: IntArray, above: IntArray, equal: IntArray, n: int) -> FloatArray:
    counts = np.zeros((n, n))
    for offset in range(int(equal.max())):
        here = equal > offset
        np.add.at(counts, (system[here], above[here] + offset), 1.0 / equal[here])
    return counts
