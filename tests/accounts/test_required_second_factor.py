"""Where the operator requires it, whoever is more than a judge is led to set a second factor up."""

from typing import Any

import pytest

from appraise_gec.accounts.models import User
from rankings.models import Membership
from tests.factories import add_member, make_campaign, make_items, make_judge, make_passkey, signed_in

pytestmark = pytest.mark.django_db
SET_UP = "/account/two-step/"


@pytest.fixture(autouse=True)
def required(settings: Any) -> None:
    settings.REQUIRE_SECOND_FACTOR = True


@pytest.mark.parametrize("role", ["maker", "operator", "researcher", "manager", "owner"])
def test_whoever_is_more_than_a_judge_is_led_to_set_it_up(make_user: Any, role: str):
    user = make_user("dora", may_create_campaigns=role == "maker", is_superuser=role == "operator")
    campaign = make_campaign("spring")
    if role in {"researcher", "manager", "owner"}:
        add_member(campaign, user, Membership.Role(role))
    client = signed_in(user)
    for address in (
        "/",
        "/campaigns/spring/",
        "/campaigns/spring/report/",
        "/account/tokens/",
        "/campaigns/new/",
    ):
        assert client.get(address)["Location"] == SET_UP, address
        assert client.post(address)["Location"] == SET_UP, address
    page = client.get(SET_UP)
    assert "need two-step sign-in on this site" in page.text
    answer = client.get("/api/v1/campaigns/")
    assert (answer.status_code, "two-step" in answer.json()["detail"]) == (403, True)
    make_passkey(user)
    assert client.get("/").status_code == 200


def test_what_has_nothing_to_do_with_it_stays_open_and_judging_too(alice: User):
    campaign = make_campaign("spring", owner=alice)
    make_items(campaign)
    make_judge(campaign, "Alice", alice)
    client = signed_in(alice)
    for address in ("/account/", "/account/password/", "/health/", "/account/delete/", "/judge/spring/"):
        assert client.get(address).status_code == 200, address
    assert client.post("/judge/spring/next/", follow=True).status_code == 200
    assert client.get("/campaigns/spring/")["Location"] == SET_UP
    assert client.post("/sign-out/")["Location"] == "/"
