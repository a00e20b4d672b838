"""Kappa and its relatives against slow, obvious programs, and where they are undefined."""

from collections import defaultdict
from itertools import combinations
from math import comb
from random import Random

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from rankings.analysis.agreement import agreement
from rankings.formats.columns import Judgments
from tests.analysis.made_up import brute_force_unexpanded, judgments, ranking
from tests.analysis.published import expected_numbers, published_table


def said(made, judge):
    """Comparison -> signs, of one judge."""
    answers = defaultdict(list)
    for one in made:
        if one.judge == judge:
            for a, b, sign in brute_force_unexpanded(one):
                answers[one.sentence, a, b].append(sign)
    return answers


def ids(pair):
    return {pair.judge_a, pair.judge_b}


def brute_force_kappa(made, judge_a, judge_b):
    """Kappa, comparisons, agreeing comparisons; as the definition says."""
    of_a, of_b = said(made, judge_a), said(made, judge_b)
    if judge_a == judge_b:
        compared = [pair for signs in of_a.values() for pair in combinations(signs, 2)]
        single = [sign for signs in of_a.values() if len(signs) > 1 for sign in signs]
    else:
        shared = of_a.keys() & of_b.keys()
        compared = [(x, y) for key in shared for x in of_a[key] for y in of_b[key]]
        single = [sign for key in shared for sign in of_a[key] + of_b[key]]
    if not compared:
        return None, 0, 0
    agreed = sum(x == y for x, y in compared)
    chance = sum((single.count(sign) / len(single)) ** 2 for sign in "<=>")
    kappa = None if chance == 1 else (agreed / len(compared) - chance) / (1 - chance)
    return kappa, len(compared), agreed


@given(judgments(most=25, sentences=2))
def test_kappas_are_those_of_the_definition(made):
    found = agreement(Judgments.of(made), least_comparisons=1, replicates=0)
    weighted, total, shared = 0.0, 0, 0
    for one in found.pairs:
        kappa, compared, agreed = brute_force_kappa(made, one.judge_a, one.judge_b)
        assert (one.comparisons, one.agreed) == (compared, agreed)
        assert one.kappa == pytest.approx(kappa)
        shared += compared if one.judge_a != one.judge_b else 0
        if kappa is not None:
            repeats = any(len(signs) > 1 for judge in ids(one) for signs in said(made, judge).values())
            assert kappa <= 1 + 1e-12
            assert repeats or kappa >= -1 - 1e-12  # repeats count more in P(A) than in P(E)
            if one.judge_a != one.judge_b:
                weighted, total = weighted + compared * kappa, total + compared
    assert found.inter.kappa == pytest.approx(weighted / total if total else None)
    # Where every kappa is undefined, as with ties alone, the comparisons are there all the same.
    assert found.inter.comparisons == (total or shared)


def three_judges_of_some_sentences():
    """Pairs of judges share more in some sentences than in others, so that draws weigh them differently."""
    chance = Random(4)
    made = []
    for sentence in range(3):
        for judge in ("j1", "j2", "j3"):
            shown = "ABCDE"[: chance.randint(2, 5)]
            made.append(ranking(judge, str(sentence), *((name, chance.randint(1, 3)) for name in shown)))
    return made


@given(judgments(most=25, sentences=3), st.integers(1, 6))
@example(three_judges_of_some_sentences(), 1)
@settings(max_examples=25)
def test_intervals_are_percentiles_of_the_mean_over_drawn_sentences(made, least):
    """A sentence that is drawn twice counts twice; judges who share enough in the data stay in the mean."""
    table = Judgments.of(made)
    number, replicates = len(table.sentences), 40
    found = agreement(table, least, replicates=replicates, confidence=0.8, seed=3)
    if number < 2 or found.inter.kappa is None:
        assert (found.inter.low, found.inter.high) == (None, None)
        return
    enough = {(one.judge_a, one.judge_b) for one in found.pairs if one.judge_a != one.judge_b and one.enough}
    means = []
    for drawn in np.random.default_rng(3).integers(0, number, size=(replicates, number)):
        copies = [
            replace(one, sentence=f"{place} {one.sentence}")
            for place, index in enumerate(drawn)
            for one in made
            if one.sentence == table.sentences[index]
        ]
        again = agreement(Judgments.of(copies), 1, replicates=0).pairs
        known = [
            (one.kappa, one.comparisons)
            for one in again
            if (one.judge_a, one.judge_b) in enough and one.kappa is not None
        ]
        if known:
            means.append(sum(kappa * weight for kappa, weight in known) / sum(weight for _, weight in known))
    if not means:
        assert (found.inter.low, found.inter.high) == (None, None)
        return
    low, high = np.quantile(means, [0.1, 0.9])
    if high - low < 1e-9:
        # An interval of no width would look like certainty.
        assert (found.inter.low, found.inter.high) == (None, None)
        return
    assert found.inter.low == pytest.approx(low)
    assert found.inter.high == pytest.approx(high)


@given(judgments(most=25, sentences=2))
@settings(max_examples=30)
def test_repeated_judgments_of_a_judge_count_as_one_in_a_panel(made):
    """Divided between the outcomes that the judge gave; a judge does not agree with himself here."""
    shares = defaultdict(list)
    for judge in sorted({one.judge for one in made}):
        for comparison, signs in said(made, judge).items():
            shares[comparison].append([signs.count(sign) / len(signs) for sign in "<=>"])
    rated = [np.array(panel) for panel in shares.values() if len(panel) > 1]
    measures = {one.name: one.inter.kappa for one in agreement(Judgments.of(made), 1, replicates=0).measures}
    n = sum(len(panel) for panel in rated)
    outcomes = sum((panel.sum(axis=0) for panel in rated), np.zeros(3))
    if np.count_nonzero(outcomes) < 2:
        assert measures["krippendorff"] is None
        return
    agreeing = [
        sum(float(one @ other) for one, other in combinations(panel, 2)) / comb(len(panel), 2)
        for panel in rated
    ]
    observed = sum(share * len(panel) for share, panel in zip(agreeing, rated, strict=True)) / n
    expected = float((outcomes**2 - outcomes).sum()) / (n * (n - 1))
    assert measures["krippendorff"] == pytest.approx(1 - (1 - observed) / (1 - expected))


def test_alternatives_on_the_published_data(shared):
    wanted = expected_numbers(shared)["table2"]["alternatives"]
    measures = {one.name: one for one in agreement(published_table(shared), replicates=0).measures}
    names = {"paper": "script", "symmetric": "symmetrised"}
    for name, key in names.items():
        one = measures[name]
        assert one.inter.kappa == pytest.approx(wanted[f"{key}_inter"], abs=1e-9)
        assert one.intra is not None
        assert one.intra.kappa == pytest.approx(wanted[f"{key}_intra"], abs=1e-9)
    assert measures["cohen"].inter.kappa == pytest.approx(wanted["cohen_own_marginals_inter"], abs=1e-9)


def test_comparisons_of_the_mean_leave_out_judges_who_share_too_few(shared):
    """30,633 comparisons between judges, but only 39 of them between judges 7 and 8: 30,594 in the mean."""
    found = agreement(published_table(shared), replicates=0)
    left_out = [one for one in found.pairs if 0 < one.comparisons < 50]
    assert [(one.judge_a[-1], one.judge_b[-1], one.comparisons) for one in left_out] == [("7", "8", 39)]
    total = expected_numbers(shared)["table2"]["alternatives"]["L_inter"]
    assert found.inter.comparisons == total - 39 == 30_594


def test_intervals_hold_the_value_and_repeat_with_the_seed(shared):
    table = published_table(shared)
    measures = agreement(table, replicates=200, seed=7).measures
    for one in measures:
        for value in (one.inter, one.intra):
            if value is not None:
                low, kappa, high = value.low, value.kappa, value.high
                assert low is not None and kappa is not None and high is not None
                assert low < kappa < high
        assert one.applies.endswith(".")
    assert measures == agreement(table, replicates=200, seed=7).measures
    assert measures != agreement(table, replicates=200, seed=8).measures


@pytest.mark.parametrize(("number", "enough"), [(49, False), (50, True)])
def test_fewer_than_fifty_comparisons_do_not_count_in_the_mean(number, enough):
    made = [ranking(judge, str(s), ("A", 1), ("B", 1 + s % 2)) for judge in "ab" for s in range(number)]
    found = agreement(Judgments.of(made))
    assert found.inter.kappa == (pytest.approx(1.0) if enough else None)
    assert found.inter.comparisons == (number if enough else 0)
    assert found.pair("a", "b").enough == enough
    assert found.pair("a", "b").kappa == pytest.approx(1.0)


def test_agreement_has_no_interval_of_no_width():
    made = [ranking(judge, str(n), ("A", 1), ("B", 2)) for n in range(60) for judge in ("ann", "bob")]
    made += [ranking(judge, str(n), ("A", 2), ("B", 1)) for n in range(60, 90) for judge in ("ann", "bob")]
    found = agreement(Judgments.of(made))
    assert found.inter.kappa == 1.0
    assert (found.inter.low, found.inter.high) == (None, None)
