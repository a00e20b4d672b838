"""Kappa from tallies: observed agreement set against the agreement that chance would give."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from rankings.analysis.agreement_tallies import AGREED, COMPARED, OTHER, OWN, JudgePairTallies
from rankings.analysis.arrays import BoolArray, FloatArray, NumberArray
from rankings.analysis.pairs import OUTCOMES


@dataclass(frozen=True, slots=True)
class OverallAgreement:
    """One value of agreement for all judges.

    Attributes:
        kappa: None where it is undefined: no pair of judges shares enough, or all judgments are alike.
        low, high: interval from resampling sentences; None without resampling or without kappa.
        comparisons: what the value rests on: compared pairs of judgments, or comparisons that several judged;
            also where kappa is None because all answers are alike.
        degree: verbal degree of kappa, or "" without kappa.
    """

    kappa: float | None
    low: float | None
    high: float | None
    comparisons: int
    degree: str


ChanceAgreement = Callable[[NumberArray], FloatArray]

LEAST_COMPARISONS = 50
_SWAPPED = [2, 1, 0]


@dataclass(frozen=True, slots=True)
class KappaSettings:
    """How overall values are formed.

    Attributes:
        least_comparisons: pairs of judges with fewer do not count in a mean over pairs of judges.
        replicates: resamplings of sentences for the intervals; 0 for none.
        confidence: of the intervals.
        seed: of the random numbers.
    """

    least_comparisons: int
    replicates: int
    confidence: float
    seed: int


def mean_kappas(
    tallies: JudgePairTallies, chance: ChanceAgreement, settings: KappaSettings
) -> tuple[OverallAgreement, OverallAgreement]:
    """Means over pairs of judges, weighted by comparisons: between judges, and of judges with themselves."""
    kappa = kappas(tallies.total, chance)
    compared = tallies.total[..., COMPARED]
    enough = compared >= settings.least_comparisons
    diagonal = np.eye(len(kappa), dtype=np.bool_)
    among_judges = [enough & np.triu(~diagonal), enough & diagonal]
    used = [among & ~np.isnan(kappa) for among in among_judges]

    replicated: list[list[FloatArray]] = [[np.zeros(0)], [np.zeros(0)]]
    for drawn in tallies.resampled(settings.replicates, settings.seed):
        drawn_kappa = kappas(drawn, chance)
        for batches, among in zip(replicated, used, strict=True):
            batches.append(_weighted_mean(drawn_kappa, drawn[..., COMPARED], among))
    inter, intra = (
        overall_agreement(
            _weighted_mean(kappa[None], compared[None], among)[0],
            np.concatenate(batches),
            # Where no kappa is defined, the comparisons are there all the same.
            int(compared[among if among.any() else shared].sum()),
            settings,
        )
        for batches, among, shared in zip(replicated, used, among_judges, strict=True)
    )
    return inter, intra


def kappas(tallies: NumberArray, chance: ChanceAgreement) -> FloatArray:
    """(...) kappa from (..., C) tallies; NaN where it is undefined."""
    with np.errstate(invalid="ignore", divide="ignore"):
        expected = chance(tallies)
        kappa: FloatArray = (tallies[..., AGREED] / tallies[..., COMPARED] - expected) / (1 - expected)
    return np.where(np.isfinite(kappa), kappa, np.nan)


# Of an interval; less is rounding.
SMALLEST_WIDTH = 1e-9


def scott_chance(tallies: NumberArray) -> FloatArray:
    """P(E) from the single judgments of both judges together: the sum of squared shares of the outcomes."""
    return _squared_shares(tallies[..., :OUTCOMES].astype(np.float64))


def symmetric_chance(tallies: NumberArray) -> FloatArray:
    """As `scott_chance`, with the two ways of winning given equal shares."""
    pooled = tallies[..., :OUTCOMES].astype(np.float64)
    return _squared_shares((pooled + pooled[..., _SWAPPED]) / 2)


def cohen_chance(tallies: NumberArray) -> FloatArray:
    """P(E) from each judge's own shares of the outcomes in the compared pairs; needs own marginals."""
    both = (tallies[..., OWN:OTHER] * tallies[..., OTHER:].astype(np.float64)).sum(axis=-1)
    expected: FloatArray = both / tallies[..., COMPARED].astype(np.float64) ** 2
    return expected


def overall_agreement(
    value: FloatArray | float, replicated: FloatArray, comparisons: int, settings: KappaSettings
) -> OverallAgreement:
    """A value with the percentile interval of its replicates; NaN in either means undefined.

    Where resampling never changes it, as in full agreement, there is no interval: one of no width would look
    like certainty.
    """
    if np.isnan(value):
        return OverallAgreement(None, None, None, comparisons, "")
    defined = replicated[~np.isnan(replicated)]
    low = high = None
    if len(defined):
        tail = (1 - settings.confidence) / 2
        low, high = (float(end) for end in np.quantile(defined, [tail, 1 - tail]))
        if high - low <= SMALLEST_WIDTH:
            low = high = None
    return OverallAgreement(float(value), low, high, comparisons, verbal_degree(float(value)))


def verbal_degree(kappa: float) -> str:
    """The word for a kappa: none, slight, weak, moderate, substantial or almost perfect.

    The 2015 paper calls 0.29 weak and 0.46 moderate: steps of 0.2, as Landis and Koch (1977) have them, with
    its own word for the second step.
    """
    steps = ((0.0, "none"), (0.2, "slight"), (0.4, "weak"), (0.6, "moderate"), (0.8, "substantial"))
    return next((word for limit, word in steps if kappa <= limit), "almost perfect")


def _squared_shares(judgments: FloatArray) -> FloatArray:
    shares = judgments / judgments.sum(axis=-1, keepdims=True)
    squared: FloatArray = (shares**2).sum(axis=-1)
    return squared


def _weighted_mean(kappa: FloatArray, compared: NumberArray, used: BoolArray) -> FloatArray:
    """(B,) mean over the used pairs of judges; a pair of undefined kappa does not count."""
    weight = np.where(used & ~np.isnan(kappa), compared, 0).astype(np.float64)
    total = weight.sum(axis=(-1, -2))
    part = (np.nan_to_num(kappa) * weight).sum(axis=(-1, -2))
    mean: FloatArray = np.divide(part, total, out=np.full(total.shape, np.nan), where=total > 0)
    return mean
