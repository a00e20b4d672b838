"""Strengths by maximum likelihood: Bradley and Terry (1952), and Davidson (1970) for data with ties.

Davidson: with strengths s and d = s_i - s_j, the odds of "i better", "tie" and "j better" are
exp(d / 2) : nu : exp(-d / 2). Without ties that is the model of Bradley and Terry, exp(d / 2) : exp(-d / 2).
Both log-likelihoods are concave; Newton's method finds the maximum for many sets of counts at once.
"""

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
import scipy

from rankings.analysis.arrays import BoolArray, FloatArray, IntArray, NumberArray
from rankings.analysis.pair_counts import PairCounts
from rankings.analysis.scoring import Point, ScoringMethod, deterministic

Model = Literal["bradley-terry", "bradley-terry-half-ties", "bradley-terry-without-ties"]

SMALLEST_MOVE = 1e-6


def systems_without_bound(counts: PairCounts, method: Model) -> frozenset[str]:
    """Systems of the groups that comparisons link and in which some can move apart without bound.

    Args:
        method: "bradley-terry" (Davidson), "bradley-terry-half-ties" or "bradley-terry-without-ties".
    """
    if _reach_each_other(counts.wins):
        return frozenset()
    ties = np.zeros_like(counts.ties) if method == "bradley-terry-without-ties" else counts.ties
    number, label = scipy.sparse.csgraph.connected_components(counts.wins + ties > 0, directed=False)
    boundless: set[str] = set()
    for group in range(number):
        members = np.flatnonzero(label == group)
        inside = np.ix_(members, members)
        won, tied = counts.wins[inside], ties[inside]
        if method == "bradley-terry":
            move_apart = not _reach_each_other(won) and _can_move_apart(won, tied)
        else:
            # A tie bounds both systems, as half a win for either does.
            move_apart = not _reach_each_other(won + tied)
        if move_apart:
            boundless.update(counts.systems[member] for member in members.tolist())
    return frozenset(boundless)


def _reach_each_other(wins: IntArray) -> bool:
    """Whether wins lead from every system to every other, so that each bounds the others."""
    number, _ = scipy.sparse.csgraph.connected_components(wins > 0, directed=True, connection="strong")
    return bool(number == 1)


def _can_move_apart(wins: IntArray, ties: IntArray) -> bool:
    """Whether some move of strengths makes no outcome less likely and parts winners from losers.

    By Davidson's model half a difference may not pass the readiness to tie where there was a tie, nor fall
    below it where there was a win. Of all moves from -1 to 1, the one that parts winners from losers most is
    found by linear programming.
    """
    size = len(wins) + 1
    unit = np.eye(size)
    readiness = unit[-1]
    bounds, gain = [], np.zeros(size)
    for i, j in np.argwhere(wins).tolist():
        gain += unit[i] - unit[j]
        bounds += [unit[i] - unit[j], (unit[i] - unit[j]) / 2 - readiness]
    for i, j in np.argwhere(np.triu(ties)).tolist():
        bounds += [readiness - (unit[i] - unit[j]) / 2, readiness + (unit[i] - unit[j]) / 2]
    program = scipy.optimize.linprog(
        -gain,
        A_ub=-np.array(bounds),
        b_ub=np.zeros(len(bounds)),
        bounds=[(-1.0, 1.0)] * (size - 1) + [(None, None)],
    )
    return program.x is not None and bool(gain @ program.x > SMALLEST_MOVE)


PRIOR_PRECISION = 1e-6
LARGEST_STEP = 2.0
SMALLEST_STEP = 1e-9
ROUNDING = 1e-13
MOST_ITERATIONS = 200
MOST_HALVINGS = 30
HALVINGS_ONE_BY_ONE = 3
ENTRIES_TOGETHER = 1_000_000


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


@dataclass(frozen=True, slots=True, eq=False)
class _Counts:
    """(B, N, N) wins and, for the model with ties, ties."""

    wins: FloatArray
    ties: FloatArray | None

    def of(self, fits: IntArray) -> "_Counts":
        """Of some of the fits."""
        return _Counts(self.wins[fits], None if self.ties is None else self.ties[fits])


@dataclass(slots=True, eq=False)
class _Point:
    """The penalised log-likelihood and its derivatives by N strengths and, if there are ties, log nu."""

    value: FloatArray
    gradient: FloatArray
    hessian: FloatArray
    log_likelihood: FloatArray

    def of(self, fits: IntArray | BoolArray) -> "_Point":
        """Of some of the fits."""
        return _Point(self.value[fits], self.gradient[fits], self.hessian[fits], self.log_likelihood[fits])

    def take(self, fits: IntArray, other: "_Point") -> None:
        """Replace what is known of some fits."""
        self.value[fits] = other.value
        self.gradient[fits] = other.gradient
        self.hessian[fits] = other.hessian
        self.log_likelihood[fits] = other.log_likelihood


def _fit(wins: FloatArray, ties: FloatArray | None) -> Strengths:
    batch, n = wins.shape[:2]
    parameters = np.zeros((batch, n + (ties is not None)))
    counts = _Counts(wins, ties)
    here = _evaluate(parameters, counts)
    # Few fits need many steps: those that have arrived are left out of the work on the others.
    at_work = np.arange(batch)
    for _ in range(MOST_ITERATIONS):
        point = here.of(at_work)
        step = np.asarray(np.linalg.solve(-point.hessian, point.gradient[:, :, None])[:, :, 0], np.float64)
        largest = np.abs(step).max(axis=1)
        going = largest > SMALLEST_STEP
        if not going.any():
            break
        at_work, step, largest = at_work[going], step[going], largest[going]
        step = step * np.minimum(1.0, LARGEST_STEP / largest)[:, None]
        at_work = at_work[_climb(at_work, step, parameters, here, counts)]
    strength = parameters[:, :n]
    log_nu = np.full(batch, np.nan) if ties is None else parameters[:, n]
    return Strengths(strength - strength.mean(axis=1, keepdims=True), log_nu, here.log_likelihood)


def _climb(
    at_work: IntArray, step: FloatArray, parameters: FloatArray, here: _Point, counts: _Counts
) -> BoolArray:
    """Take the steps of the fits at work, halved where they would lead downhill; returns which fits moved.

    `parameters` and `here` are of all fits, and change where a fit moves.
    """
    tried = parameters[at_work] + step
    there = _evaluate(tried, counts.of(at_work))
    moved = _not_worse(there.value, here.value[at_work])
    parameters[at_work[moved]] = tried[moved]
    here.take(at_work[moved], there.of(moved))
    left = np.flatnonzero(~moved)
    halvings = 1
    while halvings < MOST_HALVINGS and len(left):
        # A step that needs a few halvings mostly needs many: its gain is lost in rounding. They are tried
        # together then, and the longest that leads uphill counts.
        room = ENTRIES_TOGETHER // (len(left) * step.shape[1] ** 2)
        together = 1 if halvings < HALVINGS_ONE_BY_ONE else min(MOST_HALVINGS - halvings, max(1, room))
        scales = 0.5 ** np.arange(halvings, halvings + together)
        fits = np.repeat(at_work[left], together)
        tried = parameters[fits] + np.tile(scales, len(left))[:, None] * np.repeat(step[left], together, 0)
        better = _not_worse(_value(tried, counts.of(fits)), here.value[fits]).reshape(len(left), together)
        uphill = better.any(axis=1)
        first = np.arange(len(left))[uphill] * together + better[uphill].argmax(axis=1)
        if len(first):
            parameters[fits[first]] = tried[first]
            here.take(fits[first], _evaluate(tried[first], counts.of(fits[first])))
        moved[left[uphill]] = True
        left = left[~uphill]
        halvings += together
    return moved


def _not_worse(value: FloatArray, than: FloatArray) -> BoolArray:
    """Which values do not lie below the others by more than rounding."""
    return ~(value < than - ROUNDING * np.abs(than))


def _value(parameters: FloatArray, counts: _Counts) -> FloatArray:
    """(B,) the penalised log-likelihood alone."""
    half, tie_odds, log_total = _odds(parameters, counts)
    return _log_likelihood(half, tie_odds, log_total, counts) - _penalty(parameters)


def _odds(parameters: FloatArray, counts: _Counts) -> tuple[FloatArray, FloatArray | None, FloatArray]:
    """(B, N, N) log odds of winning and, in the model with ties, of a tie; and the log of the sum of odds."""
    n = counts.wins.shape[1]
    strength = parameters[:, :n]
    half = (strength[:, :, None] - strength[:, None, :]) / 2
    log_total = np.logaddexp(half, -half)
    if counts.ties is None:
        return half, None, log_total
    tie_odds = np.broadcast_to(parameters[:, n][:, None, None], half.shape)
    return half, tie_odds, np.logaddexp(log_total, tie_odds)


def _log_likelihood(
    half: FloatArray, tie_odds: FloatArray | None, log_total: FloatArray, counts: _Counts
) -> FloatArray:
    likelihood: FloatArray = (counts.wins * (half - log_total)).sum(axis=(1, 2))
    if counts.ties is not None and tie_odds is not None:
        likelihood = likelihood + (counts.ties * (tie_odds - log_total)).sum(axis=(1, 2)) / 2
    return likelihood


def _penalty(parameters: FloatArray) -> FloatArray:
    penalty: FloatArray = PRIOR_PRECISION / 2 * (parameters**2).sum(axis=1)
    return penalty


def _evaluate(parameters: FloatArray, counts: _Counts) -> _Point:
    wins, ties = counts.wins, counts.ties
    n = wins.shape[1]
    lost = wins.swapaxes(1, 2)
    half, tie_odds, log_total = _odds(parameters, counts)
    likelihood = _log_likelihood(half, tie_odds, log_total, counts)
    p_win = np.exp(half - log_total)
    p_lose = p_win.swapaxes(1, 2)
    compared = wins + lost + (0.0 if ties is None else ties)
    lean = (p_win - p_lose) / 2
    by_difference = (wins - lost) / 2 - compared * lean
    curvature = compared * ((p_win + p_lose) / 4 - lean**2)
    size = parameters.shape[1]
    gradient = np.zeros((len(parameters), size))
    hessian = np.zeros((len(parameters), size, size))
    gradient[:, :n] = by_difference.sum(axis=2)
    hessian[:, :n, :n] = curvature - np.eye(n) * curvature.sum(axis=2)[:, :, None]
    if ties is not None and tie_odds is not None:
        p_tie = np.exp(tie_odds - log_total)
        gradient[:, n] = (ties - compared * p_tie).sum(axis=(1, 2)) / 2
        mixed = (compared * lean * p_tie).sum(axis=2)
        hessian[:, :n, n] = mixed
        hessian[:, n, :n] = mixed
        hessian[:, n, n] = -(compared * p_tie * (1 - p_tie)).sum(axis=(1, 2)) / 2
    hessian -= PRIOR_PRECISION * np.eye(size)
    value = likelihood - _penalty(parameters)
    return _Point(value, gradient - PRIOR_PRECISION * parameters, hessian, likelihood)


def _scoring(model: Model, strength: Point) -> ScoringMethod:
    return replace(
        deterministic(strength),
        without_bound=lambda counts: systems_without_bound(counts, model),
    )


DAVIDSON = _scoring("bradley-terry", lambda wins, ties: davidson(wins, ties).strength)
WITH_HALF_TIES = _scoring("bradley-terry-half-ties", lambda wins, ties: bradley_terry(wins, ties).strength)
WITHOUT_TIES = _scoring("bradley-terry-without-ties", lambda wins, ties: bradley_terry(wins).strength)
