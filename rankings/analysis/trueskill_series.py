"""What one game of TrueSkill does to both players, as a series in the advantage of the first.

With t the difference of means and e the draw margin, both in units of the deviation of the difference of
performances, and Z(t, e) the probability of the outcome, the means move by v = d log Z / dt and the variances
shrink by w = -dv/dt (Herbrich, Minka and Graepel 2006). Where beta grows with the number of games, as the
2014 workshop on machine translation had it, a run of many games stays close to t = 0 and to one value of e.
"""

import math

import numpy as np
from numpy.polynomial import hermite_e
from scipy.special import ndtr

from rankings.analysis.arrays import FloatArray

# Up to here, the neglected terms are below 1e-11.
NARROW_ADVANTAGE = 1.0 / 256.0
NARROW_SHIFT = 1.0 / (1 << 20)

TERMS = 5
SLOPES = 3
SLOPE_STEP = 1e-4


def update_series(margin: float) -> FloatArray:
    """Coefficients of v for each outcome of a game.

    Args:
        margin: the draw margin e, in units of the deviation of the difference of performances.

    Returns:
        (3, 8) by outcome: the first player wins, draws, loses. The first five columns are the coefficients of
        1, t, ..., t^4; the last three how fast the first three of them grow with e.
    """
    slopes = (_at(margin + SLOPE_STEP) - _at(margin - SLOPE_STEP)) / (2 * SLOPE_STEP)
    series: FloatArray = np.concatenate([_at(margin), slopes[:, :SLOPES]], axis=1)
    return series


def _at(margin: float) -> FloatArray:
    """(3, TERMS) coefficients of Z' / Z, by division of power series."""
    density = math.exp(-margin * margin / 2) / math.sqrt(2 * math.pi)
    orders = range(TERMS)
    # Z' is the density at t - e if the first wins, the negative of that at t + e if it loses.
    won = np.array([density * _hermite(k, margin) / math.factorial(k) for k in orders])
    lost = np.array([-density * _hermite(k, -margin) / math.factorial(k) for k in orders])
    decided = float(ndtr(-margin))
    return np.stack([_ratio(won, decided), _ratio(-won - lost, 1.0 - 2.0 * decided), _ratio(lost, decided)])


def _hermite(order: int, x: float) -> float:
    return float(hermite_e.hermeval(x, [0.0] * order + [1.0]))


def _ratio(derivative: FloatArray, value: float) -> FloatArray:
    """Series of Z' / Z from the series of Z' and the value of Z at 0."""
    whole = np.concatenate([[value], derivative[:-1] / np.arange(1, TERMS)])
    ratio = np.zeros(TERMS)
    for k in range(TERMS):
        ratio[k] = (derivative[k] - ratio[:k] @ whole[k:0:-1]) / value
    return ratio
