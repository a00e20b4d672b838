"""Pairs of outputs that people compared, and how a metric's sentence scores order them."""

from collections.abc import Mapping

import numpy as np

from metrics.validation.coefficients import middle, or_none
from metrics.validation.results import PAIR_KINDS, PairKind, SentenceAgreement
from rankings.analysis.arrays import BoolArray, FloatArray, IndexArray, NumberArray
from rankings.analysis.choices import REPLICATES, SEED
from rankings.analysis.pairs import FIRST_WINS, SECOND_WINS, expanded_pairs
from rankings.formats.columns import Judgments

SCORE_DECIMALS = 12
REPLICATES_PER_BATCH = 50


def sentence_agreement(
    table: Judgments,
    metric: str,
    scores: Mapping[str, Mapping[str, float]],
    *,
    pairs: PairKind = "outputs",
    replicates: int = REPLICATES,
    confidence: float = 0.95,
    seed: int = SEED,
) -> SentenceAgreement:
    """Compare a metric's sentence scores with people's decisions.

    Systems with the same output in a ranking are never compared with each other: neither people nor a metric
    could distinguish them.

    Args:
        table: the judgments.
        metric: name.
        scores: by system and identifier of the sentence; higher is better.
        pairs: "outputs" takes every two distinct outputs of a ranking once, as the judge saw them;
            "systems" once for every two systems that produced them, as system rankings do.
        replicates: how often sentences are resampled; 0 for no intervals.
        confidence: of the intervals.
        seed: of the resampling.

    Raises:
        ValueError: an unknown kind of pairs.
    """
    if pairs not in PAIR_KINDS:
        raise ValueError(f"pairs {pairs!r} is not one of {', '.join(PAIR_KINDS)}")
    judged = expanded_pairs(table)
    distinct = table.groups[judged.row, judged.first] != table.groups[judged.row, judged.second]
    if pairs == "outputs":
        leads = _leaders(table)
        distinct &= leads[judged.row, judged.first] & leads[judged.row, judged.second]
    row, first, second = judged.row[distinct], judged.first[distinct], judged.second[distinct]
    outcome = judged.outcome[distinct].astype(np.int64)

    values = _score_matrix(table, scores)
    sentence = table.sentence[row]
    difference = values[sentence, first] - values[sentence, second]
    scored = ~np.isnan(difference)
    row, sentence = row[scored], sentence[scored]
    # Positive: the first output is better.
    people = np.where(outcome[scored] == FIRST_WINS, 1, np.where(outcome[scored] == SECOND_WINS, -1, 0))
    difference = np.round(difference[scored], SCORE_DECIMALS)
    machine = np.sign(difference).astype(np.int64)

    decided = people != 0
    sums = _by_sentence(table, row, sentence, people, machine)
    point = _rates(sums.sum(axis=0))
    spans = [middle(rates, confidence) for rates in _resampled(sums, replicates, seed)]
    calibrated, threshold = _calibrated(people, difference)
    return SentenceAgreement(
        metric=metric,
        pairs=pairs,
        comparisons=int(decided.sum()),
        concordant=int((people * machine > 0).sum()),
        discordant=int((people * machine < 0).sum()),
        metric_ties=int((decided & (machine == 0)).sum()),
        human_ties=int((~decided).sum()),
        unscored=int((~scored).sum()),
        accuracy=or_none(point[0]),
        accuracy_low=spans[0][0],
        accuracy_high=spans[0][1],
        tau=or_none(point[1]),
        tau_low=spans[1][0],
        tau_high=spans[1][1],
        accuracy_with_ties=float((people == machine).mean()) if len(people) else None,
        accuracy_calibrated=calibrated,
        threshold=threshold,
        ranking_tau=or_none(point[2]),
        ranking_tau_low=spans[2][0],
        ranking_tau_high=spans[2][1],
        rankings=len(_ranking_taus(row, people, machine, len(table))[0]),
        sentences=len(np.unique(sentence[decided])),
    )


def _leaders(table: Judgments) -> BoolArray:
    """(R, N) whether the system is the first of those that share its output in the ranking."""
    leads = table.covered.copy()
    for column in range(1, len(table.systems)):
        earlier = (table.groups[:, :column] == table.groups[:, column, None]) & table.covered[:, :column]
        leads[:, column] &= ~earlier.any(axis=1)
    return leads


def _score_matrix(table: Judgments, scores: Mapping[str, Mapping[str, float]]) -> FloatArray:
    """(sentences, systems) scores; NaN where there is none."""
    matrix = np.full((len(table.sentences), len(table.systems)), np.nan)
    for column, system in enumerate(table.systems):
        known = scores.get(system, {})
        matrix[:, column] = [known.get(sentence, np.nan) for sentence in table.sentences]
    return matrix


def _by_sentence(
    table: Judgments, row: IndexArray, sentence: IndexArray, people: NumberArray, machine: NumberArray
) -> FloatArray:
    """(sentences, 5) comparisons, concordant, discordant; sum of the rankings' taus, and their number."""
    decided = people != 0
    agrees = people * machine
    rows, taus = _ranking_taus(row, people, machine, len(table))
    size = len(table.sentences)
    columns = [
        np.bincount(sentence[decided], minlength=size),
        np.bincount(sentence[agrees > 0], minlength=size),
        np.bincount(sentence[agrees < 0], minlength=size),
        np.bincount(table.sentence[rows], weights=taus, minlength=size),
        np.bincount(table.sentence[rows], minlength=size),
    ]
    return np.stack([column.astype(np.float64) for column in columns], axis=1)


def _ranking_taus(
    row: IndexArray, people: NumberArray, machine: NumberArray, rankings: int
) -> tuple[IndexArray, FloatArray]:
    """Rankings in which both sides distinguish anything, and their tau-b."""
    agreement = np.bincount(row, weights=people * machine, minlength=rankings)
    by_people = np.bincount(row[people != 0], minlength=rankings)
    by_machine = np.bincount(row[machine != 0], minlength=rankings)
    comparable = np.flatnonzero((by_people > 0) & (by_machine > 0))
    taus = agreement[comparable] / np.sqrt(by_people[comparable] * by_machine[comparable])
    return comparable.astype(np.int32), taus


def _rates(totals: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Accuracy, tau and mean tau of rankings from (..., 5) sums."""
    comparisons, concordant, discordant, taus, rankings = np.moveaxis(totals, -1, 0)
    tau = _ratio(concordant - discordant, comparisons)
    return (tau + 1) / 2, tau, _ratio(taus, rankings)


def _ratio(part: FloatArray, whole: FloatArray) -> FloatArray:
    share: FloatArray = np.divide(part, whole, out=np.full(np.shape(whole), np.nan), where=whole > 0)
    return share


def _resampled(
    by_sentence: FloatArray, replicates: int, seed: int
) -> tuple[FloatArray, FloatArray, FloatArray]:
    sentences = len(by_sentence)
    totals = [np.empty((0, by_sentence.shape[1]))]
    rng = np.random.default_rng(seed)
    for start in range(0, replicates if sentences > 1 else 0, REPLICATES_PER_BATCH):
        number = min(REPLICATES_PER_BATCH, replicates - start)
        drawn = rng.integers(0, sentences, size=(number, sentences))
        weights = np.stack([np.bincount(draw, minlength=sentences) for draw in drawn])
        totals.append(weights @ by_sentence)
    return _rates(np.concatenate(totals))


def _calibrated(people: NumberArray, difference: FloatArray) -> tuple[float | None, float | None]:
    """The best three-way accuracy over all thresholds of the difference, and the smallest such threshold."""
    if not len(people):
        return None, None
    size = np.abs(difference)
    correct = people * np.sign(difference) > 0
    thresholds, place = np.unique(np.append(size, 0.0), return_inverse=True)
    place = place[:-1]
    ties = np.cumsum(np.bincount(place[people == 0], minlength=len(thresholds)))
    lost = np.cumsum(np.bincount(place[correct], minlength=len(thresholds)))
    right = ties + int(correct.sum()) - lost
    best = int(np.argmax(right))
    return float(right[best] / len(people)), float(thresholds[best])
