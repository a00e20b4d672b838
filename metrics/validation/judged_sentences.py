"""Metrics and people on the sentences that people judged: how a metric orders outputs, and its scores there.

Choshen and Abend (2018), section 3: a metric that is computed on a whole test set, and people who saw a part
of it, may differ because the part differs.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from metrics.scorers.scorer import Material
from metrics.validation.coefficients import middle, or_none
from rankings.analysis.arrays import BoolArray, FloatArray, IndexArray, NumberArray
from rankings.analysis.choices import REPLICATES, SEED
from rankings.analysis.pair_counts import FIRST_WINS, SECOND_WINS, expanded_pairs
from rankings.formats.columns import NOT_COVERED_GROUP, Judgments

LISTED = 5
SCORE_DECIMALS = 12
REPLICATES_PER_BATCH = 50


@dataclass(frozen=True, slots=True)
class SentenceAgreement:
    """How a metric's sentence scores agree with the judged pairs.

    Numbers without pairs to compute them from are None. `low` and `high` come from resampled sentences.

    Attributes:
        metric: name.
        comparisons: pairs that people decided and that the metric scores.
        concordant, discordant: of them, ordered as people do, and the other way.
        metric_ties: of them, given the same score by the metric.
        human_ties: pairs that people tied and that the metric scores.
        unscored: pairs without a metric score on either side.
        accuracy: share of the comparisons that are concordant; a metric tie counts half.
        tau: (concordant - discordant) / comparisons, Kendall's tau as in the WMT14 metrics task (Machacek
            and Bojar 2014): human ties are left out, metric ties count for nothing.
        accuracy_with_ties: share of all pairs, human ties included, for which the metric says the same:
            first, second, or equal scores.
        sentences: sentences with a comparison.
    """

    metric: str
    comparisons: int
    concordant: int
    discordant: int
    metric_ties: int
    human_ties: int
    unscored: int
    accuracy: float | None
    accuracy_low: float | None
    accuracy_high: float | None
    tau: float | None
    tau_low: float | None
    tau_high: float | None
    accuracy_with_ties: float | None
    sentences: int


def sentence_agreement(
    table: Judgments,
    metric: str,
    scores: Mapping[str, Mapping[str, float]],
    *,
    replicates: int = REPLICATES,
    confidence: float = 0.95,
    seed: int = SEED,
) -> SentenceAgreement:
    """Compare a metric's sentence scores with people's decisions.

    Systems with the same output in a ranking are never compared with each other: neither people nor a metric
    could distinguish them.

    Args:
        scores: by system and identifier of the sentence; higher is better.
    """
    judged = expanded_pairs(table)
    distinct = table.groups[judged.row, judged.first] != table.groups[judged.row, judged.second]
    leads = _leaders(table)
    distinct &= leads[judged.row, judged.first] & leads[judged.row, judged.second]
    row, first, second = judged.row[distinct], judged.first[distinct], judged.second[distinct]
    outcome = judged.outcome[distinct].astype(np.int64)

    values = _score_matrix(table, scores)
    sentence = table.sentence[row]
    difference = values[sentence, first] - values[sentence, second]
    scored = ~np.isnan(difference)
    sentence = sentence[scored]
    # Positive: the first output is better.
    people = np.where(outcome[scored] == FIRST_WINS, 1, np.where(outcome[scored] == SECOND_WINS, -1, 0))
    difference = np.round(difference[scored], SCORE_DECIMALS)
    machine = np.sign(difference).astype(np.int64)

    decided = people != 0
    sums = _by_sentence(len(table.sentences), sentence, people, machine)
    point = _rates(sums.sum(axis=0))
    spans = [middle(rates, confidence) for rates in _resampled(sums, replicates, seed)]
    return SentenceAgreement(
        metric=metric,
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
    sentences: int, sentence: IndexArray, people: NumberArray, machine: NumberArray
) -> FloatArray:
    """(sentences, 3) comparisons, concordant, discordant."""
    agrees = people * machine
    kinds = (people != 0, agrees > 0, agrees < 0)
    columns = [np.bincount(sentence[those], minlength=sentences) for those in kinds]
    return np.stack(columns, axis=1).astype(np.float64)


def _rates(totals: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Accuracy and tau from (..., 3) sums."""
    comparisons, concordant, discordant = np.moveaxis(totals, -1, 0)
    unknown = np.full(np.shape(comparisons), np.nan)
    tau: FloatArray = np.divide(concordant - discordant, comparisons, out=unknown, where=comparisons > 0)
    return (tau + 1) / 2, tau


def _resampled(by_sentence: FloatArray, replicates: int, seed: int) -> tuple[FloatArray, FloatArray]:
    sentences = len(by_sentence)
    totals = [np.empty((0, by_sentence.shape[1]))]
    rng = np.random.default_rng(seed)
    for start in range(0, replicates if sentences > 1 else 0, REPLICATES_PER_BATCH):
        number = min(REPLICATES_PER_BATCH, replicates - start)
        drawn = rng.integers(0, sentences, size=(number, sentences))
        weights = np.stack([np.bincount(draw, minlength=sentences) for draw in drawn])
        totals.append(weights @ by_sentence)
    return _rates(np.concatenate(totals))


def judged_indices(table: Judgments, count: int) -> tuple[int, ...]:
    """Zero-based lines of the sentences of which somebody compared two outputs, in order.

    Args:
        table: judgments whose sentence identifiers are zero-based lines.

    Raises:
        ValueError: an identifier that is no line of the test set, or nothing judged.
    """
    names = _judged(table)
    if not names:
        raise ValueError("no comparison of two outputs has been judged")
    strange = sorted(name for name in names if not _is_line(name, count))
    if strange:
        shown = ", ".join(strange[:LISTED]) + (", ..." if len(strange) > LISTED else "")
        raise ValueError(
            f"the judgments are about sentences {shown}, which are no lines of {count:,} sentences; "
            f"expected zero-based lines from 0 to {count - 1}"
        )
    return tuple(sorted(int(name) for name in names))


def judged_part(
    material: Material, outputs: Mapping[str, Sequence[str]], indices: Sequence[int]
) -> tuple[Material, dict[str, tuple[str, ...]]]:
    """Material and outputs of these sentences, to be scored as a test set of their own."""
    part = {system: tuple(lines[index] for index in indices) for system, lines in outputs.items()}
    return material.part(indices), part


def _judged(table: Judgments) -> set[str]:
    """Sentences with a ranking of at least two distinct outputs."""
    compared = table.groups.max(axis=1, initial=NOT_COVERED_GROUP) > 0
    return {table.sentences[number] for number in table.sentence[compared].tolist()}


def _is_line(name: str, count: int) -> bool:
    return name.isascii() and name.isdigit() and name == str(int(name)) and int(name) < count
