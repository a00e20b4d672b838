"""Work that a person asked for, by program."""

from collections.abc import Callable

import pytest

from appraise_gec.accounts.models import User
from appraise_gec.jobs.models import Job, State
from appraise_gec.report.options import ReportOptions
from appraise_gec.report.site.services import request_report
from rankings.models import Campaign, Membership
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
