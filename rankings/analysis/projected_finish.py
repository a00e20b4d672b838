"""When the planned rankings will be done, if judges go on as they did: a number of days with a range."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, sqrt

LEAST_DAYS = 3
MOST_DAYS = 3650


@dataclass(frozen=True, slots=True)
class ProjectedFinish:
    """Days from now.

    Attributes:
        middle: at the mean pace.
        low, high: ends of the range; `high` is None where the pace is too uneven to say that it ever ends.
        level: probability that the finish lies in the range.
        days: of the past that it is based on.
    """

    low: int
    middle: int
    high: int | None
    level: float
    days: int


def projected_finish(per_day: Sequence[int], remaining: int, *, level: float = 0.8) -> ProjectedFinish | None:
    """How many more days it takes.

    Days are taken as independent draws from one distribution. What n more days give then has the mean n m
    and the variance s^2 (n + n^2 / k): that of n days, and that of m itself, which k days estimate. The ends
    of the range are where `remaining` lies on the outer quantiles of this predictive distribution, Student's
    t with k - 1 degrees of freedom, as in a prediction interval for a sum.

    Args:
        per_day: rankings of the days before now, each a full day.
        remaining: rankings still to come.
        level: probability that the finish lies in the range, under this model.

    Returns:
        None with fewer than `LEAST_DAYS` days, with no ranking in them, or where it would take more than ten
        years.
    """
    days = len(per_day)
    if days < LEAST_DAYS or not any(per_day):
        return None
    mean = sum(per_day) / days
    spread = sqrt(sum((one - mean) ** 2 for one in per_day) / (days - 1))
    if remaining <= 0:
        return ProjectedFinish(0, 0, 0, level, days)
    middle = ceil(remaining / mean)
    if middle > MOST_DAYS:
        return None
    from scipy.special import stdtrit  # noqa: PLC0415 - pages load this module without it

    quantile = float(stdtrit(days - 1, (1 + level) / 2))

    def reached(sign: int) -> int | None:
        def enough(n: int) -> bool:
            return n * mean + sign * quantile * spread * sqrt(n + n * n / days) >= remaining

        if not enough(MOST_DAYS):
            return None
        below, above = 0, MOST_DAYS
        while above - below > 1:
            between = (below + above) // 2
            below, above = (below, between) if enough(between) else (between, above)
        return above

    return ProjectedFinish(reached(1) or middle, middle, reached(-1), level, days)
