"""Whether one correlation, or one kappa, differs from what chance gives.

Without numerical libraries, because pages ask while they show stored results.
"""

from math import atan, cos, erfc, pi, sin, sqrt

from rankings.analysis.agreement import PairAgreement


def p_of_correlation(correlation: float, systems: int) -> float | None:
    """The two-sided p-value of a correlation of 0, by Student's t with systems - 2 degrees of freedom.

    Exact for Pearson's r of normal scores, an approximation for Spearman's. None with fewer than three.
    """
    freedom = systems - 2
    if freedom < 1:
        return None
    if abs(correlation) >= 1:
        return 0.0
    return _two_sided_t(abs(correlation) * sqrt(freedom / (1 - correlation**2)), freedom)


def p_of_kappa(pair: PairAgreement) -> float | None:
    """The one-sided p-value of agreement that is no better than chance, were all comparisons independent.

    By the normal distribution with the standard error sqrt(P(E) / (n (1 - P(E)))), that of a kappa of 0 when
    P(E) is known (Cohen 1960). None where kappa is undefined.
    """
    if pair.kappa is None or pair.expected is None or not pair.comparisons or not 0 < pair.expected < 1:
        return None
    error = sqrt(pair.expected / (pair.comparisons * (1 - pair.expected)))
    return erfc(pair.kappa / error / sqrt(2)) / 2


def _two_sided_t(t: float, freedom: int) -> float:
    """P(|T| > t), by the finite sums for whole degrees of freedom (Abramowitz and Stegun, 26.7.3, 26.7.4)."""
    angle = atan(t / sqrt(freedom))
    odd = freedom % 2 == 1
    term, total = (cos(angle), cos(angle)) if odd else (1.0, 1.0)
    for step in range(3 if odd else 2, freedom - 1, 2):
        term *= cos(angle) ** 2 * (step - 1) / step
        total += term
    if not odd:
        return 1 - sin(angle) * total
    return 1 - 2 / pi * (angle + (sin(angle) * total if freedom > 1 else 0.0))
