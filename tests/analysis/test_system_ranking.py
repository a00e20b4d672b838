"""Rank ranges and clusters on any data, and what becomes of thin, empty or lopsided data."""

import dataclasses
import json
import math
import random
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rankings.analysis.agreement import agreement
from rankings.analysis.choices import FOLD_UNITS
from rankings.analysis.cross_validation import cross_validate
from rankings.analysis.expected_wins import expected_wins
from rankings.analysis.head_to_head import compare_systems
from rankings.analysis.judge_comparison import compare_judges, rank_by_judge
from rankings.analysis.pair_counts import count_pairs
from rankings.analysis.ranges import (
    CLUSTER_RULES,
    cluster_numbers,
    rank_counts,
    rank_ranges,
)
from rankings.analysis.ranking import rank_systems
from rankings.analysis.scoring import TooFewUnitsError, resampler
from rankings.formats.columns import Judgments
from tests.analysis.made_up import judgments, ranking
from tests.analysis.published import expected_numbers, published_judgments, published_table

RANGES = st.lists(st.tuples(st.integers(1, 6), st.integers(1, 6)).map(lambda ends: (min(ends), max(ends))))


def ranked(made, **options):
    table = made if isinstance(made, Judgments) else Judgments.of(made)
    return rank_systems(table, **{"replicates": 60, "unit": "rankings", **options})


@given(judgments(), st.sampled_from(["expected-wins", "bradley-terry"]), st.sampled_from([0.5, 0.9, 0.95]))
@settings(max_examples=40)
def test_ranks_follow_scores_and_lie_in_order(made, method, confidence):
    table = Judgments.of(made, systems=["A", "B"])
    if len(table) < 2 or not count_pairs(table).total:
        return
    found = ranked(table, method=method, confidence=confidence)
    assert sorted(one.system for one in found.systems) == sorted(table.systems)
    for number in range(1, max(one.group or 0 for one in found.systems) + 1):
        group = [one for one in found.systems if one.group == number]
        scores = [-math.inf if one.score is None else round(one.score, 12) for one in group]
        assert scores == sorted(scores, reverse=True)
        for one in group:
            own = -math.inf if one.score is None else round(one.score, 12)
            assert one.rank == 1 + sum(score > own for score in scores)
            assert one.score_low is None or one.score_low < one.score_high
            if found.without_ranges:
                assert (one.rank_low, one.rank_high, one.rank_probabilities) == (None, None, ())
            else:
                assert 1 <= one.rank_low <= one.rank_high <= len(scores)
                assert sum(one.rank_probabilities) == pytest.approx(1)
        # By Expected Wins a system without a decided comparison in a replicate takes no rank there.
        if method == "bradley-terry" and not found.without_ranges:
            per_rank = np.sum([one.rank_probabilities for one in group], axis=0)
            assert per_rank == pytest.approx(np.ones(len(scores)))
    clusters = [one.cluster for one in found.systems if one.cluster is not None]
    assert clusters[0] == 1
    assert all(step in (0, 1) for step in np.diff(clusters))


@pytest.mark.parametrize("method", ["expected-wins", "trueskill", "bradley-terry"])
@pytest.mark.parametrize("unit", ["pairs", "sentences"])
def test_the_order_of_the_published_rankings_moves_no_bit(shared, method, unit):
    table = published_table(shared)
    shuffled = list(published_judgments(shared))
    random.Random(5).shuffle(shuffled)
    again = Judgments.of(shuffled)
    few = {"method": method, "unit": unit, "replicates": 3}
    assert as_json(ranked(table, **few)) == as_json(ranked(again, **few))


def test_the_order_of_the_published_rankings_moves_nothing_else_either(shared):
    table = published_table(shared)
    shuffled = list(published_judgments(shared))
    random.Random(6).shuffle(shuffled)
    again = Judgments.of(shuffled)
    answers: list[Callable[[Judgments], object]] = [
        lambda judgments: agreement(judgments, replicates=20),
        compare_systems,
        compare_judges,
        lambda judgments: rank_by_judge(judgments, replicates=20),
        *(
            lambda judgments, unit=unit: cross_validate(judgments, ["expected-wins"], 5, 5, unit=unit)
            for unit in FOLD_UNITS
        ),
    ]
    for answer in answers:
        assert as_json(answer(table)) == as_json(answer(again))


def as_json(result) -> str:
    """Every figure to the last bit."""
    parts = result if isinstance(result, tuple) else (result,)
    return json.dumps([dataclasses.asdict(one) for one in parts])


def test_per_judge_rankings_of_the_script_are_table_7(shared):
    """Every end of a rank range is that of the large-replicate limit, or within error of the cut at 0.05."""
    table = published_table(shared)
    for judge in table.judges:
        limit = expected_numbers(shared)["table7_per_judge"][str(int(judge.removeprefix("annotator")))]
        found = rank_systems(
            table.of_judges([judge]),
            "expected-wins-of-winners",
            replicates=4000,
            unit="pairs",
            confidence=0.9,
            convention="EW.pl",
        )
        for one in found.systems:
            low, high = limit["limit_ranges"]["lo"][one.system], limit["limit_ranges"]["hi"][one.system]
            taken = np.cumsum(one.rank_probabilities)
            error = 4 * np.sqrt(0.05 * 0.95 / 4000)
            assert one.rank_low == low or abs(taken[min(one.rank_low, low) - 1] - 0.05) < error
            assert one.rank_high == high or abs(1 - taken[min(one.rank_high, high) - 1] - 0.05) < error
            assert abs(one.rank_low - low) <= 1
            assert abs(one.rank_high - high) <= 1


def test_all_ties_are_one_cluster_without_ranges():
    found = ranked([ranking("j", str(s), ("A", 1), ("B", 1), ("C", 1)) for s in range(4)])
    places = [(one.score, one.rank, one.rank_low, one.rank_high) for one in found.systems]
    assert places == [(None, 1, None, None)] * 3
    assert [len(cluster) for cluster in found.clusters] == [3]
    assert found.notes[0].startswith("No comparison was decided")


@pytest.mark.parametrize("convention", ["standard", "cluster.py", "EW.pl"])
def test_nobody_who_wins_has_no_score_by_the_script_but_a_place(convention):
    made = [ranking("j", str(s), ("A", 1), ("B", 1), ("C", 1)) for s in range(4)]
    found = ranked(made, method="expected-wins-of-winners", convention=convention)
    assert {one.system for one in found.systems} == {"A", "B", "C"}
    for one in found.systems:
        assert [one.score, one.score_low, one.score_high, one.score_sd] == [None] * 4
        assert [one.mass_low, one.mass_high] == [None] * 2
        assert (one.rank, one.rank_low, one.rank_high, one.cluster) == (1, None, None, 1)


def test_the_mean_over_replicates_is_over_those_that_a_system_takes_part_in():
    made = [ranking("j", str(s), ("A", 1), ("B", 1 if s else 2)) for s in range(6)]
    found = ranked(made, method="expected-wins-of-winners", convention="cluster.py")
    scores = {one.system: one.score for one in found.systems}
    assert scores["A"] == 1.0  # in every replicate that holds the one win
    assert scores["B"] is None


@pytest.mark.parametrize("unit", ["judges", "sentences"])
def test_a_single_unit_is_refused(unit):
    with pytest.raises(TooFewUnitsError, match=r"needs at least two of them; there is 1"):
        ranked([ranking("j", "0", ("A", 1), ("B", 2))], unit=unit)


def test_intervals_and_shares_at_the_ends_are_those_of_the_replicates(shared):
    table = published_table(shared)
    found = rank_systems(table, replicates=300, confidence=0.8, seed=4, unit="rankings")
    scores = np.concatenate([expected_wins(one.wins) for one in resampler(table, "rankings").batches(300, 4)])
    low, high = np.quantile(scores, [0.1, 0.9], axis=0, method="weibull")
    for one in found.systems:
        place = table.systems.index(one.system)
        assert one.score_low == pytest.approx(low[place], abs=1e-12)
        assert one.score_high == pytest.approx(high[place], abs=1e-12)
        assert one.rank_low is not None and one.rank_high is not None
        assert one.mass_low == pytest.approx(sum(one.rank_probabilities[: one.rank_low]))
        assert one.mass_high == pytest.approx(sum(one.rank_probabilities[one.rank_high - 1 :]))


def test_drawing_judges_and_sentences_counts_every_ranking_once_on_average(shared):
    """The weight of a ranking is the product of two independent counts with mean 1."""
    table = published_table(shared)
    draws = resampler(table, "judges-and-sentences").batches(4010, 1)
    wins = np.concatenate([one.wins.sum(axis=(1, 2)) for one in draws])
    assert len(wins) == 4010, "no batch is longer than what is left"
    error = wins.std() / np.sqrt(len(wins))
    assert abs(wins.mean() - count_pairs(table).wins.sum()) < 4 * error < 0.02 * wins.mean()


@given(RANGES)
def test_cluster_rules_are_their_definitions(ranges):
    for rule in CLUSTER_RULES:
        numbers = cluster_numbers(ranges, rule)
        for k in range(1, len(ranges)):
            starts = {
                "overlap": all(a[1] < b[0] for a in ranges[:k] for b in ranges[k:]),
                "cluster.py": all(ranges[k - 1][1] < b[0] for b in ranges[k:]),
                "EW.pl": ranges[k - 1][1] < ranges[k][0],
            }[rule]
            assert (numbers[k] != numbers[k - 1]) == starts


@given(
    st.lists(st.lists(st.integers(0, 3), min_size=4, max_size=4), min_size=1, max_size=30),
    st.integers(0, 10),
)
def test_rank_ranges_cut_sorted_ranks(rows, cut):
    scores = np.array(rows, dtype=float) + np.arange(4) * 1e-3
    ranks = np.sort((scores[:, None, :] > scores[:, :, None]).sum(axis=2) + 1, axis=0)
    cut = min(cut, (len(rows) - 1) // 2)
    found = rank_ranges(rank_counts(scores), cut)
    assert found == [(ranks[cut, i], ranks[len(rows) - 1 - cut, i]) for i in range(4)]


def test_equal_scores_share_ranks_or_go_by_name():
    scores = np.array([[0.5, 0.5, 0.1], [0.5, 0.1 + 0.2, 0.3]])
    assert rank_counts(scores).tolist() == [[1.5, 0.5, 0.0], [0.5, 1.0, 0.5], [0.0, 0.5, 1.5]]
    assert rank_counts(scores, "by-name").tolist() == [[1, 1, 0], [1, 0, 1], [0, 1, 1]]
