"""Logs with ids and without secrets, counts for Prometheus over all processes."""

import io
import json
import logging
import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from appraise_gec.accounts.models import User
from appraise_gec.accounts.throttle import WRONG_TOKENS
from appraise_gec.jobs.models import Job, State
from appraise_gec.seeing.logs import JsonLines, WithIds
from rankings.judging.assignment import next_assignment
from rankings.models import Ranking
from tests.factories import make_campaign, make_items, make_judge, make_ranking

pytestmark = pytest.mark.django_db
TOKEN = "only-for-tests-0123456789abcdefghij"


@pytest.fixture
def log() -> Any:
    """What the site logs in JSON, as a function that reads it."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines())
    handler.addFilter(WithIds())
    logging.getLogger().addHandler(handler)
    yield lambda: [json.loads(line) for line in stream.getvalue().splitlines()]
    logging.getLogger().removeHandler(handler)


@pytest.fixture
def prometheus(settings: Any) -> Any:
    """Counting is on. A function that asks for the samples."""
    settings.PROMETHEUS_TOKEN = TOKEN

    def ask() -> dict[tuple[Any, ...], float]:
        answer = Client().get("/prometheus/", headers={"Authorization": f"Bearer {TOKEN}"})
        assert answer.status_code == 200
        assert answer["Content-Type"].startswith("text/plain; version=")
        return {
            (sample.name, *sorted(sample.labels.items())): sample.value
            for family in text_string_to_metric_families(answer.text)
            for sample in family.samples
        }

    return ask


def test_a_request_is_a_line_with_its_ids_and_the_answer_has_the_same(log: Any, client: Client, alice: User):
    client.force_login(alice)
    answer = client.get("/account/?secret=1")
    [line] = [line for line in log() if line["logger"] == "appraise_gec.requests"]
    assert re.fullmatch("[0-9a-f]{32}", answer["X-Request-ID"])
    assert line["request"] == answer["X-Request-ID"]
    assert (line["route"], line["person"], line["status"]) == ("people:account", alice.pk, 200)
    assert line["message"] == "GET people:account 200"
    assert line["milliseconds"] > 0
    assert "alice" not in str(log())
    assert client.get("/account/")["X-Request-ID"] != answer["X-Request-ID"]


def test_no_secret_of_a_path_is_logged(log: Any, client: Client, monkeypatch: pytest.MonkeyPatch):
    missing = client.get("/link/my-secret/?me=too")
    assert missing.status_code == 404
    [refusal] = [line for line in log() if line["logger"] == "django.request"]
    assert (refusal["message"], refusal["request"]) == (
        "Not Found: link",
        missing["X-Request-ID"],
    )
    client.raise_request_exception = False
    monkeypatch.setattr("rankings.people.entrance.neighbourhood", lambda request: 1 / 0)
    assert client.get("/link/my-secret/").status_code == 500
    assert "my-secret" not in str(log())
    errors = [line for line in log() if line["level"] == "ERROR"]
    assert [line["message"] for line in errors] == ["Internal Server Error: link"]
    assert "ZeroDivisionError" in errors[0]["exception"]


def test_prometheus_needs_its_token(settings: Any):
    settings.PROMETHEUS_TOKEN = ""
    assert Client().get("/prometheus/", headers={"Authorization": "Bearer "}).status_code == 404
    settings.PROMETHEUS_TOKEN = TOKEN
    assert Client().get("/prometheus/").status_code == 401
    for number in range(WRONG_TOKENS.allowed):
        wrong = Client().get("/prometheus/", headers={"Authorization": f"Bearer {TOKEN}{number}"})
    assert wrong.status_code == 429


def test_requests_are_counted_by_route_and_latency(prometheus: Any):
    before = prometheus()
    for _ in range(3):
        Client().get("/health/")
    Client().get("/nowhere/at/all/")
    after = prometheus()

    def grown(name: str, **labels: str) -> float:
        key = (f"appraise_gec_{name}", *sorted(labels.items()))
        return float(after[key] - before.get(key, 0))

    assert grown("requests_total", method="GET", route="health", status="200") == 3
    assert grown("request_seconds_bucket", route="health", le="+Inf") == 3
    assert 0 < grown("request_seconds_sum", route="health") < 60
    assert grown("requests_total", method="GET", route="no route", status="404") == 1
    # Its own requests too, one behind: it is counted when it has been answered.
    assert grown("requests_total", method="GET", route="prometheus", status="200") == 1


def test_judges_at_work_rankings_and_jobs(prometheus: Any, bob: User):
    campaign = make_campaign()
    items = make_items(campaign)
    now = timezone.now()
    assert next_assignment(make_judge(campaign, "opened", bob)) is not None
    for name, minutes in (("now", 1), ("a while ago", 30), ("yesterday", 1500)):
        made = make_ranking(make_judge(campaign, name), items[0], [1, 2, 3])
        Ranking.objects.filter(pk=made.pk).update(submitted_at=now - timedelta(minutes=minutes))
    for state in (State.QUEUED, State.QUEUED, State.FAILED):
        ended = now if state == State.FAILED else None
        Job.objects.create(kind="x", state=state, finished_at=ended)
    Job.objects.filter(state=State.QUEUED).update(created_at=now - timedelta(seconds=90))
    found = prometheus()
    assert found["appraise_gec_judges_at_work",] == found["appraise_gec_rankings_last_hour",] == 2
    assert [found["appraise_gec_jobs", ("state", one)] for one in ("queued", "failed", "running")] == [
        2,
        1,
        0,
    ]
    assert 90 <= found["appraise_gec_job_oldest_seconds", ("state", "queued")] < 150
    assert found["appraise_gec_part_up", ("part", "redis")] == 1
