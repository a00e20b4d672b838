"""Replicated scores as other judges like these would vary them."""

from dataclasses import dataclass

import numpy as np

from rankings.analysis.arrays import FloatArray
from rankings.analysis.judge_variance import JudgeVariance


def with_other_judges(
    replicated: FloatArray, variance: JudgeVariance, source: np.random.SeedSequence
) -> tuple[FloatArray, FloatArray]:
    """(B, M) scores of replicates with these judges, as other judges like them would vary them.

    What judges add is drawn from a normal distribution, in the same proportion to what sentences make of the
    scores as for Expected Wins, whatever the method; its variance is one of those that the estimate leaves
    possible, another for each replicate. What sentences add is stretched as Student's t. With the scores come
    the (M,) standard errors: without that stretching, and by the median of the possible variances.

    Args:
        replicated: (B, M) scores of resampled sentences; NaN where a method gives a system none.
        variance: `variance_of_scores` of the same systems.
        source: of random numbers.
    """
    scored = ~np.isnan(replicated).all(axis=0)
    varied, errors = replicated.copy(), np.full(replicated.shape[1], np.nan)
    if scored.any():
        varied[:, scored], errors[scored] = _varied(replicated[:, scored], variance, source)
    return varied, errors


def _varied(
    replicated: FloatArray, variance: JudgeVariance, source: np.random.SeedSequence
) -> tuple[FloatArray, FloatArray]:
    """The same where every system has a score in some replicate."""
    middle = np.nanmean(replicated, axis=0)
    judges = DeviationsOfJudges.drawn(replicated - middle, variance, source)
    # Resampling S sentences gives a variance that is too small by (S - 1) / S.
    by_sentences = (replicated - middle) * np.sqrt(variance.sentences / max(1, variance.sentences - 1))
    # In the order of scores, so that names do not matter.
    unit = judges.unit[:, np.argsort(np.argsort(middle, kind="stable"))]
    errors = np.nanstd(by_sentences + unit * np.sqrt(variance.possible.median), axis=0)
    return middle + by_sentences * judges.stretched + unit * np.sqrt(judges.between), errors


@dataclass(frozen=True, slots=True, eq=False)
class DeviationsOfJudges:
    """What judges add to B deviations of M scores.

    Attributes:
        unit: (B, M) deviations where the variance between judges is 1.
        between: (B, 1) variances between judges that the estimate leaves possible.
        stretched: (B, 1) factors that make deviations by other sentences those of Student's t.
    """

    unit: FloatArray
    between: FloatArray
    stretched: FloatArray

    @classmethod
    def drawn(
        cls, of_sentences: FloatArray, variance: JudgeVariance, source: np.random.SeedSequence
    ) -> "DeviationsOfJudges":
        """At random.

        Args:
            of_sentences: (B, M) deviations from the scores with other sentences.
            variance: `variance_of_scores` of the same systems.
            source: of random numbers.
        """
        number, systems = of_sentences.shape
        rng = np.random.default_rng(source)
        unit = rng.standard_normal((number, systems))
        # Scores are against the other systems: what one gains, others lose.
        unit = (unit - unit.mean(axis=1, keepdims=True)) * np.sqrt(systems / max(1, systems - 1))
        spread = float(np.nanmean(np.nanvar(of_sentences, axis=0)))
        whole = float(variance.of_sentences.mean())
        unit *= np.sqrt(float(variance.beyond.mean()) * (spread / whole if whole else 0.0))
        degrees = variance.degrees
        return cls(
            unit,
            variance.possible.draw(rng, number)[:, None],
            np.sqrt(degrees / rng.chisquare(degrees, size=(number, 1))),
        )
