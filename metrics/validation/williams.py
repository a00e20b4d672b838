"""Williams' test: do two metrics correlate differently with the same human scores?"""

import math

from scipy.stats import t as student

FEWEST = 4
NO_DIFFERENCE = 1e-12


def williams_test(first: float, second: float, between: float, n: int) -> tuple[float, float] | None:
    """Test the difference of two correlations that share one variable.

    With K = 1 - r12^2 - r13^2 - r23^2 + 2 r12 r13 r23,

        t = (r12 - r13) sqrt((n - 1) (1 + r23))
            / sqrt(2 K (n - 1) / (n - 3) + (r12 + r13)^2 (1 - r23)^3 / 4)

    has Student's distribution with n - 3 degrees of freedom when the true correlations are equal. Williams
    (1959); the form is that of Steiger (1980), equation 7, used for metrics since Graham and Baldwin (2014).

    Args:
        first: r12, correlation of the human scores with the first metric.
        second: r13, correlation of the human scores with the second metric.
        between: r23, correlation of the two metrics.
        n: number of systems.

    Returns:
        t, positive when the first correlation is the larger one, and p, two-sided. None where there is no
        test: fewer than four systems, a correlation that is not defined, or metrics that are exact opposites
        of each other.

    Raises:
        ValueError: a correlation outside of -1 to 1.
    """
    correlations = (first, second, between)
    if n < FEWEST or any(math.isnan(r) for r in correlations):
        return None
    if any(not -1 <= r <= 1 for r in correlations):
        raise ValueError(f"correlations have to lie between -1 and 1; they are {correlations}")
    if abs(first - second) <= NO_DIFFERENCE:
        return 0.0, 1.0
    k = 1 - first**2 - second**2 - between**2 + 2 * first * second * between
    spread = 2 * max(0.0, k) * (n - 1) / (n - 3) + (first + second) ** 2 * (1 - between) ** 3 / 4
    if spread <= NO_DIFFERENCE**2 or 1 + between <= NO_DIFFERENCE:
        return None
    t = (first - second) * math.sqrt((n - 1) * (1 + between)) / math.sqrt(spread)
    return t, 2 * float(student.sf(abs(t), n - 3))
