"""Programs: who gets in, what they get, and what they are told when they ask wrongly."""

from collections import Counter
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries
from rest_framework.test import APIClient

from appraise_gec.accounts.models import User
from appraise_gec.accounts.throttle import Throttle
from rankings.api import base
from rankings.formats.judgments import read_judgments
from rankings.judgments.stored import campaign_judgments
from rankings.models import Campaign, Report
from tests.factories import make_campaign, program_of


@pytest.fixture
def api(alice: User) -> APIClient:
    """A program with alice's token."""
    return program_of(alice)


def reports_of(campaign: Campaign) -> str:
    return reverse("report-api:reports", args=[campaign.slug])


def test_campaigns_are_those_of_the_person(
    campaign: Campaign, charlie: User, api: APIClient, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    make_campaign("foreign", owner=charlie)
    api.get(reverse("api:campaigns"))  # begins the counting of requests
    with django_assert_max_num_queries(4):
        (one,) = api.get(reverse("api:campaigns")).json()["results"]

    assert (one["slug"], one["role"], one["rankings"], one["state"]) == ("essays", "owner", 8, "open")
    detail = api.get(one["url"]).json()
    assert (detail["sentences"], detail["judges"]) == (4, ["one", "two"])
    assert detail["systems"] == ["ALPHA", "BETA", "GAMMA", "INPUT"]


@pytest.mark.parametrize(
    ("name", "content_type"),
    [("json", "application/json"), ("xml", "application/xml"), ("csv", "text/csv")],
)
def test_judgments_come_in_every_format(
    campaign: Campaign, api: APIClient, name: str, content_type: str
) -> None:
    address = reverse("api:judgments", args=[campaign.slug])
    answer = api.get(address, {"format": name})
    content = answer.getvalue()
    assert answer["Content-Type"].split(";")[0] == content_type
    assert answer["Content-Disposition"] == f'attachment; filename="essays-judgments.{name}"'
    found = read_judgments(content, f"judgments.{name}")
    assert Counter(found) == Counter(list(campaign_judgments(campaign)))


def test_a_report_is_asked_for_followed_and_read(
    campaign: Campaign, api: APIClient, run_jobs: Callable[[], int]
) -> None:
    options = {"replicates": 50, "excluded_judges": ["two"], "method": "bradley-terry", "parts": []}
    asked = api.post(reports_of(campaign), options, format="json")
    assert asked.status_code == 201
    assert asked["Location"] == asked.json()["url"]
    waiting = api.get(asked["Location"]).json()
    assert (waiting["state"], waiting["progress"], waiting["result"]) == ("queued", 0.0, None)

    run_jobs()
    done = api.get(asked["Location"]).json()
    assert (done["state"], done["progress"], done["error"]) == ("done", 1.0, "")
    assert done["recipe"]["excluded_judges"] == ["two"]
    assert (done["recipe"]["method"], done["recipe"]["parts"]) == ("bradley-terry", [])
    assert done["result"]["ranking"]["method"] == "bradley-terry"
    assert done["result"]["validation"] is None
    assert done["result"]["ranking"]["systems"][0]["system"] == "ALPHA"
    listed = api.get(reports_of(campaign)).json()
    assert listed["count"] == 1
    assert "result" not in listed["results"][0]


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"unit": "coins"}, "unit"),
        ({"replicates": 0}, "replicates"),
        ({"confidence": 95}, "confidence"),
        ({"replicate": 100}, "replicate"),
        ({"parts": ["everything"]}, "parts"),
        ({"unit": "judges", "speaks_for": "these-judges"}, "speaks_for"),
        ([1, 2], "non_field_errors"),
    ],
)
def test_wrong_options_are_named(campaign: Campaign, api: APIClient, options: object, field: str) -> None:
    answer = api.post(reports_of(campaign), options, format="json")

    assert answer.status_code == 400
    assert list(answer.json()["errors"]) == [field]
    assert not Report.objects.exists()


def test_a_session_needs_the_csrf_token_to_change_anything(campaign: Campaign, alice: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)

    assert client.post(reports_of(campaign), {}, content_type="application/json").status_code == 403


def test_requests_are_bounded(campaign: Campaign, api: APIClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base.ReportThrottle, "bound", Throttle("few-reports", allowed=2, seconds=60))
    answers = [api.post(reports_of(campaign), {"seed": seed}, format="json") for seed in range(3)]

    assert [answer.status_code for answer in answers] == [201, 201, 429]
    assert 0 < int(answers[2]["Retry-After"]) <= 60
    assert api.get(reports_of(campaign)).status_code == 200
