"""Designs of a campaign: parts of the variance, two campaigns of one design, and the cheapest design."""

from dataclasses import replace

import numpy as np
import pytest

from benchmarks.coverage import AS_2015, Design, simulated
from benchmarks.statistics import STRENGTHS
from rankings.analysis.design_terms import Terms
from rankings.analysis.designing import (
    DesignPlan,
    design_from_assumptions,
    design_from_judgments,
)
from rankings.analysis.repeated_campaigns import RepeatedCampaigns
from rankings.analysis.scoring import TooFewJudgmentsError
from rankings.analysis.variance_parts import (
    Parts,
    VarianceParts,
    influences_on_scores,
    variance_of_scores,
    variance_parts,
)
from rankings.formats.columns import Judgments
from rankings.formats.records import JudgedOutput, Judgment
from rankings.sections.design import advice, again

LARGE = Design("large", 40, AS_2015, 2, sentences=1500)
SIX = range(6)
ASSUMED = VarianceParts(0.1, 0.4, 0.4, 0.04, sentences_known=False, judges_known=False)


@pytest.fixture(scope="module")
def large():
    return simulated(LARGE, STRENGTHS, np.random.default_rng(2))


@pytest.fixture(scope="module")
def plan(large) -> DesignPlan:
    return design_from_judgments(large, Terms(most_sentences=20_000))


def parts_of(table) -> Parts:
    return variance_parts(table, SIX, variance_of_scores(table, SIX))


def test_parts_of_the_variance_by_hand():
    """With loops over the answers of judges on sentences."""
    table = simulated(Design("small", 5, 0.3, 3, sentences=40), STRENGTHS, np.random.default_rng(3))
    moved = influences_on_scores(table, SIX)
    cells = list(zip(moved.judge.tolist(), moved.unit.tolist(), moved.influence, strict=True))
    common, shared = 0.0, 0
    for judge, sentence, one in cells:
        for other_judge, other_sentence, other in cells:
            if sentence == other_sentence and judge != other_judge:
                common += float((one * other).mean())
                shared += 1
    single = len(cells) * sum(float((one**2).mean()) for _, _, one in cells)
    parts = parts_of(table)
    between = (variance_of_scores(table, SIX).sd or 0.0) ** 2
    assert parts.of_judges == between
    assert parts.of_sentences == pytest.approx(common * len(cells) ** 2 / shared)
    assert parts.of_sentences + parts.of_rankings == pytest.approx(single - between)


def test_two_campaigns_one_by_one():
    """`stable` against a loop over worlds, campaigns and pairs."""
    rng = np.random.default_rng(5)
    scores, between = rng.random((7, 3)) / 5, rng.random(7) / 100
    parts = Parts(0.2, 0.2, 0.01, np.cov(rng.standard_normal((3, 50))))
    made = RepeatedCampaigns.of(scores, between, parts, margin=0.03, rng=rng, campaigns=11)
    shares = []
    for world in range(7):
        same = 0
        for campaign in range(11):
            orders = []
            for which in (0, 1):
                moved = np.sqrt(0.002) * made.by_sentences[:, which, campaign]
                moved = moved + np.sqrt(between[world] / 3) * made.by_judges[:, which, campaign]
                orders.append(
                    [
                        scores[world, a] - scores[world, b] + moved[pair] > 0
                        for pair, (a, b) in enumerate(((0, 1), (0, 2), (1, 2)))
                        if abs(scores[world, a] - scores[world, b]) >= 0.03
                    ]
                )
            same += orders[0] == orders[1]
        shares.append(same / 11)
    assert made.stable(0.002, 3) == pytest.approx(shares)


def test_with_few_judges_no_number_of_sentences_helps(plan):
    by_judges = {one.judges: one for one in plan.designs}
    assert by_judges[1].sentences is None
    assert by_judges[1].limit < 0.8
    assert by_judges[1].points[-1].probability_same_order <= by_judges[1].limit + 0.03
    needed = [one.sentences for one in plan.designs if one.sentences is not None]
    assert needed == sorted(needed, reverse=True)
    assert len(needed) > 3
    limits = [one.limit for one in plan.designs]
    assert limits == sorted(limits)
    for one in plan.designs:
        stable = [point.probability_same_order for point in one.points]
        assert np.diff(stable).min() > -0.02
    assert "no number of sentences reaches 80\N{NO-BREAK SPACE}%" in " ".join(advice(plan))
    now, *twice = plan.again
    assert all(now <= one <= 1 for one in twice)
    assert "with a probability of" in again(plan)


def test_the_design_to_take_is_cheap_and_reaches_what_is_wanted(plan):
    chosen = plan.chosen
    assert chosen is not None and chosen.hours is not None
    assert chosen.probability_same_order == pytest.approx(0.8, abs=0.02)
    hours = [one.hours for one in plan.designs if one.hours is not None]
    assert chosen.hours <= 1.1 * min(hours)
    assert not any(
        one.judges < chosen.judges and one.hours is not None and one.hours <= 1.1 * min(hours)
        for one in plan.designs
    )
    assert chosen.sentences_low is not None and chosen.sentences is not None
    assert chosen.sentences_low <= chosen.sentences


def test_answers_that_never_vary_give_no_design():
    judgments = [
        Judgment(judge, str(n), (JudgedOutput(("A",), 1), JudgedOutput(("B",), 2), JudgedOutput(("C",), 3)))
        for n in range(20)
        for judge in ("ann", "bob")
    ]
    with pytest.raises(TooFewJudgmentsError, match="wherever two systems are compared the same one wins"):
        design_from_judgments(Judgments.of(judgments))
    with pytest.raises(ValueError, match="sentences or rankings have to vary"):
        design_from_assumptions(replace(ASSUMED, sentences=0.0, rankings=0.0), 4)
