"""Flags and leases: what managers see and decide, and what judges hear of it."""

import pytest
from django.test import Client
from django.utils import timezone

from appraise_gec.accounts.models import AuditEvent, User
from rankings.desk.flags import answers_to, open_flags
from rankings.judging.assignment import next_assignment
from rankings.models import Assignment, Campaign, FlagDecision, Item, Judge, Ranking
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
    address = f"/campaigns/essays/flags/{ranking.pk}/"
    return client.post(address, {"outcome": outcome, "answer": answer}, follow=True).content.decode()


def test_the_desk_leads_to_flags_and_the_queue_shows_them(as_alice: Client, judge: Judge) -> None:
    flag(judge, note="<b>What</b> is this?")
    assert "1 flag to review" in as_alice.get("/campaigns/essays/").content.decode()
    page = as_alice.get("/campaigns/essays/flags/").content.decode()
    assert "&lt;b&gt;What&lt;/b&gt; is this?" in page
    assert "He have two cat ." in page


def test_an_answer_leads_to_its_item(as_alice: Client, bob: User, judge: Judge) -> None:
    assignment = next_assignment(judge)
    assert assignment
    decide(as_alice, flag(judge), "answered", "Please rank it: it means two cats.")
    Assignment.objects.filter(pk=assignment.pk).update(state=Assignment.State.SKIPPED)
    judges_own = Client()
    judges_own.force_login(bob)
    address = f'href="/judge/essays/item/{assignment.key}/"'
    for state, words in (("open", "Rank the item now"), ("closed", "See the item")):
        Campaign.objects.update(state=state)
        page = judges_own.get("/judge/essays/").text
        assert address in page
        assert words in page


def test_an_answer_must_say_something(as_alice: Client, judge: Judge) -> None:
    assert "Write the answer" in decide(as_alice, flag(judge), "answered", "  ")
    assert open_flags(judge.campaign).count() == 1


def test_a_retired_item_is_lent_no_more_and_the_judge_hears_of_it(as_alice: Client, judge: Judge) -> None:
    decide(as_alice, flag(judge), "retired")
    other = make_judge(judge.campaign, "J2")
    assert next_assignment(other).item.number == 1  # type: ignore[union-attr]
    assert "is retired" in answers_to(judge)[0].outcome
    assert AuditEvent.objects.filter(action="flag.retired").exists()


def test_an_item_that_is_retired_while_somebody_has_it_can_still_be_answered(
    as_alice: Client, judge: Judge
) -> None:
    other = make_judge(judge.campaign, "J2")
    begun = next_assignment(other)
    assert begun
    decide(as_alice, flag(judge), "retired")
    assert next_assignment(other).pk == begun.pk  # type: ignore[union-attr]


def test_a_dismissed_flag_is_not_told_and_a_new_one_is_a_new_flag(as_alice: Client, judge: Judge) -> None:
    ranking = flag(judge)
    decide(as_alice, ranking, "dismissed")
    assert answers_to(judge) == []
    Ranking.objects.filter(pk=ranking.pk).update(is_current=False)
    again = Ranking.objects.create(
        judge=judge, item=ranking.item, revision=2, flag_reason="unclear", flag_note="What is this?"
    )
    assert not open_flags(judge.campaign)
    Ranking.objects.filter(pk=again.pk).update(flag_note="I still do not see it.")
    assert open_flags(judge.campaign).count() == 1


def test_two_managers_decide_once(as_alice: Client, judge: Judge) -> None:
    ranking = flag(judge)
    decide(as_alice, ranking, "dismissed")
    assert "Somebody else has reviewed" in decide(as_alice, ranking, "retired")
    assert FlagDecision.objects.count() == 1
    assert not Item.objects.filter(retired_at__isnull=False).exists()


def test_items_can_be_taken_back(as_alice: Client, judge: Judge) -> None:
    begun = next_assignment(judge)
    assert begun
    assert "J1" in as_alice.get("/campaigns/essays/leases/").content.decode()
    as_alice.post(f"/campaigns/essays/leases/{begun.pk}/revoke/")
    assert Assignment.objects.get(pk=begun.pk).lease_expires_at <= timezone.now()
    assert next_assignment(judge).pk != begun.pk  # type: ignore[union-attr]
