"""TrueSkill as methods: simulated runs, and without chance, where runs go and how far they scatter.

With many games of small effect, the means follow an ordinary differential equation and scatter around it like
a linear diffusion (van Kampen's linear noise approximation). Choosing the system of greatest uncertainty
keeps all variances equal, which fixes how often each system is the chooser: so often that every system gains
information at the same rate.
"""

from dataclasses import dataclass, fields

import numpy as np
from scipy.special import ndtr

from rankings.analysis.arrays import BoolArray, FloatArray, NumberArray
from rankings.analysis.bradley_terry import Model, systems_without_bound
from rankings.analysis.pair_counts import PairCounts
from rankings.analysis.scoring import RunOfEach, Runs, ScoringMethod
from rankings.analysis.trueskill import BETA_PER_OBSERVATION, DRAW_MARGIN_PER_BETA, SIGMA, trueskill_runs

INTEGRATION_STEPS = 8
DIFFERENCE = 1e-5
BALANCING_ROUNDS = 4
RIDGE = 1e-9
DRIFTS_TOGETHER = 64

# A run has a step for every comparison. Beyond so many, the law of the runs stands in for them: it is the
# limit of many steps of small effect, and a thousand runs would take hours.
MOST_COMPARISONS = 2_000_000
LAW = "With so many comparisons, replicates follow the law of TrueSkill's runs and are not simulated."
# The margin of a tie is given, so that a tie bounds both systems, as half a win for either does.
BOUNDED_AS: Model = "bradley-terry-half-ties"


@dataclass(frozen=True, slots=True, eq=False)
class MeanField:
    """The law that the runs follow, approximately.

    Attributes:
        mean: (B, N) mean of mu.
        covariance: (B, N, N) covariance of mu between systems, over runs.
    """

    mean: FloatArray
    covariance: FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class _Setting:
    """Counts as shares, and the constants of the runs. (B, N, N) or (B, 1, 1)."""

    win: FloatArray
    tie: FloatArray
    lose: FloatArray
    met: BoolArray
    steps: FloatArray
    beta: FloatArray

    def repeated(self, times: int) -> "_Setting":
        """All B sets of counts once, then all once more, and so on."""
        return _Setting(*(np.tile(getattr(self, one.name), (times, 1, 1)) for one in fields(self)))


def mean_field(wins: NumberArray, ties: NumberArray) -> FloatArray:
    """(B, N) mean of mu over runs on the counts, without randomness; within 0.0005 of a thousand runs.

    Args:
        wins: (B, N, N) `wins[b, i, j]`, how often i beat j.
        ties: (B, N, N) symmetric.
    """
    setting = _setting(wins, ties)
    mu = np.zeros(wins.shape[:2])
    variance = np.full((len(wins), 1, 1), SIGMA**2)
    step = setting.steps / INTEGRATION_STEPS
    for _ in range(INTEGRATION_STEPS):
        mu, variance = _advance(mu, variance, step, setting)
    return mu


def mean_field_with_noise(wins: NumberArray, ties: NumberArray) -> MeanField:
    """The mean, and the covariance that the sampling within a run gives mu."""
    setting = _setting(wins, ties)
    batch, n = wins.shape[:2]
    mu = np.zeros((batch, n))
    variance = np.full((batch, 1, 1), SIGMA**2)
    covariance = np.zeros((batch, n, n))
    step = setting.steps / INTEGRATION_STEPS
    for _ in range(INTEGRATION_STEPS):
        middle_mu, middle_variance = _advance(mu, variance, step / 2, setting)
        slope = _jacobian(middle_mu, middle_variance, setting)
        diffusion = _diffusion(middle_mu, middle_variance, setting)
        grow = np.eye(n) + step * slope + (step**2 / 2) * (slope @ slope)
        half = np.eye(n) + (step / 2) * slope
        covariance = grow @ covariance @ grow.swapaxes(1, 2)
        covariance = covariance + step * (half @ diffusion @ half.swapaxes(1, 2))
        mu, variance = _advance(mu, variance, step, setting)
    return MeanField(mu, covariance)


def _setting(wins: NumberArray, ties: NumberArray) -> _Setting:
    won = np.asarray(wins, dtype=np.float64)
    tied = np.asarray(ties, dtype=np.float64)
    lost = won.swapaxes(1, 2)
    total = won + tied + lost
    met = total > 0
    safe = np.where(met, total, 1.0)
    steps = total.sum(axis=(1, 2), keepdims=True) / 2 + 1
    return _Setting(won / safe, tied / safe, lost / safe, met, steps, BETA_PER_OBSERVATION * steps)


def _advance(
    mu: FloatArray, variance: FloatArray, step: FloatArray, setting: _Setting
) -> tuple[FloatArray, FloatArray]:
    """One step of the classical Runge-Kutta method of fourth order."""
    width = step[:, :, 0]
    drift_1, shrink_1 = _drift(mu, variance, setting)
    drift_2, shrink_2 = _drift(mu + width / 2 * drift_1, variance + step / 2 * shrink_1, setting)
    drift_3, shrink_3 = _drift(mu + width / 2 * drift_2, variance + step / 2 * shrink_2, setting)
    drift_4, shrink_4 = _drift(mu + width * drift_3, variance + step * shrink_3, setting)
    return (
        mu + width / 6 * (drift_1 + 2 * drift_2 + 2 * drift_3 + drift_4),
        variance + step / 6 * (shrink_1 + 2 * shrink_2 + 2 * shrink_3 + shrink_4),
    )


def _drift(mu: FloatArray, variance: FloatArray, setting: _Setting) -> tuple[FloatArray, FloatArray]:
    """Change of mu (B, N) and of the common variance (B, 1, 1) per game."""
    meets, shift, _, spread, rate = _games(mu, variance, setting)
    change: FloatArray = (meets * shift).sum(axis=2) * (variance / spread)[:, :, 0]
    return change, -(variance**2) / spread**2 * rate


def _diffusion(mu: FloatArray, variance: FloatArray, setting: _Setting) -> FloatArray:
    """(B, N, N) covariance of the change of mu per game."""
    meets, _, squared, spread, _ = _games(mu, variance, setting)
    both = meets * squared * (variance / spread) ** 2
    diffusion: FloatArray = np.eye(mu.shape[1]) * both.sum(axis=2, keepdims=True) - both
    return diffusion


def _games(
    mu: FloatArray, variance: FloatArray, setting: _Setting
) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray, FloatArray]:
    """What happens per game.

    Returns: how often i meets j (B, N, N); the mean and mean square of i's update against j in units of
    variance / spread (B, N, N); the spread (B, 1, 1); the rate of information per system (B, 1, 1).
    """
    difference = mu[:, :, None] - mu[:, None, :]
    spread = np.sqrt(2 * setting.beta**2 + 2 * variance)
    t = difference / spread
    e = DRAW_MARGIN_PER_BETA * setting.beta / spread
    v_win, w_win = _win_update(t - e)
    v_lose, w_lose = _win_update(-t - e)
    v_tie, w_tie = _tie_update(t, e)
    shift = setting.win * v_win - setting.lose * v_lose + setting.tie * v_tie
    squared = setting.win * v_win**2 + setting.lose * v_lose**2 + setting.tie * v_tie**2
    information = setting.win * w_win + setting.lose * w_lose + setting.tie * w_tie
    weight = np.where(setting.met, np.exp(-np.abs(difference)), 0.0)
    total = weight.sum(axis=2, keepdims=True)
    choice = weight / np.where(total > 0, total, 1.0)
    chooser, rate = _chooser(choice, information, np.asarray(setting.met.any(axis=2)))
    one_way = chooser[:, :, None] * choice
    return one_way + one_way.swapaxes(1, 2), shift, squared, spread, rate


def _chooser(choice: FloatArray, information: FloatArray, active: BoolArray) -> tuple[FloatArray, FloatArray]:
    """(B, N) how often each system is the chooser so that all gain information at one rate, (B, 1, 1).

    A system that gains more than the others even if it never chooses is left out of the balance.
    """
    batch, n = active.shape
    gained = choice * information
    own = gained.sum(axis=2)
    # Where systems meet only each other, any share balances them; the ridge picks equal shares.
    own = own + RIDGE * own.mean(axis=1, keepdims=True)
    balance = gained.swapaxes(1, 2) + np.eye(n) * own[:, :, None]
    chooses = active.copy()
    share = np.zeros((batch, n))
    rate = np.zeros(batch)
    for _ in range(BALANCING_ROUNDS):
        both = chooses[:, :, None] & chooses[:, None, :]
        system = np.where(both, balance, np.eye(n))
        solved = np.linalg.solve(system, chooses[:, :, None].astype(np.float64))[:, :, 0]
        total = solved.sum(axis=1)
        rate = np.divide(1.0, total, out=np.zeros(batch), where=total > 0)
        share = np.where(chooses, solved * rate[:, None], 0.0)
        negative = share < 0
        if not negative.any():
            break
        chooses &= ~negative
    share = np.maximum(share, 0.0)
    whole = share.sum(axis=1, keepdims=True)
    return share / np.where(whole > 0, whole, 1.0), rate[:, None, None]


def _jacobian(mu: FloatArray, variance: FloatArray, setting: _Setting) -> FloatArray:
    """(B, N, N) derivative of the drift of each mean by each mean."""
    batch, n = mu.shape
    # The drifts of many small sets of counts take little more time together than that of one alone.
    together = max(1, DRIFTS_TOGETHER // (2 * batch))
    slope = np.empty((batch, n, n))
    for start in range(0, n, together):
        columns = range(start, min(n, start + together))
        moved = np.zeros((2, len(columns), 1, n))
        for place, j in enumerate(columns):
            moved[:, place, 0, j] = DIFFERENCE, -DIFFERENCE
        times = 2 * len(columns)
        variances = np.tile(variance, (times, 1, 1))
        drift, _ = _drift((mu + moved).reshape(-1, n), variances, setting.repeated(times))
        ahead, behind = drift.reshape(2, len(columns), batch, n)
        slope[:, :, columns] = np.moveaxis((ahead - behind) / (2 * DIFFERENCE), 0, 2)
    return slope


def _win_update(x: FloatArray) -> tuple[FloatArray, FloatArray]:
    area = ndtr(x)
    v = np.where(area > 0, _density(x) / np.where(area > 0, area, 1.0), -x)
    return v, v * (v + x)


def _tie_update(t: FloatArray, e: FloatArray) -> tuple[FloatArray, FloatArray]:
    high, low = _density(e - t), _density(-e - t)
    share = ndtr(e - t) - ndtr(-e - t)
    v = (low - high) / share
    return v, v**2 + ((e - t) * high + (e + t) * low) / share


def _density(x: FloatArray) -> FloatArray:
    density: FloatArray = np.exp(-(x**2) / 2) / np.sqrt(2 * np.pi)
    return density


def _scores_of_a_run(wins: NumberArray, ties: NumberArray, seed: np.random.SeedSequence) -> FloatArray:
    if _too_many(wins, ties):
        return _mean_field_draw_of_each(wins, ties)(seed)
    return trueskill_runs(wins, ties, seed).mu


def _too_many(wins: NumberArray, ties: NumberArray) -> bool:
    comparisons = wins.sum(axis=(1, 2)) + ties.sum(axis=(1, 2)) / 2
    return bool(comparisons.max(initial=0) > MOST_COMPARISONS)


def _without_bound(counts: PairCounts) -> frozenset[str]:
    return systems_without_bound(counts, BOUNDED_AS)


def _repeated_runs(wins: NumberArray, ties: NumberArray) -> Runs:
    if _too_many(wins[None], ties[None]):
        return _mean_field_draws(wins, ties)

    def run(runs: int, seed: np.random.SeedSequence) -> FloatArray:
        shape = (runs, *wins.shape)
        return trueskill_runs(np.broadcast_to(wins, shape), np.broadcast_to(ties, shape), seed).mu

    return run


def _mean_field_draws(wins: NumberArray, ties: NumberArray) -> Runs:
    law = mean_field_with_noise(wins[None], ties[None])
    spread, directions = np.linalg.eigh(law.covariance[0])
    scale = np.sqrt(np.maximum(spread, 0.0))

    def draw(runs: int, seed: np.random.SeedSequence) -> FloatArray:
        normal = np.random.default_rng(seed).standard_normal((runs, len(wins)))
        draws: FloatArray = law.mean + (normal * scale) @ directions.T
        return draws

    return draw


def _mean_field_draw_of_each(wins: NumberArray, ties: NumberArray) -> RunOfEach:
    law = mean_field_with_noise(wins, ties)
    spread, directions = np.linalg.eigh(law.covariance)
    scale = np.sqrt(np.maximum(spread, 0.0))

    def draw(seed: np.random.SeedSequence) -> FloatArray:
        normal = np.random.default_rng(seed).standard_normal(law.mean.shape)
        draws: FloatArray = law.mean + (directions @ (normal * scale)[:, :, None])[:, :, 0]
        return draws

    return draw


SIMULATED = ScoringMethod(
    scores=_scores_of_a_run,
    point=mean_field,
    runs=_repeated_runs,
    run_of_each=lambda wins, ties: lambda seed: _scores_of_a_run(wins, ties, seed),
    mean_of_runs=True,
    note_on_counts=lambda counts: LAW if counts.total > MOST_COMPARISONS else "",
    without_bound=_without_bound,
    note_on_runs="Replicates are runs of TrueSkill, which draw comparisons by themselves.",
    note_on_replicates="Intervals hold the scatter of runs of TrueSkill beside that of the data.",
)
MEAN_FIELD = ScoringMethod(
    scores=lambda wins, ties, seed: mean_field(wins, ties),
    point=mean_field,
    runs=_mean_field_draws,
    run_of_each=_mean_field_draw_of_each,
    without_bound=_without_bound,
    note_on_runs="Replicates follow the scatter of runs of TrueSkill.",
)
