"""Resampled rankings of the published evaluation against the original scripts and their limits."""

import numpy as np
import pytest
from scipy import stats

from rankings.analysis.choices import BOOTSTRAP_UNITS, BY_JUDGES, BootstrapUnit, SpeaksFor
from rankings.analysis.expected_wins import expected_wins
from rankings.analysis.ranking import SystemRanking, rank_systems
from rankings.analysis.scoring import resampler
from tests.analysis.published import expected_numbers, published_table

# Bounds that a correct program misses with one seed in 10,000, over all 13 systems by Bonferroni; and the
# seed is fixed on top of that.
ONCE_IN = 1e-4


@pytest.fixture(scope="module")
def replicated(shared) -> tuple[tuple[str, ...], np.ndarray]:
    table = published_table(shared)
    batches = resampler(table, "pairs").batches(4000, 11)
    return table.systems, np.concatenate([expected_wins(batch.wins) for batch in batches])


def test_bootstrap_means_and_deviations_are_those_of_the_scripts(shared, replicated):
    """Within Monte Carlo error."""
    systems, scores = replicated
    limit = expected_numbers(shared)["table3b_EW"]["limit_1e6"]
    error = np.array([limit["sd"][name] for name in systems]) * np.sqrt(1 / len(scores) + 1 / limit["B"])
    z = (scores.mean(axis=0) - np.array([limit["mean"][name] for name in systems])) / error
    tail = ONCE_IN / 2 / len(systems)
    assert np.abs(z).max() < stats.norm.isf(tail)
    ratio = scores.var(axis=0, ddof=1) / np.array([limit["sd"][name] ** 2 for name in systems])
    degrees = len(scores) - 1
    assert ratio.min() > stats.chi2.ppf(tail, degrees) / degrees
    assert ratio.max() < stats.chi2.isf(tail, degrees) / degrees


@pytest.mark.parametrize("convention", ["standard", "cluster.py"])
def test_rank_ranges_and_clusters_are_the_large_replicate_limits(shared, convention):
    """All ends are clear of the cut but two: SJTU's lower end has 0.0266 and INPUT's 0.0251 beyond it, of
    0.025.

    The error of such a share is 0.0007 here, so SJTU is decided and INPUT stays a coin flip.
    """
    limit = expected_numbers(shared)["table3b_EW"]["limit_1e6"]
    ranking = rank_systems(published_table(shared), replicates=50_000, unit="pairs", convention=convention)
    for one in ranking.systems:
        low = {9, 10} if one.system == "INPUT" else {limit["lo"][one.system]}
        assert (one.rank_low in low, one.rank_high) == (True, limit["hi"][one.system]), one.system
        wanted = np.array(limit["rankdist"][one.system])
        error = np.sqrt(wanted * (1 - wanted) * (1 / 50_000 + 1 / limit["B"])) + 1e-5
        assert np.abs(np.array(one.rank_probabilities) - wanted).max() < 5 * error.max(), one.system
    assert [list(cluster) for cluster in ranking.clusters] == [
        ["AMU"],
        ["RAC", "CAMB", "CUUI", "POST"],
        ["UFC", "PKU", "UMC", "IITB", "SJTU", "INPUT", "NTHU"],
        ["IPN"],
    ]


def test_exact_scores_round_to_every_score_of_table_3b(shared):
    printed = {one["system"]: one["score"] for one in expected_numbers(shared)["table3b_EW"]["paper"]}
    found = rank_systems(published_table(shared), replicates=2)
    assert {one.system: round(one.score or 0, 3) for one in found.systems} == printed


def test_scores_are_those_of_the_data_unless_the_published_convention_asks_for_means(shared):
    exact = expected_numbers(shared)["table3b_EW"]["exact"]
    table = published_table(shared)
    standard = rank_systems(table, unit="pairs")
    assert {one.system: one.score for one in standard.systems} == pytest.approx(exact, abs=1e-9)
    published = rank_systems(table, unit="pairs", convention="cluster.py")
    assert {one.system: one.score for one in published.systems} == pytest.approx(exact, abs=1e-3)
    assert {one.system: one.score for one in published.systems} != pytest.approx(exact, abs=1e-9)


@pytest.mark.parametrize(
    ("unit", "name", "units"),
    [
        ("pairs", "pairs (expanded)", 109_098),
        ("rankings", "rankings", 2319),
        ("sentences", "sentences (src-id)", 663),
        ("judges", "judges", 8),
        ("judge-sentences", "judge x sentence", 2026),
        ("judges-and-sentences", "pigeonhole judge*sentence", 8),
    ],
)
def test_whole_units_give_the_wider_errors_of_the_reference(shared, unit, name, units):
    """The standard error of a standard deviation is about sd / sqrt(2 B); both sides have at least 4,000.

    Ends of rank ranges are those of the reference, or too close to the cut to be sure.
    """
    wanted = expected_numbers(shared)["bootstrap_units"][name]
    alone: SpeaksFor | None = None if unit in BY_JUDGES else "these-judges"
    ranking = rank_systems(published_table(shared), unit=unit, replicates=4000, speaks_for=alone)
    assert (ranking.unit, ranking.units) == (unit, units)
    assert len(ranking.clusters) == wanted.get("clusters", 2)
    for one in ranking.systems:
        assert one.score_sd == pytest.approx(wanted["sd"][one.system], rel=5 * np.sqrt(2 / (2 * 4000)))
        check_ends(one, wanted["lo"][one.system], wanted["hi"][one.system], 4000)


def check_ends(one, low, high, replicates):
    """The ends of a range at 0.95, off by one only where the mass beyond is within four errors of the cut."""
    error = 4 * np.sqrt(0.025 * 0.975 / replicates)
    up_to = np.cumsum(one.rank_probabilities)
    if one.rank_low != low:
        assert abs(one.rank_low - low) == 1, one.system
        assert abs(up_to[min(one.rank_low, low) - 1] - 0.025) < error, one.system
    if one.rank_high != high:
        assert abs(one.rank_high - high) == 1, one.system
        assert abs(1 - up_to[min(one.rank_high, high) - 1] - 0.025) < error, one.system


def test_rankings_with_and_without_each_judge_are_those_that_the_script_prints(shared):
    table = published_table(shared)
    numbers = expected_numbers(shared)
    printed = {"": numbers["table3b_EW"]["EW_pl_output"]}
    for judge in table.judges:
        number = str(int(judge.removeprefix("annotator")))
        printed[judge] = numbers["leave_one_judge_out"][number]["EW_pl_output"]
    for judge, lines in printed.items():
        ranking = rank_systems(
            table.without_judges([judge]) if judge else table,
            "expected-wins-of-winners",
            unit="pairs",
            convention="EW.pl",
            replicates=4000,
        )
        assert [one.system for one in ranking.systems] == [line["system"] for line in lines]
        for one, line in zip(ranking.systems, lines, strict=True):
            assert (round(one.score or 0, 4), one.cluster) == (line["score"], line["cluster"]), one.system
            check_ends(one, line["lo"], line["hi"], 1000)


def test_same_seed_same_ranking_and_another_seed_another(shared):
    table = published_table(shared)

    def made(seed: int, unit: BootstrapUnit) -> SystemRanking:
        return rank_systems(table, replicates=120, seed=seed, unit=unit)

    for unit in BOOTSTRAP_UNITS:
        assert made(5, unit) == made(5, unit)
        assert made(5, unit) != made(6, unit)
