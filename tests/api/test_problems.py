"""Errors below /api/: always problem details, whoever finds the error."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from rest_framework.test import APIClient

from appraise_gec.accounts.models import User
from appraise_gec.problems import CONTENT_TYPE, KINDS, TYPES
from rankings.models import Campaign
from tests.factories import make_campaign, program_of


@pytest.fixture
def essays(alice: User) -> Campaign:
    return make_campaign("essays", owner=alice)


@pytest.fixture
def api(alice: User) -> APIClient:
    return program_of(alice, raise_request_exception=False)


def told(answer: Any, kind: str) -> dict[str, Any]:
    """The problem, of which kind and status have to fit."""
    status, title = KINDS[kind]
    assert answer["Content-Type"] == CONTENT_TYPE
    document: dict[str, Any] = answer.json()
    assert (answer.status_code, document["status"]) == (status, status)
    assert (document["type"], document["title"]) == (TYPES + kind, title)
    assert document["detail"]
    assert "no-store" in answer["Cache-Control"]
    return document


def test_every_error_is_a_problem(essays: Campaign, api: APIClient, monkeypatch: pytest.MonkeyPatch) -> None:
    campaigns, reports = reverse("api:campaigns"), reverse("report-api:reports", args=["essays"])
    told(Client().get(campaigns), "unauthenticated")
    told(api.get("/api/v1/nothing/here/"), "not-found")
    told(api.get("/api/v7/"), "not-found")
    told(api.get(reverse("api:campaign", args=["nowhere"])), "not-found")
    told(api.delete(campaigns), "method-not-allowed")
    told(api.post(reports, b"{", content_type="application/json"), "bad-request")
    told(api.post(reports, b"<a/>", content_type="application/xml"), "unsupported-media-type")
    told(api.get(campaigns, headers={"Accept": "image/png"}), "not-acceptable")
    told(api.get(f"{campaigns}?page=%00"), "bad-request")
    assert "no rankings yet" in told(api.post(reports, {}, format="json"), "conflict")["reasons"][0]
    assert list(told(api.post(reports, {"unit": "coins"}, format="json"), "invalid")["errors"]) == ["unit"]
    monkeypatch.setattr("appraise_gec.report.site.api.request_report", lambda *_: 1 // 0)
    told(api.post(reports, {}, format="json"), "failed")


@pytest.mark.parametrize(
    ("path", "query"),
    [
        ("campaigns/", "state"),
        ("campaigns/", "archived"),
        ("jobs/", "state"),
        ("reports/", "state"),
        ("flags/", "state"),
        ("judges/", "standing"),
        ("history/", "action"),
    ],
)
def test_a_filter_that_names_nothing_is_refused(
    essays: Campaign, api: APIClient, path: str, query: str
) -> None:
    base = "/api/v1/" if path in {"jobs/", "campaigns/"} else f"/api/v1/campaigns/{essays.slug}/"
    document = told(api.get(f"{base}{path}", {query: "zzz"}), "invalid")
    assert "“zzz” is none of " in str(document["errors"][query])
    assert api.get(f"{base}{path}", {query: ""}).status_code == 200
