"""Expected Wins: the probability of being ranked better than a randomly chosen other system.

Bojar et al. (2013), after Koehn (2012); Grundkiewicz et al. (2015), section 5.1.
"""

import numpy as np

from rankings.analysis.arrays import FloatArray, IntArray, NumberArray
from rankings.analysis.scoring import deterministic


def expected_wins(wins: NumberArray, ties: NumberArray | None = None) -> FloatArray:
    """Mean over the opponents of the share of comparisons won against them.

    With W the wins of i over j: score of i = mean of W[i, j] / (W[i, j] + W[j, i]) over those j with whom i
    has a counted comparison.

    Args:
        wins: (..., N, N) `wins[..., i, j]`, how often i beat j.
        ties: (..., N, N), each of which counts as half a win for both; left out, as in the paper, if None.

    Returns:
        (..., N) scores between 0 and 1; NaN for a system without any counted comparison.
    """
    credit: FloatArray = wins.astype(np.float64)
    if ties is not None:
        credit = credit + 0.5 * ties
    counted = credit + credit.swapaxes(-1, -2)
    return _mean_share(_share(credit, counted), (counted > 0).sum(axis=-1))


def expected_wins_of_winners(wins: NumberArray) -> FloatArray:
    """Expected Wins as the published script `EW.pl` computes it, which differs from the paper's formula.

    The mean goes over those opponents only that the system has beaten at least once, which flatters weak
    systems. Tables 6 and 7 of the 2015 paper print these scores.

    Args:
        wins: (..., N, N) `wins[..., i, j]`, how often i beat j.

    Returns:
        (..., N) scores; NaN for a system that beat nobody, which the script leaves out.
    """
    won = wins.astype(np.float64)
    return _mean_share(_share(won, won + won.swapaxes(-1, -2)), (won > 0).sum(axis=-1))


def _share(part: FloatArray, whole: FloatArray) -> FloatArray:
    shares: FloatArray = np.divide(part, whole, out=np.zeros_like(whole), where=whole > 0)
    return shares


def _mean_share(shares: FloatArray, opponents: IntArray) -> FloatArray:
    """(..., N) sums of (..., N, N) shares, each divided by its number of opponents; NaN without any."""
    unknown = np.full(opponents.shape, np.nan)
    means: FloatArray = np.divide(shares.sum(axis=-1), opponents, out=unknown, where=opponents > 0)
    return means


SHARES = (0.0, 1.0)
EXPECTED_WINS = deterministic(lambda wins, ties: expected_wins(wins), limits=SHARES)
WITH_HALF_TIES = deterministic(expected_wins, limits=SHARES)
OF_WINNERS = deterministic(lambda wins, ties: expected_wins_of_winners(wins), limits=SHARES)
