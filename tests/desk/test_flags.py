"""Flags and leases: what managers see and decide, and what judges hear of it."""

import pytest
from django.test import Client

from appraise_gec.accounts.models import AuditEvent, User
from rankings.desk.item_actions import answers_to
from rankings.judging.assignment import next_assignment
from rankings.models import Campaign, Item, Judge, Ranking
from tests.factories import make_campaign, make_items, make_judge, make_ranking

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign(alice: User) -> Campaign:
    campaign = make_campaign("essays", owner=alice)
    make_items(campaign)
    return campaign


@pytest.fixture
def judge(campaign: Campaign, bob: User) -> Judge:
    return make_judge(campaign, "J1", bob)


def flag(judge: Judge, number: int = 0, note: str = "What is this?") -> Ranking:
    item = judge.campaign.items.get(number=number, original=None)
    ranking = make_ranking(judge, item, skipped=True)
    Ranking.objects.filter(pk=ranking.pk).update(flag_reason="unclear", flag_note=note)
    return ranking


def decide(client: Client, ranking: Ranking, outcome: str, answer: str = "") -> str:
    address = f"/campaigns/essays/do/flag.decide/{ranking.pk}/"
    return client.post(address, {"outcome": outcome, "answer": answer}, follow=True).content.decode()


def test_a_retired_item_is_lent_no_more_but_whoever_has_it_goes_on_and_the_judge_hears_of_it(
    as_alice: Client, judge: Judge
) -> None:
    holding, other = make_judge(judge.campaign, "J2"), make_judge(judge.campaign, "J3")
    begun = next_assignment(holding)
    assert begun
    decide(as_alice, flag(judge), "retired")
    assert next_assignment(holding).pk == begun.pk  # type: ignore[union-attr]
    assert next_assignment(other).item.number == 1  # type: ignore[union-attr]
    assert "is retired" in answers_to(judge)[0].outcome
    assert AuditEvent.objects.filter(action="flag.decide", detail__outcome="retired").exists()


def test_two_managers_decide_once(as_alice: Client, judge: Judge) -> None:
    ranking = flag(judge)
    decide(as_alice, ranking, "dismissed")
    assert "Somebody else has reviewed" in decide(as_alice, ranking, "retired")
    ranking.refresh_from_db()
    assert ranking.flag_outcome == "dismissed"
    assert not Item.objects.filter(retired_at__isnull=False).exists()
