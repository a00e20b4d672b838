"""The methods that turn pair counts into one score per system, under one form."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from importlib import import_module

import numpy as np

from rankings.analysis.arrays import FloatArray, NumberArray
from rankings.analysis.bootstrap import Resampler
from rankings.analysis.methods import Method, registration
from rankings.analysis.pair_counts import PairCounts

Point = Callable[[NumberArray, NumberArray], FloatArray]
Scores = Callable[[NumberArray, NumberArray, np.random.SeedSequence], FloatArray]
Runs = Callable[[int, np.random.SeedSequence], FloatArray]
RunOfEach = Callable[[np.random.SeedSequence], FloatArray]

RUNS_PER_CALL = 50


@dataclass(frozen=True, slots=True)
class ScoringMethod:
    """One way to score systems.

    Attributes:
        scores: (B, N, N) wins, (B, N, N) ties and a source of randomness give (B, N) scores; higher is
            better; NaN leaves a system out of a replicate.
        runs: for methods that draw pairs from the data by themselves, which stands in for resampling pairs:
            (N, N) wins and ties give a function of a number B of runs and a source of randomness, which
            gives (B, N) scores.
        run_of_each: for the same methods: (B, N, N) wins and ties give a function of a source of randomness,
            which gives the (B, N) scores of one run on each of the B counts.
        point: (1, N, N) wins and ties give the (1, N) scores of the data, without randomness.
        mean_of_runs: whether the score of the data is the mean over runs where there are runs.
        note_on_counts: a caution about scores from these counts, or "".
        without_bound: systems whose scores these counts do not bound, so that no interval means anything.
        note_on_runs: a sentence on replicates that are runs, or "".
        note_on_replicates: a sentence on replicates that resample the data, or "".
        limits: smallest and largest score that there can be.
        name: as the registry has it.
    """

    scores: Scores
    point: Point
    runs: Callable[[NumberArray, NumberArray], Runs] | None = None
    run_of_each: Callable[[NumberArray, NumberArray], RunOfEach] | None = None
    mean_of_runs: bool = False
    note_on_counts: Callable[[PairCounts], str] = lambda counts: ""
    without_bound: Callable[[PairCounts], frozenset[str]] = lambda counts: frozenset()
    note_on_runs: str = ""
    note_on_replicates: str = ""
    limits: tuple[float, float] = (-math.inf, math.inf)
    name: Method = ""

    @property
    def title(self) -> str:
        """As a table's heading spells it."""
        return registration(self.name).title


def scoring_method(name: Method) -> ScoringMethod:
    """The method of this name.

    Raises:
        ValueError: no method has the name.
    """
    about = registration(name)
    scoring: ScoringMethod = getattr(import_module(about.module), about.scoring)
    return replace(scoring, name=name)


def deterministic(point: Point, limits: tuple[float, float] = (-math.inf, math.inf)) -> ScoringMethod:
    """A method without randomness of its own: the score of a replicate is that of its counts."""
    return ScoringMethod(
        scores=lambda wins, ties, seed: point(wins, ties),
        point=point,
        limits=limits,
    )


def among(scoring: ScoringMethod, systems: Sequence[int], total: int) -> ScoringMethod:
    """The method on some of `total` systems: counts are of all of them, scores of the chosen ones alone.

    Args:
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


def replicated_scores(
    draw: Resampler,
    scorings: Sequence[ScoringMethod],
    replicates: int,
    seed: int,
    progress: Callable[[float], None] | None,
) -> list[FloatArray]:
    """For each group of systems the (B, M) scores of the replicates."""
    batches: list[list[FloatArray]] = [[] for _ in scorings]
    done = 0
    for batch in draw.batches(replicates, seed):
        for scoring, scores in zip(scorings, batches, strict=True):
            scores.append(scoring.scores(batch.wins, batch.ties, batch.seed))
        done += len(batch.wins)
        if progress is not None:
            progress(done / replicates)
    return [np.concatenate(scores) for scores in batches]


def scores_of_runs(
    runs: Runs, replicates: int, seed: int, progress: Callable[[float], None] | None
) -> FloatArray:
    """(B, M) scores of runs that draw pairs by themselves."""
    batches = []
    starts = range(0, replicates, RUNS_PER_CALL)
    for start, source in zip(starts, np.random.SeedSequence(seed).spawn(len(starts)), strict=True):
        size = min(RUNS_PER_CALL, replicates - start)
        batches.append(runs(size, source))
        if progress is not None:
            progress((start + size) / replicates)
    return np.concatenate(batches)
