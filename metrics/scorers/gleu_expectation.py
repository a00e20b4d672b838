"""The mean of corpus GLEU over all choices of one reference per sentence.

Napoles et al. (2016) approximate it by 500 random choices. The number of choices is the product of the
numbers of references. Where it is small, all are tried. Otherwise, with X_n the matched runs of length n of
the whole corpus and R its reference length,

    GLEU = exp(min(0, 1 - R / C)) * prod_n (X_n / Y_n) ** (1 / N)

where the output's length C and its runs Y_n do not depend on the choice. R is a sum of independent integers:
its distribution, and the first two moments of X given R, are computed exactly, sentence by sentence. The
product is then expanded around the mean of X given R up to second order. What is left out is of the third
order in the relative deviation of X, which falls with the number of sentences: below 1e-3 where the expansion
begins to be used (some 14 sentences), and far below the sixth digit at 1,000 sentences.
"""

import itertools
import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from rankings.analysis.compiled import compiled

NEGLIGIBLE = 1e-30
"""A reference length less probable than this is left out."""

ENUMERATE = 20_000
"""Up to so many choices all are tried."""

FloatArray = npt.NDArray[np.float64]
LongArray = npt.NDArray[np.int64]


def expected_gleu(tables: Sequence[LongArray]) -> tuple[float, float]:
    """Mean and standard deviation over all choices.

    `tables[i][r]` holds the statistics of sentence i with its reference r: output length, reference length,
    then matches and runs for each run length.
    """
    choices = math.prod(len(table) for table in tables)
    if choices <= ENUMERATE:
        sums = np.array([sum(rows) for rows in itertools.product(*tables)], np.float64).reshape(choices, -1)
        scores = _gleu(sums[:, 0], sums[:, 1], sums[:, 2::2], sums[:, 3::2])
        return float(scores.mean()), float(scores.std())
    sizes = np.array([len(table) for table in tables])
    flat = np.concatenate(tables)
    starts = np.concatenate(([0], np.cumsum(sizes)))
    length = float(sum(table[0, 0] for table in tables))
    runs = np.sum([table[0, 3::2] for table in tables], axis=0)
    if not length or not np.all(runs):
        return 0.0, 0.0
    matches = flat[:, 2::2].astype(np.float64)
    mean = np.add.reduceat(matches, starts[:-1]) / sizes[:, None]
    shortest = np.minimum.reduceat(flat[:, 1], starts[:-1])
    extra = flat[:, 1] - np.repeat(shortest, sizes)
    deviation = matches - np.repeat(mean, sizes, axis=0)
    longest = int(np.maximum.reduceat(extra, starts[:-1]).sum())
    weight, first, second = _moments(starts, extra, deviation, longest)
    reached = weight > NEGLIGIBLE
    weight, first, second = weight[reached], first[reached], second[reached]
    reference = shortest.sum() + np.flatnonzero(reached)
    centre = mean.sum(axis=0) + first / weight[:, None]
    spread = second / weight[:, None, None] - _outer(first / weight[:, None])
    scores = _gleu(np.full(len(weight), length), reference, centre, runs)
    each = _power_means(scores, centre, spread, 1 / matches.shape[1])
    square = _power_means(scores**2, centre, spread, 2 / matches.shape[1])
    value = float(weight @ each)
    return value, math.sqrt(max(0.0, float(weight @ square) - value**2))


def _gleu(
    length: FloatArray, reference: npt.NDArray[np.generic], matches: FloatArray, runs: LongArray | FloatArray
) -> FloatArray:
    with np.errstate(divide="ignore", invalid="ignore"):
        logs = np.log(np.maximum(matches, 0) / runs).mean(axis=1)
        scores = np.exp(logs + np.minimum(0.0, 1 - np.asarray(reference, np.float64) / length))
    return np.where(np.isfinite(logs), scores, 0.0)


def _power_means(scores: FloatArray, centre: FloatArray, spread: FloatArray, power: float) -> FloatArray:
    """Mean of c prod X ** power around each centre, where its value is `scores`, to second order."""
    with np.errstate(divide="ignore", invalid="ignore"):
        relative = spread / _outer(centre)
    same = np.trace(relative, axis1=1, axis2=2)
    change = 0.5 * (power**2 * relative.sum(axis=(1, 2)) - power * same)
    return np.where(scores > 0, scores * (1 + change), 0.0)


def _outer(vectors: FloatArray) -> FloatArray:
    return vectors[:, :, None] * vectors[:, None, :]


@compiled
def _moments(
    starts: LongArray, extra: LongArray, deviation: FloatArray, longest: int
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """For each total of `extra` its probability, and the partial first and second moments of `deviation`."""
    orders = deviation.shape[1]
    weight = np.zeros(longest + 1)
    first = np.zeros((longest + 1, orders))
    second = np.zeros((longest + 1, orders, orders))
    weight[0] = 1.0
    top = 0
    for sentence in range(len(starts) - 1):
        rows = range(starts[sentence], starts[sentence + 1])
        share = 1.0 / len(rows)
        reach = 0
        for row in rows:
            reach = max(reach, extra[row])
        new_weight = np.zeros(top + reach + 1)
        new_first = np.zeros((top + reach + 1, orders))
        new_second = np.zeros((top + reach + 1, orders, orders))
        for row in rows:
            step = deviation[row]
            for total in range(top + 1):
                here = weight[total] * share
                if here == 0.0:
                    continue
                place = total + extra[row]
                new_weight[place] += here
                for a in range(orders):
                    new_first[place, a] += first[total, a] * share + here * step[a]
                    for b in range(orders):
                        new_second[place, a, b] += share * (
                            second[total, a, b] + first[total, a] * step[b] + step[a] * first[total, b]
                        )
                        new_second[place, a, b] += here * step[a] * step[b]
        top += reach
        for total in range(top + 1):
            weight[total] = new_weight[total]
            for a in range(orders):
                first[total, a] = new_first[total, a]
                for b in range(orders):
                    second[total, a, b] = new_second[total, a, b]
    return weight, first, second
