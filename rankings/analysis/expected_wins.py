"""Expected Wins: the probability of being ranked better than a randomly chosen other system.

Bojar et al. (2013), after Koehn (2012); Grundkiewicz et al. (2015), section 5.1.
"""

from typing import Literal

import numpy as np

from rankings.analysis.arrays import FloatArray, NumberArray
from rankings.analysis.scoring import deterministic

TieRule = Literal["dropped", "half", "both-win"]


def expected_wins(
    wins: NumberArray, ties: NumberArray | None = None, tie_rule: TieRule = "dropped"
) -> FloatArray:
    """Mean over the other systems of the share of comparisons won against them.

    With W the wins of i over j: score of i = sum over j of W[i, j] / (W[i, j] + W[j, i]), divided by N - 1. A
    pair without any counted comparison adds 0 and stays in the divisor.

    Args:
        wins: (..., N, N) `wins[..., i, j]`, how often i beat j.
        ties: (..., N, N), needed by the tie rules that count ties.
        tie_rule: "dropped" as in the paper; "half" counts a tie as half a win for both; "both-win" as one for
            both (option `-t` of the published `EW.pl`).

    Returns:
        (..., N) scores between 0 and 1. A system alone scores 0.
    """
    credit = _credit(wins, ties, tie_rule)
    shares = _share(credit, credit + credit.swapaxes(-1, -2))
    scores: FloatArray = shares.sum(axis=-1) / max(1, shares.shape[-1] - 1)
    return scores


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
    shares = _share(won, won + won.swapaxes(-1, -2))
    beaten = (won > 0).sum(axis=-1)
    scores: FloatArray = np.divide(
        shares.sum(axis=-1), beaten, out=np.full(beaten.shape, np.nan), where=beaten > 0
    )
    return scores


def _credit(wins: NumberArray, ties: NumberArray | None, tie_rule: TieRule) -> FloatArray:
    won: FloatArray = wins.astype(np.float64)
    if tie_rule == "dropped":
        return won
    if ties is None:
        raise ValueError(f"the tie rule {tie_rule!r} needs the counts of ties")
    return won + (0.5 if tie_rule == "half" else 1.0) * ties


def _share(part: FloatArray, whole: FloatArray) -> FloatArray:
    shares: FloatArray = np.divide(part, whole, out=np.zeros_like(whole), where=whole > 0)
    return shares


SHARES = (0.0, 1.0)
EXPECTED_WINS = deterministic(lambda wins, ties: expected_wins(wins), limits=SHARES)
WITH_HALF_TIES = deterministic(lambda wins, ties: expected_wins(wins, ties, "half"), limits=SHARES)
OF_WINNERS = deterministic(lambda wins, ties: expected_wins_of_winners(wins), limits=SHARES)
