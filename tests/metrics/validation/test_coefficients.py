"""Correlation coefficients: against scipy, and what must hold for all of them."""

import math

import numpy as np
import pytest
import scipy.stats
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from metrics.validation.coefficients import (
    COEFFICIENTS,
    kendall,
    pearson,
    pearson_table,
    spearman,
    spearman_table,
)

VALUES = st.integers(-20, 20).map(float)
PAIRS = st.lists(st.tuples(VALUES, VALUES), min_size=2, max_size=12).map(lambda rows: np.array(rows).T)


@given(PAIRS)
def test_scipy_computes_the_same(pairs):
    x, y = pairs
    assume(len(set(x)) > 1 and len(set(y)) > 1)
    assert pearson(x, y) == pytest.approx(scipy.stats.pearsonr(x, y).statistic, abs=1e-12)
    assert spearman(x, y) == pytest.approx(scipy.stats.spearmanr(x, y).statistic, abs=1e-12)
    assert kendall(x, y) == pytest.approx(scipy.stats.kendalltau(x, y).statistic, abs=1e-12)


@given(PAIRS)
def test_coefficients_lie_between_minus_one_and_one_and_are_symmetric(pairs):
    x, y = pairs
    for compute in COEFFICIENTS.values():
        value = float(compute(x, y))
        assert math.isnan(value) == (len(set(x)) == 1 or len(set(y)) == 1)
        assert math.isnan(value) or -1 <= value <= 1
        assert float(compute(y, x)) == pytest.approx(value, abs=1e-15, nan_ok=True)
        assert float(compute(x[::-1], y[::-1])) == pytest.approx(value, abs=1e-14, nan_ok=True)


@settings(max_examples=20)
@given(st.integers(0, 2**32 - 1))
def test_many_samples_at_once_give_the_same_as_one_by_one(seed):
    rng = np.random.default_rng(seed)
    x, y = rng.integers(0, 6, (5, 7)).astype(float), rng.integers(0, 6, (5, 7)).astype(float)
    for compute in COEFFICIENTS.values():
        one_by_one = [float(compute(a, b)) for a, b in zip(x, y, strict=True)]
        assert compute(x, y).tolist() == pytest.approx(one_by_one, abs=1e-15, nan_ok=True)
    for compute, of_all in ((pearson, pearson_table), (spearman, spearman_table)):
        table = [[float(compute(a, b)) for b in y] for a in x]
        assert np.allclose(of_all(x, y), table, atol=1e-12, equal_nan=True)
