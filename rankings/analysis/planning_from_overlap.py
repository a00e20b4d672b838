"""How many rankings separate the best systems from the rest, estimated before anybody has judged.

What is known is which systems share an output in which item. What is not known is assumed: a `JudgingModel`
says how much systems, outputs and judges differ. Each simulation draws strengths of systems from it, works
out the scores that endless judging would give, and takes from one simulated evaluation how far scores scatter
by sentences.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from rankings.analysis.arrays import FloatArray, IntArray
from rankings.analysis.few_units import fewest_units
from rankings.analysis.judging_model import JudgingModel
from rankings.analysis.planning import (
    SIZES,
    UNCERTAINTY_DRAWS,
    check_plan,
    correlated,
    needed_rankings,
    separation,
)
from rankings.analysis.results.planning import OverlapPlan, PlanPoint

# Items times outputs times systems; some five arrays of this size are held at a time.
MOST_CELLS = 1 << 23


@dataclass(frozen=True, slots=True)
class PlannedItem:
    """An item that is to be judged.

    Attributes:
        sentence: an identifier of its sentence.
        outputs: for each output that is shown, the systems that produced it.
    """

    sentence: int | str
    outputs: tuple[tuple[str, ...], ...]


def plan_from_overlap(
    items: Sequence[PlannedItem],
    judges_per_item: int = 1,
    top: int = 1,
    target: float = 0.8,
    *,
    model: JudgingModel | None = None,
    sizes: Sequence[float] = SIZES,
    simulations: int = 200,
    confidence: float = 0.95,
    seed: int = 1,
    progress: Callable[[float], None] | None = None,
) -> OverlapPlan:
    """Simulate evaluations of several sizes, of systems whose outputs overlap as in these items.

    Systems are scored by Expected Wins and resampled by sentences. Larger evaluations have more sentences of
    the same kind, smaller ones fewer; every item keeps its number of judges.

    Args:
        items: what is to be judged.
        judges_per_item: how many judges rank every item.
        top: how many of the best systems are to form clusters of their own, above all others.
        target: wanted share of evaluations that show it, between 0 and 1.
        model: the assumptions; the values of the 2015 evaluation if None.
        sizes: sizes to simulate, in multiples of the planned one.
        simulations: evaluations of each size, each with strengths of its own.
        confidence: of the rank ranges that make clusters.
        seed: of the random numbers.
        progress: called with the finished share of the work.

    Raises:
        ValueError: an argument out of its range, or fewer than two sentences with different outputs.
    """
    systems = sorted({name for item in items for output in item.outputs for name in output})
    if len(systems) < 2:
        raise ValueError(f"planning needs at least two systems; the items name {len(systems)}")
    check_plan(len(systems), top, target, sizes, simulations)
    if judges_per_item < 1:
        raise ValueError(f"an item needs at least one judge, not {judges_per_item}")
    overlap = _Overlap.of(items, systems)
    assumed = model or JudgingModel()
    ordered = sorted(sizes)
    rows = np.zeros((simulations, len(ordered), 3))
    for number, source in enumerate(np.random.SeedSequence(seed).spawn(simulations)):
        rng = np.random.default_rng(source)
        rows[number] = _evaluate(
            overlap, assumed, rng, judges=judges_per_item, top=top, sizes=ordered, confidence=confidence
        )
        if progress is not None:
            progress((number + 1) / simulations)
    rankings = len(items) * judges_per_item
    points = tuple(
        PlanPoint(float(size), round(size * rankings), float(separated), float(clusters), float(error))
        for size, (separated, clusters, error) in zip(ordered, rows.mean(axis=0), strict=True)
    )
    return OverlapPlan(
        points=points,
        top=top,
        target=target,
        needed=needed_rankings(points, target),
        systems=len(systems),
        items=len(items),
        sentences=len({item.sentence for item in items}),
        judges_per_item=judges_per_item,
        model=assumed,
        confidence=confidence,
        simulations=simulations,
        seed=seed,
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Overlap:
    """Items with at least two outputs as arrays: K items, at most M outputs in each, N systems.

    Attributes:
        behind: (K, M, N) 1 where the system is behind the output, else 0.
        shown: (K, M) whether there is such an output.
        sentence: (K,) number of the sentence, of S.
        text: (K, M) number of the output among all: the same output of the same sentence has the same.
    """

    behind: FloatArray
    shown: FloatArray
    sentence: IntArray
    text: IntArray

    @classmethod
    def of(cls, items: Sequence[PlannedItem], systems: Sequence[str]) -> "_Overlap":
        used = [item for item in items if len(item.outputs) > 1]
        sentences: dict[int | str, int] = {}
        texts: dict[tuple[int, tuple[str, ...]], int] = {}
        most = max((len(item.outputs) for item in used), default=0)
        if len(used) * most * len(systems) > MOST_CELLS:
            raise ValueError(
                f"{len(used)} items of up to {most} outputs of {len(systems)} systems are too many to plan "
                "with; plan with fewer items, and read the sizes as multiples of those"
            )
        column = {name: number for number, name in enumerate(systems)}
        behind = np.zeros((len(used), most, len(systems)))
        text = np.zeros((len(used), most), dtype=np.int64)
        sentence = np.zeros(len(used), dtype=np.int64)
        for number, item in enumerate(used):
            sentence[number] = sentences.setdefault(item.sentence, len(sentences))
            for place, names in enumerate(item.outputs):
                behind[number, place, [column[name] for name in names]] = 1.0
                key = (int(sentence[number]), tuple(sorted(names)))
                text[number, place] = texts.setdefault(key, len(texts))
        if len(sentences) < 2:
            raise ValueError(
                f"planning needs at least two sentences with different outputs; there are {len(sentences)}"
            )
        shown: FloatArray = np.asarray(behind.any(axis=2), dtype=np.float64)
        return cls(behind, shown, sentence, text)


def _evaluate(
    overlap: _Overlap,
    model: JudgingModel,
    rng: np.random.Generator,
    *,
    judges: int,
    top: int,
    sizes: Sequence[float],
    confidence: float,
) -> FloatArray:
    """(sizes, 3) whether the best stand apart, number of clusters, and mean standard error, of one world."""
    behind = overlap.behind
    strengths = rng.normal(scale=model.spread, size=behind.shape[2])
    strength = (behind @ strengths) / np.maximum(1.0, behind.sum(axis=2))
    wins = _expected_wins(overlap, model, strength)
    compared = wins + wins.T
    others = behind.shape[2] - 1
    score = np.divide(wins, compared, out=np.zeros_like(wins), where=compared > 0).sum(axis=1) / others
    # How much one more win of i over j moves the score of i; one more loss moves it by minus the transpose.
    gain = np.divide(wins.T, compared**2, out=np.zeros_like(wins), where=compared > 0) / others
    spread = _influence(overlap, model, strength, gain / judges, rng, judges=judges)
    covariance = (spread - spread.mean(axis=0)).T @ (spread - spread.mean(axis=0))
    noise = correlated(rng, UNCERTAINTY_DRAWS, covariance)
    noise -= noise.mean(axis=0)
    missed = correlated(rng, 1, covariance)[0]
    best = np.argsort(-score, kind="stable")[:top]
    error = float(np.sqrt(np.diagonal(covariance)).mean())
    rows = []
    for size in sizes:
        scale = 1 / np.sqrt(size)
        apart, clusters = separation(score + missed * scale, noise * scale, best, confidence)
        if len(spread) * size < fewest_units(confidence):
            # An evaluation of so few sentences has no clusters apart, whatever it finds.
            apart, clusters = False, 1
        rows.append((float(apart), float(clusters), error * scale))
    return np.array(rows)


def _expected_wins(overlap: _Overlap, model: JudgingModel, strength: FloatArray) -> FloatArray:
    """(N, N) expected wins per judge of each system over each other, in all items."""
    above = model.win_probability(strength[:, :, None] - strength[:, None, :])
    above *= overlap.shown[:, :, None] * overlap.shown[:, None, :] * ~np.eye(strength.shape[1], dtype=bool)
    over = above @ overlap.behind
    n = overlap.behind.shape[2]
    wins: FloatArray = overlap.behind.reshape(-1, n).T @ over.reshape(-1, n)
    return wins


def _influence(
    overlap: _Overlap,
    model: JudgingModel,
    strength: FloatArray,
    gain: FloatArray,
    rng: np.random.Generator,
    *,
    judges: int,
) -> FloatArray:
    """(S, N) by how much each sentence of one simulated evaluation moves each score."""
    seen = rng.standard_normal(int(overlap.text.max()) + 1)[overlap.text]
    beaten = np.zeros((*strength.shape, strength.shape[1]))
    for _ in range(judges):
        own, offset = rng.standard_normal(strength.shape), rng.random((len(strength), 1))
        level = model.levels(strength, seen, own, offset)
        beaten += level[:, :, None] > level[:, None, :]
    beaten *= overlap.shown[:, :, None] * overlap.shown[:, None, :]
    won = beaten @ (overlap.behind @ gain.T)
    lost = beaten.swapaxes(1, 2) @ (overlap.behind @ gain)
    by_item = (overlap.behind * (won - lost)).sum(axis=1)
    by_sentence = np.zeros((int(overlap.sentence.max()) + 1, by_item.shape[1]))
    np.add.at(by_sentence, overlap.sentence, by_item)
    return by_sentence
