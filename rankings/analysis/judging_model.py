"""A model of judges, to plan with before anybody has judged.

Systems differ in strength. An output is as good as the mean strength of the systems that produced it, and as
the sentence would have it; every judge sees that a little differently, and sorts what is shown into levels.
Outputs on one level are tied. The unit of quality is the standard deviation of an output around its strength.
"""

from dataclasses import dataclass, replace

import numpy as np

from rankings.analysis.arrays import FloatArray, IntArray
from rankings.analysis.judgments import JudgmentTable

Values = FloatArray | float


@dataclass(frozen=True, slots=True)
class JudgingModel:
    """How systems, outputs and judges differ.

    The values that stand here repeat what the 2015 evaluation shows: the share of ties, the agreement between
    judges, and how far the scores of systems lie apart.

    Attributes:
        spread: standard deviation of the strengths of systems.
        agreed: share of the variance of an output around its strength that all judges see alike, from 0 to 1.
        level: width of a level: the larger, the more ties.
    """

    spread: float = 0.35
    agreed: float = 0.57
    level: float = 1.08

    def __post_init__(self) -> None:
        if not self.spread > 0:
            raise ValueError(f"the spread of strengths has to be above 0; it is {self.spread}")
        if not 0 <= self.agreed <= 1:
            raise ValueError(
                f"the share that judges agree on has to lie between 0 and 1; it is {self.agreed}"
            )
        if not self.level > 0:
            raise ValueError(f"the width of a level has to be above 0; it is {self.level}")

    def win_probability(self, advantage: FloatArray) -> FloatArray:
        """How likely an output is ranked above another, by its advantage in strength; ties are the rest.

        Where levels begin is arbitrary, so that two outputs at distance d fall on one level with probability
        max(0, 1 - d / level); distances are normal with variance 2.
        """
        above: FloatArray = (_excess(advantage) - _excess(advantage - self.level)) / self.level
        return above

    def levels(self, strength: Values, seen: Values, own: Values, offset: Values) -> IntArray:
        """The level on which a judge puts an output; higher is better.

        Args:
            strength: of the output.
            seen, own: standard normal: what all judges see in it, and what this judge does.
            offset: uniform on [0, 1), one for each ranking.
        """
        quality = strength + np.sqrt(self.agreed) * seen + np.sqrt(1 - self.agreed) * own
        level: IntArray = np.asarray(np.floor(quality / self.level + offset), dtype=np.int64)
        return level


def judged_by_model(table: JudgmentTable, model: JudgingModel, rng: np.random.Generator) -> JudgmentTable:
    """The same items as in the table, ranked by the model instead of by people.

    Strengths are drawn anew; their standard deviation is exactly that of the model. What all judges see in an
    output of a sentence is the same in all rankings of it.
    """
    strengths = rng.standard_normal(len(table.systems))
    strengths = model.spread * (strengths - strengths.mean()) / strengths.std(ddof=1)
    levels = np.zeros(table.ranks.shape, dtype=np.int64)
    seen: dict[tuple[int, bytes], float] = {}
    for row, groups in enumerate(table.groups):
        offset = rng.random()
        for group in np.unique(groups[groups >= 0]):
            behind = np.flatnonzero(groups == group)
            alike = seen.setdefault((int(table.sentence[row]), behind.tobytes()), rng.standard_normal())
            level = model.levels(strengths[behind].mean(), alike, rng.standard_normal(), offset)
            levels[row, behind] = level
    ranks = np.where(table.covered, levels.max(initial=0) + 1 - levels, 0).astype(np.int16)
    return replace(table, ranks=ranks)


def _excess(mean: FloatArray) -> FloatArray:
    """Expectation of max(0, x) for normal x of variance 2."""
    from scipy.special import ndtr  # noqa: PLC0415 - the site reads plans without it

    scaled = mean / np.sqrt(2.0)
    density = np.exp(-scaled * scaled / 2) / np.sqrt(2 * np.pi)
    expected: FloatArray = mean * ndtr(scaled) + np.sqrt(2.0) * density
    return expected
