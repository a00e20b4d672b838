"""Programs: who gets in, what they get, and what they are told when they ask wrongly."""

import json
from collections import Counter
from collections.abc import Callable
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries
from rest_framework.test import APIClient

from appraise_gec.accounts.models import User
from appraise_gec.accounts.throttle import Throttle
from rankings.access.audience import CampaignAccess
from rankings.api import base
from rankings.bundles import services
from rankings.desk import discards
from rankings.desk.discards import Wanted
from rankings.formats.judgments import read_judgments
from rankings.judgments.stored import campaign_judgments
from rankings.models import Campaign, Membership, Report
from rankings.reports import sharing
from tests.factories import add_member, make_campaign, make_judge, token_of

# Routes of what researchers read, and some of managers: arguments after the slug. All routes are in
# tests/security/test_audiences.py, with everybody who may open them.
ROUTES: dict[str, tuple[str, ...] | None] = {
    "root": None,
    "campaigns": None,
    "campaign": (),
    "judgments": (),
    "design": (),
    "discards": (),
    "discard": ("DISCARD",),
    "reports": (),
    "report": ("KEY",),
    "report-archives": ("KEY",),
    "report-archive": ("KEY", "ARCHIVE"),
    "report-archive-file": ("KEY", "ARCHIVE"),
    "report-files": ("KEY",),
    "campaign-bundles": (),
    "campaign-bundle": ("BUNDLE",),
    "bundle-file": ("BUNDLE",),
}
# Not for researchers, as the pages.
MANAGED = {"design", "discards", "discard", "campaign-bundles", "campaign-bundle", "bundle-file"}


@pytest.fixture(autouse=True)
def fresh_throttles() -> None:
    cache.clear()


@pytest.fixture
def api(alice: User) -> APIClient:
    """A program with alice's token."""
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {token_of(alice)}")
    return client


def reports_of(campaign: Campaign) -> str:
    return reverse("api:reports", args=[campaign.slug])


@pytest.mark.parametrize("route", sorted(ROUTES))
def test_each_route_opens_for_members_alone(
    route: str,
    campaign: Campaign,
    alice: User,
    bob: User,
    charlie: User,
    root: User,
    make_user: Callable[..., User],
    api: APIClient,
    run_jobs: Callable[[], int],
) -> None:
    make_judge(campaign, "bob", bob)
    researcher = make_user("rita")
    add_member(campaign, researcher, Membership.Role.RESEARCHER)
    key = api.post(reports_of(campaign)).json()["key"]
    access = CampaignAccess(campaign, "owner")
    bundle = services.request_export(access, "pseudonyms", alice)
    run_jobs()
    archive = sharing.request_paper(access, Report.objects.get(), alice, "Four systems")
    run_jobs()
    left_out = campaign.judges.filter(rankings__is_current=True).order_by("pk").select_related("campaign")[0]
    made, _ = discards.discard(left_out, Wanted("all"), "too fast", hold=False, actor=alice)
    keys = {"KEY": key, "BUNDLE": bundle.key, "ARCHIVE": archive.key, "DISCARD": made.pk}
    arguments = ROUTES[route]
    names = [] if arguments is None else [campaign.slug, *(keys[one] for one in arguments)]
    address = reverse(f"api:{route}", args=names)

    assert Client().get(address).status_code == 401
    for person, allowed in (
        (alice, True),
        (researcher, route not in MANAGED),
        (root, True),
        (bob, False),
        (charlie, False),
    ):
        client = Client()
        client.force_login(person)
        answer = client.get(address)
        assert answer.status_code == (200 if allowed or arguments is None else 404), (route, person)
        assert "no-store" in answer["Cache-Control"]


def test_a_wrong_token_is_reported_so(campaign: Campaign) -> None:
    answer = Client().get(reverse("api:campaigns"), headers={"Authorization": "Bearer 123"})

    assert answer.status_code == 401
    assert answer["WWW-Authenticate"] == "Bearer"
    assert answer.json()["detail"] == "There is no such token. It may be mistyped, or revoked."


def test_campaigns_are_those_of_the_person(
    campaign: Campaign, charlie: User, api: APIClient, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    make_campaign("foreign", owner=charlie)
    api.get(reverse("api:root"))  # begins the counting of requests
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
    by_name = api.get(address, {"format": name})
    by_header = api.get(address, headers={"Accept": content_type})

    assert by_name.content == by_header.content
    assert by_name["Content-Type"].split(";")[0] == content_type
    assert by_name["Content-Disposition"] == f'attachment; filename="essays-judgments.{name}"'
    found = read_judgments(by_name.content, f"judgments.{name}")
    assert Counter(found) == Counter(campaign_judgments(campaign))


def test_judgments_are_json_unless_asked_otherwise(campaign: Campaign, api: APIClient) -> None:
    assert len(api.get(reverse("api:judgments", args=[campaign.slug])).json()["judgments"]) == 8


def test_errors_of_file_formats_are_json_too(campaign: Campaign, api: APIClient) -> None:
    missing = api.get(reverse("api:judgments", args=["nowhere"]), {"format": "csv"})
    unknown = api.get(reverse("api:judgments", args=[campaign.slug]), {"format": "exe"})

    for answer in (missing, unknown):
        assert answer.status_code == 404
        assert "detail" in json.loads(answer.content)


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


def test_an_equal_report_is_answered_again(campaign: Campaign, api: APIClient) -> None:
    first = api.post(reports_of(campaign), {}, format="json")
    second = api.post(reports_of(campaign), {"unit": "sentences"}, format="json")

    assert (first.status_code, second.status_code) == (201, 200)
    assert first.json()["key"] == second.json()["key"]


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"unit": "coins"}, "unit"),
        ({"replicates": 0}, "replicates"),
        ({"replicates": "many"}, "replicates"),
        ({"confidence": 95}, "confidence"),
        ({"seed": -1}, "seed"),
        ({"replicate": 100}, "replicate"),
        ({"excluded_judges": "one"}, "excluded_judges"),
        ({"method": "coins"}, "method"),
        ({"parts": ["everything"]}, "parts"),
        ({"unit": "judges", "speaks_for": "these-judges"}, "speaks_for"),
        ({"unit": "pairs", "speaks_for": "judges-like-these"}, "speaks_for"),
        ([1, 2], "non_field_errors"),
    ],
)
def test_wrong_options_are_named(campaign: Campaign, api: APIClient, options: object, field: str) -> None:
    answer = api.post(reports_of(campaign), options, format="json")

    assert answer.status_code == 400
    assert list(answer.json()["errors"]) == [field]
    assert not Report.objects.exists()


def test_a_choice_that_there_is_not_is_answered_with_those_that_there_are(
    campaign: Campaign, api: APIClient
) -> None:
    answer = api.post(reports_of(campaign), {"unit": "coins", "parts": ["all"]}, format="json")

    assert answer.json()["errors"] == {
        "unit": ['"coins" is none of the choices: sentences, rankings, judges, pairs.'],
        "parts": {"0": ['"all" is none of the choices: trueskill, validation, metrics, maege.']},
    }


def test_what_cannot_be_computed_is_a_conflict(alice: User, campaign: Campaign, api: APIClient) -> None:
    unknown = api.post(reports_of(campaign), {"excluded_judges": ["nobody"]}, format="json")
    empty = api.post(reports_of(make_campaign("empty", owner=alice)), {}, format="json")

    assert (unknown.status_code, empty.status_code) == (409, 409)
    assert unknown.json()["detail"] == "No judge of this campaign is called nobody."
    assert "no rankings yet" in empty.json()["detail"]


def test_broken_json_is_reported_so(campaign: Campaign, api: APIClient) -> None:
    answer = api.post(reports_of(campaign), b"{", content_type="application/json")

    assert answer.status_code == 400
    assert "JSON parse error" in answer.json()["detail"]


def test_a_session_needs_the_csrf_token_to_change_anything(campaign: Campaign, alice: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)

    assert client.post(reports_of(campaign), {}, content_type="application/json").status_code == 403


def test_a_report_is_found_in_its_own_campaign_only(
    campaign: Campaign, alice: User, charlie: User, api: APIClient
) -> None:
    key = api.post(reports_of(campaign)).json()["key"]
    for owner, slug in ((alice, "mine"), (charlie, "foreign")):
        make_campaign(slug, owner=owner)
        client = Client()
        client.force_login(owner)
        assert client.get(reverse("api:report", args=[slug, key])).status_code == 404


def test_unknown_reports_are_404(campaign: Campaign, api: APIClient) -> None:
    assert api.get(reverse("api:report", args=[campaign.slug, uuid4()])).status_code == 404


def test_requests_are_bounded(campaign: Campaign, api: APIClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base.ReportThrottle, "bound", Throttle("few-reports", allowed=2, seconds=60))
    answers = [api.post(reports_of(campaign), {"seed": seed}, format="json") for seed in range(3)]

    assert [answer.status_code for answer in answers] == [201, 201, 429]
    assert 0 < int(answers[2]["Retry-After"]) <= 60
    assert api.get(reports_of(campaign)).status_code == 200
