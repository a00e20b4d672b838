"""TrueSkill as methods that score systems: by simulated runs, and by the law that the runs follow."""

import numpy as np

from rankings.analysis.arrays import FloatArray, NumberArray
from rankings.analysis.pair_counts import PairCounts
from rankings.analysis.scoring import RunOfEach, Runs, ScoringMethod
from rankings.analysis.trueskill import trueskill_runs
from rankings.analysis.trueskill_mean_field import mean_field, mean_field_with_noise
from rankings.analysis.unbounded_strengths import Model, systems_without_bound

# A run has a step for every comparison. Beyond so many, the law of the runs stands in for them: it is the
# limit of many steps of small effect, and a thousand runs would take hours.
MOST_COMPARISONS = 2_000_000
LAW = "With so many comparisons, replicates follow the law of TrueSkill's runs and are not simulated."
# The margin of a tie is given, so that a tie bounds both systems, as half a win for either does.
BOUNDED_AS: Model = "bradley-terry-half-ties"


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
