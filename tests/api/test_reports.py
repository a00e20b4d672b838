"""Reports by program, as the pages have them: files, names, deletion, public links."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from appraise_gec.accounts.models import User
from appraise_gec.report.options import ReportOptions
from appraise_gec.report.site import services
from rankings.models import Campaign, Report
from tests.factories import program_of


@pytest.fixture
def report(campaign: Campaign, alice: User, run_jobs: Callable[[], int]) -> Report:
    made = services.request_report(campaign, alice, ReportOptions(replicates=50, parts=())).report
    run_jobs()
    made.refresh_from_db()
    return made


def address(report: Report, more: str = "") -> str:
    return f"/api/v1/campaigns/{report.campaign.slug}/reports/{report.key}/{more}"


def test_programs_get_the_same_files_as_the_pages(report: Report, alice: User) -> None:
    api, page = program_of(alice, "manage"), Client()
    page.force_login(alice)
    listed = {one["name"]: one["url"] for one in api.get(address(report, "files/")).json()}
    pages = f"/campaigns/{report.campaign.slug}/report/{report.key}/"
    for name in (
        "tables/agreement.csv",
        "tables/ranking.tex",
        "methods.tex",
        "references.bib",
        "report.json",
    ):
        mine, theirs = api.get(listed[name]), page.get(f"{pages}{name}")
        assert (mine.status_code, mine.getvalue()) == (200, theirs.getvalue()), name
        assert mine["Content-Type"] == theirs["Content-Type"], name
    assert api.get(address(report, "files/figures/ranking.png")).status_code == 404
    assert api.get(address(report, "files/../recipe.json")).status_code == 404


def do(report: Report, name: str) -> str:
    return reverse(f"api-do:{name}", args=[report.campaign.slug, report.key])


def test_a_public_link_is_made_read_and_revoked(
    report: Report, alice: User, run_jobs: Callable[[], int]
) -> None:
    api = program_of(alice, "manage")
    assert api.get(address(report)).json()["public_url"] is None
    assert api.post(do(report, "report.publish"), {}, format="json").status_code == 200
    public = api.get(address(report)).json()["public_url"]
    assert Client().get(public).status_code == 404
    assert api.get(address(report, "archive/")).status_code == 409
    run_jobs()
    assert b'id="finding"' in Client().get(public).content
    assert api.post(do(report, "report.publish"), {}, format="json").status_code == 409
    assert api.get(address(report, "archive/")).content.startswith(b"PK")
    assert api.post(do(report, "report.delete"), {}, format="json").status_code == 400
    assert api.post(do(report, "report.revoke-link"), {}, format="json").status_code == 200
    assert Client().get(public).status_code == 410
    assert api.get(address(report)).json()["public_url"] is None
