"""Methods that turn pair counts into one score per system, and the resampled counts that they score.

Comparisons that come from one ranking depend on each other, and so do rankings of one sentence and rankings
by one judge. Resampling pairs, as the 2015 paper does, treats them as independent and gives intervals that
are too narrow; resampling whole sentences keeps what belongs together.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module
from typing import Protocol

import numpy as np
import scipy

from rankings.analysis.arrays import FloatArray, NumberArray
from rankings.analysis.choices import BOOTSTRAP_UNITS, BootstrapUnit
from rankings.analysis.methods import Method, registration
from rankings.analysis.pair_counts import (
    CLUSTER_UNITS,
    PairCounts,
    UnitCounts,
    count_pairs,
    count_pairs_by_unit,
    crossed_units,
    flat_counts,
    pair_matrices,
    usual_unit,
)
from rankings.formats.columns import Judgments

Point = Callable[[NumberArray, NumberArray], FloatArray]
Scores = Callable[[NumberArray, NumberArray, np.random.SeedSequence], FloatArray]
Runs = Callable[[int, np.random.SeedSequence], FloatArray]
RunOfEach = Callable[[np.random.SeedSequence], FloatArray]

RUNS_PER_CALL = 50

REPLICATES_PER_BATCH = 50
EXACT_IN_FLOAT32 = 1 << 24


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


class TooFewJudgmentsError(ValueError):
    """The judgments give no grounds for a ranking, whatever the settings."""


class TooFewUnitsError(TooFewJudgmentsError):
    """Resampling a single unit would give intervals of no width, whatever the data."""


@dataclass(frozen=True, slots=True, eq=False)
class ResampledCounts:
    """A batch of B replicates.

    Attributes:
        start: number of the first replicate of the batch.
        wins: (B, N, N) how often i beat j.
        ties: (B, N, N) symmetric.
        seed: source of randomness for what comes after the counts; fixed by the seed and the batch alone.
    """

    start: int
    wins: FloatArray
    ties: FloatArray
    seed: np.random.SeedSequence


class Batches(Protocol):
    """Draws replicates, batch by batch."""

    def __call__(self, replicates: int, seed: int) -> Iterator[ResampledCounts]: ...


@dataclass(frozen=True, slots=True)
class Resampler:
    """Draws replicates of the pair counts of one table.

    Attributes:
        unit: what is drawn with replacement.
        units: how many units there are; each replicate draws as many. For "judges-and-sentences" the smaller
            of the number of judges and the number of sentences.
        batches: `batches(replicates, seed)` iterates over `ResampledCounts`.
        counts: outcomes by whole unit; None where units are no rows of counts ("pairs") or cross each other
            ("judges-and-sentences").
    """

    unit: BootstrapUnit
    units: int
    batches: Batches
    counts: UnitCounts | None = None


def resampler(table: Judgments, unit: BootstrapUnit) -> Resampler:
    """Prepare resampling by `unit`.

    "pairs" draws from the multinomial distribution over pairs of systems and outcomes, which is the law of
    drawing single comparisons with replacement. "rankings", "sentences", "documents", "judges" and
    "judge-sentences" draw whole units. "judges-and-sentences" draws judges and sentences independently and
    weights each ranking by the product of both (the pigeonhole bootstrap, Owen 2007), which errs on the wide
    side.

    Replicates come in batches of fixed size, each with its own stream of random numbers spawned from the
    seed, so that the result depends on nothing but the table and the seed.

    Args:
        table: the judgments.
        unit: what is drawn with replacement.

    Raises:
        ValueError: an unknown unit.
        TooFewUnitsError: fewer than two units.
    """
    if unit == "usual":
        unit = usual_unit(table)
    if unit == "pairs":
        return _pair_resampler(table)
    if unit == "judges-and-sentences":
        return _two_way_resampler(table)
    if unit in CLUSTER_UNITS:
        counts = count_pairs_by_unit(table, unit)
        units = len(counts)
        _require_two(units, unit)
        return Resampler(unit, units, _batches(counts, partial(_weights, units=units)), counts)
    raise ValueError(f"unit {unit!r} is not one of {', '.join(BOOTSTRAP_UNITS)}")


def _pair_resampler(table: Judgments) -> Resampler:
    n = len(table.systems)
    cells = flat_counts(count_pairs(table))
    total = int(cells.sum())
    _require_two(total, "pairs")
    used = np.flatnonzero(cells)
    share = cells[used] / total

    def batches(replicates: int, seed: int) -> Iterator[ResampledCounts]:
        for start, number, source in _batch_seeds(replicates, seed):
            draw, rest = source.spawn(2)
            flat = np.zeros((number, len(cells)))
            drawn = np.random.default_rng(draw).multinomial(total, share, size=number)
            flat[:, used] = drawn
            yield ResampledCounts(start, *pair_matrices(flat, n), seed=rest)

    return Resampler("pairs", total, batches)


def _two_way_resampler(table: Judgments) -> Resampler:
    counts = count_pairs_by_unit(table, "judge-sentences")
    judge, sentence = crossed_units(table, "judge-sentences")
    judges, sentences = len(table.judges), len(table.sentences)
    _require_two(judges, "judges")
    _require_two(sentences, "sentences")

    def weights(rng: np.random.Generator, number: int) -> FloatArray:
        of_judge = _weights(rng, number, units=judges)
        of_sentence = _weights(rng, number, units=sentences)
        product: FloatArray = of_judge[:, judge] * of_sentence[:, sentence]
        return product

    return Resampler("judges-and-sentences", min(judges, sentences), _batches(counts, weights))


def _batches(units: UnitCounts, weights: Callable[[np.random.Generator, int], FloatArray]) -> Batches:
    n = len(units.systems)
    counts = units.counts
    largest = float(counts.sum(axis=0).max(initial=0.0))
    single = counts.astype(np.float32)

    def batches(replicates: int, seed: int) -> Iterator[ResampledCounts]:
        for start, number, source in _batch_seeds(replicates, seed):
            draw, rest = source.spawn(2)
            weight = weights(np.random.default_rng(draw), number)
            if largest * float(weight.max(initial=0.0)) < EXACT_IN_FLOAT32:
                flat = _weighted(weight.astype(np.float32), single)
            else:
                flat = _weighted(weight, counts)
            yield ResampledCounts(start, *pair_matrices(flat, n), seed=rest)

    return batches


def _weighted(weight: NumberArray, counts: NumberArray | scipy.sparse.csr_array) -> FloatArray:
    product = (counts.T @ weight.T).T if scipy.sparse.issparse(counts) else weight @ counts
    flat: FloatArray = np.ascontiguousarray(product, dtype=np.float64)
    return flat


def _weights(rng: np.random.Generator, number: int, *, units: int) -> FloatArray:
    """(number, units) how often each unit was drawn, with replacement."""
    weights = np.empty((number, units))
    for row in weights:
        row[:] = np.bincount(rng.integers(0, units, size=units), minlength=units)
    return weights


def _batch_seeds(replicates: int, seed: int) -> Iterator[tuple[int, int, np.random.SeedSequence]]:
    starts = range(0, replicates, REPLICATES_PER_BATCH)
    for start, source in zip(starts, np.random.SeedSequence(seed).spawn(len(starts)), strict=True):
        yield start, min(REPLICATES_PER_BATCH, replicates - start), source


def _require_two(units: int, unit: str) -> None:
    if units < 2:
        there = "is 1" if units == 1 else f"are {units}"
        raise TooFewUnitsError(f"resampling {unit} needs at least two of them; there {there}")
