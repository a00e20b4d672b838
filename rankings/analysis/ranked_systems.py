"""Systems that comparisons link, from best to worst, with the ranks and clusters that the data support."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from rankings.analysis.arrays import FloatArray
from rankings.analysis.choices import Convention
from rankings.analysis.clusters import ClusterRule, cluster_numbers
from rankings.analysis.expected_wins import SHARES
from rankings.analysis.grounds import Grounds
from rankings.analysis.rank_ranges import (
    SCORE_DECIMALS,
    RankRange,
    TieHandling,
    rank_counts,
    rank_range,
    replicates_cut,
)


@dataclass(frozen=True, slots=True)
class RankedSystem:
    """One system in a ranking.

    Attributes:
        system: name.
        score: higher is better; its scale depends on the method. None without a comparison that counts.
        score_low, score_high: interval of the replicated scores at the chosen confidence; None where
            replicates do not differ, or where the data support no interval.
        score_sd: the standard error of the score: their standard deviation, for judges like these without
            the stretching as Student's t; None likewise.
        rank: rank by score within the group, from 1; equal scores share the better rank.
        rank_low, rank_high: first and last rank that the replicates leave at the chosen confidence; None
            where the data support no range.
        mass_low: share of replicates in which the system ranks `rank_low` or better; None without a range.
        mass_high: share of replicates in which it ranks `rank_high` or worse; None without a range.
        cluster: from 1; rank ranges overlap within a cluster only. Numbers go on from group to
            group.
        rank_probabilities: share of replicates in which the system takes rank 1, 2, ... of its group; empty
            without a range.
        comparisons: expanded comparisons that involve the system.
        group: from 1; comparisons link the systems of a group, and no others.

    Rank, cluster and group are None, too, for a system without a comparison that counts.
    """

    system: str
    score: float | None
    score_low: float | None
    score_high: float | None
    score_sd: float | None
    rank: int | None
    rank_low: int | None
    rank_high: int | None
    mass_low: float | None
    mass_high: float | None
    cluster: int | None
    comparisons: int
    rank_probabilities: tuple[float, ...] = ()
    group: int | None = 1


# Quantile p of B replicates is at place p (B + 1): one more draw lies below it with probability p. By the
# usual rule, p (B - 1) + 1, a 95 % interval from 200 replicates holds one more draw in 94 % of cases.
QUANTILE: Literal["weibull"] = "weibull"
EQUAL_SHARE = 0.5
SMALLEST_WIDTH = 10.0**-SCORE_DECIMALS


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


@dataclass(frozen=True, slots=True)
class Group:
    """Systems that comparisons link.

    Attributes:
        number: from 1.
        members: indices of M systems.
        earlier_clusters: clusters of the groups before this one.
        limits: of scores.
    """

    number: int
    members: tuple[int, ...]
    earlier_clusters: int = 0
    limits: tuple[float, float] = (-math.inf, math.inf)


@dataclass(frozen=True, slots=True, eq=False)
class Spread:
    """What resampling made of a group of M systems, whatever the confidence.

    Attributes:
        order: places of the systems in the group, best first.
        replicated: (B, M) scores of the replicates.
        by_rank: (M, M) how often each system took each rank.
        limits: smallest and largest score that there can be.
        rules: of the convention.
    """

    order: tuple[int, ...]
    replicated: FloatArray
    by_rank: FloatArray
    limits: tuple[float, float]
    rules: Rules

    @classmethod
    def of(
        cls, scores: FloatArray, replicated: FloatArray, limits: tuple[float, float], rules: Rules
    ) -> "Spread":
        order = tuple(_best_first(scores, rules.ties))
        return cls(order, replicated, rank_counts(replicated, rules.ties), limits, rules)

    def ranges_and_clusters(
        self, confirmed: Callable[[int], bool], confidence: float
    ) -> tuple[list[tuple[int, int]], list[int]]:
        """First and last ranks, and clusters from 1, best system first.

        Args:
            confirmed: whether tests confirm the line below so many of the best systems.
            confidence: of rank ranges.
        """
        cut = replicates_cut(len(self.replicated), confidence)
        cut_above = max(0, cut - 1) if self.rules.trim_one_less_above else cut
        ranges = [rank_range(self.by_rank[i], cut, cut_above) for i in self.order]
        return _supported([(one.low, one.high) for one in ranges], confirmed, self.rules.cluster)

    def intervals(self, alpha: float, *, apart: bool | None) -> tuple[FloatArray, FloatArray]:
        """(M,) lower and (M,) upper ends of the intervals of scores, NaN where a system has no score.

        Args:
            alpha: 1 - confidence.
            apart: whether the best two systems are in clusters of their own; None where nobody knows.
        """
        low, high = _intervals(self.replicated, alpha)
        low, high = np.clip(low, *self.limits), np.clip(high, *self.limits)
        two = len(self.order) == 2 and self.rules.cluster == "overlap" and self.limits == SHARES
        if two and apart is False:
            # An interval beside one half would say what the test does not.
            wide = high - low > SMALLEST_WIDTH
            low = np.where(wide, np.minimum(low, EQUAL_SHARE), low)
            high = np.where(wide, np.maximum(high, EQUAL_SHARE), high)
        return low, high


def ranked_group(
    group: Group,
    scores: FloatArray,
    replicated: FloatArray,
    grounds: Grounds,
    *,
    errors: FloatArray | None,
    confidence: float,
    rules: Rules,
) -> list[RankedSystem]:
    """The ranked systems of one group, best first.

    Args:
        group: M systems.
        scores: (M,) of the data.
        replicated: (B, M) of the replicates.
        grounds: what the data support.
        errors: (M,) standard errors where they are not the standard deviations of the replicates.
        confidence: of intervals and rank ranges.
        rules: of the convention.
    """
    names = [grounds.counts.systems[i] for i in group.members]
    spread = Spread.of(scores, replicated, group.limits, rules)
    order, by_rank = spread.order, spread.by_rank
    taken = by_rank.sum(axis=1)
    deviation = _deviations(replicated) if errors is None else errors
    ranges: list[RankRange | None] = [None] * len(order)
    clusters = [1] * len(order)
    apart = None
    if not grounds.reason:
        best_first = [group.members[i] for i in order]
        ends, clusters = spread.ranges_and_clusters(
            lambda place: grounds.part(best_first[:place], best_first[place:]), confidence
        )
        for place, i in enumerate(order):
            ranges[i] = _with_shares(ends[place], by_rank[i])
        apart = clusters[-1] > 1
    low, high = spread.intervals(grounds.alpha, apart=apart)
    rounded = np.round(np.nan_to_num(scores, nan=-np.inf), SCORE_DECIMALS)
    involved = grounds.counts.comparisons.sum(axis=1)

    def one(i: int, cluster: int) -> RankedSystem:
        span = ranges[i]
        with_interval = span is not None and high[i] - low[i] > SMALLEST_WIDTH
        with_error = span is not None and deviation[i] > SMALLEST_WIDTH
        return RankedSystem(
            system=names[i],
            score=_known(scores[i]),
            score_low=float(low[i]) if with_interval else None,
            score_high=float(high[i]) if with_interval else None,
            score_sd=float(deviation[i]) if with_error else None,
            rank=int((rounded > rounded[i]).sum()) + 1,
            rank_low=span.low if span else None,
            rank_high=span.high if span else None,
            mass_low=_known(span.mass_low) if span else None,
            mass_high=_known(span.mass_high) if span else None,
            cluster=group.earlier_clusters + cluster,
            rank_probabilities=tuple((by_rank[i] / max(1.0, taken[i])).tolist()) if span else (),
            comparisons=int(involved[group.members[i]]),
            group=group.number,
        )

    return [one(i, cluster) for i, cluster in zip(order, clusters, strict=True)]


def never_compared(system: str, comparisons: int = 0) -> RankedSystem:
    """A system without a rank, because it was compared with no other as the method counts."""
    return RankedSystem(
        system=system,
        score=None,
        score_low=None,
        score_high=None,
        score_sd=None,
        rank=None,
        rank_low=None,
        rank_high=None,
        mass_low=None,
        mass_high=None,
        cluster=None,
        comparisons=comparisons,
        group=None,
    )


def notes_on_spread(systems: Sequence[RankedSystem], without_ranges: str) -> tuple[str, ...]:
    """A note on systems with a rank range but without an interval, because replicates do not differ."""
    if without_ranges:
        return ()
    alike = [
        system.system
        for system in systems
        if system.rank_low is not None and system.score is not None and system.score_low is None
    ]
    if not alike:
        return ()
    return (
        f"Without interval, because resampling never changed the score, or hardly ever: {', '.join(alike)}. "
        "Other judgments could change it all the same.",
    )


def _supported(
    ranges: list[tuple[int, int]], confirmed: Callable[[int], bool], rule: ClusterRule
) -> tuple[list[tuple[int, int]], list[int]]:
    """Ends of rank ranges, and clusters, best first, without boundaries that no test confirms.

    Where such a boundary is removed, the ranges on both sides are extended until they touch: ranges that do
    not overlap would still show it. Of two systems the test alone decides: it is the test of the pair, which
    is printed beside the clusters, and one chance replicate more or less must not contradict it.
    """
    ends = list(ranges)
    if len(ends) == 2 and rule == "overlap":
        ends = [(1, 1), (2, 2)]
    drawn = cluster_numbers(ends, rule)
    clusters = [1] * len(ends)
    for place in range(1, len(ends)):
        clusters[place] = clusters[place - 1]
        if drawn[place] == drawn[place - 1]:
            continue
        if confirmed(place):
            clusters[place] += 1
            continue
        last, first = max(high for _, high in ends[:place]), min(low for low, _ in ends[place:])
        for other, (low, high) in enumerate(ends):
            if other < place and high == last:
                ends[other] = (low, max(high, first))
            elif other >= place and low == first:
                ends[other] = (min(low, last), high)
    return ends, clusters


def _with_shares(ends: tuple[int, int], by_rank: FloatArray) -> RankRange:
    """A range with the shares of replicates at its ends and beyond."""
    low, high = ends
    total = float(by_rank.sum())
    if total == 0:
        return RankRange(low, high, math.nan, math.nan)
    at_best, at_worst = round(float(by_rank[:low].sum()), 9), round(float(by_rank[high - 1 :].sum()), 9)
    return RankRange(low, high, at_best / total, at_worst / total)


def _intervals(replicated: FloatArray, alpha: float) -> tuple[FloatArray, FloatArray]:
    tails = [alpha / 2, 1 - alpha / 2]

    def ends(scores: FloatArray, some: bool) -> FloatArray:
        quantile = np.nanquantile if some else np.quantile
        of_scored: FloatArray = quantile(scores, tails, axis=0, method=QUANTILE)
        return of_scored

    low, high = _of_scored(replicated, ends, rows=2)
    return low, high


def _deviations(replicated: FloatArray) -> FloatArray:
    """(M,) standard deviations over replicates, NaN where a system has no score."""

    def over_replicates(scores: FloatArray, some: bool) -> FloatArray:
        spread: FloatArray = (np.nanstd if some else np.std)(scores, axis=0)
        return spread

    return _of_scored(replicated, over_replicates)


def _of_scored(
    replicated: FloatArray, what: Callable[[FloatArray, bool], FloatArray], rows: int = 1
) -> FloatArray:
    """(M,) or (rows, M) of the columns with a score, NaN elsewhere; told whether scores are missing there."""
    seen = ~np.isnan(replicated).all(axis=0)
    found = np.full((rows, replicated.shape[1]), np.nan)
    if seen.any():  # numpy makes one row instead of two out of no column
        scored = replicated[:, seen]
        found[:, seen] = what(scored, bool(np.isnan(scored).any()))
    return found if rows > 1 else found[0]


def _known(value: float) -> float | None:
    return None if math.isnan(value) else float(value)


def _best_first(scores: FloatArray, ties: TieHandling) -> list[int]:
    rounded = np.round(np.nan_to_num(scores, nan=-np.inf), SCORE_DECIMALS)
    direction = -1 if ties == "by-name" else 1
    return sorted(range(len(scores)), key=lambda i: (-rounded[i], direction * i))
