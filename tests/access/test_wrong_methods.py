"""Whoever asks an address in a way that it does not take sees a page that leads on, never an empty one."""

import pytest
from django.test import Client
from django.urls import reverse

from appraise_gec.accounts.models import User
from rankings.models import Campaign
from tests.factories import make_campaign, make_judge

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign(alice: User, bob: User) -> Campaign:
    made = make_campaign("essays", owner=alice)
    make_judge(made, "Bob", bob)
    return made


def test_the_button_of_a_judge_leads_to_the_task_when_signing_in_came_in_between(
    client: Client, campaign: Campaign, bob: User
):
    asked = client.post("/judge/essays/next/")
    form = {"username": "bob", "password": "correct horse", "next": "/judge/essays/next/"}
    assert asked["Location"].endswith("?next=/judge/essays/next/")
    answer = client.post(reverse("account_login"), form, follow=True)
    assert answer.redirect_chain[-1][0] == "/judge/essays/"
    assert answer.status_code == 200


def test_an_address_for_forms_says_so_and_leads_to_the_page_above(
    client: Client, campaign: Campaign, bob: User
):
    client.force_login(bob)
    answer = client.get("/judge/essays/preferences/", headers={"accept": "text/html,*/*;q=0.8"})
    assert (answer.status_code, answer["Allow"]) == (405, "POST")
    assert "only accepts form submissions" in answer.text
    assert 'href="/judge/essays/' in answer.text
