"""Resampled pair counts: the variation with other pairs, rankings, sentences or judges.

Comparisons that come from one ranking depend on each other, and so do rankings of one sentence and rankings
by one judge. Resampling pairs, as the 2015 paper does, treats them as independent and gives intervals that
are too narrow; resampling whole sentences keeps what belongs together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Protocol

import numpy as np
import scipy

from rankings.analysis.arrays import FloatArray, NumberArray
from rankings.analysis.choices import BOOTSTRAP_UNITS, BootstrapUnit
from rankings.analysis.pair_counts import (
    CLUSTER_UNITS,
    UnitCounts,
    count_pairs,
    count_pairs_by_unit,
    crossed_units,
    flat_counts,
    pair_matrices,
    usual_unit,
)
from rankings.formats.columns import Judgments

REPLICATES_PER_BATCH = 50
EXACT_IN_FLOAT32 = 1 << 24


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
