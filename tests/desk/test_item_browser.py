"""Every item of a campaign: what the list finds and shows, retiring, and the judge's page as a preview."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from appraise_gec.accounts.models import AuditEvent, User
from rankings.items.collapse import pairs_alike
from rankings.judging.assignment import next_assignment
from rankings.models import Assignment, Campaign, Item, ItemOutput, Judge, RankedOutput, Ranking
from tests.factories import act, make_campaign, make_items, make_judge, make_ranking

pytestmark = pytest.mark.django_db
ALL = "/campaigns/essays/items/"


@pytest.fixture
def campaign(alice: User) -> Campaign:
    """Four items, of 3, 2, 2 and 4 outputs, for two judges each."""
    campaign = make_campaign("essays", owner=alice)
    make_items(campaign)
    return campaign


@pytest.fixture
def judges(campaign: Campaign, bob: User) -> list[Judge]:
    return [make_judge(campaign, "J1", bob), make_judge(campaign, "J2")]


@pytest.fixture
def manager(client: Client, alice: User) -> Client:
    client.force_login(alice)
    return client


def item(campaign: Campaign, number: int) -> Item:
    return campaign.items.get(number=number, original=None)


def listed(client: Client, **query: Any) -> list[int]:
    answer = client.get(ALL, query)
    assert answer.status_code == 200
    return [row.item.number for row in answer.context["rows"]]


def test_two_judges_are_compared_pair_by_pair() -> None:
    assert pairs_alike([]) == pairs_alike([{1: 1, 2: 2}]) == (0, 0)
    # The first pair is ordered alike, the second tied by one judge only, the third turned round.
    assert pairs_alike([{1: 1, 2: 2, 3: 2}, {1: 1, 2: 3, 3: 1}]) == (1, 3)
    assert pairs_alike([{1: 1, 2: 1}, {1: 3, 2: 3}, {1: 1, 2: 2}]) == (1, 3)


def test_the_list_finds_by_state(manager: Client, campaign: Campaign, judges: list[Judge]) -> None:
    for judge in judges:
        make_ranking(judge, item(campaign, 0))
    make_ranking(judges[0], item(campaign, 1))
    make_ranking(judges[1], item(campaign, 1), skipped=True)
    Item.objects.filter(pk=item(campaign, 2).pk).update(retired_at=timezone.now())
    assert listed(manager) == [0, 1, 2, 3]
    assert listed(manager, state="complete") == [0]
    assert listed(manager, state="begun") == [1]
    assert listed(manager, state="waiting") == [3]
    assert listed(manager, state="retired") == [2]
    ItemOutput.objects.filter(item=item(campaign, 3), position__gt=0).delete()
    assert listed(manager, state="single") == [3]
    assert listed(manager, state="waiting") == []
    # What the page says of each item is what it is found by.
    for state in ("waiting", "begun", "complete", "retired", "single"):
        rows = manager.get(ALL, {"state": state}).context["rows"]
        assert {row.item.state for row in rows} <= {state}


def test_the_list_finds_by_words_and_numbers(manager: Client, campaign: Campaign) -> None:
    assert listed(manager, search="TWO cat") == [0]
    assert listed(manager, search="#3") == [2, 3]  # sentence 3 is item 2
    assert listed(manager, search="like tea") == [2]
    assert listed(manager, search="99999999999999999999") == []
    assert listed(manager, search="a%_'") == []


def test_the_list_finds_by_judge_kind_and_flag(
    manager: Client, campaign: Campaign, judges: list[Judge], alice: User
) -> None:
    make_ranking(judges[0], item(campaign, 1))
    flagged = make_ranking(judges[1], item(campaign, 3), skipped=True)
    Ranking.objects.filter(pk=flagged.pk).update(flag_reason="unclear")
    Item.objects.filter(pk=item(campaign, 2).pk).update(purpose="check")
    assert listed(manager, judge=judges[0].pk) == [1]
    assert listed(manager, judge="nonsense") == [0, 1, 2, 3]
    assert listed(manager, kind="check") == [2]
    assert listed(manager, kind="planned") == [0, 1, 3]
    assert listed(manager, answers="to-review") == listed(manager, answers="flagged") == [3]
    act(alice, "flag.decide", campaign, flagged.pk, outcome="dismissed", answer="")
    assert listed(manager, answers="to-review") == []
    assert listed(manager, answers="flagged") == [3]

    two = [make_ranking(judge, item(campaign, 0)) for judge in judges]
    assert listed(manager, answers="disagreed") == []
    for ranked in two[0].ranks.all():
        RankedOutput.objects.filter(pk=ranked.pk).update(rank=ranked.worst_rank + 1 - ranked.rank)
    assert listed(manager, answers="disagreed") == [0]
    act(alice, "rankings.discard", campaign, judges[0].pk, since=None, until=None, reason="by chance")
    assert listed(manager, answers="discarded") == [0, 1]


def test_retiring_and_putting_back(
    manager: Client, campaign: Campaign, judges: list[Judge], alice: User
) -> None:
    for number in (0, 1, 2):
        said = manager.post(f"/campaigns/essays/do/items.retire/{number}/", follow=True).text
        assert f"Item {number} is retired: no judge gets it any more." in said
    assert listed(manager, state="retired") == [0, 1, 2]
    lent = next_assignment(judges[0])
    assert lent is not None
    assert lent.item.number == 3
    assert "is retired already" in manager.post("/campaigns/essays/do/items.retire/0/", follow=True).text
    assert "is not retired" in manager.post("/campaigns/essays/do/items.put-back/3/", follow=True).text
    for number in (0, 1):
        answer = manager.post(f"/campaigns/essays/do/items.put-back/{number}/")
        assert answer["Location"] == f"/campaigns/essays/items/{number}/"
        assert f"Item {number} is back: judges can get it again." in manager.get(answer["Location"]).text
    assert manager.post("/campaigns/essays/do/items.put-back/77/").status_code == 404
    assert listed(manager, state="retired") == [2]
    actions = AuditEvent.objects.filter(campaign=campaign).order_by("pk").values_list("action", flat=True)
    assert list(actions) == ["items.retire"] * 3 + ["items.put-back"] * 2
    Campaign.objects.update(state="frozen")
    assert "frozen" in manager.post("/campaigns/essays/do/items.retire/3/", follow=True).text
    assert item(campaign, 3).retired_at is None
    for nothing in ("99", "99999999999999999999"):
        assert manager.get(f"/campaigns/essays/items/{nothing}/").status_code == 404


@pytest.mark.parametrize("state", ["open", "frozen"])
def test_showing_an_item_as_judges_see_it_stores_nothing(
    manager: Client, campaign: Campaign, judges: list[Judge], state: str
) -> None:
    Campaign.objects.update(state=state, shows_active_time=True)
    address = "/campaigns/essays/items/0/as-judge/"
    with CaptureQueriesContext(
        connection,
    ) as queries:
        page = manager.get(address)
    assert page.status_code == 200
    assert "He has two cats ." in page.context["rows"][0].text + page.context["rows"][1].text
    assert 'name="rank-0"' in page.text
    for system in campaign.systems.exclude(name="INPUT"):
        assert system.name not in page.text
    assert f'action="{address}"' in page.text
    assert 'action="/judge/essays/item/' not in page.text
    written = [
        query["sql"] for query in queries if not query["sql"].startswith(("SELECT", "SAVEPOINT", "RELEASE"))
    ]
    assert not written
    assert "nothing was stored" in manager.post(address, {"rank-0": "1"}, follow=True).text
    assert not Assignment.objects.exists()
    assert not Ranking.objects.exists()
    assert Campaign.objects.get().state == state
