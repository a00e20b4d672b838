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

    Pairs come first: what is added for one of them then stays in the cache of the processor.

    Attributes:
        apart: (P, W, 1) true difference.
        ignored: (P, W, 1) whether the order of the pair does not count.
        by_sentences: (P, 2, C) deviations where the variance of sentences is 1.
        by_judges: (P, 2, C) deviations where the variance between judges is 1.
        between: (W, 1) variance between judges.
        known: how often campaigns were stable for a variance and a number of judges.
    """

    apart: FloatArray
    ignored: BoolArray
    by_sentences: FloatArray
    by_judges: FloatArray
    between: FloatArray
    known: dict[tuple[float, float], FloatArray]

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
        apart = np.ascontiguousarray((scores[:, a] - scores[:, b]).T)[:, :, None]
        centred = (np.eye(systems) - 1 / systems) * (systems / (systems - 1))

        def twice(shape: FloatArray) -> FloatArray:
            drawn = correlated(rng, 2 * campaigns, shape)
            return np.ascontiguousarray((drawn[:, a] - drawn[:, b]).T).reshape(len(a), 2, campaigns)

        return cls(apart, np.abs(apart) < margin, twice(parts.shape), twice(centred), between[:, None], {})

    def stable(self, variance: FloatArray | float, judges: float) -> FloatArray:
        """(W,) how often both campaigns give the same order, if sentences add this variance to scores."""
        if isinstance(variance, float):
            if (variance, judges) not in self.known:
                self.known[variance, judges] = self._stable(np.sqrt(np.full((1, 1), variance)), judges)
            return self.known[variance, judges]
        return self._stable(np.sqrt(variance)[:, None], judges)

    def _stable(self, scale: FloatArray, judges: float) -> FloatArray:
        of_judges = np.sqrt(self.between / judges)
        shape = (len(of_judges), self.by_sentences.shape[2])
        same, (value, judged) = np.ones(shape, dtype=np.bool_), np.empty((2, *shape))
        for apart, ignored, by_sentences, by_judges in zip(
            self.apart, self.ignored, self.by_sentences, self.by_judges, strict=True
        ):
            above = []
            for sentences, of_one in zip(by_sentences, by_judges, strict=True):
                np.add(apart, scale * sentences, out=value)
                np.multiply(of_judges, of_one, out=judged)
                above.append(np.add(value, judged, out=value) > 0)
            same &= (above[0] == above[1]) | ignored
        often: FloatArray = same.mean(axis=1)
        return often

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
        worlds = len(self.between)
        low, high = np.full(worlds, LEAST_VARIANCE), np.full(worlds, most)
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
