"""A certificate says of each interval what simulation with known truth says."""

import dataclasses

import numpy as np
import pytest

from benchmarks.statistics_coverage import Design, simulated
from rankings.analysis import certificate, simulated_design
from rankings.analysis.bootstrap import TooFewJudgmentsError
from rankings.analysis.certificate import certify
from rankings.analysis.certificate_campaigns import Interval, KeptRanking
from rankings.analysis.certificate_tally import Tally
from rankings.analysis.judge_variance import variance_of_scores
from rankings.analysis.judgments import JudgmentTable
from rankings.analysis.system_ranking import rank_systems
from rankings.formats.json_form import from_json, to_json
from rankings.formats.records import JudgedOutput, Judgment
from tests.analysis.published import published_table

APART = 0.35 * np.linspace(1.3, -1.3, 6)
STRONG = Design("", 5, 0.5, 5, sentences=50)


@pytest.fixture(scope="module")
def strong():
    """Five judges who differ strongly and all rank everything."""
    return certify(simulated(STRONG, APART, np.random.default_rng(3)), campaigns=25, seed=5)


def test_intervals_for_these_judges_do_not_hold_for_others(strong):
    by_kind = {(one.unit, one.speaks_for): one for one in strong.intervals}
    alone, others = by_kind["sentences", "these-judges"], by_kind["sentences", "judges-like-these"]
    assert alone.these_judges > 0.88
    assert alone.judges_like_these < 0.7
    assert alone.false_clusters > 0.2
    assert alone.false_after_holm is not None and alone.false_after_holm > 0.5
    assert others.judges_like_these > 0.85
    assert others.false_clusters <= 0.1
    assert others.false_after_holm is not None and others.false_after_holm <= 0.15
    assert others.width > 1.5 * alone.width
    assert by_kind["pairs", "these-judges"].these_judges < alone.these_judges
    assert others.claimed == others.judges_like_these
    assert alone.claimed == alone.these_judges


def test_clusters_and_tests_are_held_to_those_for_whom_they_speak(strong):
    """Five judges see differences that others do not: an error for others, none for these."""
    by_kind = {(one.unit, one.speaks_for): one for one in strong.intervals}
    alone, others = by_kind["sentences", "these-judges"], by_kind["sentences", "judges-like-these"]
    assert alone.wrong_clusters <= 0.08 < alone.false_clusters
    assert alone.wrong_pairs < 0.025 < alone.false_pairs
    assert strong.too_often(alone) == ()
    assert strong.holds(alone)
    assert strong.too_often(others) == ()
    claimed_for_others = dataclasses.replace(alone, speaks_for="judges-like-these")
    assert strong.too_often(claimed_for_others) == ("clusters", "pairs", "after Holm")
    assert not strong.holds(claimed_for_others)
    assert not strong.holds(by_kind["pairs", "these-judges"])


@pytest.mark.parametrize(
    ("share", "campaigns", "too_often"),
    [
        (0.1, 50, False),
        (0.12, 50, False),
        (0.14, 50, True),
        (0.07, 300, False),
        (0.09, 300, True),
        (0.5, 2, False),
    ],
)
def test_the_error_of_the_simulation_is_considered(strong, share, campaigns, too_often):
    """At a rate of 0.05, 7 or more of 50 campaigns have a false cluster once in 80 times, 6 once in 26."""
    made = dataclasses.replace(strong, campaigns=campaigns)
    one = dataclasses.replace(strong.intervals[0], false_clusters=share)
    assert ("clusters" in made.too_often(one)) is too_often


def test_intervals_that_are_not_given_neither_hold_nor_fail():
    """Five sentences are too few for any interval."""
    table = simulated(Design("", 4, 0.1, sentences=5), APART, np.random.default_rng(3))
    made = certify(table, campaigns=2, replicates=20)
    for one in made.intervals:
        if one.unit in ("pairs", "rankings"):
            continue
        assert (one.these_judges, one.judges_like_these, one.width) == (None, None, None)
        assert (one.without, one.missing) == (2, 1.0)
        assert made.verdict(one) == "claims nothing"
        assert not made.holds(one)
    assert from_json(type(made), to_json(made)) == made


def test_coverage_counts_the_given_intervals_alone(strong):
    tally = Tally(("sentences", "these-judges"))
    table = simulated(Design("", 4, 0.1, sentences=30), APART, np.random.default_rng(3))
    ranking = rank_systems(table, replicates=50, speaks_for="these-judges")
    place = {name: number for number, name in enumerate(table.systems)}
    truth = np.array([{one.system: one.score for one in ranking.systems}[name] for name in table.systems])
    first, *rest = ranking.systems
    given = [Interval(place[one.system], one.score_low, one.score_high) for one in rest]
    tally.add([Interval(place[first.system], None, None), *given], truth, truth)
    tally.add([Interval(number, None, None) for number in place.values()], truth, truth)
    assert len(tally.held) == len(rest)
    widths = [(one.score_high or 0) - (one.score_low or 0) for one in rest]
    assert [width for *held, width in tally.held if all(held)] == pytest.approx(widths)
    tally.clusters.append((False, False))
    counted = tally.result()
    assert (counted.these_judges, counted.without) == (1.0, 1)
    assert counted.missing == pytest.approx(7 / 12)


def test_the_same_seed_gives_the_same_certificate(strong):
    table = simulated(Design("", 4, 0.2, sentences=20), APART, np.random.default_rng(3))
    assert certify(table, campaigns=2, seed=9) == certify(table, campaigns=2, seed=9)
    assert from_json(type(strong), to_json(strong)) == strong


@pytest.mark.parametrize("systems", [2, 5])
@pytest.mark.parametrize("kind", certificate.KINDS)
@pytest.mark.parametrize("confidence", [0.6, 0.95])
def test_a_kept_ranking_says_what_the_ranking_says(systems, kind, confidence):
    apart = 0.6 * np.linspace(1.3, -1.3, systems)
    table = simulated(Design("", 7, 0.3, sentences=25, systems=systems), apart, np.random.default_rng(4))
    unit, speaks_for = kind
    made = rank_systems(table, replicates=80, unit=unit, speaks_for=speaks_for, confidence=confidence, seed=6)
    intervals, clusters = (
        KeptRanking.of(table, kind, replicates=80, seed=6, for_clusters=one) for one in (False, True)
    )
    assert [(table.systems[number], low, high) for number, low, high in intervals.intervals(confidence)] == [
        (one.system, one.score_low, one.score_high) for one in made.systems
    ]
    named = tuple(tuple(table.systems[number] for number in one) for one in clusters.clusters(confidence))
    assert named == made.clusters


def test_parts_of_the_model_are_found_again():
    """Quality varies by 1 around a system: 0.75 squared of it is seen alike, levels are 1.08 wide."""
    table = simulated(Design("", 30, 0.4, sentences=3000), APART, np.random.default_rng(6))
    found = certificate._estimated(simulated_design.Design.of(table))
    model, strengths = found.model, found.strengths
    assert model.agreed_known
    assert model.judges == pytest.approx(0.4, rel=0.2)
    assert strengths == pytest.approx(APART, abs=0.2)
    assert np.corrcoef(strengths, APART)[0, 1] > 0.95
    # Judges who differ are a part of how far outputs lie apart, which the model counts to the level.
    assert model.level == pytest.approx(1.08 / (1 + 0.4**2 + APART.var()) ** 0.5, rel=0.1)
    assert model.agreed == pytest.approx((0.75**2 + APART.var()) / (1 + 0.4**2 + APART.var()), abs=0.1)


def test_simulated_campaigns_are_like_the_published_one(shared):
    """Where outputs are shared, as in 2015, judges and systems vary as much in simulation as in the data."""
    table = published_table(shared)
    design = simulated_design.Design.of(table)
    found = certificate._estimated(design)
    model, strengths = found.model, found.strengths
    rng = np.random.default_rng(8)
    made = [design.judged(model, strengths, rng).table for _ in range(6)]
    of_data = variance_of_scores(table, range(13))
    simulated_ones = [variance_of_scores(one, range(13)) for one in made]
    errors = np.mean([np.sqrt(one.of_sentences).mean() for one in simulated_ones])
    assert errors == pytest.approx(np.sqrt(of_data.of_sentences).mean(), rel=0.1)
    assert np.mean([one.between for one in simulated_ones if one.between is not None]) == pytest.approx(
        of_data.between, rel=0.5
    )
    for one in made:
        assert (one.covered == table.covered).all()
        same = one.groups[:, :, None] == one.groups[:, None, :]
        both = one.covered[:, :, None] & one.covered[:, None, :]
        assert (one.ranks[:, :, None] == one.ranks[:, None, :])[same & both].all()


def one_ranking(judge, sentence, *systems):
    outputs = tuple(JudgedOutput((name,), rank) for rank, name in enumerate(systems, 1))
    return Judgment(judge, sentence, outputs)


@pytest.mark.parametrize(
    ("judgments", "message"),
    [
        ([one_ranking("ann", str(n), "A", "B") for n in range(9)], "at least two judges"),
        (
            [one_ranking(j, str(n), *pair) for j in "ab" for n, pair in enumerate(["AB", "CD"] * 5)],
            "link all systems",
        ),
        (
            [
                Judgment(j, str(n), (JudgedOutput(("A",), 1), JudgedOutput(("B",), 1)))
                for j in "ab"
                for n in range(9)
            ],
            "no comparison was decided",
        ),
    ],
    ids=["one judge", "two groups", "all tied"],
)
def test_what_cannot_be_simulated_is_refused(judgments, message):
    with pytest.raises(TooFewJudgmentsError, match=message):
        certify(JudgmentTable.from_judgments(judgments), campaigns=2)


def test_one_campaign_certifies_nothing():
    with pytest.raises(ValueError, match="at least 2 campaigns of each kind, not 1"):
        certify(simulated(STRONG, APART, np.random.default_rng(3)), campaigns=1)
