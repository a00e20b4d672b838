"""How much judges differ, and intervals, clusters and tests for judges like these."""

import math

import numpy as np
import pytest
from scipy.special import stdtr

from benchmarks.coverage import Design, simulated
from rankings.analysis.choices import SpeaksFor
from rankings.analysis.expected_wins import expected_wins
from rankings.analysis.head_to_head import compare_systems
from rankings.analysis.judge_variance import variance_of_pairs, variance_of_scores
from rankings.analysis.pair_counts import count_pairs
from rankings.analysis.possible_variances import LARGEST_OF_SHARES, PRIOR_SD, PossibleVariances
from rankings.analysis.ranking import rank_systems
from rankings.formats.columns import Judgments
from rankings.formats.records import JudgedOutput, Judgment
from tests.analysis.published import published_table

FEW = Design("few", 4, 0.3, sentences=12)
EQUAL = np.zeros(6)


def known(value: float | None) -> float:
    assert value is not None
    return value


def by_hand(table):
    """The same statistics with loops over comparisons, as the formulas say."""
    n = len(table.systems)
    rows = [
        (table.judge[r], table.sentence[r], a, b)
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
    for judge, sentence, a, b in rows:
        influence, weight = cells.setdefault((judge, sentence), (np.zeros(n), np.zeros(n)))
        moved = (1 - share[a, b]) / decided[a, b] / (n - 1)
        influence[a] += moved
        influence[b] -= moved
        weight[a] += 1
        weight[b] += 1
    total = decided.sum(axis=1)
    judges, sentences = sorted({j for j, _ in cells}), sorted({s for _, s in cells})
    of = {j: [cells[key] for key in cells if key[0] == j] for j in judges}
    by_sentence = [sum(cells[key][0] for key in cells if key[1] == s) for s in sentences]
    of_sentences = sum(one**2 for one in by_sentence) * len(sentences) / (len(sentences) - 1)
    held = {j: sum(w for _, w in of[j]) / total for j in judges}
    moved = {j: sum(i for i, _ in of[j]) for j in judges}
    mean = {j: moved[j] / np.where(held[j] > 0, held[j], 1) for j in judges}
    zero = np.zeros(n)
    left = {}
    for (j, sentence), (i, w) in cells.items():
        left[j, sentence] = (i - w / total * mean[j]) * math.sqrt(len(of[j]) / (len(of[j]) - 1))
    several = sum(held[j] ** 2 for j in judges)
    # What a judge's influence would be if it were known without the others, who share in the mean.
    noise = sum(
        (sum(((j == k) - held[j]) * left.get((k, s), zero) for k in judges) ** 2).sum()
        for j in judges
        for s in sentences
    )
    scale = sum((held[j] ** 2 * (1 - 2 * held[j] + several)).sum() for j in judges)
    between = max(0.0, (sum((moved[j] ** 2).sum() for j in judges) - noise) / scale)
    weights = {key: w / total for key, (_, w) in cells.items()}
    within = sum(
        (weights.get((j, s), zero) - held[j] * sum(weights.get((k, s), zero) for k in judges)) ** 2
        for j in judges
        for s in sentences
    )
    beyond = several - within
    return of_sentences, between, between * beyond


@pytest.mark.parametrize("seed", range(2))
def test_parts_of_the_variance_are_those_of_the_formulas(seed):
    table = simulated(FEW, EQUAL, np.random.default_rng(seed))
    found = variance_of_scores(table, range(6))
    of_sentences, between, of_judges = by_hand(table)
    assert found.judges == 4
    assert found.between == pytest.approx(between, rel=1e-9, abs=1e-15)
    np.testing.assert_allclose(found.of_sentences, of_sentences, rtol=1e-9)
    np.testing.assert_allclose(found.of_judges, of_judges, rtol=1e-9, atol=1e-15)


def test_the_variance_between_judges_is_found_again():
    """Judges who each judge endless sentences show it directly."""
    rng = np.random.default_rng(5)
    strong = Design("strong", 40, 0.4, 1, sentences=40_000)
    table = simulated(strong, EQUAL, rng)
    of_judge = [expected_wins(count_pairs(table.of_judges([judge])).wins) for judge in table.judges]
    direct = np.var(np.array(of_judge), axis=0, ddof=1).mean()
    designs = (simulated(Design("", 8, 0.4), EQUAL, rng) for _ in range(60))
    few = [known(variance_of_scores(table, range(6)).between) for table in designs]
    assert np.mean(few) == pytest.approx(direct, rel=0.15)


def test_the_same_sentences_for_all_judges_hide_nothing_of_their_variance():
    """What judges see alike cancels between them; taken for chance, it would hide a tenth of it here."""
    rng = np.random.default_rng(11)
    of_judge = [
        expected_wins(count_pairs(simulated(Design("", 1, 0.4, 1, sentences=2000), EQUAL, rng)).wins)
        for _ in range(150)
    ]
    direct = np.var(np.array(of_judge), axis=0, ddof=1).mean()
    crossed = [simulated(Design("", 3, 0.4, 3, sentences=30), EQUAL, rng) for _ in range(400)]
    estimates = [variance_of_scores(table, range(6)) for table in crossed]
    assert np.mean([known(one.between) for one in estimates]) == pytest.approx(direct, rel=0.09)
    scores = np.array([expected_wins(count_pairs(table).wins) for table in crossed])
    assert np.mean([one.total for one in estimates]) == pytest.approx(np.mean((scores - 0.5) ** 2), rel=0.09)


def test_the_published_judges_differ_as_documented(shared):
    table = published_table(shared)
    ranking = rank_systems(table, replicates=200)
    assert (ranking.speaks_for, ranking.judges) == ("judges-like-these", 8)
    assert ranking.judges_sd == pytest.approx(0.0448, abs=5e-5)
    assert ranking.judges_error == pytest.approx(0.0174, abs=5e-5)
    found = variance_of_scores(table, range(13))
    assert np.sqrt(found.total).mean() == pytest.approx(0.0276, abs=5e-5)


def coverage(design, campaigns, seed):
    """By choice the share of intervals that hold one half, and of campaigns with more than one cluster."""
    rng = np.random.default_rng(seed)
    held: dict[SpeaksFor, list[bool]] = {"these-judges": [], "judges-like-these": []}
    apart = dict.fromkeys(held, 0)
    for number in range(campaigns):
        table = simulated(design, EQUAL, rng)
        for speaks_for in held:
            ranking = rank_systems(table, replicates=200, speaks_for=speaks_for, seed=number)
            held[speaks_for] += [
                known(one.score_low) <= 0.5 <= known(one.score_high) for one in ranking.systems
            ]
            apart[speaks_for] += len(ranking.clusters) > 1
    return {speaks_for: (np.mean(held[speaks_for]), apart[speaks_for] / campaigns) for speaks_for in held}


def test_intervals_hold_for_whom_they_speak():
    """Equal systems, three judges who differ strongly: what they prefer says nothing about others."""
    found = coverage(Design("", 3, 0.4, 3, sentences=60), 40, seed=2)
    assert found["these-judges"][0] < 0.7
    assert found["these-judges"][1] > 0.2
    assert 0.88 < found["judges-like-these"][0] < 0.99
    assert found["judges-like-these"][1] <= 0.1


def test_judges_who_rank_once_each_are_a_part_of_their_sentences():
    table = simulated(Design("", 0, 0.0, 1), EQUAL, np.random.default_rng(3))
    both = [
        rank_systems(table, replicates=2000, speaks_for=speaks_for)
        for speaks_for in ("these-judges", "judges-like-these")
    ]
    assert both[1].speaks_for == "judges-like-these"
    assert both[1].judges_sd is None
    for here, there in zip(*(one.systems for one in both), strict=True):
        width = [known(one.score_high) - known(one.score_low) for one in (here, there)]
        assert width[1] == pytest.approx(width[0], rel=0.1)


def rankings(judge, sentences=20):
    """Rankings in which A mostly beats B."""
    return Judgments.of(
        Judgment(
            judge,
            str(number),
            (
                JudgedOutput(("A",), 2 if number % 4 == 0 else 1),
                JudgedOutput(("B",), 1 if number % 4 == 0 else 2),
            ),
        )
        for number in range(sentences)
    )


def test_one_judge_speaks_alone():
    ranking = rank_systems(rankings("ann"), replicates=100)
    assert (ranking.speaks_for, ranking.judges, ranking.judges_sd) == ("these-judges", 1, None)
    assert ranking.for_whom == "for this judge"
    (pair,) = compare_systems(rankings("ann")).pairs
    assert (pair.p_judges, pair.p_judges_holm) == (None, None)


@pytest.mark.parametrize("settings", [{"unit": "pairs"}, {"unit": "rankings"}, {"convention": "EW.pl"}])
def test_published_rules_speak_for_these_judges(settings):
    table = simulated(FEW, EQUAL, np.random.default_rng(1))
    assert rank_systems(table, replicates=50, **settings).speaks_for == "these-judges"


def test_the_test_for_other_judges_is_never_surer_than_that_for_these(shared):
    for pair in compare_systems(published_table(shared)).pairs:
        assert known(pair.p_judges) >= pair.p_sentence
        assert known(pair.p_judges_holm) >= known(pair.p_judges)
    variance = variance_of_pairs(published_table(shared))
    assert variance.of_judges.shape == (78,)


def test_judges_who_disagree_strongly_show_nothing_about_others():
    """Two judges of three always prefer A, one always B: sure for these three, open for others."""
    made = [
        Judgment(judge, f"{judge}{n}", (JudgedOutput((best,), 1), JudgedOutput((worst,), 2)))
        for judge, best, worst in (("a", "A", "B"), ("b", "A", "B"), ("c", "B", "A"))
        for n in range(40)
    ]
    (pair,) = compare_systems(Judgments.of(made)).pairs
    assert pair.p_sentence < 0.001
    assert known(pair.p_judges) > 0.3


def test_the_standard_error_is_that_of_the_score_with_two_judges():
    """What two judges leave open widens intervals; the standard error is by the median of it."""
    judgments = [
        Judgment(
            judge,
            str(n),
            (JudgedOutput(("A",), 1 + (n % 10 < wins)), JudgedOutput(("B",), 1 + (n % 10 >= wins))),
        )
        for n in range(60)
        for judge, wins in (("ann", 4), ("bob", 8))
    ]
    table = Judgments.of(judgments)
    variance = variance_of_scores(table, range(2))
    for one in rank_systems(table, replicates=1000).systems:
        place = table.systems.index(one.system)
        error = math.sqrt(variance.of_sentences[place] + variance.possible.median * variance.beyond[place])
        assert one.score_sd == pytest.approx(error, rel=0.1)
        assert known(one.score_high) - known(one.score_low) > 4 * known(one.score_sd)


def agreeing(wins, sentences=50):
    """Two judges who prefer A equally often, each in other sentences."""
    return Judgments.of(
        Judgment(
            judge,
            str(n),
            (
                JudgedOutput(("A",), 1 + ((n + shift) % 10 >= wins)),
                JudgedOutput(("B",), 1 + ((n + shift) % 10 < wins)),
            ),
        )
        for n in range(sentences)
        for judge, shift in (("ann", 0), ("bob", 5))
    )


def test_two_judges_who_happen_to_agree_are_no_knowledge_of_others():
    """The estimated variance between them is 0; intervals, clusters and tests allow for more."""
    table = agreeing(7)
    assert variance_of_scores(table, range(2)).between == 0
    alone, others = (
        rank_systems(table, replicates=1000, speaks_for=speaks_for)
        for speaks_for in ("these-judges", "judges-like-these")
    )
    assert (len(alone.clusters), len(others.clusters)) == (2, 1)
    widths = [known(one.systems[0].score_high) - known(one.systems[0].score_low) for one in (alone, others)]
    assert widths[1] > 1.5 * widths[0]
    (pair,) = compare_systems(table).pairs
    assert pair.p_sentence < 0.01
    assert known(pair.p_judges) > 0.05


def test_judges_who_rank_once_each_are_as_sure_together_as_their_sentences():
    """Unanimous: nothing varies, and the exact test by sentence knows how sure that is."""
    table = Judgments.of(
        Judgment(f"judge {n}", str(n), (JudgedOutput(("A",), 1), JudgedOutput(("B",), 2))) for n in range(20)
    )
    (pair,) = compare_systems(table).pairs
    assert known(pair.p_judges) < 0.001
    assert len(rank_systems(table, replicates=100).clusters) == 2


def test_possible_variances_are_those_of_the_posterior_distribution():
    """Against draws that are kept when they happen to give what was seen."""
    rng = np.random.default_rng(4)
    for seen, noise, degrees in ((0.001, 0.003, 1), (0.02, 0.002, 2), (0.004, 0.003, 10)):
        found = PossibleVariances.given(seen, noise, degrees, PRIOR_SD)
        assert found.weight.sum() == pytest.approx(1)
        variance = (PRIOR_SD * np.tan(np.pi / 2 * rng.random(600_000))) ** 2
        variance = variance[variance < LARGEST_OF_SHARES]
        again = (variance + noise) * rng.chisquare(degrees, len(variance)) / degrees
        kept = variance[np.abs(np.log(again / seen)) < 0.05]
        assert len(kept) > 1500
        for share in (0.1, 0.5, 0.9):
            assert found.quantile(share) == pytest.approx(np.quantile(kept, share), rel=0.15, abs=2e-5)
        drawn = found.draw(rng, 100_000)
        assert np.quantile(drawn, 0.9) == pytest.approx(float(found.quantile(0.9)), rel=0.03)


def test_a_p_value_is_the_share_of_possible_worlds_that_lie_as_far_away():
    rng = np.random.default_rng(5)
    possible = PossibleVariances.given(0.004, 0.002, 2, PRIOR_SD)
    beyond, degrees, number = 300.0, 40, 1_000_000
    deviations = rng.standard_t(degrees, number) + np.sqrt(
        beyond * possible.draw(rng, number)
    ) * rng.standard_normal(number)
    for away in (0.5, 2.0, 4.0):
        (p,) = possible.p_values(np.array([away]), np.array([beyond]), degrees)
        assert p == pytest.approx(np.mean(np.abs(deviations) >= away), rel=0.03)
    assert possible.p_values(np.zeros(1), np.array([beyond]), degrees)[0] == 1


def test_where_nothing_is_possible_but_none_the_p_value_is_that_of_student():
    (p,) = PossibleVariances.none().p_values(np.array([2.2]), np.zeros(1), 10)
    assert p == pytest.approx(2 * stdtr(10, -2.2))


def preferring(against, sentences=40):
    """Two judges who prefer A, but for some sentences."""
    return Judgments.of(
        Judgment(
            judge,
            str(n),
            (JudgedOutput(("A",), 1 + (n < against)), JudgedOutput(("B",), 1 + (n >= against))),
        )
        for n in range(sentences)
        for judge in ("ann", "bob")
    )


def test_judges_who_never_disagree_are_no_surer_of_others_than_the_exact_test_and_no_less_sure_than_nearly():
    """Where all comparisons agree nothing seems left to chance; two judges still are two judges."""
    p = [known(compare_systems(preferring(against)).pairs[0].p_judges) for against in (0, 1, 4, 12)]
    assert p == sorted(p)
    assert 0.0005 < p[0] < 0.01 < p[3]
    assert len(rank_systems(preferring(0), replicates=100).clusters) == 2


def test_the_line_between_clusters_is_no_surer_of_two_systems_than_their_test():
    """Two systems: a line between them and the test between them ask the same."""
    rng = np.random.default_rng(12)
    for _ in range(25):
        table = simulated(Design("", 2, 0.4, systems=2, spread=0.3), np.array([0.5, -0.5]), rng)
        (pair,) = compare_systems(table).pairs
        if len(rank_systems(table, replicates=100).clusters) > 1:
            assert known(pair.p_judges) < 0.1
        else:
            assert known(pair.p_judges) > 0.01
