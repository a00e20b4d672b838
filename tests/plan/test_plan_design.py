"""Which design gives the same order again: what it is made from, who asks, and what the plan's page says."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from django.test import Client

from appraise_gec.accounts.models import User
from rankings.analysis import designing
from rankings.analysis.design_terms import Terms
from rankings.analysis.designing import design_from_assumptions, design_from_judgments
from rankings.analysis.variance_parts import PARTS_2015
from rankings.formats.columns import Judgments
from rankings.judgments.stored import CampaignJudgments, campaign_judgments, load_judgments
from rankings.models import Campaign, Ranking
from rankings.plan import design as plan_design
from rankings.plan.design import ask_for_design, newest_design
from rankings.sections.design import design_table
from tests.factories import OUTPUTS, make_campaign, make_items, make_judge, make_ranking

pytestmark = pytest.mark.django_db

RunJobs = Callable[[], int]
PLAN, ASK = "/campaigns/spring/design/", "/campaigns/spring/do/design.ask/"
QUESTION = {
    "wanted_percent": "80",
    "margin": "0",
    "most_judges": "4",
    "most_sentences": "2000",
}
ASKED = {"wanted_percent": 80, "margin": 0.0, "most_judges": 4, "most_sentences": 2000}
# Sentences on which at least two systems differ, five times over.
MANY_OUTPUTS = {
    name: [f"{line} {number}" for number in range(5) for line in lines] for name, lines in OUTPUTS.items()
}
TERMS = Terms(most_judges=4, most_sentences=2000)


@pytest.fixture(autouse=True)
def few_simulations(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page says the same of a few simulated campaigns as of thousands."""
    monkeypatch.setattr(designing, "WORLDS", 5)
    monkeypatch.setattr(designing, "CAMPAIGNS", 4)


@pytest.fixture
def judged(alice: User) -> Campaign:
    """Two judges have ranked an item of each of 20 sentences, and do not always agree."""
    made = make_campaign("spring", owner=alice, outputs=MANY_OUTPUTS, sentences=MANY_OUTPUTS["INPUT"])
    first, second = make_judge(made, "J1"), make_judge(made, "J2")
    for place, item in enumerate(make_items(made)):
        ranks = list(range(1, item.outputs.count() + 1))
        make_ranking(first, item, ranks)
        make_ranking(second, item, ranks[::-1] if place % 4 == 0 else ranks)
    return made


def test_before_judging_it_is_assumed_to_be_as_in_2015(
    as_alice: Client, campaign: Campaign, run_jobs: RunJobs
) -> None:
    page = as_alice.get(PLAN).text
    assert "Until judges have ranked" in page
    answer = as_alice.post(ASK, QUESTION)
    assert answer["Location"] == f"{PLAN}#design"
    page = as_alice.get(PLAN).text
    assert "Designs are being compared" in page
    assert "job-progress.js" in page
    assert "Compare designs</button>" not in page
    assert run_jobs() == 1
    shown = as_alice.get(PLAN)
    expected = design_from_assumptions(PARTS_2015, campaign.systems.count(), TERMS)
    assert shown.context["design_shown"]["table"] == design_table(expected)
    assert "as nobody has ranked yet" in shown.text
    assert "A ranking takes 49 seconds, the median of the 2015 campaign." in shown.text
    assert "job-progress.js" not in shown.text


def test_rankings_take_the_place_of_assumptions(
    as_alice: Client, judged: Campaign, run_jobs: RunJobs
) -> None:
    Ranking.objects.update(active_seconds=30)
    as_alice.post(ASK, QUESTION)
    assert run_jobs() == 1
    shown = as_alice.get(PLAN)
    table = Judgments.of(campaign_judgments(judged))
    expected = design_from_judgments(table, replace(TERMS, seconds=30))
    assert shown.context["design_shown"]["plan"] == expected
    assert f"rankings so far: {len(table)} of 20 sentences by 2 judges." in shown.text
    assert "A ranking takes 30 seconds, the median of this campaign." in shown.text


def test_too_few_rankings_are_said_and_assumptions_used(
    as_alice: Client, drawn: Campaign, run_jobs: RunJobs
) -> None:
    make_ranking(make_judge(drawn, "J1"), next(one for one in drawn.items.all() if one.outputs.count() == 3))
    as_alice.post(ASK, QUESTION)
    run_jobs()
    page = as_alice.get(PLAN)
    assert page.context["design_shown"]["plan"].rankings == 0
    assert "rankings are not enough yet: A design needs at least 6 sentences" in page.text


def test_the_same_question_is_worked_out_once_until_somebody_ranks(
    judged: Campaign, alice: User, run_jobs: RunJobs
) -> None:
    terms = {**ASKED, "most_judges": 2}
    first = ask_for_design(judged, alice, terms)
    assert ask_for_design(judged, alice, terms) == first
    assert run_jobs() == 1
    assert ask_for_design(judged, alice, terms) == first
    make_ranking(make_judge(judged, "J3"), judged.items.all()[0])
    newest = newest_design(judged)
    assert newest is not None
    assert not newest.is_current
    assert newest.plan is not None
    other = ask_for_design(judged, alice, terms)
    assert other != first
    assert ask_for_design(judged, alice, terms) == other


def test_rankings_that_come_while_it_reads_make_it_an_earlier_answer(
    judged: Campaign, alice: User, run_jobs: RunJobs, monkeypatch: pytest.MonkeyPatch
) -> None:
    def load(campaign: Campaign) -> CampaignJudgments:
        make_ranking(make_judge(campaign, "J3"), campaign.items.all()[0])
        return load_judgments(campaign)

    monkeypatch.setattr(plan_design, "load_judgments", load)
    ask_for_design(judged, alice, {**ASKED, "most_judges": 2})
    run_jobs()
    newest = newest_design(judged)
    assert newest is not None
    assert not newest.is_current
