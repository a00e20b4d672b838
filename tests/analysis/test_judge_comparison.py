"""Judges against each other (Table 6), and rankings by judge."""

import numpy as np
import pytest
from scipy import stats

from rankings.analysis.judge_comparison import compare_judges, rank_by_judge
from rankings.analysis.judgments import JudgmentTable
from rankings.analysis.scoring import METHODS
from tests.analysis.made_up import ranking
from tests.analysis.published import expected_numbers, published_table


def test_correlations_by_the_formula_are_exact(shared):
    wanted = expected_numbers(shared)["table6_interjudge"]["formula_semantics"]
    found = compare_judges(published_table(shared))
    check_matrix(found, wanted["matrix"], 1e-9)
    assert found.spearman_rest == pytest.approx(wanted["rho_vs_rest"], abs=1e-9)
    assert found.pearson_rest == pytest.approx(wanted["r_vs_rest"], abs=1e-9)
    assert found.spearman_average == pytest.approx(wanted["avg_rho"], abs=1e-9)
    assert found.pearson_average == pytest.approx(wanted["avg_r"], abs=1e-9)


def test_correlations_as_published_are_table_6(shared):
    """The script reads scores printed with four decimals; rounded so, they give its Pearson correlations."""
    wanted = expected_numbers(shared)["table6_interjudge"]
    found = compare_judges(published_table(shared), "expected-wins-of-winners")
    check_matrix(found, wanted["matrix_EWpl"], 5e-4)
    assert found.spearman_rest == pytest.approx(wanted["rho_vs_rest"], abs=1e-9)
    assert found.spearman_average == pytest.approx(wanted["avg_rho"], abs=1e-9)
    rounded = np.round(np.array(found.scores, dtype=float), 4)
    for a in range(8):
        for b in range(a):
            r = stats.pearsonr(rounded[a], rounded[b]).statistic
            assert r == pytest.approx(wanted["matrix_EWpl"][a][b], abs=1e-9)


def check_matrix(found, wanted, error):
    """Spearman's above the diagonal, Pearson's below."""
    for a in range(8):
        assert (found.spearman[a][a], found.pearson[a][a]) == (pytest.approx(1), pytest.approx(1))
        for b in range(a + 1, 8):
            assert found.spearman[a][b] == found.spearman[b][a] == pytest.approx(wanted[a][b], abs=1e-9)
            assert found.pearson[b][a] == pytest.approx(wanted[b][a], abs=error)


def test_a_judge_with_too_little_is_said_so():
    made = [ranking("much", str(s), ("A", 1), ("B", 2), ("C", 3)) for s in range(4)]
    made += [ranking("little", "0", ("A", 2), ("B", 1))]
    table = JudgmentTable.from_judgments(made)
    little, much = rank_by_judge(table, replicates=50).judges
    assert not little.systems
    assert "needs at least two" in little.reason
    assert much.systems
    assert [one.system for one in much.systems] == ["A", "B", "C"]
    found = compare_judges(table)
    assert found.scores[0] == (0.0, 0.5, None)
    assert found.spearman[0][1] is None
    assert found.spearman_average is None


@pytest.mark.parametrize(
    "idle",
    [[ranking("idle", "0", skipped=True)], [ranking("idle", str(s), ("A", 1)) for s in range(3)]],
    ids=["only skipped", "saw one system"],
)
def test_a_judge_without_a_comparison_takes_no_ranking_from_the_others(idle):
    made = [ranking("much", str(s), ("A", 1), ("B", 2), ("C", 3)) for s in range(4)]
    table = JudgmentTable.from_judgments([*made, *idle])
    without, much = rank_by_judge(table, replicates=50).judges
    assert not without.systems
    assert "at least two systems" in without.reason
    assert much.systems
    everybody, nobody = rank_by_judge(table, "without", replicates=50).judges
    assert everybody.systems
    assert not nobody.systems


def test_nothing_is_left_without_the_only_judge():
    table = JudgmentTable.from_judgments([ranking("j", str(s), ("A", 1), ("B", 2)) for s in range(4)])
    (one,) = rank_by_judge(table, "without", replicates=50).judges
    assert (one.systems, one.reason) == ((), "A ranking needs at least two systems; the judgments name 0.")


def test_a_setting_out_of_range_is_no_judges_reason():
    table = JudgmentTable.from_judgments([ranking("j", str(s), ("A", 1), ("B", 2)) for s in range(4)])
    with pytest.raises(ValueError, match="confidence has to lie between 0 and 1"):
        rank_by_judge(table, "without", confidence=1.5)


def test_equal_scores_have_no_correlation():
    made = [ranking(judge, str(s), ("A", 1), ("B", 1), ("C", 1)) for judge in "ab" for s in range(3)]
    assert compare_judges(JudgmentTable.from_judgments(made)).pearson[0][1] is None


@pytest.mark.parametrize("method", METHODS)
def test_judges_who_skipped_everything_have_no_correlation(method):
    table = JudgmentTable.from_judgments([ranking(judge, "0", skipped=True) for judge in "ab"])
    found = compare_judges(table, method)
    assert (found.systems, found.scores) == ((), ((), ()))
    assert (found.pearson[0][1], found.spearman_average) == (None, None)


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
    found = compare_judges(JudgmentTable.from_judgments(judgments))
    assert {value for row in (*found.spearman, *found.pearson) for value in row} == {None}
    assert set(found.spearman_rest + found.pearson_rest) == {None}
    assert (found.spearman_average, found.pearson_average) == (None, None)
