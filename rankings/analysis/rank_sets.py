"""Sets of ranks that hold all at once, and with them the systems of which one is the best.

Rank ranges of a bootstrap hold one by one; of many systems some range fails more often than it says. Here
every two systems are tested, corrected for all pairs; then a system ranks below all that are proved better
and above all that are proved worse, with the chosen confidence for all systems together (Mogstad, Romano,
Shaikh and Wilhelm 2024). The correction is Holm's, which needs no model of how the tests depend on each
other: the largest of correlated deviations, drawn from five judges, failed in a tenth of simulated campaigns.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from rankings.analysis.arrays import FloatArray, IntArray
from rankings.analysis.exact_tests import holm
from rankings.analysis.judge_variance import MOST_ENTRIES, PAIR, Cells, JudgeVariance, quotients

RankSets = list[tuple[int, int]]


@dataclass(frozen=True, slots=True, eq=False)
class Variation:
    """How the scores of M systems vary with other units, and with other judges.

    Attributes:
        cells: answers by judge and unit.
        of_scores: (P, M) what the share of wins of each pair adds to Expected Wins.
        variance: of Expected Wins.
        others: whether other judges are asked about.
    """

    cells: Cells
    of_scores: Any
    variance: JudgeVariance
    others: bool

    def rank_sets(self, scores: FloatArray, replicated: FloatArray | None, alpha: float) -> RankSets:
        """The first and last rank of each system.

        Args:
            scores: (M,) of the data.
            replicated: (B, M) scores of resampled units by another method than Expected Wins: differences
                vary in proportion; None for Expected Wins.
            alpha: how often some set may fail.
        """
        first, second = np.triu_indices(len(scores), 1)
        width = max(1, MOST_ENTRIES // max(1, len(self.cells.judge)))
        blocks = [slice(start, start + width) for start in range(0, len(first), width)]
        p = [self._p_values(scores, replicated, first[block], second[block]) for block in blocks]
        apart = holm(np.concatenate(p)) <= alpha
        better = scores[first] > scores[second]
        winner, loser = np.where(better, first, second)[apart], np.where(better, second, first)[apart]
        low = 1 + np.bincount(loser, minlength=len(scores))
        high = len(scores) - np.bincount(winner, minlength=len(scores))
        return list(zip(low.tolist(), high.tolist(), strict=True))

    def _p_values(
        self, scores: FloatArray, replicated: FloatArray | None, first: IntArray, second: IntArray
    ) -> FloatArray:
        """Of each difference, by its own variance; 1 where it has none."""
        spread = self.of_scores.tocsc()
        # Two that differ as usual differ by twice the variance of one.
        usual = None if len(scores) == PAIR else 2 * self.variance.between
        own = self.cells.influences((spread[:, first] - spread[:, second]).tocsr()).variance(usual)
        differences = scores[first] - scores[second]
        if replicated is not None:
            drawn = replicated[:, first] - replicated[:, second]
            number = (~np.isnan(drawn)).sum(axis=0)
            mean, square = (quotients(np.nansum(drawn**power, axis=0), number) for power in (1, 2))
            varied = np.sqrt(np.maximum(0.0, square - mean**2))
            differences = differences * quotients(np.sqrt(own.resampled), varied)
        known = np.nan_to_num(differences, nan=0.0, posinf=0.0, neginf=0.0)
        return own.p_values(known, others=self.others)
