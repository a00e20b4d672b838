"""Adding items while judging is open: set up by a manager, done when judges run out, stopped by a rule."""

import random
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from appraise_gec.accounts.models import User
from appraise_gec.jobs.housekeeping import start_what_is_due
from appraise_gec.jobs.models import Job, State
from rankings.access.refusals import Refused
from rankings.access.states import take_step
from rankings.judging.assignment import free_items
from rankings.judgments.stored import load_judgments
from rankings.models import AdaptiveJudging, Assignment, Campaign, Item, Judge
from rankings.plan import adding_computation
from rankings.plan.adding import (
    adding_status,
    automatic_items,
    free_slots,
    is_due,
    newest_job,
    pause,
    request_due,
    resume,
    set_up,
)
from rankings.reports.options import ReportOptions
from rankings.reports.services import request_report
from tests.factories import make_campaign, make_item, make_judge, make_ranking

pytestmark = pytest.mark.django_db
SENTENCES = tuple(f"This be the sentence number {n} ." for n in range(120))
PLANNED = 20
RULE = {
    "goal": "order",
    "speaks_for": "these-judges",
    "most_items": 40,
    "batch_size": 10,
    "looks": 3,
    "confidence_percent": 95,
    "random_percent": 25,
}


@pytest.fixture
def campaign(alice: User, bob: User, charlie: User) -> Campaign:
    """Three systems, 20 items sampled of 120 sentences, two judges who can rank."""
    outputs = {name: tuple(f"{name} {text}" for text in SENTENCES) for name in ("GOOD", "EVEN", "ODD")}
    campaign = make_campaign("essays", owner=alice, sentences=SENTENCES, outputs=outputs)
    for index in range(PLANNED):
        make_item(campaign, index)
    make_judge(campaign, "J1", bob)
    make_judge(campaign, "J2", charlie)
    return campaign


def judge_all(campaign: Campaign, chance: random.Random | None = None) -> None:
    """Everybody ranks what is open. GOOD wins; EVEN is better than ODD, or by chance."""
    for judge in campaign.judges.all():
        for item in campaign.items.filter(purpose="judging").exclude(rankings__judge=judge):
            rest = chance.sample((2, 3), 2) if chance else (2, 3)
            order = dict(zip(("EVEN", "ODD"), rest, strict=True)) | {"GOOD": 1}
            outputs = item.outputs.order_by("position")
            make_ranking(judge, item, [order[output.text.split()[0]] for output in outputs])
            lend(judge, item, "done")


def lend(judge: Judge, item: Item, state: str, hours: int = 0) -> None:
    now = timezone.now()
    Assignment.objects.create(
        judge=judge, item=item, state=state, lent_at=now, lease_expires_at=now + timedelta(hours=hours)
    )


def begin(campaign: Campaign, alice: User, **values: Any) -> AdaptiveJudging:
    return set_up(campaign, {**RULE, **values}, alice, seed=5)


def words(campaign: Campaign) -> str:
    status = adding_status(campaign)
    assert status is not None
    return status.words


def test_nothing_is_added_unless_a_manager_wants_it(campaign: Campaign) -> None:
    judge_all(campaign)
    assert request_due() == 0
    assert adding_status(campaign) is None


def test_items_are_added_when_judges_are_about_to_run_out(
    campaign: Campaign, alice: User, run_jobs: Callable[[], int]
) -> None:
    begin(campaign, alice)
    assert request_due() == 0
    judge_all(campaign, random.Random(4))
    assert (request_due(), request_due()) == (1, 0)
    assert run_jobs() == 1
    added = automatic_items(campaign)
    assert added.count() == 10
    assert added.filter(at_random=True).count() == 3
    assert added.values("sentence").distinct().count() == 10
    assert min(added.values_list("sentence__index", flat=True)) >= PLANNED
    event = campaign.audit_events.get(action="items.adaptive")
    assert event.actor is None
    assert (event.detail["items"], event.detail["at_random"], event.detail["look"]) == (10, 3, 1)
    # Judges have work, and no other batch comes before there are new rankings.
    assert request_due() == 0


def test_results_aim_at_the_pair_that_is_open(
    campaign: Campaign, alice: User, run_jobs: Callable[[], int]
) -> None:
    Campaign.objects.update(max_outputs=2)
    begin(campaign, alice)
    judge_all(campaign, random.Random(4))
    request_due()
    run_jobs()
    setting = AdaptiveJudging.objects.get()
    assert (setting.looks_taken, setting.planned_items) == (1, PLANNED)
    shown = [
        {text.split()[0] for text in item.outputs.values_list("text", flat=True)}
        for item in automatic_items(campaign).filter(at_random=False)
    ]
    assert all(one != {"GOOD", "EVEN"} or len(setting.settled) < 2 for one in shown)
    assert {"EVEN", "ODD"} in shown


def test_it_stops_when_the_order_is_settled(
    campaign: Campaign, alice: User, run_jobs: Callable[[], int]
) -> None:
    begin(campaign, alice)
    for _ in range(8):
        judge_all(campaign)
        request_due()
        run_jobs()
    setting = AdaptiveJudging.objects.get()
    assert setting.ending == "settled"
    assert setting.looks_taken < 3
    settled = {(better, worse) for better, worse, _ in setting.settled}
    assert (
        {("GOOD", "EVEN"), ("EVEN", "ODD")}
        <= settled
        <= {
            ("GOOD", "EVEN"),
            ("GOOD", "ODD"),
            ("EVEN", "ODD"),
        }
    )
    assert words(campaign) == "Stopped: the order is settled at 95 %."
    assert request_due() == 0


def test_it_stops_at_the_limit(campaign: Campaign, alice: User, run_jobs: Callable[[], int]) -> None:
    begin(campaign, alice, most_items=15, looks=2)
    chance = random.Random(1)
    for _ in range(4):
        judge_all(campaign, chance)
        request_due()
        run_jobs()
    assert AdaptiveJudging.objects.get().ending == "limit"
    assert automatic_items(campaign).count() == 15
    start = "Stopped at the limit of 15 items. The order of 2 of 3 pairs of systems is settled at 95 %."
    assert words(campaign) == start


def test_a_paused_or_closed_campaign_gets_nothing(
    campaign: Campaign, alice: User, run_jobs: Callable[[], int]
) -> None:
    begin(campaign, alice)
    judge_all(campaign)
    pause(campaign, alice)
    assert request_due() == 0
    resume(campaign, alice)
    assert request_due() == 1
    take_step(campaign, "close", alice)
    run_jobs()
    assert automatic_items(campaign).count() == 0
    assert words(campaign).startswith("Ended: the campaign is closed")
    actions = set(campaign.audit_events.values_list("action", flat=True))
    assert {"items.adaptive.set-up", "items.adaptive.pause", "items.adaptive.resume"} <= actions


def test_a_decision_made_before_a_pause_does_not_count(
    campaign: Campaign, alice: User, monkeypatch: pytest.MonkeyPatch, run_jobs: Callable[[], int]
) -> None:
    begin(campaign, alice)
    judge_all(campaign)
    request_due()
    decide = adding_computation._decide

    def decide_slowly(*args: Any) -> Any:
        decision = decide(*args)
        pause(campaign, alice)
        return decision

    monkeypatch.setattr(adding_computation, "_decide", decide_slowly)
    run_jobs()
    setting = AdaptiveJudging.objects.get()
    assert (setting.looks_taken, automatic_items(campaign).count()) == (0, 0)


def test_a_job_that_failed_waits_for_new_rankings(
    campaign: Campaign, alice: User, run_jobs: Callable[[], int]
) -> None:
    begin(campaign, alice)
    for judge in campaign.judges.all():
        for item in campaign.items.all():
            lend(judge, item, "done")
    assert is_due(campaign)
    assert request_due() == 1
    run_jobs()
    job = newest_job(campaign)
    assert job is not None
    assert job.state == State.FAILED
    assert "cannot be looked at yet" in job.error
    assert request_due() == 0
    status = adding_status(campaign)
    assert status is not None
    assert status.trouble == job.error
    Job.objects.update(finished_at=timezone.now() - timedelta(minutes=11))
    assert request_due() == 1
    assert Job.objects.count() == 1


def test_a_pause_in_between_loses_no_batch(
    campaign: Campaign, alice: User, run_jobs: Callable[[], int]
) -> None:
    begin(campaign, alice)
    judge_all(campaign)
    request_due()
    pause(campaign, alice)
    run_jobs()
    resume(campaign, alice)
    assert request_due() == 1
    run_jobs()
    assert AdaptiveJudging.objects.get().looks_taken == 1


def test_slots_are_counted_as_they_are_lent(campaign: Campaign) -> None:
    """What two judges of two can still begin is what each would be lent."""
    judges = Judge.objects.filter(campaign=campaign)
    first, second = judges
    one, two, three = campaign.items.all()[:3]
    lend(first, one, "done")
    lend(first, two, "lent", hours=1)
    lend(second, two, "lent", hours=1)
    lend(first, three, "skipped")
    Item.objects.filter(number=5).update(retired_at=timezone.now())
    each = sum(free_items(judge, timezone.now()).count() for judge in judges)
    assert free_slots(campaign, judges) == each == 2 * 16 + 1 + 0 + 1


def test_the_rule_stands_once_results_were_looked_at(
    campaign: Campaign, alice: User, run_jobs: Callable[[], int]
) -> None:
    begin(campaign, alice)
    begin(campaign, alice, most_items=30)
    assert AdaptiveJudging.objects.get().most_items == 30
    judge_all(campaign)
    request_due()
    run_jobs()
    with pytest.raises(Refused, match="looked at"):
        begin(campaign, alice, most_items=50)


def test_no_more_than_the_sentences_that_are_left(campaign: Campaign, alice: User) -> None:
    with pytest.raises(Refused, match="Only 100 sentences are left"):
        begin(campaign, alice, most_items=101)


def test_workers_look_by_themselves(campaign: Campaign, alice: User) -> None:
    begin(campaign, alice)
    judge_all(campaign)
    assert start_what_is_due()["items to add while judging is open"] == 1


def test_reports_keep_random_items_and_count_the_others(
    campaign: Campaign, alice: User, run_jobs: Callable[[], int]
) -> None:
    begin(campaign, alice)
    judge_all(campaign, random.Random(4))
    request_due()
    run_jobs()
    judge_all(campaign, random.Random(5))
    assert len(load_judgments(campaign).judgments) == 60
    assert len(load_judgments(campaign, without_top_ups=True).judgments) == 46
    asked = ReportOptions(replicates=20, parts=(), without_top_ups=True)
    report = request_report(campaign, alice, asked).report
    run_jobs()
    report.refresh_from_db()
    assert report.recipe is not None
    assert (report.recipe["top_up_rankings"], report.recipe["random_top_up_rankings"]) == (14, 6)


def test_a_manager_sets_it_up_pauses_and_resumes(client: Client, alice: User, campaign: Campaign) -> None:
    client.force_login(alice)
    address = "/campaigns/essays/plan/adaptive/"
    page = client.get("/campaigns/essays/plan/adding/").content.decode()
    assert "Set it up" in page
    form = {f"adding-{name}": str(value) for name, value in RULE.items()}
    refused = client.post(address, {**form, "act": "save", "adding-looks": "1"})
    assert refused.status_code == 422
    assert "Between 2 and 20." in refused.content.decode()
    assert not AdaptiveJudging.objects.exists()
    page = client.post(address, {**form, "act": "save"}, follow=True).content.decode()
    assert "On: items are added when judges are about to run out of them." in page
    page = client.post(address, {"act": "pause"}, follow=True).content.decode()
    assert "Paused: no items are added." in page
    client.post(address, {"act": "resume"})
    assert AdaptiveJudging.objects.get().state == "running"
    desk = client.get("/campaigns/essays/").content.decode()
    assert "0 of at most 40 items so far" in desk
    assert client.get(address).status_code == 302
