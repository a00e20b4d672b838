"""Signing in, signing out, and the demo's one-click accounts."""

import pytest
from django.test import Client
from django.urls import reverse

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import DEMO_PEOPLE, ensure_demo_people

pytestmark = pytest.mark.django_db


@pytest.fixture
def demo(settings):
    settings.DEMO = True
    return ensure_demo_people()


def test_a_person_signs_in_with_a_password_and_out_again(client: Client):
    User.objects.create_user("ada", password="a long enough pass phrase")
    answer = client.post(
        reverse("account_login"), {"username": "ada", "password": "a long enough pass phrase"}, follow=True
    )
    assert answer.redirect_chain[-1][0] == reverse("home")
    assert "Welcome, ada" in answer.text
    assert "Sign in" in client.post(reverse("account_logout"), follow=True).text


def test_a_wrong_password_is_reported_without_saying_which_half_was_wrong(client: Client):
    User.objects.create_user("ada", password="a long enough pass phrase")
    for username, said in {
        "ada": "User name or password is wrong",
        "nobody": "User name or password is wrong",
        "9" * 5000: "at most 150 characters",
    }.items():
        answer = client.post(reverse("account_login"), {"username": username, "password": "guess"})
        assert answer.status_code == 200
        assert said in answer.text


@pytest.mark.parametrize("target", ["https://elsewhere.example/", "//elsewhere.example/"])
def test_signing_in_never_leads_to_another_site(client: Client, target: str):
    User.objects.create_user("ada", password="a long enough pass phrase")
    answer = client.post(
        reverse("account_login"),
        {"username": "ada", "password": "a long enough pass phrase", "next": target},
    )
    assert answer["Location"] == reverse("home")


def test_a_form_that_is_out_of_date_is_refused_with_a_way_out():
    strict = Client(enforce_csrf_checks=True)
    answer = strict.post(reverse("account_login"), {"username": "ada", "password": "guess"})
    assert answer.status_code == 403
    assert "Please submit it again" in answer.text
    assert f'href="{reverse("home")}"' in answer.text


def test_the_demo_offers_each_kind_of_person_on_the_start_page(client: Client, demo):
    page = client.get(reverse("home")).text
    for person in DEMO_PEOPLE:
        assert reverse("accounts:demo-sign-in", args=[person.username]) in page


def test_without_the_demo_nobody_gets_in_that_way(client: Client, settings):
    ensure_demo_people()
    settings.DEMO = False
    assert client.post(reverse("accounts:demo-sign-in", args=["manager"])).status_code == 404
    assert "demo/sign-in" not in client.get(reverse("home")).text
