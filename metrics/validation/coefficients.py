"""Correlation coefficients of many samples at once.

Every function takes two arrays of shape (..., N), which are broadcast against each other, and gives an array
of shape (...). A coefficient is NaN where it is not defined: all values of one side are equal, a value is
NaN, or there are fewer than two.
"""

import math
from collections.abc import Callable, Mapping

import numpy as np
from scipy.stats import rankdata

from rankings.analysis.arrays import BoolArray, FloatArray, NumberArray

# Two sums of the same numbers in another order differ by less than this share of their size.
ROUNDING = 1e-12
PAIRS_AT_ONCE = 1 << 21

Coefficient = Callable[[NumberArray, NumberArray], FloatArray]


def pearson(x: NumberArray, y: NumberArray) -> FloatArray:
    """Pearson's r (Grundkiewicz et al. 2015, section 6.1)."""
    x, y = _pair(x, y)
    if x.shape[-1] < 2:
        return np.full(x.shape[:-1], np.nan)
    constant = _constant(x) | _constant(y)
    # Scaled first, so that squares of very large or very small values stay numbers.
    a, b = _centred(x), _centred(y)
    scale = np.sqrt((a * a).sum(axis=-1) * (b * b).sum(axis=-1))
    r = np.divide((a * b).sum(axis=-1), scale, out=np.full(scale.shape, np.nan), where=scale > 0)
    coefficient: FloatArray = np.where(constant, np.nan, np.clip(r, -1.0, 1.0))
    return coefficient


def spearman(x: NumberArray, y: NumberArray) -> FloatArray:
    """Spearman's rho: Pearson's r of the ranks, where equal values share the mean of their ranks."""
    x, y = _pair(x, y)
    return _without_nan(x, y, pearson(_ranks(x), _ranks(y)))


def spearman_without_ties(x: NumberArray, y: NumberArray) -> FloatArray:
    """1 - 6 sum d^2 / (n (n^2 - 1)), the formula for rankings without ties (section 6.1 of the 2015 paper).

    d is the distance of the two ranks. Where values are equal the formula no longer gives rho; they
    share the mean of their ranks here, so that the order of the systems does not matter.
    """
    x, y = _pair(x, y)
    n = x.shape[-1]
    if n < 2:
        return np.full(x.shape[:-1], np.nan)
    distance = _ranks(x) - _ranks(y)
    rho: FloatArray = 1 - 6 * (distance**2).sum(axis=-1) / (n * (n * n - 1))
    return _without_nan(x, y, np.where(_constant(x) | _constant(y), np.nan, rho))


def kendall(x: NumberArray, y: NumberArray) -> FloatArray:
    """Kendall's tau-b: concordant less discordant pairs, over the pairs that are not tied on either side."""
    x, y = _pair(x, y)
    shape, n = x.shape[:-1], x.shape[-1]
    rows, others = x.reshape(-1, n), y.reshape(-1, n)
    step = max(1, PAIRS_AT_ONCE // max(1, n * n))
    tau = [np.empty(0)]
    tau += [_kendall(rows[k : k + step], others[k : k + step]) for k in range(0, len(rows), step)]
    return _without_nan(x, y, np.concatenate(tau).reshape(shape))


def pearson_table(x: FloatArray, y: FloatArray) -> FloatArray:
    """(K, M) Pearson's r of each row of x (K, N) with each row of y (M, N)."""
    left, right = (_unit_vectors(np.asarray(values, dtype=np.float64)) for values in (x, y))
    table: FloatArray = np.clip(left @ right.T, -1.0, 1.0)
    return table


def spearman_table(x: FloatArray, y: FloatArray) -> FloatArray:
    """(K, M) Spearman's rho of each row of x (K, N) with each row of y (M, N)."""
    return pearson_table(_ranks(x), _ranks(y))


COEFFICIENTS: Mapping[str, Coefficient] = {
    "spearman": spearman,
    "pearson": pearson,
    "kendall": kendall,
    "spearman_without_ties": spearman_without_ties,
}


def or_none(value: FloatArray | float) -> float | None:
    """A number as results hold it: None where it is not finite."""
    number = float(value)
    return number if math.isfinite(number) else None


def middle(values: FloatArray, confidence: float) -> tuple[float | None, float | None]:
    """Where the middle share of resampled values lies. What never varies does not show how far it could."""
    defined = values[~np.isnan(values)]
    if not len(defined):
        return None, None
    tail = (1 - confidence) / 2
    low, high = np.quantile(defined, [tail, 1 - tail]).tolist()
    return (None, None) if high - low <= ROUNDING else (low, high)


def _pair(x: NumberArray, y: NumberArray) -> tuple[FloatArray, FloatArray]:
    first, second = np.broadcast_arrays(np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64))
    return first, second


def _ranks(values: FloatArray) -> FloatArray:
    ranks: FloatArray = rankdata(values, axis=-1)
    return ranks


def _constant(values: FloatArray) -> BoolArray:
    spread = values.max(axis=-1) - values.min(axis=-1)
    constant: BoolArray = ~(spread > ROUNDING * np.abs(values).max(axis=-1))
    return constant


def _centred(values: FloatArray) -> FloatArray:
    centred = values - values.mean(axis=-1, keepdims=True)
    largest = np.abs(centred).max(axis=-1, keepdims=True)
    scaled: FloatArray = np.divide(centred, largest, out=np.zeros_like(centred), where=largest > 0)
    return scaled


def _kendall(x: FloatArray, y: FloatArray) -> FloatArray:
    first, second = np.triu_indices(x.shape[-1], 1)
    left = np.sign(x[:, first] - x[:, second])
    right = np.sign(y[:, first] - y[:, second])
    scale = np.sqrt((left != 0).sum(axis=-1) * (right != 0).sum(axis=-1).astype(np.float64))
    difference = (left * right).sum(axis=-1)
    tau = np.divide(difference, scale, out=np.full(scale.shape, np.nan), where=scale > 0)
    clipped: FloatArray = np.clip(tau, -1.0, 1.0)
    return clipped


def _unit_vectors(values: FloatArray) -> FloatArray:
    """Centred rows of length 1; NaN for rows of equal values."""
    centred = _centred(values)
    length = np.sqrt((centred * centred).sum(axis=-1, keepdims=True))
    vectors: FloatArray = np.divide(centred, length, out=np.zeros_like(centred), where=length > 0)
    vectors[_constant(values)] = np.nan
    return vectors


def _without_nan(x: FloatArray, y: FloatArray, coefficient: FloatArray) -> FloatArray:
    unknown = np.isnan(x).any(axis=-1) | np.isnan(y).any(axis=-1)
    kept: FloatArray = np.where(unknown, np.nan, coefficient)
    return kept
