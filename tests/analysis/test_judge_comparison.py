"""Judges against each other (Table 6), and rankings by judge."""

import pytest

from rankings.analysis.judge_comparison import compare_judges, rank_by_judge
from rankings.formats.columns import Judgments
from tests.analysis.made_up import ranking
from tests.analysis.published import expected_numbers, published_table


def test_a_judge_with_too_little_is_said_so():
    made = [ranking("much", str(s), ("A", 1), ("B", 2), ("C", 3)) for s in range(4)]
    made += [ranking("little", "0", ("A", 2), ("B", 1))]
    table = Judgments.of(made)
    little, much = rank_by_judge(table, replicates=50).judges
    assert not little.systems
    assert "needs at least two" in little.reason
    assert much.systems
    assert [one.system for one in much.systems] == ["A", "B", "C"]
    found = compare_judges(table)
    assert found.scores[0] == (0.0, 1.0, None)
    assert found.spearman[0][1] is None
    assert found.spearman_average is None


def test_rankings_without_a_judge_are_those_of_the_others(shared):
    table = published_table(shared)
    seen: list[float] = []
    for one in rank_by_judge(table, "without", replicates=50, progress=seen.append).judges:
        wanted = expected_numbers(shared)["leave_one_judge_out"][
            str(int(one.judge.removeprefix("annotator")))
        ]
        scores = {system.system: system.score for system in one.systems}
        assert scores == pytest.approx(wanted["exact"], abs=1e-9)
    assert seen[-1] == 1.0


def test_scores_of_systems_that_no_comparison_links_have_no_correlation():
    groups = (("A", "B", "C"), ("X", "Y", "Z"))
    judgments = [
        ranking(
            judge, str(sentence), *((name, place) for place, name in enumerate(groups[sentence % 2], start=1))
        )
        for judge in "ab"
        for sentence in range(8)
    ]
    found = compare_judges(Judgments.of(judgments))
    assert {value for row in (*found.spearman, *found.pearson) for value in row} == {None}
    assert set(found.spearman_rest + found.pearson_rest) == {None}
    assert (found.spearman_average, found.pearson_average) == (None, None)
