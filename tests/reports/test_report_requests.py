"""Asking for a report: when it is computed, when an equal one is used again, when it is refused."""

from collections.abc import Callable

import pytest
from django.urls import reverse

from appraise_gec.accounts.models import AuditEvent, User
from appraise_gec.jobs.models import Job, State
from appraise_gec.report.folder import json_bytes
from appraise_gec.report.options import ReportOptions
from appraise_gec.report.site import services
from rankings.access import Refused
from rankings.models import Campaign, Ranking, Report
from tests.factories import make_campaign, make_item, make_judge, make_ranking

FEW = ReportOptions(replicates=50)


@pytest.fixture
def finished(campaign: Campaign, alice: User, run_jobs: Callable[[], int]) -> Report:
    report = services.request_report(campaign, alice, FEW).report
    run_jobs()
    report.refresh_from_db()
    assert report.result is not None
    return report


def report_json(report: Report) -> bytes:
    return json_bytes({"recipe": report.recipe, "result": report.result})


def revise(campaign: Campaign) -> None:
    """A judge changes an answer."""
    old = Ranking.objects.filter(judge__campaign=campaign, is_current=True).latest("pk")
    Ranking.objects.filter(pk=old.pk).update(is_current=False)
    new = Ranking.objects.create(judge=old.judge, item=old.item, revision=2)
    for rank in old.ranks.all():
        new.ranks.create(output=rank.output, rank=1, worst_rank=5)


def test_a_report_is_computed_by_its_job(finished: Report, campaign: Campaign, alice: User) -> None:
    assert finished.job is not None
    assert (finished.job.state, finished.job.requested_by) == (State.DONE, alice)
    assert finished.job.result_url == reverse("reports:report", args=[campaign.slug, finished.key])
    assert finished.finished_at is not None
    assert AuditEvent.objects.filter(action="report.request", campaign=campaign).count() == 1


def test_the_same_recipe_gives_the_same_bytes(
    finished: Report, campaign: Campaign, alice: User, run_jobs: Callable[[], int]
) -> None:
    # Another campaign with the same content, its rankings stored in another order.
    other = make_campaign("again", owner=alice)
    items = [make_item(other, index) for index in (2, 0, 3, 1)]
    judges = [make_judge(other, "two"), make_judge(other, "one")]
    for judge in judges:
        for item in items:
            make_ranking(judge, item)
    again = services.request_report(other, alice, FEW).report
    run_jobs()
    again.refresh_from_db()

    assert report_json(again) == report_json(finished)


def test_an_equal_report_is_used_again(finished: Report, campaign: Campaign, alice: User) -> None:
    again = services.request_report(campaign, alice, FEW)

    assert (again.report, again.is_new) == (finished, False)
    assert Job.objects.count() == 1


def test_changed_rankings_make_the_report_stale_and_are_computed_anew(
    finished: Report, campaign: Campaign, alice: User, run_jobs: Callable[[], int]
) -> None:
    assert not services.is_stale(finished)
    revise(campaign)

    assert services.is_stale(finished)
    again = services.request_report(campaign, alice, FEW)
    assert again.is_new
    run_jobs()
    again.report.refresh_from_db()
    assert not services.is_stale(again.report)
    assert again.report.recipe["rankings"]["sha256"] != finished.recipe["rankings"]["sha256"]  # type: ignore[index]


def test_what_was_judged_after_the_request_and_before_the_work_is_in(
    campaign: Campaign, alice: User, run_jobs: Callable[[], int]
) -> None:
    report = services.request_report(campaign, alice, FEW).report
    make_ranking(make_judge(campaign, "late"), campaign.items.first())  # type: ignore[arg-type]
    run_jobs()
    report.refresh_from_db()

    assert report.recipe["rankings"]["number"] == 9  # type: ignore[index]
    assert not services.is_stale(report)


@pytest.mark.parametrize(
    ("excluded", "reason"),
    [(("nobody",), "No judge of this campaign is called nobody"), (("one", "two"), "At least one judge")],
)
def test_impossible_choices_are_refused(
    campaign: Campaign, alice: User, excluded: tuple[str, ...], reason: str
) -> None:
    with pytest.raises(Refused, match=reason):
        services.request_report(campaign, alice, ReportOptions(excluded_judges=excluded))
