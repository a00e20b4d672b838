"""Every two systems against each other: Table 3d, exact tests, and the test that respects sentences."""

import math
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from rankings.analysis.choices import PAIR_TESTS
from rankings.analysis.exact_tests import holm, sign_flip_test, sign_test
from rankings.analysis.head_to_head import compare_systems, significance_mark
from rankings.formats.columns import Judgments
from tests.analysis.made_up import judgments, ranking
from tests.analysis.published import published_table


def test_far_fewer_pairs_differ_once_sentences_and_many_tests_count(shared):
    pairs = compare_systems(published_table(shared)).pairs
    assert sum(one.p_value <= 0.05 for one in pairs) == 54
    assert sum(one.p_sentence <= 0.05 for one in pairs) == 46
    assert sum(one.p_holm <= 0.05 for one in pairs) == 41
    assert sum(one.p_sentence_holm <= 0.05 for one in pairs) == 18
    thin = next(one for one in pairs if (one.system_a, one.system_b) == ("INPUT", "UFC"))
    assert (thin.wins_a + thin.wins_b, thin.sentences) == (30, 13)
    assert thin.p_value == pytest.approx(0.016, abs=5e-4)
    assert thin.p_sentence == pytest.approx(0.11, abs=5e-3)


@given(st.integers(0, 60), st.integers(0, 60))
def test_the_sign_test_is_the_exact_binomial_test(wins, losses):
    wanted = stats.binomtest(wins, wins + losses).pvalue if wins + losses else 1.0
    assert sign_test(np.array([wins]), np.array([losses]))[0] == pytest.approx(wanted, abs=1e-12)


@given(st.lists(st.integers(-6, 6), max_size=9))
def test_the_sign_flip_test_counts_all_signs(net):
    nonzero = [value for value in net if value]
    sums = [
        abs(sum(s * v for s, v in zip(signs, nonzero, strict=True)))
        for signs in product((-1, 1), repeat=len(nonzero))
    ]
    wanted = sum(one >= abs(sum(nonzero)) for one in sums) / len(sums)
    assert sign_flip_test(np.array(net, dtype=np.int64)) == pytest.approx(wanted, abs=1e-9)


def test_marks_follow_the_test_for_whom_they_speak(shared):
    table = published_table(shared)
    default = compare_systems(table)
    assert (default.test, default.speaks_for, default.judges) == ("judges-holm", "judges-like-these", 8)
    alone = compare_systems(table, speaks_for="these-judges")
    assert (alone.test, alone.speaks_for) == ("sentence-holm", "these-judges")
    marked = {test: compare_systems(table, test=test) for test in PAIR_TESTS}
    for test, found in marked.items():
        for one in found.pairs:
            p = one.p_by(test)
            assert p is not None
            assert one.mark == significance_mark(p), (test, one)
    numbers = {
        test: sum(one.mark in ("\u2020", "\u2021") for one in marked[test].pairs) for test in PAIR_TESTS
    }
    assert numbers == {
        "judges-holm": 10,
        "sentence-holm": 18,
        "sign": 54,
    }
    assert default == marked["judges-holm"]
    assert compare_systems(table, as_published=True).test == "sign"


@given(st.lists(st.floats(0, 1), min_size=1, max_size=12))
def test_holm_is_its_definition(p_values):
    found = holm(np.array(p_values))
    for i, p in enumerate(p_values):
        order = sorted(range(len(p_values)), key=lambda k: (p_values[k], k))
        upto = order[: order.index(i) + 1]
        wanted = min(1.0, max(p_values[k] * (len(p_values) - order.index(k)) for k in upto))
        assert found[i] == pytest.approx(wanted)
        assert found[i] >= p


@given(judgments())
def test_both_directions_say_the_same(made):
    found = compare_systems(Judgments.of(made)).between()
    for (a, b), one in found.items():
        other = found[b, a]
        assert (one.wins_a, one.wins_b, one.ties) == (other.wins_b, other.wins_a, other.ties)
        assert (one.p_value, one.p_sentence, one.mark) == (other.p_value, other.p_sentence, other.mark)
        if one.share_a is None:
            assert one.wins_a + one.wins_b == 0
            assert (one.p_value, one.p_sentence, other.share_a) == (1.0, 1.0, None)
        else:
            assert other.share_a is not None
            assert one.share_a + other.share_a == pytest.approx(1)


def test_as_published_a_zero_counts_as_one():
    table = Judgments.of([ranking("j", str(s), ("A", 1), ("B", 2)) for s in range(9)])
    (plain,), (published,) = compare_systems(table).pairs, compare_systems(table, as_published=True).pairs
    assert (plain.share_a, published.share_a) == (1.0, 0.9)
    assert plain.p_value == pytest.approx(2 * 0.5**9)
    assert published.p_value == pytest.approx(22 * 0.5**10)
    assert (plain.wins_b, published.wins_b) == (0, 0)


@pytest.mark.parametrize("lost", [0, 1, 2])
def test_small_p_values_by_sentence_are_exact(lost):
    """60 sentences of which all, all but one or all but two agree: binomial tails, both ends."""
    net = np.array([1] * (60 - lost) + [-1] * lost)
    wanted = 2 * sum(math.comb(60, k) for k in range(lost + 1)) / 2**60
    assert sign_flip_test(net) == pytest.approx(wanted, rel=1e-12)
