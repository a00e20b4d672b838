"""How much judges differ, and intervals, clusters and tests for judges like these."""

import numpy as np
import pytest

from benchmarks.coverage import Design, simulated
from rankings.analysis.head_to_head import compare_systems
from rankings.analysis.ranking import rank_systems
from rankings.analysis.variance_parts import variance_of_scores
from rankings.formats.columns import Judgments
from rankings.formats.records import JudgedOutput, Judgment
from tests.analysis.made_up import ranking
from tests.analysis.published import published_table

EQUAL = np.zeros(6)


def known(value: float | None) -> float:
    assert value is not None
    return value


def by_hand(table, unit):
    """The same statistics with loops over comparisons, as the formulas say."""
    n = len(table.systems)
    of_row = table.sentence if unit == "sentences" else table.document
    rows = [
        (table.judge[r], of_row[r], a, b)
        for r in range(len(table))
        for a in range(n)
        for b in range(n)
        if table.covered[r, a] and table.covered[r, b] and table.ranks[r, a] < table.ranks[r, b]
    ]
    won = np.zeros((n, n))
    for _, _, a, b in rows:
        won[a, b] += 1
    decided = won + won.T
    share = won / np.where(decided, decided, 1)
    cells: dict = {}
    for judge, unit_of, a, b in rows:
        influence, weight = cells.setdefault((judge, unit_of), (np.zeros(n), np.zeros(n)))
        moved = (1 - share[a, b]) / decided[a, b] / (n - 1)
        influence[a] += moved
        influence[b] -= moved
        weight[a] += 1
        weight[b] += 1
    total = decided.sum(axis=1)
    judges, units = sorted({j for j, _ in cells}), sorted({s for _, s in cells})
    by_unit = {s: sum(cells[key][0] for key in cells if key[1] == s) for s in units}
    share_of = {s: sum(cells[key][1] for key in cells if key[1] == s) / total for s in units}
    of_units = sum(by_unit[s] ** 2 / (1 - share_of[s]) for s in units)
    # Bell and McCaffrey: the trace of a matrix, squared, over the trace of its square.
    root = {s: np.sqrt(1 - share_of[s]) for s in units}
    matrix = np.array(
        [
            [((s == r) * share_of[s] - share_of[s] * share_of[r]) / root[s] / root[r] for s in units]
            for r in units
        ]
    )
    degrees = np.einsum("ssk->k", matrix) ** 2 / (matrix**2).sum(axis=(0, 1))
    held = {j: sum(cells[key][1] for key in cells if key[0] == j) / total for j in judges}
    moved = {j: sum(cells[key][0] for key in cells if key[0] == j) for j in judges}
    several = sum(held[j] ** 2 for j in judges)
    matrix = np.array(
        [[held[j] * held[k] * ((j == k) - held[j] - held[k] + several) for j in judges] for k in judges]
    )
    freedom = np.einsum("jjk->k", matrix) ** 2 / (matrix**2).sum(axis=(0, 1))
    left = {
        (j, s): (i - w / total / held[j] * moved[j]) / np.sqrt(np.maximum(0.05, 1 - w / total / held[j]))
        for (j, s), (i, w) in cells.items()
    }
    # What a judge's influence would be if it were known without the others, who share in the mean.
    zero = np.zeros(n)
    noise = sum(
        sum(((j == k) - held[j]) * left.get((k, s), zero) for k in judges) ** 2 for j in judges for s in units
    )
    scale = sum(held[j] ** 2 * (1 - 2 * held[j] + several) for j in judges)
    weights = {key: w / total for key, (_, w) in cells.items()}
    within = sum(
        (weights.get((j, s), zero) - held[j] * sum(weights.get((k, s), zero) for k in judges)) ** 2
        for j in judges
        for s in units
    )
    seen = sum(moved[j] ** 2 for j in judges) / scale
    return of_units, degrees, seen, noise / scale, freedom, several - within


@pytest.mark.parametrize("unit", ["sentences", "documents"])
def test_parts_of_the_variance_are_those_of_the_formulas(unit):
    design = Design("few", 4, 0.3, sentences=30, documents=5, alike=0.2, uneven=0.5)
    table = simulated(design, EQUAL, np.random.default_rng(1))
    found = variance_of_scores(table, range(6), unit)
    of_units, degrees, seen, noise, freedom, beyond = by_hand(table, unit)
    assert (found.judges, found.units) == (4, 30 if unit == "sentences" else 5)
    np.testing.assert_allclose(found.of_units, of_units, rtol=1e-9)
    np.testing.assert_allclose(found.degrees, degrees, rtol=1e-9)
    np.testing.assert_allclose(found.seen, seen, rtol=1e-9)
    np.testing.assert_allclose(found.noise, noise, rtol=1e-9)
    np.testing.assert_allclose(found.freedom, freedom, rtol=1e-9)
    np.testing.assert_allclose(found.beyond, beyond, rtol=1e-9)


def test_the_published_judges_differ_as_documented(shared):
    table = published_table(shared)
    ranking = rank_systems(table, replicates=200)
    assert (ranking.speaks_for, ranking.judges, ranking.unit) == ("judges-like-these", 8, "sentences")
    assert ranking.judges_sd == pytest.approx(0.0486, abs=5e-5)
    assert ranking.judges_error == pytest.approx(0.0189, abs=5e-5)
    found = variance_of_scores(table, range(13))
    assert np.sqrt(found.total).mean() == pytest.approx(0.0282, abs=5e-5)


def test_sets_of_ranks_find_the_best_by_every_method():
    design = Design("far apart", 8, 0.09, sentences=300, spread=1.0)
    table = simulated(design, np.array([2.0, 1.9, 0.0, -1.0, -2.0, -3.0]), np.random.default_rng(1))
    for method in ("expected-wins", "bradley-terry"):
        found = rank_systems(table, method, replicates=200)
        sets = {one.system: (one.set_low, one.set_high) for one in found.systems}
        assert sets == {"A": (1, 2), "B": (1, 2), "C": (3, 3), "D": (4, 4), "E": (5, 5), "F": (6, 6)}
        assert found.may_be_best == ("A", "B")


def test_fewer_than_five_judges_speak_for_themselves():
    """Four may all be of one school, and no interval of theirs would hold for others."""
    for judges, speaks_for in ((1, "these-judges"), (4, "these-judges"), (5, "judges-like-these")):
        table = simulated(Design("", judges, 0.3, 1, spread=0.3), EQUAL, np.random.default_rng(1))
        ranking = rank_systems(table, replicates=100, speaks_for="judges-like-these")
        assert (ranking.speaks_for, ranking.judges) == (speaks_for, judges)
        assert (len(ranking.notes) > 0) == (judges > 1)
        assert all((pair.p_judges is None) == (judges < 5) for pair in compare_systems(table).pairs)


def test_ranking_and_head_to_head_count_the_same_judges():
    """The sixth judge calls everything tied, which speaks for nobody."""
    made = [ranking(f"j{s % 5}", str(s), ("A", 1), ("B", 2)) for s in range(10)]
    made.append(ranking("j6", "10", ("A", 1), ("B", 1)))
    table = Judgments.of(made)
    duels, ranked = compare_systems(table), rank_systems(table, replicates=60)
    assert (duels.judges, duels.speaks_for) == (ranked.judges, ranked.speaks_for) == (5, "judges-like-these")


def test_the_test_for_other_judges_is_never_surer_than_that_for_these(shared):
    for pair in compare_systems(published_table(shared)).pairs:
        assert known(pair.p_judges) >= pair.p_sentence
        assert known(pair.p_judges_holm) >= known(pair.p_judges)


def of_five(best):
    """Five judges of forty sentences each, each with a favourite of two systems in so many of them."""
    return Judgments.of(
        Judgment(
            f"judge{number}",
            f"{number}-{n}",
            (JudgedOutput(("A",), 1 + (n >= wins)), JudgedOutput(("B",), 1 + (n < wins))),
        )
        for number, wins in enumerate(best)
        for n in range(40)
    )


def test_judges_who_disagree_show_nothing_about_others_and_those_who_agree_do():
    (disagree,) = compare_systems(of_five([40, 40, 40, 0, 0])).pairs
    assert disagree.p_sentence < 0.01
    assert known(disagree.p_judges) > 0.3
    p = [known(compare_systems(of_five([wins] * 5)).pairs[0].p_judges) for wins in (40, 38, 30, 22)]
    assert p == sorted(p)
    assert p[1] < 0.01 < p[3]
    assert len(rank_systems(of_five([40] * 5), replicates=100).clusters) == 2
