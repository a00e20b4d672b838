"""How often two campaigns of one design, with other sentences and other judges, give the same order."""

from dataclasses import dataclass

import numpy as np

from rankings.analysis.arrays import BoolArray, FloatArray
from rankings.analysis.variance_parts import Parts

HALVINGS = 12
LEAST_VARIANCE = 1e-8


@dataclass(frozen=True, slots=True, eq=False)
class RepeatedCampaigns:
    """Two campaigns each, C times in each of W worlds, as differences within P pairs of systems.

    Attributes:
        apart: (W, 1, P) true difference.
        counted: (W, 1, P) whether the order of the pair counts.
        by_sentences: (2, 1, C, P) deviations where the variance of sentences is 1.
        by_judges: (2, 1, C, P) deviations where the variance between judges is 1.
        between: (W, 1, 1) variance between judges.
    """

    apart: FloatArray
    counted: BoolArray
    by_sentences: FloatArray
    by_judges: FloatArray
    between: FloatArray

    @classmethod
    def of(
        cls,
        scores: FloatArray,
        between: FloatArray,
        parts: Parts,
        *,
        margin: float,
        rng: np.random.Generator,
        campaigns: int,
    ) -> "RepeatedCampaigns":
        systems = scores.shape[1]
        a, b = np.triu_indices(systems, 1)
        apart = (scores[:, a] - scores[:, b])[:, None, :]
        centred = (np.eye(systems) - 1 / systems) * (systems / (systems - 1))

        def twice(shape: FloatArray) -> FloatArray:
            drawn = correlated(rng, 2 * campaigns, shape)
            return (drawn[:, a] - drawn[:, b]).reshape(2, 1, campaigns, len(a))

        return cls(
            apart,
            np.abs(apart) >= margin,
            twice(parts.shape),
            twice(centred),
            between[:, None, None],
        )

    def stable(self, variance: FloatArray | float, judges: int) -> FloatArray:
        """(W,) how often both campaigns give the same order, if sentences add this variance to scores."""
        scale = np.sqrt(np.asarray(variance, dtype=np.float64)).reshape(-1, 1, 1)
        of_judges = np.sqrt(self.between / judges)
        one, other = (
            self.apart + scale * sentences + of_judges * judged > 0
            for sentences, judged in zip(self.by_sentences, self.by_judges, strict=True)
        )
        same: FloatArray = ((one == other) | ~self.counted).all(axis=2).mean(axis=1)
        return same

    def largest_variance(self, wanted: float, judges: int, most: float) -> float:
        """By sentences that still gives what is wanted over all worlds; 0 where none does.

        The same random numbers serve all variances, so that the probability falls as the variance rises.
        """
        if self.stable(0.0, judges).mean() < wanted:
            return 0.0
        low, high = LEAST_VARIANCE, most
        if self.stable(high, judges).mean() >= wanted:
            return high
        for _ in range(HALVINGS):
            middle = (low * high) ** 0.5
            if self.stable(middle, judges).mean() >= wanted:
                low = middle
            else:
                high = middle
        return low

    def largest_variances(self, wanted: float, judges: int, most: float) -> FloatArray:
        """(W,) the same for each world by itself."""
        low, high = np.full(len(self.apart), LEAST_VARIANCE), np.full(len(self.apart), most)
        for _ in range(HALVINGS):
            middle = np.sqrt(low * high)
            enough = self.stable(middle, judges) >= wanted
            low, high = np.where(enough, middle, low), np.where(enough, high, middle)
        low = np.where(self.stable(most, judges) >= wanted, most, low)
        none: FloatArray = np.where(self.stable(0.0, judges) >= wanted, low, 0.0)
        return none


def correlated(rng: np.random.Generator, draws: int, covariance: FloatArray) -> FloatArray:
    """(draws, N) normal deviations with this (N, N) covariance."""
    spread, directions = np.linalg.eigh(covariance)
    normal = rng.standard_normal((draws, len(spread)))
    deviations: FloatArray = (normal * np.sqrt(np.maximum(spread, 0.0))) @ directions.T
    return deviations
