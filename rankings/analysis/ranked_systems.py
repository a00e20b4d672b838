"""Systems that comparisons link, from best to worst, with the ranks and clusters that the data support."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from rankings.analysis.arrays import FloatArray, IntArray
from rankings.analysis.exact_tests import holm
from rankings.analysis.expected_wins import SHARES
from rankings.analysis.grounds import Grounds
from rankings.analysis.judge_variance import MOST_ENTRIES, PAIR, Cells, JudgeVariance, quotients
from rankings.analysis.ranges import (
    SCORE_DECIMALS,
    ClusterRule,
    Rules,
    best_first,
    cluster_numbers,
    rank_counts,
    rank_ranges,
    replicates_cut,
)

RankSets = list[tuple[int, int]]

# Quantile p of B replicates is at place p (B + 1): one more draw lies below it with probability p. By the
# usual rule, p (B - 1) + 1, a 95 % interval from 200 replicates holds one more draw in 94 % of cases.
QUANTILE: Literal["weibull"] = "weibull"
EQUAL_SHARE = 0.5
SMALLEST_WIDTH = 10.0**-SCORE_DECIMALS


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
        set_low, set_high: first and last rank of a set; all sets of a group hold together at the chosen
            confidence. None where no sentences or documents are resampled, or the data support none.
        cluster: from 1; rank ranges overlap within a cluster only. Numbers go on from group to
            group.
        rank_probabilities: share of replicates in which the system takes rank 1, 2, ... of its group; empty
            without a range.
        comparisons: expanded comparisons that involve the system.
        group: from 1; comparisons link the systems of a group, and no others.

    Rank, cluster and group are None, too, for a system without a comparison that counts.
    """

    system: str
    score: float | None = None
    score_low: float | None = None
    score_high: float | None = None
    score_sd: float | None = None
    rank: int | None = None
    rank_low: int | None = None
    rank_high: int | None = None
    mass_low: float | None = None
    mass_high: float | None = None
    set_low: int | None = None
    set_high: int | None = None
    cluster: int | None = None
    comparisons: int = 0
    rank_probabilities: tuple[float, ...] = ()
    group: int | None = 1


@dataclass(frozen=True, slots=True, eq=False)
class Replicates:
    """M systems that comparisons link, scored and resampled.

    Attributes:
        number: of the group, from 1.
        members: indices of the systems.
        scores: (M,) of the data.
        replicated: (B, M) of the replicates.
        errors: (M,) standard errors where they are not the standard deviations of the replicates.
        limits: smallest and largest score that there can be.
        sets: first and last ranks of the systems that hold together; empty where nobody asks.
    """

    number: int
    members: tuple[int, ...]
    scores: FloatArray
    replicated: FloatArray
    errors: FloatArray | None
    limits: tuple[float, float]
    sets: RankSets


def ranked_group(
    group: Replicates, grounds: Grounds, *, confidence: float, rules: Rules, clusters_before: int
) -> list[RankedSystem]:
    """The ranked systems of one group, best first.

    Args:
        group: M systems.
        grounds: what the data support.
        confidence: of intervals and rank ranges.
        rules: of the convention.
        clusters_before: of the groups before this one.
    """
    order = best_first(group.scores, rules.ties)
    by_rank = rank_counts(group.replicated, rules.ties)
    ranges: list[tuple[int, int]] = []
    clusters = [1] * len(order)
    if not grounds.reason:
        members = [group.members[i] for i in order]
        cut = replicates_cut(len(group.replicated), confidence)
        cut_above = max(0, cut - 1) if rules.trim_one_less_above else cut
        ranges, clusters = _supported(
            rank_ranges(by_rank[order], cut, cut_above),
            lambda place: grounds.part(members[:place], members[place:]),
            rules.cluster,
        )
    low, high = _intervals(group, grounds.alpha, rules, one_cluster=bool(ranges) and clusters[-1] == 1)
    errors = _deviations(group.replicated) if group.errors is None else group.errors
    rounded = np.round(np.nan_to_num(group.scores, nan=-np.inf), SCORE_DECIMALS)
    involved = grounds.counts.comparisons.sum(axis=1)
    systems = []
    for place, i in enumerate(order):
        first, last = ranges[place] if ranges else (None, None)
        set_low, set_high = group.sets[i] if ranges and group.sets else (None, None)
        with_interval = bool(ranges) and high[i] - low[i] > SMALLEST_WIDTH
        taken = float(by_rank[i].sum())
        systems.append(
            RankedSystem(
                system=grounds.counts.systems[group.members[i]],
                score=_known(group.scores[i]),
                score_low=float(low[i]) if with_interval else None,
                score_high=float(high[i]) if with_interval else None,
                score_sd=float(errors[i]) if ranges and errors[i] > SMALLEST_WIDTH else None,
                rank=int((rounded > rounded[i]).sum()) + 1,
                rank_low=first,
                rank_high=last,
                set_low=set_low,
                set_high=set_high,
                mass_low=round(float(by_rank[i, :first].sum()), 9) / taken if first and taken else None,
                mass_high=round(float(by_rank[i, last - 1 :].sum()), 9) / taken if last and taken else None,
                cluster=clusters_before + clusters[place],
                rank_probabilities=tuple((by_rank[i] / max(1.0, taken)).tolist()) if ranges else (),
                comparisons=int(involved[group.members[i]]),
                group=group.number,
            )
        )
    return systems


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


def _intervals(
    group: Replicates, alpha: float, rules: Rules, *, one_cluster: bool
) -> tuple[FloatArray, FloatArray]:
    """(M,) lower and (M,) upper ends of the intervals of scores, NaN where a system has no score."""
    tails = [alpha / 2, 1 - alpha / 2]

    def ends(scores: FloatArray, some: bool) -> FloatArray:
        quantile = np.nanquantile if some else np.quantile
        of_scored: FloatArray = quantile(scores, tails, axis=0, method=QUANTILE)
        return of_scored

    low, high = np.clip(_of_scored(group.replicated, ends, rows=2), *group.limits)
    if one_cluster and len(low) == 2 and rules.cluster == "overlap" and group.limits == SHARES:
        # An interval beside one half would say what the test does not.
        wide = high - low > SMALLEST_WIDTH
        low = np.where(wide, np.minimum(low, EQUAL_SHARE), low)
        high = np.where(wide, np.maximum(high, EQUAL_SHARE), high)
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


@dataclass(frozen=True, slots=True, eq=False)
class Variation:
    """How the scores of M systems vary with other units, and with other judges.

    Attributes:
        cells: answers by judge and unit.
        of_scores: (P, M) what the share of wins of each pair adds to Expected Wins.
        variance: of Expected Wins.
        others: whether other judges are asked about.
    """

    cells: Cells
    of_scores: Any
    variance: JudgeVariance
    others: bool

    def rank_sets(self, scores: FloatArray, replicated: FloatArray | None, alpha: float) -> RankSets:
        """The first and last rank of each system, which hold all at once.

        Rank ranges of a bootstrap hold one by one; of many systems some range fails more often than it says.
        Here every two systems are tested, corrected for all pairs; then a system ranks below all that are
        proved better and above all that are proved worse, with the chosen confidence for all systems together
        (Mogstad, Romano, Shaikh and Wilhelm 2024). The correction is Holm's, which needs no model of how the
        tests depend on each other: the largest of correlated deviations, drawn from five judges, failed in a
        tenth of simulated campaigns.

        Args:
            scores: (M,) of the data.
            replicated: (B, M) scores of resampled units by another method than Expected Wins: differences
                vary in proportion; None for Expected Wins.
            alpha: how often some set may fail.
        """
        first, second = np.triu_indices(len(scores), 1)
        width = max(1, MOST_ENTRIES // max(1, len(self.cells.judge)))
        blocks = [slice(start, start + width) for start in range(0, len(first), width)]
        p = [self._p_values(scores, replicated, first[block], second[block]) for block in blocks]
        apart = holm(np.concatenate(p)) <= alpha
        better = scores[first] > scores[second]
        winner, loser = np.where(better, first, second)[apart], np.where(better, second, first)[apart]
        low = 1 + np.bincount(loser, minlength=len(scores))
        high = len(scores) - np.bincount(winner, minlength=len(scores))
        return list(zip(low.tolist(), high.tolist(), strict=True))

    def _p_values(
        self, scores: FloatArray, replicated: FloatArray | None, first: IntArray, second: IntArray
    ) -> FloatArray:
        """Of each difference, by its own variance; 1 where it has none."""
        spread = self.of_scores.tocsc()
        # Two that differ as usual differ by twice the variance of one.
        usual = None if len(scores) == PAIR else 2 * self.variance.between
        own = self.cells.influences((spread[:, first] - spread[:, second]).tocsr()).variance(usual)
        differences = scores[first] - scores[second]
        if replicated is not None:
            drawn = replicated[:, first] - replicated[:, second]
            number = (~np.isnan(drawn)).sum(axis=0)
            mean, square = (quotients(np.nansum(drawn**power, axis=0), number) for power in (1, 2))
            varied = np.sqrt(np.maximum(0.0, square - mean**2))
            differences = differences * quotients(np.sqrt(own.resampled), varied)
        known = np.nan_to_num(differences, nan=0.0, posinf=0.0, neginf=0.0)
        return own.p_values(known, others=self.others)
