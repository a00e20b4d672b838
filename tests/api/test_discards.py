"""Programs that discard rankings: which ones, what they are told, and undoing it."""

from typing import Any

import pytest
from django.core.cache import cache
from django.urls import reverse
from rest_framework.test import APIClient

from appraise_gec.accounts.models import User
from rankings.judgments.stored import counting_rankings
from rankings.models import Campaign, Discard, Judge
from tests.factories import make_campaign, make_items, make_judge, make_ranking, token_of


@pytest.fixture(autouse=True)
def fresh_throttles() -> None:
    cache.clear()


@pytest.fixture
def essays(alice: User) -> Campaign:
    """Four items, all ranked by Ann and Ben."""
    campaign = make_campaign("essays", owner=alice)
    items = make_items(campaign)
    for name in ("Ann", "Ben"):
        judge = make_judge(campaign, name)
        for item in items:
            make_ranking(judge, item)
    return campaign


@pytest.fixture
def api(alice: User) -> APIClient:
    return program(alice)


def program(user: User, scope: str = "manage") -> APIClient:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {token_of(user, scope)}")
    return client


def discard(api: APIClient, **asked: Any) -> Any:
    address = reverse("api:discards", args=["essays"])
    return api.post(address, {"judge": "Ann", "scope": "all", "reason": "too fast", **asked}, format="json")


def test_all_rankings_of_a_judge_are_discarded_and_put_back(api: APIClient, essays: Campaign) -> None:
    answer = discard(api, hold=True)
    assert answer.status_code == 201
    made = answer.json()
    assert answer["Location"] == made["url"]
    assert (made["judge"], made["scope"], made["rankings"], made["in_force"]) == ("Ann", "all", 4, True)
    assert counting_rankings(essays).count() == 4
    assert not Judge.objects.get(name="Ann").is_active
    listed = api.get(reverse("api:discards", args=["essays"])).json()
    assert listed == [made]
    undone = api.post(made["url"])
    assert undone.status_code == 200
    assert not undone.json()["in_force"]
    assert counting_rankings(essays).count() == 8
    again = api.post(made["url"])
    assert (again.status_code, "undone" in again.json()["detail"]) == (409, True)


def test_rankings_of_some_days_are_discarded(api: APIClient, essays: Campaign) -> None:
    first = counting_rankings(essays).filter(judge__name="Ann", item__number=0)
    first.update(submitted_at="2026-03-05T12:00Z")
    assert discard(api, scope="span", since="2026-03-05", until="2026-03-05").json()["rankings"] == 1


@pytest.mark.parametrize(
    ("asked", "status", "field"),
    [
        ({"judge": "Nobody"}, 400, "judge"),
        ({"reason": " "}, 400, "reason"),
        ({"scope": "some"}, 400, "scope"),
        ({"since": "2026-03-05"}, 400, "since"),
        ({"scope": "span", "since": "5 March"}, 400, "since"),
        ({"why": "no such field"}, 400, "why"),
        ({"scope": "span"}, 409, "detail"),
        ({"scope": "span", "since": "2026-03-05", "until": "2026-03-04"}, 409, "detail"),
    ],
)
def test_what_is_wrong_is_said_by_name_and_nothing_is_discarded(
    api: APIClient, essays: Campaign, asked: dict[str, Any], status: int, field: str
) -> None:
    answer = discard(api, **asked)
    told = answer.json()
    assert answer.status_code == status
    assert list(told.get("errors", {"detail": ""})) == [field]
    assert not Discard.objects.exists()
