"""The methods that turn pair counts into one score per system, under one form."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from rankings.analysis.arrays import FloatArray, NumberArray
from rankings.analysis.bradley_terry import bradley_terry, davidson
from rankings.analysis.choices import METHOD_TITLES, METHODS, Method
from rankings.analysis.expected_wins import expected_wins, expected_wins_of_winners
from rankings.analysis.trueskill import trueskill_runs
from rankings.analysis.trueskill_mean_field import mean_field, mean_field_with_noise

Scores = Callable[[NumberArray, NumberArray, np.random.SeedSequence], FloatArray]
Runs = Callable[[int, np.random.SeedSequence], FloatArray]
RunOfEach = Callable[[np.random.SeedSequence], FloatArray]

RUNS_PER_CALL = 50

__all__ = [
    "METHODS",
    "RUNS_PER_CALL",
    "Method",
    "RunOfEach",
    "Runs",
    "ScoringMethod",
    "among",
    "scoring_method",
]


@dataclass(frozen=True, slots=True)
class ScoringMethod:
    """One way to score systems.

    Attributes:
        name: as the command line spells it.
        scores: (B, N, N) wins, (B, N, N) ties and a source of randomness give (B, N) scores; higher is
            better; NaN leaves a system out of a replicate.
        runs: for methods that draw pairs from the data by themselves, which stands in for resampling pairs:
            (N, N) wins and ties give a function of a number B of runs and a source of randomness, which
            gives (B, N) scores.
        run_of_each: for the same methods: (B, N, N) wins and ties give a function of a source of randomness,
            which gives the (B, N) scores of one run on each of the B counts.
        point: (1, N, N) wins and ties give the (1, N) scores of the data, without randomness.
        mean_of_runs: whether the score of the data is the mean over runs where there are runs.
    """

    name: Method
    scores: Scores
    point: Callable[[NumberArray, NumberArray], FloatArray]
    runs: Callable[[NumberArray, NumberArray], Runs] | None = None
    run_of_each: Callable[[NumberArray, NumberArray], RunOfEach] | None = None
    mean_of_runs: bool = False

    @property
    def title(self) -> str:
        """As a table's heading spells it."""
        return METHOD_TITLES[self.name]


def scoring_method(name: Method) -> ScoringMethod:
    """The method of this name.

    Raises:
        ValueError: no method has the name.
    """
    if name not in _METHODS:
        raise ValueError(f"method {name!r} is not one of {', '.join(METHODS)}")
    return _METHODS[name]


def among(scoring: ScoringMethod, systems: Sequence[int], total: int) -> ScoringMethod:
    """The method on some of `total` systems: counts are of all of them, scores of the chosen ones alone.

    Args:
        scoring: the method.
        systems: rising indices of M systems; comparisons with others do not count.
        total: N.
    """
    if len(systems) == total:
        return scoring
    chosen = np.array(systems)

    def part(counts: NumberArray) -> NumberArray:
        few: NumberArray = counts[..., chosen[:, None], chosen[None, :]]
        return few

    runs = scoring.runs
    return replace(
        scoring,
        scores=lambda wins, ties, seed: scoring.scores(part(wins), part(ties), seed),
        point=lambda wins, ties: scoring.point(part(wins), part(ties)),
        runs=None if runs is None else lambda wins, ties: runs(part(wins), part(ties)),
        run_of_each=None,
    )


def _trueskill_scores(wins: NumberArray, ties: NumberArray, seed: np.random.SeedSequence) -> FloatArray:
    return trueskill_runs(wins, ties, seed).mu


def _repeated_trueskill(wins: NumberArray, ties: NumberArray) -> Runs:
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


def _deterministic(name: Method, point: Callable[[NumberArray, NumberArray], FloatArray]) -> ScoringMethod:
    return ScoringMethod(name, scores=lambda wins, ties, seed: point(wins, ties), point=point)


_METHODS: dict[Method, ScoringMethod] = {
    method.name: method
    for method in (
        _deterministic("expected-wins", lambda wins, ties: expected_wins(wins)),
        ScoringMethod(
            "trueskill",
            scores=_trueskill_scores,
            point=mean_field,
            runs=_repeated_trueskill,
            run_of_each=lambda wins, ties: lambda seed: _trueskill_scores(wins, ties, seed),
            mean_of_runs=True,
        ),
        _deterministic(
            "bradley-terry",
            lambda wins, ties: davidson(wins, ties).strength,
        ),
        _deterministic(
            "expected-wins-half-ties",
            lambda wins, ties: expected_wins(wins, ties, "half"),
        ),
        _deterministic(
            "expected-wins-of-winners",
            lambda wins, ties: expected_wins_of_winners(wins),
        ),
        ScoringMethod(
            "trueskill-mean-field",
            scores=lambda wins, ties, seed: mean_field(wins, ties),
            point=mean_field,
            runs=_mean_field_draws,
            run_of_each=_mean_field_draw_of_each,
        ),
        _deterministic(
            "bradley-terry-half-ties",
            lambda wins, ties: bradley_terry(wins, ties).strength,
        ),
        _deterministic(
            "bradley-terry-without-ties",
            lambda wins, ties: bradley_terry(wins).strength,
        ),
    )
}
