"""Reports that leave out what a manager has discarded, or include it and say so."""

from collections.abc import Callable

import pytest
from django.test import Client

from appraise_gec.accounts.models import User
from appraise_gec.report.options import ReportOptions
from appraise_gec.report.site.services import is_stale, judgments_of, request_report
from rankings.models import Campaign, Judge, Report
from tests.desk.test_discards import discard


@pytest.fixture
def discarded(campaign: Campaign, alice: User) -> Campaign:
    """Two judges ranked four items each; all rankings of the second are discarded."""
    second = Judge.objects.select_related("campaign").get(campaign=campaign, name="two")
    discard(second, alice)
    return campaign


def computed(campaign: Campaign, user: User, run_jobs: Callable[[], int], *, with_discarded: bool) -> Report:
    options = ReportOptions(replicates=20, parts=(), with_discarded=with_discarded)
    report = request_report(campaign, user, options).report
    run_jobs()
    report.refresh_from_db()
    assert report.recipe is not None
    return report


def test_discarded_rankings_are_included_when_that_is_asked_for(
    discarded: Campaign, alice: User, run_jobs: Callable[[], int], client: Client
) -> None:
    usual = computed(discarded, alice, run_jobs, with_discarded=False)
    whole = computed(discarded, alice, run_jobs, with_discarded=True)
    assert usual.recipe and whole.recipe
    assert (usual.recipe["rankings"]["number"], whole.recipe["rankings"]["number"]) == (4, 8)
    assert (usual.recipe["discarded_rankings"], whole.recipe["discarded_rankings"]) == (4, 4)
    assert (usual.recipe["with_discarded"], whole.recipe["with_discarded"]) == (False, True)
    assert not is_stale(whole)
    assert {judgment.judge for judgment in judgments_of(whole)} == {"one", "two"}
    client.force_login(alice)
    page = client.get(whole.get_absolute_url()).text
    assert "4 discarded rankings included." in page
    assert "4 discarded rankings left out." in client.get(usual.get_absolute_url()).text
