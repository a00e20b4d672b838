"""Signing in, signing out, and the demo's one-click accounts."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import DEMO_PEOPLE, ensure_demo_people

pytestmark = pytest.mark.django_db


PASSWORD = "a long enough pass phrase"


@pytest.fixture
def ada(db: None) -> User:
    return User.objects.create_user("ada", password=PASSWORD)


def sent(client: Client, **more: str) -> Any:
    return client.post("/sign-in/", {"username": "ada", "password": PASSWORD, **more})


def test_a_wrong_password_is_reported_without_saying_which_half_was_wrong(client: Client, ada: User):
    wrong = "User name or password is wrong"
    for name, said in {"ada": wrong, "nobody": wrong, "9" * 5000: "at most 150 characters"}.items():
        answer = sent(client, username=name, password="guess")
        assert (answer.status_code, said in answer.text) == (200, True)


@pytest.mark.parametrize(
    "target", ["https://elsewhere.example/", "//elsewhere.example/", "campaigns:new", "/sign-in/?next=/"]
)
def test_signing_in_never_leads_to_another_site_or_round_and_round(client: Client, ada: User, target: str):
    for _ in range(2):
        assert sent(client, next=target)["Location"] == "/"


def test_the_demo_lets_each_kind_of_person_in_and_only_where_it_is_on(client: Client, settings):
    settings.DEMO = True
    ensure_demo_people()
    page = client.get("/").text
    for person in DEMO_PEOPLE:
        address = reverse("accounts:demo-sign-in", args=[person.username])
        assert address in page
        assert client.post(address)["Location"] == "/"
        for own in ("/account/password/", "/account/two-step/", "/account/two-step/app/", "/sign-in/again/"):
            assert client.get(own).status_code == 404
    client.logout()
    settings.DEMO = False
    assert client.post(reverse("accounts:demo-sign-in", args=["manager"])).status_code == 404
    assert "demo/sign-in" not in client.get("/").text
