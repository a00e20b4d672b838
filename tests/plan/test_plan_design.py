"""Which design gives the same order again: what it is made from, who asks, and what the plan's page says."""

from collections.abc import Callable
from dataclasses import replace
from math import log2

import pytest
from django.test import Client

from appraise_gec.accounts.models import User
from appraise_gec.jobs.models import Job, State
from appraise_gec.presentation.charts import Points, Rule
from appraise_gec.presentation.writers import svg
from rankings.access.refusals import Refused
from rankings.analysis import designing
from rankings.analysis.designing import Terms, design_from_assumptions, design_from_judgments
from rankings.analysis.judgments import JudgmentTable
from rankings.analysis.results.design import PARTS_2015, DesignPlan
from rankings.charts.design import CURVES, design_curves
from rankings.judgments.stored import CampaignJudgments, campaign_judgments, load_judgments
from rankings.models import Campaign, Ranking
from rankings.plan import design_computation
from rankings.plan.design import DesignTerms, ask_for_design, newest_design
from rankings.tables.design import design_table
from tests.factories import OUTPUTS, add_member, make_campaign, make_items, make_judge, make_ranking

pytestmark = pytest.mark.django_db

RunJobs = Callable[[], int]
PLAN, ASK = "/campaigns/spring/plan/forecast/", "/campaigns/spring/plan/design/"
QUESTION = {
    "design-wanted_percent": "80",
    "design-margin": "0",
    "design-most_judges": "4",
    "design-most_sentences": "2000",
}
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


def plan(most_judges: int, most_sentences: int = 5000) -> DesignPlan:
    return design_from_assumptions(
        PARTS_2015, 3, Terms(most_judges=most_judges, most_sentences=most_sentences)
    )


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
    table = JudgmentTable.from_judgments(campaign_judgments(judged))
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
    terms = DesignTerms(most_judges=2)
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
    assert Job.objects.get() == other


def test_an_answer_about_earlier_rankings_says_so(
    as_alice: Client, judged: Campaign, run_jobs: RunJobs
) -> None:
    as_alice.post(ASK, QUESTION)
    run_jobs()
    assert "have changed since this answer" not in as_alice.get(PLAN).text
    make_ranking(make_judge(judged, "J3"), judged.items.all()[0])
    assert "have changed since this answer" in as_alice.get(PLAN).text


def test_rankings_that_come_while_it_reads_make_it_an_earlier_answer(
    judged: Campaign, alice: User, run_jobs: RunJobs, monkeypatch: pytest.MonkeyPatch
) -> None:
    def load(campaign: Campaign) -> CampaignJudgments:
        make_ranking(make_judge(campaign, "J3"), campaign.items.all()[0])
        return load_judgments(campaign)

    monkeypatch.setattr(design_computation, "load_judgments", load)
    ask_for_design(judged, alice, DesignTerms(most_judges=2))
    run_jobs()
    newest = newest_design(judged)
    assert newest is not None
    assert not newest.is_current


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("wanted_percent", "100"),
        ("wanted_percent", ""),
        ("margin", "1"),
        ("margin", "nan"),
        ("most_judges", "0"),
        ("most_sentences", "5"),
    ],
)
def test_a_question_that_makes_no_sense_is_said_at_its_field(
    as_alice: Client, campaign: Campaign, name: str, value: str
) -> None:
    answer = as_alice.post(ASK, {**QUESTION, f"design-{name}": value})
    assert answer.status_code == 422
    assert answer.context["design_form"].errors.keys() == {name}
    assert not Job.objects.exists()


def test_one_system_has_no_order(as_alice: Client, alice: User) -> None:
    make_campaign("essays", owner=alice, outputs={"ALPHA": OUTPUTS["ALPHA"]})
    answer = as_alice.post("/campaigns/essays/plan/design/", QUESTION, follow=True)
    assert "With fewer than two systems there is no order to repeat." in answer.text
    with pytest.raises(Refused, match="fewer than two"):
        ask_for_design(Campaign.objects.get(slug="essays"), alice, DesignTerms())
    assert not Job.objects.exists()


def test_a_failure_is_reported_and_can_be_tried_again(
    as_alice: Client, campaign: Campaign, run_jobs: RunJobs, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ValueError("these designs cannot be compared")

    monkeypatch.setattr(design_computation, "design_from_assumptions", fail)
    as_alice.post(ASK, QUESTION)
    run_jobs()
    page = as_alice.get(PLAN).text
    assert "These designs cannot be compared." in page
    assert "Try again" in page
    assert "Compare designs</button>" in page


def test_another_manager_follows_the_work_and_a_researcher_does_not(
    as_alice: Client, campaign: Campaign, bob: User, charlie: User, sign_in_as: Callable[[User], Client]
) -> None:
    add_member(campaign, bob, "manager")
    add_member(campaign, charlie, "researcher")
    as_alice.post(ASK, QUESTION)
    status = f"/jobs/{Job.objects.get().pk}/"
    assert sign_in_as(bob).get(status).json()["state"] == State.QUEUED
    assert sign_in_as(charlie).get(status).status_code == 404
    assert sign_in_as(charlie).post(ASK, QUESTION).status_code == 404


def test_the_work_of_a_campaign_that_is_gone_ends_with_a_reason(
    campaign: Campaign, alice: User, run_jobs: RunJobs
) -> None:
    job = ask_for_design(campaign, alice, DesignTerms())
    Job.objects.update(arguments={**job.arguments, "campaign": 0})
    run_jobs()
    assert Job.objects.get().error == "The campaign does not exist any more."


def test_a_line_for_each_number_of_judges_and_a_ring_at_the_recommended_design() -> None:
    made = plan(most_judges=5)
    chosen = made.chosen
    assert chosen is not None
    assert chosen.rankings is not None
    chart = design_curves(made)
    (panel,) = chart.panels
    marks = [mark for mark in panel.marks if isinstance(mark, Points)]
    lines = {mark.label: mark.points for mark in marks if mark.line}
    assert list(lines) == ["1 judge", "2 judges", "3 judges", "4 judges", "5 judges"]
    for one, points in zip(made.designs, lines.values(), strict=True):
        assert points == [(log2(point.rankings), point.probability_same_order) for point in one.points]
    (ring,) = [mark.points for mark in marks if mark.marker == "ring"]
    assert ring == [(log2(chosen.rankings), chosen.probability_same_order)]
    assert Rule("y", 0.8) in panel.marks
    assert panel.x.ticks is not None
    assert panel.x.ticks[0] == (log2(10), "10")


def test_of_many_numbers_of_judges_the_ends_and_the_recommended_one_are_drawn() -> None:
    made = plan(most_judges=30)
    for recommended in (one.judges for one in made.designs):
        labels = [mark.label for mark in design_curves(replace(made, recommended=recommended)).entries]
        numbers = [int(label.split()[0]) for label in labels]
        assert len(numbers) == CURVES
        assert numbers == sorted(set(numbers))
        assert {1, 30, recommended} <= set(numbers)


def test_without_a_design_that_is_good_enough_there_is_no_ring() -> None:
    made = plan(most_judges=1)
    assert made.chosen is None
    (panel,) = design_curves(made).panels
    assert not [mark for mark in panel.marks if isinstance(mark, Points) and mark.marker]


def test_a_single_point_is_drawn_too() -> None:
    """With few sentences a line has no length."""
    chart = design_curves(plan(most_judges=1, most_sentences=6))
    (panel,) = chart.panels
    (only,) = chart.entries
    assert (len(only.points), only.marker) == (1, "circle")
    assert panel.x.low is not None
    assert panel.x.high is not None
    assert panel.x.low < panel.x.high
    assert panel.x.ticks == [(log2(10), "10")]
    assert svg.write(chart).startswith("<svg")
