"""Reports that are named and deleted, and the one that a campaign's results begin with."""

import re
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from appraise_gec.accounts.models import AuditEvent, User
from appraise_gec.report.options import ReportOptions
from appraise_gec.report.site import services
from rankings.judgments.stored import rankings_mark
from rankings.models import Campaign, Membership, Ranking, Report
from tests.factories import add_member, signed_in


@pytest.fixture
def report(campaign: Campaign, alice: User, run_jobs: Callable[[], int]) -> Report:
    """Alice's, finished."""
    return computed(campaign, alice, run_jobs, replicates=20)


@pytest.fixture
def rita(campaign: Campaign, make_user: Callable[..., User]) -> User:
    """A researcher of the campaign."""
    made = make_user("rita")
    add_member(campaign, made, Membership.Role.RESEARCHER)
    return made


def computed(campaign: Campaign, user: User, run_jobs: Callable[[], int], **options: object) -> Report:
    made = services.request_report(campaign, user, ReportOptions(**options)).report  # type: ignore[arg-type]
    run_jobs()
    made.refresh_from_db()
    return made


def stored(campaign: Campaign, *, current: bool = True, **options: object) -> Report:
    """A finished report as far as the choice of the first one goes."""
    return Report.objects.create(
        campaign=campaign,
        options=ReportOptions(**options).as_json(),  # type: ignore[arg-type]
        rankings_mark=rankings_mark(campaign) if current else "before",
        result={},
        recipe={},
        finished_at=timezone.now(),
    )


def at(name: str, report: Report) -> str:
    return reverse(f"do:report.{name}", args=[report.campaign.slug, report.key])


def text_of(content: bytes) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", content.decode()))


@pytest.mark.parametrize(
    "tried",
    [
        {"replicates": 10},
        {"excluded_judges": ("one",)},
        {"last_day": date(2026, 3, 1)},
        {"method": "bradley-terry"},
    ],
    ids=str,
)
def test_a_quick_try_does_not_replace_what_everybody_sees(campaign: Campaign, tried: dict[str, Any]) -> None:
    whole = stored(campaign)
    stored(campaign, **tried)
    assert services.front_report(campaign) == whole


def test_a_researcher_names_and_deletes_own_reports_alone(
    campaign: Campaign, report: Report, alice: User, rita: User, run_jobs: Callable[[], int]
) -> None:
    own = computed(campaign, rita, run_jobs, replicates=25)
    client = signed_in(rita)
    page = client.get(report.get_absolute_url()).content.decode()
    assert at("name", report) not in page
    assert at("delete", report) not in page
    client.post(at("name", report), {"name": "Mine"})
    answer = client.post(at("delete", report))
    assert "Only who asked for this report, or a manager, may do this." in text_of(answer.content)
    report.refresh_from_db()
    assert report.name == ""

    assert at("delete", own) in client.get(own.get_absolute_url()).content.decode()
    client.post(at("name", own), {"name": "Mine"})
    own.refresh_from_db()
    assert own.name == "Mine"
    client.post(at("delete", own))
    assert list(campaign.reports.all()) == [report]


def test_deleting_takes_the_report_and_leaves_the_rankings(report: Report, alice: User) -> None:
    before = Ranking.objects.count()
    client = signed_in(alice)
    asked = client.get(at("delete", report))
    assert Report.objects.exists()
    assert "The rankings stay." in text_of(asked.content)
    answer = client.post(at("delete", report), follow=True)
    assert answer.redirect_chain == [(reverse("reports:overview", args=[report.campaign.slug]), 302)]
    assert not Report.objects.exists()
    assert Ranking.objects.count() == before
    assert client.get(report.get_absolute_url()).status_code == 404
    event = AuditEvent.objects.get(action="report.delete")
    assert event.detail["report"] == str(report.key)


def test_a_researcher_does_not_delete_what_a_manager_has_published(
    campaign: Campaign, alice: User, rita: User, run_jobs: Callable[[], int]
) -> None:
    own = computed(campaign, rita, run_jobs, replicates=25)
    signed_in(alice).post(at("publish", own))
    answer = signed_in(rita).post(at("delete", own), {"with_link": "yes"})
    assert "A manager has published this report" in text_of(answer.content)
    assert Report.objects.exists()
