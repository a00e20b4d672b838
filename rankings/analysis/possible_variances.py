"""Variances between judges that an estimate leaves possible.

From few judges of few systems the variance between judges is often estimated as 0. That is no knowledge:
judges who differ strongly may agree by chance. So intervals and tests do not take the estimate for the truth.
They weigh all variances by how well they explain what was seen (Box and Tiao 1973, section 5.2), and by how
far judges differ elsewhere: the standard deviation has a half-Cauchy prior (Gelman 2006, section 4.3).
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import scipy

from rankings.analysis.arrays import FloatArray

# How much judges differ on a system against many others, as a share of wins, is below that as often as above,
# before anything is known. The standard deviation was .02 to .05 in published evaluations; .15 is that of
# judges who differ strongly in simulations.
PRIOR_SD = 0.15
# The variance of a share between 0 and 1 is at most that.
LARGEST_OF_SHARES = 0.25
SMALLEST = 1e-7
STEPS = 400
LEAST_WEIGHT = 1e-7
MOST_ENTRIES = 1 << 20


@dataclass(frozen=True, eq=False)
class PossibleVariances:
    """A distribution of variances between judges.

    Attributes:
        value: (G,) variances, ascending.
        weight: (G,) probabilities.
    """

    value: FloatArray
    weight: FloatArray

    @classmethod
    def none(cls) -> "PossibleVariances":
        """Judges add nothing, or nothing can be known of it."""
        return cls(np.zeros(1), np.ones(1))

    @classmethod
    def given(cls, seen: float, noise: float, degrees: float, prior_sd: float) -> "PossibleVariances":
        """What an estimate leaves possible.

        Args:
            seen: the estimated variance with all that sentences make of it.
            noise: what sentences make of it. `seen` is the variance and this, times a chi-squared variable
                over its degrees of freedom.
            degrees: of freedom.
            prior_sd: median of the prior of the standard deviation.
        """
        value = np.r_[0.0, np.geomspace(SMALLEST, LARGEST_OF_SHARES, STEPS)]
        whole = np.maximum(value + noise, SMALLEST)
        fit = -degrees / 2 * (np.log(whole) + seen / whole)
        # Of the variance, where its root has the prior; the first cell reaches from 0 to `SMALLEST`.
        inside = np.maximum(value, SMALLEST / 4)
        prior = -0.5 * np.log(inside) - np.log1p(inside / prior_sd**2)
        logs = fit + prior + np.log(np.gradient(value))
        weight = np.exp(logs - logs.max())
        weight /= weight.sum()
        kept = weight >= LEAST_WEIGHT
        return cls(value[kept], weight[kept] / weight[kept].sum())

    def quantile(self, share: FloatArray | float) -> FloatArray:
        """The variances below which these shares of the distribution lie."""
        quantiles: FloatArray = np.asarray(np.interp(share, self._middles, self.value))
        return quantiles

    def draw(self, rng: np.random.Generator, number: int) -> FloatArray:
        """(number,) variances at random."""
        return self.quantile(rng.random(number))

    @property
    def median(self) -> float:
        """The variance that is exceeded as often as not."""
        return float(self.quantile(0.5))

    def p_values(self, away: FloatArray, beyond: FloatArray, degrees: float) -> FloatArray:
        """(K,) two-sided p-values of deviations from what is tested.

        Args:
            away: (K,) deviations in standard errors by sentences.
            beyond: (K,) what a variance between judges of 1 adds, in units of the variance by sentences.
            degrees: of freedom of the variance by sentences.
        """
        p = np.empty(len(away))
        width = max(1, MOST_ENTRIES // len(self.value))
        for start in range(0, len(away), width):
            block = slice(start, start + width)
            whole = 1 + beyond[block, None] * self.value
            # Satterthwaite (1946), where only what sentences add is uncertain.
            tails = scipy.special.stdtr(degrees * whole**2, -np.abs(away[block, None]) / np.sqrt(whole))
            p[block] = 2 * tails @ self.weight
        return np.minimum(1.0, p)

    @cached_property
    def _middles(self) -> FloatArray:
        """(G,) the share of the distribution up to the middle of each cell."""
        middles: FloatArray = np.cumsum(self.weight) - self.weight / 2
        return middles
