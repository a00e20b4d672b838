"""Tau, r and the effects of types, held against their definitions written out."""

import itertools
import math
import statistics

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import norm, pearsonr, spearmanr

from metrics.validation.maege.analyses import (
    correlation_p_value,
    count_pairs,
    tau_p_value,
    type_effects,
)

# Few different scores, so that there are ties; chains of one text, which have no pair, as well.
chains = st.lists(st.lists(st.integers(-2, 2).map(float), min_size=1, max_size=6), min_size=1, max_size=8)


def flat(chains):
    return np.array([score for chain in chains for score in chain]), np.array(
        [len(chain) for chain in chains]
    )


@given(chains)
def test_pairs_are_counted_within_chains(chains):
    counts = count_pairs(*flat(chains))
    pairs = [pair for chain in chains for pair in itertools.combinations(chain, 2)]
    assert counts.pairs == len(pairs)
    assert counts.discordant == sum(worse > better for worse, better in pairs)
    assert counts.ties == sum(worse == better for worse, better in pairs)
    if pairs:
        signs = [(better > worse) - (better < worse) for worse, better in pairs]
        assert counts.tau == pytest.approx(statistics.mean(1 if sign >= 0 else -1 for sign in signs))
        assert counts.tau_half == pytest.approx(statistics.mean(signs))


@given(st.integers(1, 400), st.data())
def test_p_of_tau_is_that_of_the_normal_approximation(pairs, data):
    discordant = data.draw(st.integers(0, pairs))
    z = 2 * discordant / math.sqrt(pairs) - math.sqrt(pairs)
    wanted = 2 * norm.cdf(-abs(z))
    assert tau_p_value(1 - 2 * discordant / pairs, pairs) == pytest.approx(wanted, rel=1e-6, abs=1e-12)


@given(st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), min_size=3, max_size=20))
def test_p_of_correlations_is_the_usual_one(pairs):
    x, y = (np.array(side, dtype=float) for side in zip(*pairs, strict=True))
    if np.ptp(x) == 0 or np.ptp(y) == 0:
        return
    for test in (pearsonr, spearmanr):
        found = test(x, y)
        if abs(found.statistic) < 1 - 1e-9:
            assert correlation_p_value(found.statistic, len(x)) == pytest.approx(found.pvalue, abs=1e-9)


@given(
    st.lists(st.tuples(st.sampled_from("ABC"), st.integers(0, 3)), min_size=1, max_size=9),
    st.data(),
)
def test_effects_of_types(edits, data):
    types, sentences = [one for one, _ in edits], np.array([sentence for _, sentence in edits])
    seen = data.draw(st.lists(st.tuples(st.integers(0, len(edits) - 1), st.integers(-5, 5)), max_size=20))
    difference = np.array([float(change) for _, change in seen])
    numbers = np.array([edit for edit, _ in seen], np.int64)
    found = {one.type: one for one in type_effects("m", difference, numbers, types, sentences)}
    for name in "ABC":
        means = {
            edit: statistics.mean(change for other, change in seen if other == edit)
            for edit in {edit for edit, _ in seen}
            if types[edit] == name
        }
        assert (name in found) == bool(means)
        if not means:
            continue
        mean = statistics.mean(means.values())
        assert found[name].count == len(means)
        assert found[name].mean == pytest.approx(mean)
        sums = [
            sum(value - mean for edit, value in means.items() if sentences[edit] == sentence)
            for sentence in {int(sentences[edit]) for edit in means}
        ]
        if len(sums) == 1:
            assert found[name].standard_error is None
        else:
            variance = len(sums) / (len(sums) - 1) * sum(one * one for one in sums) / len(means) ** 2
            assert found[name].standard_error == pytest.approx(math.sqrt(variance), abs=1e-12)
    assert list(found) == sorted(found, key=lambda name: (-found[name].count, name))
