"""The compiled inner loop of TrueSkill runs.

The density and distribution function of the normal law are read from a grid and carried to the point by a
Taylor series, whose error stays under 1e-12; outside of the grid they are computed.
"""

import math

import numpy as np
from scipy.special import ndtr

from rankings.analysis.arrays import FloatArray, NumberArray
from rankings.analysis.compiled import compiled, inlined

GRID_REACH = 6.0
GRID_STEPS = 256
MOST_REJECTIONS = 32
SQRT_2 = math.sqrt(2.0)
SQRT_2_PI = math.sqrt(2.0 * math.pi)

_points = np.arange(-int(GRID_REACH * GRID_STEPS), int(GRID_REACH * GRID_STEPS) + 1) / GRID_STEPS
GRID: FloatArray = np.stack([np.exp(-(_points**2) / 2) / SQRT_2_PI, ndtr(_points)], axis=1)


@compiled
def run_all(  # noqa: PLR0917 - compiled functions take arguments by position
    wins: FloatArray,
    ties: FloatArray,
    steps: NumberArray,
    betas: FloatArray,
    margin_per_beta: float,
    states: NumberArray,
    grid: FloatArray,
    mu: FloatArray,
    sigma_squared: FloatArray,
) -> None:
    """Run every set of counts; `mu` and `sigma_squared` (B, N) hold the start and receive the end.

    Args:
        wins, ties: (B, N, N) counts.
        steps: (B,) number of games.
        betas: (B,) deviation of a performance around the skill.
        margin_per_beta: draw margin in units of beta.
        states: (B, 4) uint64, the start of each run's generator (xoshiro256++); not changed.
        grid: `GRID`.
        mu, sigma_squared: (B, N).
    """
    n = wins.shape[1]
    for run in range(wins.shape[0]):
        opponents = np.zeros((n, n), dtype=np.int64)
        number_of_opponents = np.zeros(n, dtype=np.int64)
        below_win = np.zeros((n, n))
        below_tie = np.zeros((n, n))
        for i in range(n):
            for j in range(n):
                total = wins[run, i, j] + ties[run, i, j] + wins[run, j, i]
                if i != j and total > 0:
                    opponents[i, number_of_opponents[i]] = j
                    number_of_opponents[i] += 1
                    below_win[i, j] = wins[run, i, j] / total
                    below_tie[i, j] = (wins[run, i, j] + ties[run, i, j]) / total
        _one_run(
            opponents,
            number_of_opponents,
            below_win,
            below_tie,
            steps[run],
            betas[run],
            margin_per_beta * betas[run],
            states[run].copy(),
            grid,
            mu[run],
            sigma_squared[run],
        )


@inlined
def _next(state: NumberArray) -> np.uint64:
    """The next 64 bits of xoshiro256++ (Blackman and Vigna 2021)."""
    mixed = state[0] + state[3]
    result = ((mixed << np.uint64(23)) | (mixed >> np.uint64(41))) + state[0]
    shifted = state[1] << np.uint64(17)
    state[2] ^= state[0]
    state[3] ^= state[1]
    state[1] ^= state[2]
    state[0] ^= state[3]
    state[2] ^= shifted
    state[3] = (state[3] << np.uint64(45)) | (state[3] >> np.uint64(19))
    return result  # type: ignore[no-any-return]


@inlined
def _uniform(bits: np.uint64) -> float:
    return float((bits >> np.uint64(11)) * (1.0 / 9007199254740992.0))


@inlined
def _normal(x: float, grid: FloatArray) -> tuple[float, float]:
    """Density and distribution function of the standard normal law at x."""
    if abs(x) < GRID_REACH:
        place = int(x * GRID_STEPS + (GRID_REACH * GRID_STEPS + 0.5))
        near = place * (1.0 / GRID_STEPS) - GRID_REACH
        d = x - near
        at = grid[place, 0]
        square = near * near - 1.0
        density = at * (1.0 + d * (-near + d * (square * 0.5 - d * near * (square - 2.0) * (1.0 / 6.0))))
        area = grid[place, 1] + at * d * (
            1.0 + d * (-near * 0.5 + d * (square * (1.0 / 6.0) - d * near * (square - 2.0) * (1.0 / 24.0)))
        )
    else:
        density = math.exp(-0.5 * x * x) / SQRT_2_PI
        area = 0.5 * math.erfc(-x / SQRT_2)
    return density, area


@compiled
def _far_opponent(opponents: NumberArray, mu: FloatArray, own: float, chance: float) -> int:
    """The opponent that a uniform number picks by weight, where all are so far off that few are accepted."""
    nearest = math.inf
    for opponent in opponents:
        nearest = min(nearest, abs(own - mu[opponent]))
    total = 0.0
    for opponent in opponents:
        total += math.exp(nearest - abs(own - mu[opponent]))
    left = chance * total
    chosen = opponents[0]
    for opponent in opponents:
        weight = math.exp(nearest - abs(own - mu[opponent]))
        if weight > 0.0:
            chosen = opponent
        left -= weight
        if left < 0.0:
            break
    return int(chosen)


@compiled
def _one_run(  # noqa: PLR0917
    opponents: NumberArray,
    number_of_opponents: NumberArray,
    below_win: FloatArray,
    below_tie: FloatArray,
    steps: int,
    beta: float,
    margin: float,
    state: NumberArray,
    grid: FloatArray,
    mu: FloatArray,
    sigma_squared: FloatArray,
) -> None:
    n = len(mu)
    for _ in range(steps):
        a = -1
        largest = -1.0
        for i in range(n):
            if sigma_squared[i] >= largest and number_of_opponents[i] > 0:
                largest = sigma_squared[i]
                a = i
        if a < 0:
            return
        b = -1
        for _ in range(MOST_REJECTIONS):
            bits = _next(state)
            pick = ((bits >> np.uint64(32)) * np.uint64(number_of_opponents[a])) >> np.uint64(32)
            proposed = opponents[a, np.int64(pick)]
            apart = abs(mu[a] - mu[proposed])
            chance = _uniform(_next(state))
            if chance <= 1.0 - apart or chance < math.exp(-apart):
                b = proposed
                break
        if b < 0:
            b = _far_opponent(opponents[a, : number_of_opponents[a]], mu, mu[a], _uniform(_next(state)))
        outcome = _uniform(_next(state))
        spread_squared = 2.0 * beta * beta + sigma_squared[a] + sigma_squared[b]
        spread = math.sqrt(spread_squared)
        t = (mu[a] - mu[b]) / spread
        e = margin / spread
        if outcome < below_win[a, b]:
            x = t - e
            density, area = _normal(x, grid)
            v = density / area if area > 0.0 else -x
            w = v * (v + x)
        elif outcome < below_tie[a, b]:
            density_high, area_high = _normal(e - t, grid)
            density_low, area_low = _normal(-e - t, grid)
            share = area_high - area_low
            v = (density_low - density_high) / share
            w = v * v + ((e - t) * density_high + (e + t) * density_low) / share
        else:
            x = -t - e
            density, area = _normal(x, grid)
            v = density / area if area > 0.0 else -x
            w = v * (v + x)
            v = -v
        mu[a] += sigma_squared[a] / spread * v
        mu[b] -= sigma_squared[b] / spread * v
        sigma_squared[a] *= 1.0 - sigma_squared[a] / spread_squared * w
        sigma_squared[b] *= 1.0 - sigma_squared[b] / spread_squared * w
