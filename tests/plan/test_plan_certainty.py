"""How sure the ranking will be: what is simulated, who waits for it, and what the plan's page says of it."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import timezone

from appraise_gec.accounts.models import User
from appraise_gec.jobs.models import Job, State
from appraise_gec.presentation.charts import Points, Rule
from rankings.access.refusals import Refused
from rankings.analysis.planning_from_overlap import PlannedItem, plan_from_overlap
from rankings.analysis.results.planning import OverlapPlan
from rankings.charts.planning import planning_before_judging as planning_before_judging_chart
from rankings.formats.json_form import from_json
from rankings.models import Campaign, Item, TopUp
from rankings.plan import certainty_computation
from rankings.plan.certainty import ask_for_certainty, newest_certainty
from rankings.plan.certainty_computation import read_planned_items
from rankings.plan.certainty_page import certainty_sentences
from rankings.plan.forecast import plan_forecast
from rankings.plan.sampling import DrawOptions, draw_items
from rankings.tables.planning import planning_before_judging
from tests.factories import add_member, make_judge, make_ranking

pytestmark = pytest.mark.django_db

RunJobs = Callable[[], int]
PLAN, ASK = "/campaigns/spring/plan/forecast/", "/campaigns/spring/plan/certainty/"
QUESTION = {"top": "1", "target": "80"}


@pytest.fixture(autouse=True)
def few_simulations(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page says the same of ten simulations as of two hundred."""

    def plan(*args, **options):
        return plan_from_overlap(*args, **options, simulations=10)

    monkeypatch.setattr(certainty_computation, "plan_from_overlap", plan)


def plan(**changes: object) -> OverlapPlan:
    """A plan of 100 rankings that reaches 80 % at 300, from what a job of an earlier version kept."""
    shares = {0.5: 0.1, 1: 0.3, 2: 0.7, 4: 0.9}
    points = [
        {
            "size": size,
            "rankings": round(100 * size),
            "separated": share,
            "clusters": 2,
            "standard_error": 0.01,
        }
        for size, share in shares.items()
    ]
    fixed: dict[str, object] = {
        "top": 1,
        "systems": 5,
        "items": 50,
        "judges_per_item": 2,
        "target": 0.8,
        "needed": 300,
    }
    model = {"spread": 0.35, "agreed": 0.57, "level": 1.08}
    fixed |= {"model": model, "sentences": 50, "confidence": 0.95, "simulations": 10, "seed": 1, "mark": "x"}
    return from_json(OverlapPlan, {"points": points, **fixed, **changes})


def test_what_is_simulated_is_what_judges_will_be_shown(drawn: Campaign) -> None:
    planned = read_planned_items(drawn)
    shown = {
        (
            item.sentence_id,
            frozenset(frozenset(o.producers.values_list("system__name", flat=True)) for o in outputs),
        )
        for item in drawn.items.all()
        if len(outputs := list(item.outputs.all())) > 1
    }
    assert {(one.sentence, frozenset(map(frozenset, one.outputs))) for one in planned} == shown
    assert len(planned) == plan_forecast(drawn).items


def test_retired_items_top_ups_and_checks_are_not_in_the_plan(drawn: Campaign) -> None:
    first, second, third = drawn.items.all()[:3]
    before = len(read_planned_items(drawn))
    Item.objects.filter(pk=first.pk).update(retired_at=timezone.now())
    Item.objects.filter(pk=second.pk).update(top_up=TopUp.objects.create(campaign=drawn, seed=1))
    Item.objects.filter(pk=third.pk).update(purpose="check")
    assert len(read_planned_items(drawn)) == before - 3


def test_from_the_question_to_the_answer(as_alice: Client, drawn: Campaign, run_jobs: RunJobs) -> None:
    page = as_alice.get(PLAN).text
    assert "The plan can be simulated before anybody judges" in page
    answer = as_alice.post(ASK, QUESTION)
    assert answer["Location"] == f"{PLAN}#certainty"
    page = as_alice.get(PLAN).text
    assert "The plan is being simulated" in page
    assert "job-progress.js" in page
    assert "Simulate the plan" not in page
    assert run_jobs() == 1
    shown = as_alice.get(PLAN)
    expected = plan_from_overlap(read_planned_items(drawn), 2, 1, 0.8, simulations=10)
    table = shown.context["certainty_shown"]["table"]
    assert table == planning_before_judging(expected, plan_forecast(drawn).seconds)
    (planned,) = [row.cells for row in table.rows if row.cells[1].shown == "plan"]
    assert planned[0].value == plan_forecast(drawn).rankings
    assert "as those of 2015 did" in shown.text
    assert "The plan has changed" not in shown.text
    assert "job-progress.js" not in shown.text


def test_the_same_question_is_worked_out_once_and_another_takes_its_place(
    drawn: Campaign, alice: User, run_jobs: RunJobs
) -> None:
    def ask(top: int) -> Job:
        return ask_for_certainty(drawn, alice, top=top, target_percent=80)

    first = ask(1)
    assert ask(1) == first
    assert run_jobs() == 1
    assert ask(1) == first
    other = ask(2)
    assert other != first
    assert run_jobs() == 1
    newest = newest_certainty(drawn)
    assert newest is not None
    assert newest.plan is not None
    assert newest.plan.top == 2
    assert Job.objects.get() == other


def test_a_question_that_is_still_worked_on_gives_way_to_the_next(drawn: Campaign, alice: User) -> None:
    ask_for_certainty(drawn, alice, top=1, target_percent=80)
    second = ask_for_certainty(drawn, alice, top=1, target_percent=90)
    assert Job.objects.get() == second


@pytest.mark.parametrize("change", ["judges", "retired", "drawn"])
def test_an_answer_about_an_earlier_plan_says_so(
    as_alice: Client, drawn: Campaign, alice: User, run_jobs: RunJobs, change: str
) -> None:
    as_alice.post(ASK, QUESTION)
    run_jobs()
    if change == "judges":
        Campaign.objects.update(judges_per_item=3)
    elif change == "retired":
        Item.objects.filter(pk=drawn.items.all()[0].pk).update(retired_at=timezone.now())
    else:
        draw_items(drawn, DrawOptions(items=10, seed=8), alice, items_before=10, replace=True)
    page = as_alice.get(PLAN).text
    assert "The plan has changed since this simulation" in page
    assert "20 rankings (10 items, 2 judges each)" in page
    as_alice.post(ASK, QUESTION)
    assert run_jobs() == 1
    assert "The plan has changed" not in as_alice.get(PLAN).text


def test_without_items_the_next_step_is_to_draw_some(
    as_alice: Client, campaign: Campaign, alice: User
) -> None:
    page = as_alice.get(PLAN)
    assert "Once items are sampled, the plan can be simulated" in page.text
    assert "Simulate the plan" not in page.text
    with pytest.raises(Refused, match="Sample items first"):
        ask_for_certainty(campaign, alice, top=1, target_percent=80)
    assert "Sample items first" in as_alice.post(ASK, QUESTION, follow=True).text
    assert not Job.objects.exists()


@pytest.mark.parametrize(("name", "value"), [("top", "4"), ("top", "0"), ("target", "100"), ("target", "x")])
def test_a_question_that_makes_no_sense_is_said_at_its_field(
    as_alice: Client, drawn: Campaign, name: str, value: str
) -> None:
    answer = as_alice.post(ASK, {**QUESTION, name: value})
    assert answer.status_code == 422
    assert answer.context["certainty_form"].errors.keys() == {name}
    assert not Job.objects.exists()


def test_a_failure_is_reported_and_can_be_tried_again_until_the_plan_changes(
    as_alice: Client, drawn: Campaign, run_jobs: RunJobs, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ValueError("9 items are too many to plan with")

    monkeypatch.setattr(certainty_computation, "plan_from_overlap", fail)
    as_alice.post(ASK, QUESTION)
    run_jobs()
    page = as_alice.get(PLAN).text
    assert "9 items are too many to plan with." in page
    assert "Try again" in page
    assert "Simulate the plan" in page
    Campaign.objects.update(judges_per_item=3)
    assert "too many to plan with" not in as_alice.get(PLAN).text


def test_a_plan_that_changes_while_it_is_read_is_not_taken_for_the_new_one(
    drawn: Campaign, alice: User, run_jobs: RunJobs, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read(campaign: Campaign) -> list[PlannedItem]:
        Item.objects.filter(pk=campaign.items.all()[0].pk).update(retired_at=timezone.now())
        return read_planned_items(campaign)

    monkeypatch.setattr(certainty_computation, "read_planned_items", read)
    ask_for_certainty(drawn, alice, top=1, target_percent=80)
    run_jobs()
    newest = newest_certainty(drawn)
    assert newest is not None
    assert not newest.is_current


def test_once_there_are_rankings_the_report_is_the_better_place(as_alice: Client, drawn: Campaign) -> None:
    assert "Judges have ranked already" not in as_alice.get(PLAN).text
    make_ranking(make_judge(drawn, "J1"), drawn.items.all()[0])
    assert "Judges have ranked already" in as_alice.get(PLAN).text


def test_another_manager_follows_the_work_and_a_researcher_does_not(
    as_alice: Client, drawn: Campaign, bob: User, charlie: User, sign_in_as: Callable[[User], Client]
) -> None:
    add_member(drawn, bob, "manager")
    add_member(drawn, charlie, "researcher")
    as_alice.post(ASK, QUESTION)
    status = f"/jobs/{Job.objects.get().pk}/"
    assert sign_in_as(bob).get(status).json()["state"] == State.QUEUED
    assert sign_in_as(charlie).get(status).status_code == 404
    assert sign_in_as(charlie).get(PLAN).status_code == 404


def test_the_work_of_a_campaign_that_is_gone_ends_with_a_reason(
    drawn: Campaign, alice: User, run_jobs: RunJobs
) -> None:
    job = ask_for_certainty(drawn, alice, top=1, target_percent=80)
    Job.objects.update(arguments={**job.arguments, "campaign": 0})
    run_jobs()
    assert Job.objects.get().error == "The campaign does not exist any more."


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({}, "For 80\u00a0% it takes about 300 rankings, 3.0 times as many: about 4 hours of judging."),
        ({"needed": 70}, "For 80\u00a0%, about 70 rankings would do."),
        ({"needed": 50, "target": 0.05}, "Half as many would do for 5\u00a0%."),
        (
            {"needed": None, "target": 0.95},
            "Even 4 times as many stay below 95\u00a0%: in many of these evaluations the best systems "
            "are too close to each other.",
        ),
    ],
)
def test_the_answer_in_words(changes: dict[str, object], sentence: str) -> None:
    chance, needed = certainty_sentences(plan(**changes), seconds=49.0)
    assert chance == (
        "100 rankings (50 items, 2 judges each) set the best of 5 systems apart from all others in 30\u00a0% "
        "of simulated evaluations."
    )
    assert needed == sentence


def test_the_curve_meets_the_target_where_the_words_say() -> None:
    chart = planning_before_judging_chart(plan())
    (panel,) = chart.panels
    lines = [mark for mark in panel.marks if isinstance(mark, Points)]
    curve = next(mark.points for mark in lines if mark.line)
    (ring,) = next(mark.points for mark in lines if mark.marker == "ring")
    assert ring in curve
    assert ring[1] == 0.8
    assert panel.x.ticks is not None
    # Each tick doubles the size, and they lie equally far from each other.
    assert panel.x.ticks == [(-1, "½\u00d7"), (0, "1\u00d7"), (1, "2\u00d7"), (2, "4\u00d7")]
    assert Rule("x", 0, "dotted", "plan") in panel.marks
    assert "2 times the plan: 70" in chart.words


def test_a_target_below_the_curve_has_no_ring() -> None:
    (panel,) = planning_before_judging_chart(plan(needed=50, target=0.05)).panels
    assert not [mark for mark in panel.marks if isinstance(mark, Points) and mark.marker == "ring"]
