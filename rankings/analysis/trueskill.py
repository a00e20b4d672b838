"""TrueSkill as the 2014 workshop on machine translation ran it, many independent runs at a time.

Sakaguchi, Post and Van Durme (2014), sections 3.3 and 4; the two-player update is that of Herbrich, Minka and
Graepel (2006). A run is not a pass over the data: at every step the system of greatest uncertainty meets an
opponent, drawn with weight exp(-|difference of means|), and one observation of that pair is drawn with
replacement.

What one game does to both players is a series in the advantage of the first. With t the difference of means
and e the draw margin, both in units of the deviation of the difference of performances, and Z(t, e) the
probability of the outcome, the means move by v = d log Z / dt and the variances shrink by w = -dv/dt. Where
beta grows with the number of games, a run of many games stays close to t = 0 and to one value of e.
"""

import math
import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.polynomial import hermite_e
from scipy.special import ndtr, ndtri

from rankings.analysis.arrays import FloatArray, NumberArray

SIGMA = 0.5
BETA_PER_OBSERVATION = SIGMA / 40
DRAW_PROBABILITY = 0.25
DRAW_MARGIN_PER_BETA = float(ndtri((DRAW_PROBABILITY + 1) / 2) * np.sqrt(2))

RUNS_PER_TASK = 4

TERMS = 5
SLOPES = 3
SLOPE_STEP = 1e-4


@dataclass(frozen=True, slots=True, eq=False)
class TrueSkillRuns:
    """What B runs ended with.

    Attributes:
        mu: (B, N) means; higher is better. A system without any observation keeps 0.
        sigma_squared: (B, N) variances.
    """

    mu: FloatArray
    sigma_squared: FloatArray


def trueskill_runs(
    wins: NumberArray, ties: NumberArray, seed: np.random.SeedSequence, workers: int | None = None
) -> TrueSkillRuns:
    """One run for each set of counts.

    With n observations, a run has n + 1 steps; all means start at 0 and all deviations at 0.5; beta is
    0.5 (n + 1) / 40, and the draw margin belongs to a draw probability of 0.25. A pair without observation is
    never drawn, nor is a system without any.

    Args:
        wins: (B, N, N) `wins[b, i, j]`, how often i beat j.
        ties: (B, N, N) symmetric.
        seed: of the random numbers; run b uses the stream `seed.spawn(B)[b]` and no other.
        workers: threads; as many as there are processors if None. The result does not depend on it.
    """
    # The compiler takes a second to load, and most callers never run TrueSkill.
    from rankings.analysis import trueskill_kernel as kernel  # noqa: PLC0415

    runs, n = wins.shape[0], wins.shape[1]
    won = np.ascontiguousarray(wins, dtype=np.float64)
    tied = np.ascontiguousarray(ties, dtype=np.float64)
    states = np.stack([source.generate_state(4, np.uint64) for source in seed.spawn(runs)])
    observations = (won.sum(axis=(1, 2)) + tied.sum(axis=(1, 2)) / 2).round().astype(np.int64)
    mu = np.zeros((runs, n))
    sigma_squared = np.full((runs, n), SIGMA**2)
    beta = BETA_PER_OBSERVATION * (observations + 1).astype(np.float64)
    series = update_series(DRAW_MARGIN_PER_BETA / np.sqrt(2))

    def run(start: int) -> None:
        part = slice(start, start + RUNS_PER_TASK)
        kernel.run_all(
            won[part],
            tied[part],
            observations[part] + 1,
            beta[part],
            DRAW_MARGIN_PER_BETA,
            states[part],
            series,
            mu[part],
            sigma_squared[part],
        )

    with ThreadPoolExecutor(workers or os.cpu_count() or 1) as threads:
        list(threads.map(run, range(0, runs, RUNS_PER_TASK)))
    return TrueSkillRuns(mu, sigma_squared)


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
