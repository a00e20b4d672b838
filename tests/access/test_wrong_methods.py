"""Whoever asks an address in a way that it does not take sees a page that leads on, never an empty one."""

from dataclasses import asdict

import pytest
from django.test import Client
from django.urls import reverse

from appraise_gec.accounts.models import User
from appraise_gec.wrong_method import page_above
from rankings.corpus import staging
from rankings.corpus.creation import CampaignDetails
from rankings.models import Campaign
from tests.factories import make_campaign, make_judge

pytestmark = pytest.mark.django_db
FILES = [
    staging.CorpusFile(staging.Kind.SOURCE, "source.txt", b"He go .\n"),
    staging.CorpusFile(staging.Kind.OUTPUT, "ALPHA.txt", b"He goes .\n"),
]


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
    answer = client.post(reverse("accounts:sign-in"), form, follow=True)
    assert answer.redirect_chain[-1][0] == "/judge/essays/"
    assert answer.status_code == 200


def test_creating_a_campaign_leads_back_to_its_preview(client: Client, alice: User):
    upload = staging.stage(alice, asdict(CampaignDetails("Another", "another")), FILES)
    client.force_login(alice)
    answer = client.get(f"/campaigns/new/{upload.token}/create/")
    assert answer["Location"] == f"/campaigns/new/{upload.token}/"
    assert not Campaign.objects.filter(slug="another").exists()


def test_asking_about_the_plan_leads_back_to_it(client: Client, campaign: Campaign, alice: User):
    client.force_login(alice)
    answer = client.get("/campaigns/essays/plan/design/")
    assert answer["Location"] == "/campaigns/essays/plan/forecast/#design"


def test_an_address_for_forms_says_so_and_leads_to_the_page_above(
    client: Client, campaign: Campaign, alice: User
):
    client.force_login(alice)
    answer = client.get("/campaigns/essays/plan/checks/", headers={"accept": "text/html,*/*;q=0.8"})
    assert (answer.status_code, answer["Allow"]) == (405, "POST")
    assert "only accepts form submissions" in answer.text
    assert 'href="/campaigns/essays/plan/"' in answer.text


def test_a_page_that_takes_no_form_says_so(client: Client, campaign: Campaign, alice: User):
    client.force_login(alice)
    answer = client.post("/campaigns/essays/flags/")
    assert (answer.status_code, answer["Allow"]) == (405, "GET, HEAD")
    assert "does not accept form submissions" in answer.text


@pytest.mark.parametrize("accept", ["application/json", "image/png"])
def test_programs_keep_the_plain_answer(client: Client, campaign: Campaign, alice: User, accept: str):
    client.force_login(alice)
    answer = client.get("/campaigns/essays/plan/checks/", headers={"accept": accept})
    assert (answer.status_code, answer["Allow"], answer.content) == (405, "POST", b"")


def test_the_api_keeps_its_own_answer(client: Client, campaign: Campaign, alice: User):
    client.force_login(alice)
    answer = client.delete("/api/v1/campaigns/")
    assert answer.status_code == 405
    assert answer.json()["detail"] == 'Method "DELETE" not allowed.'


def test_the_page_above_an_address_is_never_one_that_answers_programs():
    assert page_above("/jobs/6f0c7f5e-93c1-4d7c-8c5e-0c2a3d0f7f11/cancel/") == "/"
    assert page_above("/campaigns/essays/team/invitations/4/revoke/") == "/campaigns/essays/team/"
    assert page_above("/sign-out/") == "/"
