"""What makes scores vary: sentences, rankings of one sentence, and judges, each by itself.

`judge_variance` knows what sentences and rankings make together, which is enough for the error of a score. A
plan for another number of rankings of each sentence needs them apart. Two judges on one sentence tell: what
their answers have in common comes from the sentence.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rankings.analysis.arrays import FloatArray
from rankings.analysis.choices import WholeUnit
from rankings.analysis.judge_variance import (
    LARGEST_OF_SHARES,
    Cells,
    Influences,
    JudgeVariance,
    spread_of_scores,
)
from rankings.formats.columns import Judgments


def variance_of_scores(
    table: Judgments, systems: Sequence[int], unit: WholeUnit = "sentences"
) -> JudgeVariance:
    """Parts of the variance of Expected Wins among M systems; K = M.

    Args:
        table: the judgments.
        systems: indices of the M systems, each linked to the others by comparisons.
        unit: what varies beside judges.
    """
    return influences_on_scores(table, systems, unit).variance()


def influences_on_scores(
    table: Judgments, systems: Sequence[int], unit: WholeUnit = "sentences"
) -> Influences:
    """By how much the answers of each judge on each unit move Expected Wins among M systems."""
    return Cells.of(table, unit).influences(spread_of_scores(table, systems))


@dataclass(frozen=True, slots=True)
class VarianceParts:
    """What makes Expected Wins vary, as standard deviations of a system's score, mean over systems.

    The variance of a score of S sentences, each ranked r times, by J judges with the same number of rankings
    is sentences² / S + rankings² / (S r) + judges² / J.

    Attributes:
        systems: between the true scores of systems.
        sentences: between sentences, as all judges see them.
        rankings: between rankings of one sentence: what one judge sees otherwise, and the outputs shown.
        judges: between judges, as endless rankings by each would show.
        sentences_known: whether enough sentences were ranked by two judges; else the proportion of sentences
            to rankings is that of 2015.
        judges_known: whether two judges ranked two sentences each; else `judges` is that of 2015.
    """

    systems: float
    sentences: float
    rankings: float
    judges: float
    sentences_known: bool
    judges_known: bool


# Of the published campaign of 2015: assumed where no judgments say otherwise.
PARTS_2015 = VarianceParts(
    systems=0.075, sentences=0.42, rankings=0.46, judges=0.041, sentences_known=False, judges_known=False
)


# Pairs of rankings of one sentence by different judges; with fewer the proportion is too uncertain.
LEAST_SHARED = 50
# Of the 2015 evaluation (docs/statistics-in-detail.md): the share of sentences in the variance of a ranking,
# and the standard deviation between judges of Expected Wins.
SENTENCES_2015 = 0.46
JUDGES_2015 = 0.041


@dataclass(frozen=True, slots=True, eq=False)
class Parts:
    """Parts of the variance of Expected Wins of M systems, means over systems.

    Attributes:
        of_sentences: of a single sentence, as all judges see it.
        of_rankings: of a single ranking of a sentence, beyond that.
        of_judges: of a single judge.
        shape: (M, M) covariance of deviations by sentences, scaled so that its diagonal has a mean of 1.
        sentences_known, judges_known: whether the judgments tell them; else they are as in 2015.
    """

    of_sentences: float
    of_rankings: float
    of_judges: float
    shape: FloatArray
    sentences_known: bool = True
    judges_known: bool = True

    def as_deviations(self, systems: float) -> VarianceParts:
        """The same as standard deviations, with that between systems."""
        return VarianceParts(
            systems,
            self.of_sentences**0.5,
            self.of_rankings**0.5,
            self.of_judges**0.5,
            sentences_known=self.sentences_known,
            judges_known=self.judges_known,
        )


def variance_parts(table: Judgments, systems: Sequence[int], variance: JudgeVariance) -> Parts:
    """Estimate the parts from judgments.

    Args:
        table: the judgments.
        systems: indices of the M systems, each linked to the others by comparisons.
        variance: `variance_of_scores` of the same systems.
    """
    moved = influences_on_scores(table, systems)
    cells = len(moved.judge)
    by_sentence = np.zeros((moved.units, len(systems)))
    np.add.at(by_sentence, moved.unit, moved.influence)
    of_judges = JUDGES_2015**2 if variance.sd is None else variance.sd**2
    single = float((moved.influence**2).sum(axis=0).mean()) * cells
    # A single ranking varies with its judge, too.
    single = max(0.0, single - of_judges)
    in_common, shared = _in_common(moved, by_sentence)
    known = shared >= LEAST_SHARED
    of_sentences = min(single, max(0.0, in_common * cells**2 / shared)) if known else SENTENCES_2015 * single
    covariance = by_sentence.T @ by_sentence
    diagonal = float(np.diagonal(covariance).mean())
    return Parts(
        of_sentences=of_sentences,
        of_rankings=single - of_sentences,
        of_judges=of_judges,
        shape=covariance / diagonal if diagonal else np.eye(len(systems)),
        sentences_known=known,
        judges_known=variance.usual is not None,
    )


def _in_common(moved: Influences, by_sentence: FloatArray) -> tuple[float, int]:
    """Sum of products of influences of two judges on one sentence, mean over systems; their number."""
    rankings = np.bincount(moved.unit, minlength=moved.units)
    products = (by_sentence**2).sum(axis=0) - (moved.influence**2).sum(axis=0)
    return float(products.mean()), int((rankings * (rankings - 1)).sum())


def possible_between(variance: JudgeVariance, rng: np.random.Generator, number: int) -> FloatArray:
    """(number,) possible variances between judges, mean over statistics, at random.

    The mean has more degrees of freedom than each, and the more, the less tastes are shared (Box 1954).
    """
    together = variance.moved.T @ variance.moved
    times = float(np.trace(together)) ** 2 / max(float((together**2).sum()), np.finfo(float).tiny)
    freedom = max(1.0, float(variance.freedom.mean()) * times)
    seen = float(variance.seen.mean()) * freedom / rng.chisquare(freedom, number)
    drawn: FloatArray = np.clip(seen - float(variance.noise.mean()), 0.0, LARGEST_OF_SHARES)
    return drawn
