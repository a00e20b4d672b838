"""Top-ups: proposed once the plan is complete, confirmed by a person, marked, and separable in reports."""

import random

import pytest

from appraise_gec.accounts.models import User
from appraise_gec.report.options import ReportOptions
from appraise_gec.report.site.services import is_stale, request_report
from rankings.access import Refused
from rankings.judgments.stored import load_judgments
from rankings.models import Campaign, Item, Judge
from rankings.plan.actions import propose
from rankings.plan.progress import campaign_progress
from tests.factories import act, make_campaign, make_items, make_judge, make_ranking

pytestmark = pytest.mark.django_db
SENTENCES = tuple(f"This be the sentence number {n} ." for n in range(60))


@pytest.fixture
def campaign(alice: User) -> Campaign:
    """GOOD wins every time, EVEN and ODD against each other by chance. Half of the sentences are judged."""
    outputs = {name: tuple(f"{name} {text}" for text in SENTENCES) for name in ("GOOD", "EVEN", "ODD")}
    campaign = make_campaign("essays", owner=alice, sentences=SENTENCES, outputs=outputs)
    make_items(campaign)
    Item.objects.filter(sentence__index__gte=30).delete()
    chance = random.Random(4)
    for judge in (make_judge(campaign, "J1"), make_judge(campaign, "J2")):
        rank_all(judge, chance)
    return campaign


def rank_all(judge: Judge, chance: random.Random) -> None:
    for item in judge.campaign.items.exclude(rankings__judge=judge):
        order = dict(zip(("EVEN", "ODD"), chance.sample((2, 3), 2), strict=True)) | {"GOOD": 1}
        make_ranking(
            judge, item, [order[output.text.split()[0]] for output in item.outputs.order_by("position")]
        )


def test_new_sentences_come_first_and_the_others_when_they_run_out(campaign: Campaign) -> None:
    for wanted, new in ((10, 10), (70, 30)):
        items, new_sentences = propose(campaign, wanted, seed=1)
        assert (len(items), new_sentences) == (min(wanted, 60), new)
        assert {one.sentence for one in items[:30]} <= set(range(30, 60))
        assert {one.sentence for one in items[30:]} in (set(), set(range(30)))
        assert [one.number for one in items] == list(range(len(items)))


def test_a_top_up_is_marked_logged_and_counted_apart(campaign: Campaign, alice: User) -> None:
    before = campaign_progress(campaign)
    done = act(alice, "items.top-up", campaign, items=10, seed=1)
    assert done.gives == {"items": 10, "new_sentences": 10, "seed": 1}
    with pytest.raises(Refused):
        act(alice, "items.top-up", campaign, items=10, seed=1)
    after = campaign_progress(campaign)
    assert (after.target, after.planned) == (before.target, before.planned)
    assert (after.top_up_done, after.top_up_target) == (0, 20)
    assert campaign.items.filter(top_up=1).count() == 10
    assert campaign.audit_events.get(action="items.top-up").detail["items"] == 10


def test_reports_say_their_number_or_leave_them_out(campaign: Campaign, alice: User, run_jobs) -> None:
    act(alice, "items.top-up", campaign, items=10, seed=1)
    rank_all(Judge.objects.get(name="J1"), random.Random(1))
    assert len(load_judgments(campaign).judgments) == 70
    assert len(load_judgments(campaign, without_top_ups=True).judgments) == 60
    report = request_report(
        campaign, alice, ReportOptions(replicates=20, parts=(), without_top_ups=True)
    ).report
    assert run_jobs() == 1
    report.refresh_from_db()
    assert report.recipe is not None
    assert report.recipe["top_up_rankings"] == 10
    assert report.recipe["rankings"]["number"] == 60
    assert not is_stale(report)
