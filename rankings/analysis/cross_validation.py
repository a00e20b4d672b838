"""Which method predicts unseen judgments best: cross-validation over comparisons.

Grundkiewicz et al. (2015), section 5.3 and Table 4. For every fold, systems are ranked from the other folds.
Their order predicts who wins a decided comparison; clusters predict all outcomes: a tie within a cluster.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from rankings.analysis.arrays import FloatArray, IntArray
from rankings.analysis.choices import FOLD_UNITS, SEED, FoldUnit, for_whom
from rankings.analysis.grounds import notes_on_links
from rankings.analysis.methods import Method, registration
from rankings.analysis.pair_counts import (
    OUTCOMES,
    TIE,
    count_pairs,
    count_pairs_by_unit,
    flat_counts,
    pair_matrices,
)
from rankings.analysis.ranges import (
    ClusterRule,
    TieHandling,
    cluster_numbers,
    mean_scores,
    rank_counts,
    rank_ranges,
    replicates_cut,
)
from rankings.analysis.scoring import ScoringMethod, scoring_method
from rankings.formats.columns import Judgments


@dataclass(frozen=True, slots=True)
class MethodAccuracy:
    """How well one method predicts, as means over folds, between 0 and 1.

    Attributes:
        method, title: its name, and that for people.
        accuracy_total_order: share of decided comparisons that the order of mean scores gets right; None
            if none was decided.
        accuracy_clusters: share of all comparisons whose outcome the clusters get right.
        clusters: mean number of clusters.
    """

    method: Method
    accuracy_total_order: float | None
    accuracy_clusters: float | None
    clusters: float
    title: str


@dataclass(frozen=True, slots=True)
class CrossValidation:
    """Methods side by side, with the baselines and bounds to compare them with. All shares are means over
    folds, like the methods'.

    Attributes:
        methods: in the order asked for.
        always_tie: accuracy on all comparisons of calling each a tie.
        most_frequent: accuracy on all comparisons of the most frequent outcome of each pair of systems, seen
            in the whole data: an upper bound for predictions from the pair of systems alone that are the same
            in every fold, except for the effect of folds of unequal size.
        best_order: accuracy on decided comparisons of the more frequent winner of each pair, in the whole
            data: an upper bound for any one order of the systems, except for the effect of folds of unequal
            size. The best order reaches it unless there are cyclic wins. None if no comparison was decided.
        folds, replicates, unit, confidence, seed, as_published: as asked for.
        reason: why there is no method to compare; empty where there is one.
        notes: what a reader has to know about the comparisons, one sentence each.
        speaks_for: for whom accuracies speak: folds never leave out a judge.
        judges: how many there are.
    """

    methods: tuple[MethodAccuracy, ...]
    always_tie: float | None
    most_frequent: float | None
    best_order: float | None
    folds: int
    replicates: int
    unit: FoldUnit
    confidence: float
    seed: int
    as_published: bool
    reason: str = ""
    notes: tuple[str, ...] = ()
    speaks_for: Literal["these-judges"] = "these-judges"
    judges: int = 0

    @property
    def for_whom(self) -> str:
        """`for these 8 judges`, also where their number is not known."""
        return for_whom(self.speaks_for, self.judges) or "for these judges"


# How a method scores systems for one fold: (3P,) counts of the test part and a source give (B, N) scores.
_TrainingScores = Callable[[IntArray, np.random.SeedSequence], FloatArray]


def cross_validate(
    table: Judgments,
    methods: Sequence[Method] = ("expected-wins", "trueskill"),
    folds: int = 100,
    replicates: int = 100,
    *,
    unit: FoldUnit = "pairs",
    confidence: float = 0.95,
    seed: int = SEED,
    as_published: bool = False,
    progress: Callable[[float], None] | None = None,
) -> CrossValidation:
    """Cross-validate methods on the comparisons between systems.

    Args:
        replicates: resamplings of the training comparisons per fold, for mean scores and clusters.
        unit: what is kept in one fold: single comparisons as in the paper, or whole rankings or sentences, so
            that nothing said about a tested sentence is known in training.
        as_published: repeat the released scripts, in which resampling number r leaves out the folds whose
            two-digit number contains r, instead of the tested fold, which so stays in training.

    Raises:
        ValueError: fewer than two systems, folds out of range, an unknown method or unit, or a combination
            that the released scripts do not have.
    """
    _check(table, folds, replicates, unit, as_published)
    cut = replicates_cut(replicates, confidence)
    scorings = [scoring_method(name) for name in methods]
    split = _split(table, folds, unit, np.random.default_rng(np.random.SeedSequence([seed, folds])))
    systems = len(table.systems)
    if as_published:
        training = _training_of_resamplings(split, replicates)
        trained = [_trained_as_published(training, scoring, systems) for scoring in scorings]
    else:
        total = split.sum(axis=0)
        trained = [_trained_without_test(total, scoring, replicates, systems) for scoring in scorings]
    rule: ClusterRule = "cluster.py" if as_published else "overlap"
    ties: TieHandling = "by-name" if as_published else "shared"
    results: list[list[tuple[float, float, float]]] = [[] for _ in scorings]
    sources = np.random.SeedSequence(seed).spawn(folds)
    for number, (test, source) in enumerate(zip(split, sources, strict=True)):
        own_sources = source.spawn(len(scorings))
        for score, rows, own in zip(trained, results, own_sources, strict=True):
            order, by_rank = _order_and_ranks(score, test, own, ties)
            clusters = _clusters(by_rank, order, cut, rule=rule)
            rows.append((*_accuracies(test, order, clusters), float(clusters.max())))
        if progress is not None:
            progress((number + 1) / folds)
    means = [_means(np.array(rows)) for rows in results]
    return CrossValidation(
        methods=tuple(
            MethodAccuracy(
                method=scoring.name,
                accuracy_total_order=_known(mean[0]),
                accuracy_clusters=_known(mean[1]),
                clusters=float(mean[2]),
                title=registration(scoring.name).title,
            )
            for scoring, mean in zip(scorings, means, strict=True)
        ),
        always_tie=_known(_always_tie(split)),
        most_frequent=_known(_foreknown(split.reshape(folds, -1, OUTCOMES))),
        best_order=_known(_foreknown(np.delete(split.reshape(folds, -1, OUTCOMES), TIE, axis=2))),
        folds=folds,
        replicates=replicates,
        unit=unit,
        confidence=confidence,
        seed=seed,
        judges=len(table.judges),
        as_published=as_published,
        notes=notes_on_links(count_pairs(table)),
    )


def _known(value: float) -> float | None:
    return None if np.isnan(value) else float(value)


def _check(table: Judgments, folds: int, replicates: int, unit: FoldUnit, as_published: bool) -> None:
    if unit not in FOLD_UNITS:
        raise ValueError(f"unit {unit!r} is not one of {', '.join(FOLD_UNITS)}")
    if len(table.systems) < 2:
        raise ValueError(
            f"cross-validation needs at least two systems; the judgments name {len(table.systems)}"
        )
    if replicates < 1:
        raise ValueError(f"the number of replicates has to be at least 1; it is {replicates}")
    units = {"rankings": len(table), "sentences": len(table.sentences), "pairs": count_pairs(table).total}[
        unit
    ]
    if units < 2:
        raise ValueError(
            f"cross-validation needs at least two {unit}; there {'is' if units == 1 else 'are'} {units}"
        )
    if not 2 <= folds <= units:
        raise ValueError(f"folds have to number from 2 to {units}, the number of {unit}; they number {folds}")
    if as_published and (unit != "pairs" or replicates > folds):
        raise ValueError("the released scripts have folds of pairs and no more resamplings than folds")


def _split(table: Judgments, folds: int, unit: FoldUnit, rng: np.random.Generator) -> IntArray:
    """(folds, 3P) counts of each fold; folds differ by at most one unit in size."""
    if unit == "pairs":
        cells = flat_counts(count_pairs(table))
        codes = rng.permutation(np.repeat(np.arange(len(cells)), cells))
        fold_of = np.arange(len(codes)) * folds // len(codes)
        return np.bincount(fold_of * len(cells) + codes, minlength=folds * len(cells)).reshape(folds, -1)
    units = count_pairs_by_unit(table, unit)
    order = rng.permutation(len(units))
    split = np.zeros((folds, units.counts.shape[1]), dtype=np.int64)
    for fold, members in enumerate(np.array_split(order, folds)):
        split[fold] = np.asarray(units.counts[members].sum(axis=0)).ravel()
    return split


def _training_of_resamplings(split: IntArray, replicates: int) -> IntArray:
    """(B, 3P) what each resampling of the released scripts trains on, whatever fold is tested."""
    digits = len(str(len(split) - 1))
    names = [str(fold).zfill(digits) for fold in range(len(split))]
    kept = np.array([[str(r) not in name for name in names] for r in range(replicates)])
    training: IntArray = kept.astype(np.int64) @ split
    return training


def _trained_without_test(
    total: IntArray, scoring: ScoringMethod, replicates: int, systems: int
) -> _TrainingScores:
    """Trains on all but the test part: on resamplings of it, or by runs where the method draws by itself."""

    def scores(test: IntArray, source: np.random.SeedSequence) -> FloatArray:
        training = total - test
        if scoring.runs is not None:
            return scoring.runs(*pair_matrices(training, systems))(replicates, source)
        draw, rest = source.spawn(2)
        used = np.flatnonzero(training)
        flat = np.zeros((replicates, len(training)))
        share = training[used] / training.sum()
        flat[:, used] = np.random.default_rng(draw).multinomial(training.sum(), share, size=replicates)
        return scoring.scores(*pair_matrices(flat, systems), rest)

    return scores


def _trained_as_published(training: IntArray, scoring: ScoringMethod, systems: int) -> _TrainingScores:
    """Trains resampling b on row b of (B, 3P) counts: on a draw from it, or by one run of the method."""
    sizes = training.sum(axis=1)
    used = np.flatnonzero(training.any(axis=0))
    shares = training[:, used] / sizes[:, None]
    # The same for all folds, and worth the time only once.
    run = scoring.run_of_each(*pair_matrices(training, systems)) if scoring.run_of_each is not None else None

    def scores(_: IntArray, source: np.random.SeedSequence) -> FloatArray:
        draw, rest = source.spawn(2)
        if run is not None:
            return run(rest)
        flat = np.zeros(training.shape)
        flat[:, used] = np.random.default_rng(draw).multinomial(sizes, shares)
        return scoring.scores(*pair_matrices(flat, systems), rest)

    return scores


def _order_and_ranks(
    score: _TrainingScores, test: IntArray, source: np.random.SeedSequence, ties: TieHandling
) -> list[FloatArray]:
    """(N,) scores by which systems are ordered, and (N, N) how often each system took each rank."""
    scores = score(test, source)
    # A system that never wins in training has no score by the script's formula, and ranks below all others.
    return [np.nan_to_num(mean_scores(scores), nan=-np.inf), rank_counts(scores, ties)]


def _clusters(by_rank: FloatArray, order: FloatArray, cut: int, *, rule: ClusterRule) -> IntArray:
    """(N,) cluster of each system."""
    best_first = np.argsort(-order, kind="stable")
    numbers = cluster_numbers(rank_ranges(by_rank[best_first], cut), rule)
    clusters = np.empty(len(order), dtype=np.int64)
    clusters[best_first] = numbers
    return clusters


def _accuracies(test: IntArray, order: FloatArray, clusters: IntArray) -> tuple[float, float]:
    """Share of decided comparisons that the order predicts, and of all comparisons that clusters predict."""
    first, second = np.triu_indices(len(order), 1)
    outcomes = test.reshape(-1, OUTCOMES)
    decided = outcomes.sum() - outcomes[:, TIE].sum()
    predicted = TIE + np.where(order[second] > order[first], 1, np.where(order[second] < order[first], -1, 0))
    right = outcomes[np.arange(len(outcomes)), predicted][predicted != TIE].sum()
    by_cluster = TIE + np.sign(clusters[first] - clusters[second])
    right_by_cluster = outcomes[np.arange(len(outcomes)), by_cluster].sum()
    return (
        float(right / decided) if decided else np.nan,
        float(right_by_cluster / outcomes.sum()) if outcomes.sum() else np.nan,
    )


def _means(rows: FloatArray) -> FloatArray:
    """(C,) mean of each column over the folds that have a value there; NaN where none has."""
    known = ~np.isnan(rows)
    total = np.where(known, rows, 0.0).sum(axis=0)
    nothing = np.full(rows.shape[1], np.nan)
    means: FloatArray = np.divide(total, known.sum(axis=0), out=nothing, where=known.any(axis=0))
    return means


def _always_tie(split: IntArray) -> float:
    outcomes = split.reshape(len(split), -1, OUTCOMES)
    total = outcomes.sum(axis=(1, 2))
    return float((outcomes[:, :, TIE].sum(axis=1)[total > 0] / total[total > 0]).mean())


def _foreknown(outcomes: IntArray) -> float:
    """Accuracy on (folds, P, K) outcomes, mean over folds, of the outcome most frequent in all of them."""
    favourite = outcomes.sum(axis=0).argmax(axis=1)
    right = np.take_along_axis(outcomes, favourite[None, :, None], axis=2).sum(axis=(1, 2))
    total = outcomes.sum(axis=(1, 2))
    known = total > 0
    return float((right[known] / total[known]).mean()) if known.any() else np.nan
