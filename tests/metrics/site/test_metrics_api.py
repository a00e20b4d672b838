"""Programs ask for scores and comparisons, follow them and read them; docs/metrics-api.md says how."""

import json
from importlib.util import find_spec

import pytest
from django.core.cache import cache
from rest_framework.test import APIClient

from metrics.models import MetricRun, MetricStudy
from metrics.site.api_urls import urlpatterns
from metrics.site.studies.options import StudyOptions
from tests.conftest import CHECKOUT
from tests.factories import make_campaign, token_of
from tests.missing import missing_or_skip

pytestmark = pytest.mark.django_db
SCORES, STUDIES = "/api/v1/campaigns/essays/metrics/", "/api/v1/campaigns/essays/metric-studies/"


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
    again = post(program, SCORES, metric="m2", settings={"beta": 1}, references="gold", annotator=0)
    assert again.status_code == 200 and again.data["key"] == found["key"]
    listed = program.get(SCORES).json()
    assert [one["key"] for one in listed["results"]] == [found["key"]]


def test_errant_takes_the_edits_of_gold_or_extracts_them_again(program, essays, gold_set, run_jobs):
    if find_spec("errant") is None:
        missing_or_skip("errant", "the package errant is not installed")
    settings = {"model": "blank", "merging": "all-merge"}
    asked = [
        post(program, SCORES, metric="errant", settings={**settings, **more}, references="gold")
        for more in ({}, {"reference_edits": "extracted"})
    ]
    assert run_jobs() == 2
    as_in_gold, extracted = (
        {one["system"]: one for one in program.get(answer.data["url"]).json()["result"]["systems"]}
        for answer in asked
    )
    # "goes" or "went" are alternatives of one edit in the gold; extracted is the first of them.
    assert (as_in_gold["ALPHA"]["tp"], as_in_gold["ALPHA"]["fp"]) == (3, 1)
    assert (extracted["ALPHA"]["tp"], extracted["ALPHA"]["fp"]) == (4, 0)
    assert {kind["type"] for kind in as_in_gold["ALPHA"]["types"]} == {"Vform", "Nn", "SVA"}
    wrong = post(program, SCORES, metric="errant", settings={**settings, "reference_edits": "x"})
    assert wrong.status_code == 409 and "as-in-gold, extracted" in json.dumps(wrong.json())


@pytest.mark.parametrize(
    ("data", "status", "told"),
    [
        ({"metric": "nothing"}, 400, '"nothing\\" is none of the choices: m2, '),
        ({"metric": "m2", "references": "other"}, 400, "no references called other"),
        ({"metric": "m2", "beta": 1}, 400, "no such option"),
        ({"metric": "m2"}, 409, "choose gold edits"),
        ({"metric": "m2", "references": "gold", "settings": {"beta": "x"}}, 409, "expected a number"),
        ({"metric": "m2", "references": "gold", "settings": {"beta": -1}}, 409, "expected a number from 0"),
        ({"metric": "m2", "references": "gold", "settings": {"gamma": 1}}, 409, "no setting 'gamma'"),
        ({"metric": "languagetool"}, 409, "needs a server"),
    ],
)
def test_what_cannot_be_computed_is_reported(program, essays, gold_set, data, status, told, monkeypatch):
    monkeypatch.delenv("APPRAISE_GEC_LANGUAGETOOL", raising=False)
    answer = post(program, SCORES, **data)
    assert answer.status_code == status
    assert told in json.dumps(answer.json())
    assert not MetricRun.objects.exists()


def test_a_comparison_is_asked_for_followed_and_read(program, judged, gold_set, run_jobs):
    assert post(program, STUDIES).status_code == 409  # no scores yet
    post(program, SCORES, metric="m2", references="gold")
    assert run_jobs() == 1
    asked = post(program, STUDIES, replicates=20, method="bradley-terry")
    assert asked.status_code == 201
    assert run_jobs() == 1
    found = program.get(asked.data["url"]).json()
    assert found["state"] == "done" and found["recipe"]["options"]["method"] == "bradley-terry"
    assert [one["metric"] for one in found["result"]["metrics"]] == ["M\u00b2 F0.5"]
    assert post(program, STUDIES, replicates=20, method="bradley-terry").status_code == 200
    assert [one["key"] for one in program.get(STUDIES).json()["results"]] == [found["key"]]


@pytest.mark.parametrize(
    "data", [{"replicates": 0}, {"metrics": ["no key"]}, {"campaigns": [f"c{n}" for n in range(30)]}]
)
def test_a_comparison_with_wrong_options_is_refused(program, judged, data):
    assert post(program, STUDIES, **data).status_code == 400
    assert not MetricStudy.objects.exists()


@pytest.mark.parametrize("pattern", urlpatterns, ids=lambda pattern: pattern.name)
def test_every_route_is_in_the_document(pattern):
    text = (CHECKOUT / "docs" / "metrics-api.md").read_text(encoding="utf-8")
    route = str(pattern.pattern).replace("<uuid:key>", "$KEY").replace("<int:number>", "$NUMBER")
    assert f"/api/v1/campaigns/$CAMPAIGN/{route}" in text


def test_results_are_found_in_their_own_campaign_only(program, client, alice, m2_run, run_jobs):
    make_campaign("autumn", owner=alice)
    key = str(m2_run.key)
    assert program.get(f"{SCORES}{key}/").status_code == 200
    assert program.get(f"{SCORES.replace('essays', 'autumn')}{key}/").status_code == 404
    client.force_login(alice)
    address = m2_run.get_absolute_url()
    assert client.get(address).status_code == 200
    assert client.get(address.replace("essays", "autumn")).status_code == 404


def test_a_comparison_is_found_in_its_own_campaign_only(program, client, alice, judged, run_jobs):
    make_campaign("autumn", owner=alice)
    client.force_login(alice)
    study = MetricStudy.objects.create(campaign=judged, created_by=alice, options=StudyOptions().as_json())
    address = study.get_absolute_url()
    assert client.get(address).status_code == 200
    assert client.get(address.replace("essays", "autumn")).status_code == 404
    own = f"{STUDIES}{study.key}/"
    assert program.get(own).status_code == 200
    assert program.get(own.replace("essays", "autumn")).status_code == 404
