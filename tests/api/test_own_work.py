"""Work that a person asked for, and two reports beside each other, by program."""

import json
from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from appraise_gec.accounts.models import User
from appraise_gec.jobs.models import Job, State
from rankings.models import Campaign, Membership
from rankings.reports.options import ReportOptions
from rankings.reports.services import request_report
from tests.api.conftest import Program
from tests.factories import add_member

pytestmark = pytest.mark.django_db


def test_own_work_is_followed_cancelled_and_tried_again(
    program: Callable[..., Program], alice: User, bob: User, campaign: Campaign
) -> None:
    add_member(campaign, bob, Membership.Role.MANAGER)
    report = request_report(campaign, alice, ReportOptions(replicates=20, parts=())).report
    ask, other = program(alice, slug=""), program(bob, slug="")
    (job,) = ask("get", "jobs/").json()["results"]
    assert (job["key"], job["kind"], job["state"]) == (str(report.job_id), "report", "queued")
    assert job["result_page_url"] is None
    assert other("get", "jobs/").json()["count"] == 0
    for method in ("get", "post", "delete"):
        assert other(method, job["url"]).status_code == 404
    assert ask("post", job["url"]).status_code == 409
    assert program(alice, "compute", "")("delete", job["url"]).status_code == 403
    assert ask("delete", job["url"]).status_code == 204
    assert ask("delete", job["url"]).status_code == 409
    assert ask("get", "jobs/", {"state": "cancelled"}).json()["count"] == 1
    assert ask("get", "jobs/", {"state": "queued"}).json()["count"] == 0
    assert ask("post", job["url"]).json()["state"] == "queued"
    assert Job.objects.get(pk=job["key"]).state == State.QUEUED


def test_two_reports_are_compared_as_on_the_page(
    program: Callable[..., Program],
    alice: User,
    client: Client,
    campaign: Campaign,
    run_jobs: Callable[[], int],
) -> None:
    ask = program(alice, "read")
    one, other = (
        request_report(campaign, alice, ReportOptions(replicates=20, confidence=confidence, parts=())).report
        for confidence in (0.95, 0.5)
    )
    address = f"reports/{one.key}/comparison/{other.key}/"
    assert ask("get", address).status_code == 409
    run_jobs()
    found = ask("get", address).json()
    assert [change["name"] for change in found["settings"]] == ["confidence"]
    assert found["same_rankings"] is True
    assert any("confidence" in sentence for sentence in found.pop("sentences_about"))
    client.force_login(alice)
    page = client.get(reverse("reports:comparison-document", args=["essays", one.key, other.key]))
    assert found == json.loads(page.content)
    assert ask("get", f"reports/{one.key}/comparison/{uuid4()}/").status_code == 404
