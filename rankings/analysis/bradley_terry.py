"""Strengths by maximum likelihood: Bradley and Terry (1952), and Davidson (1970) for data with ties.

Davidson: with strengths s and d = s_i - s_j, the odds of "i better", "tie" and "j better" are
exp(d / 2) : nu : exp(-d / 2). Without ties that is the model of Bradley and Terry, exp(d / 2) : exp(-d / 2).
Both log-likelihoods are concave; Newton's method finds the maximum for many sets of counts at once.
"""

from dataclasses import dataclass

import numpy as np

from rankings.analysis.arrays import BoolArray, FloatArray, NumberArray
from rankings.analysis.scoring import deterministic
from rankings.analysis.unbounded_strengths import note_on_strengths

PRIOR_PRECISION = 1e-6
LARGEST_STEP = 2.0
SMALLEST_STEP = 1e-9
ROUNDING = 1e-13
MOST_ITERATIONS = 200
MOST_HALVINGS = 30


@dataclass(frozen=True, slots=True, eq=False)
class Strengths:
    """Fits to B sets of counts.

    Attributes:
        strength: (B, N) on the scale of log odds, with mean 0; higher is better.
        log_nu: (B,) readiness to call a tie; NaN for the model without ties.
        log_likelihood: (B,) of the comparisons.
    """

    strength: FloatArray
    log_nu: FloatArray
    log_likelihood: FloatArray


def davidson(wins: NumberArray, ties: NumberArray) -> Strengths:
    """Strengths from wins and ties.

    A normal prior of standard deviation 1,000 on every parameter keeps the maximum finite where a system won
    or lost everything, sets it to the middle where a system was never compared, and is far below the sixth
    decimal elsewhere. Where the comparisons fall into parts that never meet, each part has mean 0 by itself.

    Args:
        wins: (B, N, N) `wins[b, i, j]`, how often i beat j.
        ties: (B, N, N) symmetric.
    """
    return _fit(np.asarray(wins, dtype=np.float64), np.asarray(ties, dtype=np.float64))


def bradley_terry(wins: NumberArray, ties: NumberArray | None = None) -> Strengths:
    """Strengths from wins alone; ties, if given, count as half a win for both.

    The prior is that of `davidson`.

    Args:
        wins: (B, N, N) `wins[b, i, j]`, how often i beat j.
        ties: (B, N, N) symmetric.
    """
    won = np.asarray(wins, dtype=np.float64)
    return _fit(won if ties is None else won + 0.5 * np.asarray(ties, dtype=np.float64), None)


@dataclass(slots=True, eq=False)
class _Point:
    """The penalised log-likelihood and its derivatives by N strengths and, if there are ties, log nu."""

    value: FloatArray
    gradient: FloatArray
    hessian: FloatArray
    log_likelihood: FloatArray


def _fit(wins: FloatArray, ties: FloatArray | None) -> Strengths:
    batch, n = wins.shape[:2]
    parameters = np.zeros((batch, n + (ties is not None)))
    here = _evaluate(parameters, wins, ties)
    open_fits = np.ones(batch, dtype=np.bool_)
    for _ in range(MOST_ITERATIONS):
        step = np.asarray(np.linalg.solve(-here.hessian, here.gradient[:, :, None])[:, :, 0], np.float64)
        largest = np.abs(step).max(axis=1)
        open_fits &= largest > SMALLEST_STEP
        if not open_fits.any():
            break
        shorten = np.minimum(1.0, LARGEST_STEP / np.maximum(largest, SMALLEST_STEP))
        step = step * (shorten * open_fits)[:, None]
        parameters, here, moved = _climb(parameters, step, here, wins, ties)
        open_fits &= moved
    strength = parameters[:, :n]
    log_nu = np.full(batch, np.nan) if ties is None else parameters[:, n]
    return Strengths(strength - strength.mean(axis=1, keepdims=True), log_nu, here.log_likelihood)


def _climb(
    parameters: FloatArray, step: FloatArray, here: _Point, wins: FloatArray, ties: FloatArray | None
) -> tuple[FloatArray, _Point, BoolArray]:
    """Take the step, halved where it would lead downhill; returns which fits moved."""
    scale = np.ones((len(parameters), 1))
    for _ in range(MOST_HALVINGS):
        moved = parameters + scale * step
        there = _evaluate(moved, wins, ties)
        worse = there.value < here.value - ROUNDING * np.abs(here.value)
        if not worse.any():
            return moved, there, np.ones(len(parameters), dtype=np.bool_)
        scale[worse] /= 2
    stay = worse
    moved[stay] = parameters[stay]
    return moved, _evaluate(moved, wins, ties), ~stay


def _evaluate(parameters: FloatArray, wins: FloatArray, ties: FloatArray | None) -> _Point:
    n = wins.shape[1]
    strength = parameters[:, :n]
    half = (strength[:, :, None] - strength[:, None, :]) / 2
    lost = wins.swapaxes(1, 2)
    log_nu = None if ties is None else parameters[:, n][:, None, None]
    tie_odds = np.broadcast_to(-np.inf if log_nu is None else log_nu, half.shape)
    log_total = np.logaddexp(np.logaddexp(half, -half), tie_odds)
    p_win, p_tie = np.exp(half - log_total), np.exp(tie_odds - log_total)
    p_lose = p_win.swapaxes(1, 2)
    compared = wins + lost + (0.0 if ties is None else ties)
    likelihood = (wins * (half - log_total)).sum(axis=(1, 2))
    lean = (p_win - p_lose) / 2
    by_difference = (wins - lost) / 2 - compared * lean
    curvature = compared * ((p_win + p_lose) / 4 - lean**2)
    size = parameters.shape[1]
    gradient = np.zeros((len(parameters), size))
    hessian = np.zeros((len(parameters), size, size))
    gradient[:, :n] = by_difference.sum(axis=2)
    hessian[:, :n, :n] = curvature - np.eye(n) * curvature.sum(axis=2)[:, :, None]
    if ties is not None:
        likelihood = likelihood + (ties * (tie_odds - log_total)).sum(axis=(1, 2)) / 2
        gradient[:, n] = (ties - compared * p_tie).sum(axis=(1, 2)) / 2
        mixed = (compared * lean * p_tie).sum(axis=2)
        hessian[:, :n, n] = mixed
        hessian[:, n, :n] = mixed
        hessian[:, n, n] = -(compared * p_tie * (1 - p_tie)).sum(axis=(1, 2)) / 2
    hessian -= PRIOR_PRECISION * np.eye(size)
    penalty = PRIOR_PRECISION / 2 * (parameters**2).sum(axis=1)
    return _Point(likelihood - penalty, gradient - PRIOR_PRECISION * parameters, hessian, likelihood)


DAVIDSON = deterministic(
    lambda wins, ties: davidson(wins, ties).strength,
    lambda counts: note_on_strengths(counts, "bradley-terry"),
)
WITH_HALF_TIES = deterministic(
    lambda wins, ties: bradley_terry(wins, ties).strength,
    lambda counts: note_on_strengths(counts, "bradley-terry-half-ties"),
)
WITHOUT_TIES = deterministic(
    lambda wins, ties: bradley_terry(wins).strength,
    lambda counts: note_on_strengths(counts, "bradley-terry-without-ties"),
)
