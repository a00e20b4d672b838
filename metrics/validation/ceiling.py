"""How far people agree with people about systems, and what share of that a metric reaches."""

import warnings
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from metrics.validation.coefficients import middle, or_none, spearman
from metrics.validation.score_table import MetricScores
from rankings.analysis.arrays import FloatArray
from rankings.analysis.choices import SEED
from rankings.analysis.expected_wins import expected_wins
from rankings.analysis.pair_counts import count_pairs_by_unit, pair_matrices
from rankings.analysis.ranges import SCORE_DECIMALS
from rankings.formats.columns import Judgments

MOST_SPLITS, SYSTEM_DRAWS = 20, 1000


@dataclass(frozen=True, slots=True)
class CeilingShare:
    """One metric beside the ceiling.

    Attributes:
        metric: name.
        between_halves: mean rho of the two halves of the judges, over the systems that the metric scores.
        with_half: mean rho of the metric with a half.
        share: the second over the first. Beyond 1 the metric agrees with half of the judges better than the
            other half does.
        low, high: interval over systems drawn with replacement; None where that says nothing.
        reason: why there is no share.
    """

    metric: str
    between_halves: float | None = None
    with_half: float | None = None
    share: float | None = None
    low: float | None = None
    high: float | None = None
    reason: str | None = None


def shares_of_ceiling(
    table: Judgments,
    metrics: Sequence[MetricScores],
    *,
    confidence: float = 0.95,
    seed: int = SEED,
) -> tuple[CeilingShare, ...]:
    """Hold every metric to the agreement of people with people.

    The judges are split at random into halves, some times, and each half gives Expected Wins of its own.
    """
    halves = _scores_of_halves(table, np.random.default_rng(seed))
    return tuple(_share(table.systems, halves, metric, confidence, seed) for metric in metrics)


def _scores_of_halves(table: Judgments, rng: np.random.Generator) -> FloatArray:
    """(S, 2, N) Expected Wins of S different splits; S is 0 with fewer than two judges."""
    counts = count_pairs_by_unit(table, "judges").counts
    dense = counts if isinstance(counts, np.ndarray) else counts.toarray()
    judges = len(dense)
    if judges < 2:
        return np.empty((0, 2, len(table.systems)))
    first = np.argsort(rng.random((MOST_SPLITS, judges)), axis=1) < judges // 2
    first = np.unique(first == first[:, :1], axis=0)
    halves = np.stack([first, ~first], axis=1).astype(np.float64) @ dense
    wins, _ = pair_matrices(halves, len(table.systems))
    return expected_wins(wins).round(SCORE_DECIMALS)


def _share(
    systems: tuple[str, ...], halves: FloatArray, metric: MetricScores, confidence: float, seed: int
) -> CeilingShare:
    if not len(halves):
        return CeilingShare(metric.metric, reason="one judge has nobody to agree with")
    judged = (~np.isnan(halves)).sum(axis=(0, 1)) > 0
    place = [number for number, name in enumerate(systems) if judged[number] and name in metric.scores]
    scores = halves[:, :, place]
    scores = scores[~np.isnan(scores).any(axis=(1, 2))]
    if not len(scores):
        return CeilingShare(metric.metric, reason="halves of the judges compare too few systems")
    values = np.array([metric.scores[systems[number]] for number in place])
    drawn = np.random.default_rng(seed).integers(0, len(place), size=(SYSTEM_DRAWS, len(place)))
    index = np.vstack([np.arange(len(place)), drawn])
    of_halves = scores[:, :, index]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # a draw in which nothing is defined
        between = np.nanmean(spearman(of_halves[:, 0], of_halves[:, 1]), axis=0)
        reached = np.nanmean(spearman(of_halves, values[index]), axis=(0, 1))
    if np.isnan(reached[0]) or not between[0] > 0:
        reason = "no correlation is defined" if np.isnan(reached[0]) else "halves of the judges do not agree"
        return CeilingShare(metric.metric, or_none(between[0]), or_none(reached[0]), reason=reason)
    share = np.full(len(between), np.nan)
    np.divide(reached, between, out=share, where=between > 0)
    # Where halves often disagree about the systems drawn, the share has no end.
    known = np.isnan(share[1:]).mean() <= (1 - confidence) / 2
    low, high = middle(share[1:], confidence) if known else (None, None)
    return CeilingShare(metric.metric, float(between[0]), float(reached[0]), float(share[0]), low, high)
