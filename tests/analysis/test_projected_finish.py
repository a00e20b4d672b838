"""The projected finish: worked out by hand, and how often its range holds in simulations."""

from math import ceil

import numpy as np
import pytest

from rankings.analysis.projected_finish import MOST_DAYS, ProjectedFinish, projected_finish


def test_an_even_pace_has_no_range() -> None:
    assert projected_finish([10] * 7, 95) == ProjectedFinish(10, 10, 10, 0.8, 7)
    assert projected_finish([10] * 7, 0) == ProjectedFinish(0, 0, 0, 0.8, 7)


@pytest.mark.parametrize("days", [[], [5, 5], [0, 0, 0, 0]])
def test_too_little_says_nothing(days: list[int]) -> None:
    assert projected_finish(days, 100) is None


def test_what_takes_longer_than_anybody_waits_is_not_projected() -> None:
    assert projected_finish([1, 0, 0, 0], 10 * MOST_DAYS) is None


def test_a_pace_that_may_be_none_has_no_end() -> None:
    finish = projected_finish([0, 0, 90, 0], 500)
    assert finish is not None
    assert finish.high is None
    assert finish.low <= finish.middle == ceil(500 / 22.5)


@pytest.mark.parametrize("days", [3, 7, 14])
@pytest.mark.parametrize("remaining", [100, 1000])
def test_the_range_holds_as_often_as_it_says(days: int, remaining: int) -> None:
    """Days with a mean of 40 and twice the variance of chance counts, in 600 campaigns."""
    rng = np.random.default_rng(days + remaining)
    held = known = 0
    for _ in range(600):
        past, future = rng.negative_binomial(40, 0.5, days), rng.negative_binomial(40, 0.5, 600)
        finish = projected_finish([int(one) for one in past], remaining)
        if finish is None:
            continue
        took = int(np.searchsorted(np.cumsum(future), remaining)) + 1
        known += 1
        held += finish.low <= took and (finish.high is None or took <= finish.high)
    assert known == 600
    # Whole days make the range a little wider than asked for.
    assert held / known >= 0.77
    assert held / known <= (0.99 if remaining == 100 else 0.9)
