"""Williams' test: a published example, its law by simulation, and what must always hold."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from metrics.validation.coefficients import pearson
from metrics.validation.metric_correlation import williams_test


def test_the_published_example_of_steiger():
    # Steiger (1980): 103 cases, correlations .4 and .5 with the first variable, .1 between the others.
    test = williams_test(0.4, 0.5, 0.1, 103)
    assert test is not None
    assert tuple(round(one, 2) for one in test) == (-0.89, 0.37)


def test_equal_correlations_are_rejected_as_often_as_the_level_says():
    """13 systems; both metrics are the human score plus noise, so that the hypothesis is true."""
    rng = np.random.default_rng(7)
    runs = 1500
    human = rng.standard_normal((runs, 13))
    shared = rng.standard_normal((runs, 13))
    a, b = (human + 0.7 * shared + 0.7 * rng.standard_normal((runs, 13)) for _ in range(2))
    tests = [
        williams_test(*three, 13)
        for three in zip(
            pearson(human, a).tolist(), pearson(human, b).tolist(), pearson(a, b).tolist(), strict=True
        )
    ]
    for level in (0.05, 0.2, 0.5):
        rejected = sum(test is not None and test[1] <= level for test in tests)
        low, high = binomtest(rejected, runs).proportion_ci(0.999)
        assert low <= level <= high


@st.composite
def correlations(draw):
    rows = draw(st.lists(st.tuples(*[st.integers(-5, 5)] * 3), min_size=4, max_size=10))
    human, a, b = np.array(rows, dtype=float).T
    return (float(pearson(human, a)), float(pearson(human, b)), float(pearson(a, b)), len(rows))


@given(correlations())
def test_p_is_a_probability_and_order_only_turns_the_sign(given_correlations):
    first, second, between, n = given_correlations
    test = williams_test(first, second, between, n)
    turned = williams_test(second, first, between, n)
    if test is None:
        assert turned is None
        return
    assert turned is not None
    assert 0 <= test[1] <= 1
    assert turned == pytest.approx((-test[0], test[1]))
