"""Programs ask for scores, follow them and read them; docs/metrics-api.md says how."""

import json

import pytest
from django.core.cache import cache
from rest_framework.test import APIClient

from metrics.models import MetricRun
from tests.factories import token_of

pytestmark = pytest.mark.django_db
SCORES = "/api/v1/campaigns/essays/metrics/"


@pytest.fixture
def program(alice) -> APIClient:
    cache.clear()  # throttles count there
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {token_of(alice)}")
    return client


def post(program, address, **data):
    return program.post(address, data, format="json")


def test_scores_are_asked_for_followed_and_read(program, essays, gold_set, run_jobs):
    asked = post(program, SCORES, metric="m2", settings={"beta": 1}, references="gold", annotator=0)
    assert asked.status_code == 201 and asked["Location"] == asked.data["url"]
    assert (asked.data["state"], asked.data["references"]) == ("queued", "gold")
    assert run_jobs() == 1
    found = program.get(asked.data["url"]).json()
    assert (found["state"], found["progress"], found["error"]) == ("done", 1.0, "")
    assert {one["system"]: one["score"] for one in found["result"]["systems"]}["ALPHA"] == 1.0
    assert found["recipe"]["settings"]["beta"] == 1
    assert b"ALPHA" in program.get(found["files"]["scores.csv"]).content
    again = post(program, SCORES, metric="m2", settings={"beta": 1}, references="gold", annotator=0)
    assert again.status_code == 200 and again.data["key"] == found["key"]
    listed = program.get(SCORES).json()
    assert [one["key"] for one in listed["results"]] == [found["key"]]


@pytest.mark.parametrize(
    ("data", "status", "told"),
    [
        ({"metric": "nothing"}, 400, '"nothing\\" is none of the choices: m2, '),
        ({"metric": "m2", "beta": 1}, 400, "no such option"),
        ({"metric": "m2"}, 409, "needs gold edits"),
        ({"metric": "m2", "references": "gold", "settings": {"beta": -1}}, 409, "expected a number from 0"),
        ({"metric": "languagetool"}, 409, "needs a server"),
    ],
)
def test_what_cannot_be_computed_is_reported(program, essays, gold_set, data, status, told, monkeypatch):
    monkeypatch.delenv("APPRAISE_GEC_LANGUAGETOOL", raising=False)
    answer = post(program, SCORES, **data)
    assert answer.status_code == status
    assert told in json.dumps(answer.json())
    assert not MetricRun.objects.exists()
