"""From replicated scores to the distribution of each system's rank, the range that holds it, and clusters.

Koehn (2012); and the rules in which the published scripts differ.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from rankings.analysis.arrays import BoolArray, FloatArray, IntArray, NumberArray
from rankings.analysis.choices import Convention

TieHandling = Literal["shared", "by-name"]
ClusterRule = Literal["overlap", "cluster.py", "EW.pl"]
CLUSTER_RULES: tuple[ClusterRule, ...] = get_args(ClusterRule)

SCORE_DECIMALS = 12


@dataclass(frozen=True, slots=True)
class Rules:
    """The conventions in which the published scripts differ."""

    ties: TieHandling
    cluster: ClusterRule
    mean_score: bool
    trim_one_less_above: bool


RULES: dict[Convention, Rules] = {
    "standard": Rules("shared", "overlap", mean_score=False, trim_one_less_above=False),
    "cluster.py": Rules("by-name", "cluster.py", mean_score=True, trim_one_less_above=False),
    "EW.pl": Rules("by-name", "EW.pl", mean_score=False, trim_one_less_above=True),
}


def best_first(scores: FloatArray, ties: TieHandling = "shared") -> list[int]:
    """Places of the systems by falling score; without a score last."""
    rounded = np.round(np.nan_to_num(scores, nan=-np.inf), SCORE_DECIMALS)
    direction = -1 if ties == "by-name" else 1
    return sorted(range(len(scores)), key=lambda i: (-rounded[i], direction * i))


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
    above = (rounded[:, None, :] > rounded[:, :, None]).sum(axis=2)
    equal = (rounded[:, None, :] == rounded[:, :, None]).sum(axis=2)
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


def rank_ranges(counts: NumberArray, cut_low: float, cut_high: float | None = None) -> list[tuple[int, int]]:
    """The first and last ranks that are left after cutting both tails, one pair for each of M systems.

    Args:
        counts: (M, N) how often each system took each rank; all zero if it never took part, for a range of
            all.
        cut_low, cut_high: number of the best and of the worst replicates to cut, at least 0; as many if None.
    """
    cut_high = cut_low if cut_high is None else cut_high
    ranks = counts.shape[1]
    total = counts.sum(axis=1)
    up_to = np.round(np.cumsum(counts, axis=1), 9)
    down_to = np.round(np.cumsum(counts[:, ::-1], axis=1), 9)
    low = np.argmax(up_to > cut_low, axis=1)
    high = ranks - 1 - np.argmax(down_to > cut_high, axis=1)
    middle = np.argmax(up_to >= total[:, None] / 2, axis=1)
    crossed = low > high
    low, high = np.where(crossed, middle, low), np.where(crossed, middle, high)
    never = total == 0
    low, high = np.where(never, 0, low), np.where(never, ranks - 1, high)
    return list(zip((low + 1).tolist(), (high + 1).tolist(), strict=True))


def replicates_cut(replicates: int, confidence: float) -> int:
    """How many replicates to cut at each end: (B - B * confidence) / 2, rounded up, as `cluster.py` does.

    Raises:
        ValueError: a confidence not between 0 and 1.
    """
    if not 0 < confidence < 1:
        raise ValueError(f"confidence has to lie between 0 and 1, for example 0.95; it is {confidence}")
    return math.ceil(round((replicates - replicates * confidence) / 2, 9))


def cluster_numbers(ranges: Sequence[tuple[int, int]], rule: ClusterRule = "overlap") -> tuple[int, ...]:
    """Cluster of each system, from 1, never falling.

    Args:
        ranges: first and last rank of each system, best system first.
        rule: where a new cluster starts.
            "overlap" (Koehn 2012): where no range from above overlaps any range from below.
            "cluster.py": where the range of the system just above ends before every range below begins; what
            lies further above is not looked at.
            "EW.pl": where the range of the system just above ends before the range just below begins.

    Raises:
        ValueError: an unknown rule.
    """
    if rule not in CLUSTER_RULES:
        raise ValueError(f"cluster rule {rule!r} is not one of {', '.join(CLUSTER_RULES)}")
    numbers: list[int] = []
    cluster = 1
    for index in range(len(ranges)):
        if index and _separated(ranges, index, rule):
            cluster += 1
        numbers.append(cluster)
    return tuple(numbers)


def _separated(ranges: Sequence[tuple[int, int]], index: int, rule: ClusterRule) -> bool:
    """Whether a new cluster starts with the system at `index`."""
    if rule == "EW.pl":
        return ranges[index - 1][1] < ranges[index][0]
    first_below = min(low for low, _ in ranges[index:])
    if rule == "cluster.py":
        return ranges[index - 1][1] < first_below
    return max(high for _, high in ranges[:index]) < first_below


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
