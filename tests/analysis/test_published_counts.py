"""The numbers of the published evaluation: Table 1, Table 2, the counts behind Table 3."""

import pytest

from rankings.analysis.agreement import agreement
from rankings.analysis.expected_wins import expected_wins, expected_wins_of_winners
from rankings.analysis.judge_statistics import JudgeStatistics, judge_statistics, total_statistics
from rankings.analysis.pair_counts import count_pairs
from tests.analysis.published import expected_numbers, published_table


def judge_number(name: str) -> str:
    return str(int(name.removeprefix("annotator")))


def counts_of(one: JudgeStatistics) -> list[int]:
    return [one.rankings, one.unexpanded, one.unexpanded_ties, one.expanded, one.expanded_ties]


def test_statistics_per_judge_are_table_1(shared):
    judges = judge_statistics(published_table(shared))
    rows = {judge_number(one.judge): counts_of(one) for one in judges}
    rows["Total"] = counts_of(total_statistics(judges))
    assert rows == expected_numbers(shared)["table1"]["rows"]


def test_skipped_and_single_output_rankings_are_told_apart(shared):
    total = total_statistics(judge_statistics(published_table(shared)))
    assert (total.skipped, total.single_output) == (13, 27)


def test_pair_counts_are_those_of_the_scripts(shared):
    counts = count_pairs(published_table(shared))
    place = {name: index for index, name in enumerate(counts.systems)}
    for pair, cell in expected_numbers(shared)["pair_counts"].items():
        a, b = (place[name] for name in pair.split("|"))
        found = (counts.wins[a, b], counts.ties[a, b], counts.wins[b, a])
        assert found == (cell["win_first"], cell["tie"], cell["win_second"]), pair
    assert (counts.total, int(counts.ties.sum()) // 2) == (109098, 59117)


def test_kappas_are_table_2(shared):
    table_2 = expected_numbers(shared)["table2"]
    found = agreement(published_table(shared), replicates=0)
    assert found.inter.kappa == pytest.approx(table_2["inter"], abs=1e-9)
    assert found.intra.kappa == pytest.approx(table_2["intra"], abs=1e-9)
    assert (found.inter.degree, found.intra.degree) == ("weak", "moderate")
    assert (found.inter.low, found.inter.high) == (None, None)


def test_kappas_per_pair_of_judges_are_table_2b(shared):
    found = agreement(published_table(shared), replicates=0)
    by_name = {f"{judge_number(one.judge_a)}-{judge_number(one.judge_b)}": one for one in found.pairs}
    wanted = expected_numbers(shared)["table2"]["pairs"]
    assert by_name.keys() == wanted.keys()
    for name, cell in wanted.items():
        one = by_name[name]
        assert (one.comparisons, one.agreed) == (cell["L"], cell["C"]), name
        assert (one.first_wins, one.ties, one.second_wins) == (cell["lt"], cell["eq"], cell["gt"]), name
        assert (one.kappa or 0.0) == pytest.approx(cell["kappa"], abs=1e-9), name
        if cell["L"]:
            assert one.agreed / one.comparisons == pytest.approx(cell["pa"], abs=1e-9), name
            chance = sum((sign / cell["L2"]) ** 2 for sign in (one.first_wins, one.ties, one.second_wins))
            assert chance == pytest.approx(cell["pe"], abs=1e-9), name
    assert [name for name, one in by_name.items() if not one.enough] == ["7-7", "7-8"]


def test_expected_wins_are_exact(shared):
    table_3b = expected_numbers(shared)["table3b_EW"]
    counts = count_pairs(published_table(shared))
    scores = dict(zip(counts.systems, expected_wins(counts.wins).tolist(), strict=True))
    assert scores == pytest.approx(table_3b["exact"], abs=1e-9)
    assert sorted(scores, key=lambda name: -scores[name]) == table_3b["order"]


def test_expected_wins_per_judge_are_exact_by_formula_and_by_script(shared):
    table = published_table(shared)
    for judge in table.judges:
        wanted = expected_numbers(shared)["table7_per_judge"][judge_number(judge)]
        counts = count_pairs(table.of_judges([judge]))
        by_formula = dict(zip(counts.systems, expected_wins(counts.wins).tolist(), strict=True))
        by_script = dict(zip(counts.systems, expected_wins_of_winners(counts.wins).tolist(), strict=True))
        # The reference takes a pair that was never decided (UFC and INPUT by judge 8) for no win of either.
        opponents = (counts.wins + counts.wins.T > 0).sum(axis=1).tolist()
        with_undecided = {
            name: by_formula[name] * met / (len(opponents) - 1)
            for name, met in zip(counts.systems, opponents, strict=True)
        }
        assert with_undecided == pytest.approx(wanted["exact_formula"], abs=1e-9)
        assert by_script == pytest.approx(wanted["exact_EWpl"], abs=5e-5)  # printed with four decimals
