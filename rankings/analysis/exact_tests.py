"""Exact tests of wins against losses, and the correction for many of them."""

import sys

import numpy as np
import scipy

from rankings.analysis.arrays import FloatArray, IntArray, NumberArray

FLIP_PRECISION = 1e-12
SURE_TO_BE_PRECISE = 1e-9
MOST_ADDITIONS = 2_000_000


def sign_test(wins: NumberArray, losses: NumberArray) -> FloatArray:
    """Exact two-sided p-value of each number of wins against losses under even odds; 1 without any."""
    fewer = np.minimum(wins, losses).astype(np.float64)
    total = (wins + losses).astype(np.int64)
    p: FloatArray = np.minimum(1.0, 2.0 * scipy.special.bdtr(fewer, total, 0.5))
    return np.where(total > 0, p, 1.0)


def sign_flip_test(net: IntArray) -> float:
    """Exact two-sided p-value of the sum of `net` if the sign of every element were a coin flip.

    The distribution of the sum is computed from its characteristic function, the product of cosines, on as
    many frequencies as the sum has values, or a few more. That is good to about 1e-12. Smaller p-values are
    computed again, one sign after the other, unless elements are so many or so large that it would take long:
    then 1e-12 stands for anything below it.

    Args:
        net: (S,) wins minus losses, by sentence.
    """
    size, number = np.unique(np.abs(net[net != 0]), return_counts=True)
    observed = abs(int(net.sum()))
    largest = int((size * number).sum())
    if largest == 0 or observed == 0:
        return 1.0
    # The sum and its transform are symmetric, so half of either is enough.
    values = scipy.fft.next_fast_len(2 * largest + 1, real=True)
    frequency = 2 * np.pi * np.arange(values // 2 + 1) / values
    transform = np.ones(len(frequency))
    for k, times in zip(size.tolist(), number.tolist(), strict=True):
        transform *= np.cos(k * frequency) ** times
    probability = np.fft.irfft(transform, n=values)
    p = 2 * float(probability[observed : largest + 1].sum())
    if p < SURE_TO_BE_PRECISE and int(number.sum()) * largest <= MOST_ADDITIONS:
        return _small_flip_p_value(np.repeat(size, number), observed)
    return min(1.0, max(p, FLIP_PRECISION))


def _small_flip_p_value(sizes: IntArray, observed: int) -> float:
    """The same from sums of positive numbers alone, so that small values keep their digits."""
    # Of the sum of those elements whose sign is positive; the sum of all is twice that, less their total.
    largest = int(sizes.sum())
    probability = np.zeros(largest + 1)
    probability[0] = 1.0
    reached = 0
    for size in sizes.tolist():
        with_it = probability[: reached + 1] / 2
        probability[: reached + 1] = with_it
        probability[size : reached + size + 1] += with_it
        reached += size
    # Symmetric: both ends are alike.
    p = 2 * float(probability[: (largest - observed) // 2 + 1].sum())
    return min(1.0, max(p, sys.float_info.min))


def holm(p_values: FloatArray) -> FloatArray:
    """Holm's (1979) step-down correction of (K,) p-values for testing all K hypotheses."""
    k = len(p_values)
    order = np.argsort(p_values, kind="stable")
    stepped = np.maximum.accumulate(p_values[order] * (k - np.arange(k)))
    adjusted = np.empty(k)
    adjusted[order] = np.minimum(1.0, stepped)
    return adjusted
