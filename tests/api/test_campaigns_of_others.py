"""A campaign of another manager is not there, for calls neither."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache
from rest_framework.test import APIClient

from appraise_gec.accounts.models import User
from rankings.models import Campaign, Judge, Ranking
from tests.factories import make_campaign, token_of

CAMPAIGNS = "/api/v1/campaigns/"


@pytest.fixture(autouse=True)
def fresh_throttles() -> None:
    cache.clear()


@pytest.fixture
def manager(make_user: Callable[..., User]) -> APIClient:
    client = APIClient()
    user = make_user("maria", may_create_campaigns=True)
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {token_of(user, 'manage')}")
    return client


def right(answer: Any, status: int) -> None:
    assert answer.status_code == status, answer.content


def test_another_managers_campaign_does_not_exist(manager: APIClient, make_user: Callable[..., User]) -> None:
    make_campaign("foreign", owner=make_user("otto"))
    for address in ("settings/", "plan/", "judges/", "items/", "team/", "progress/", "history/", "crowd/"):
        right(manager.get(f"{CAMPAIGNS}foreign/{address}"), 404)
    right(manager.patch(f"{CAMPAIGNS}foreign/settings/", {"title": "Mine"}, format="json"), 404)
    right(manager.post(f"{CAMPAIGNS}foreign/state/", {"step": "close"}, format="json"), 404)
    judge = Judge.objects.create(campaign=Campaign.objects.get(), name="Ann")
    make_campaign("mine", owner=User.objects.get(username="maria"))
    right(manager.get(f"{CAMPAIGNS}mine/judges/{judge.pk}/"), 404)
    right(manager.post(f"{CAMPAIGNS}mine/judges/{judge.pk}/personal-link/", {}, format="json"), 404)
    assert not Ranking.objects.exists()
