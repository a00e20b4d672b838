"""The section of a report for papers: texts to copy, and every table and figure to take away."""

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from appraise_gec.accounts.models import User
from appraise_gec.report.options import ReportOptions
from appraise_gec.report.site import services
from rankings.models import Campaign, Report
from tests.browser.conftest import assert_no_sideways_scrolling
from tests.factories import make_campaign, make_items, make_judge, make_ranking


@pytest.fixture
def report(alice: User, run_jobs: Callable[[], int]) -> Report:
    campaign = make_campaign(owner=alice)
    items = make_items(campaign)
    for name in ("annotator-01", "annotator-02", "annotator-03"):
        judge = make_judge(campaign, name)
        for item in items:
            make_ranking(judge, item)
    made = services.request_report(campaign, alice, ReportOptions(replicates=50)).report
    run_jobs()
    return made


def address(report: Report) -> str:
    campaign: Campaign = report.campaign
    return reverse("reports:section", args=[campaign.slug, report.key, "paper"])


def test_a_researcher_takes_what_a_paper_needs(
    report: Report,
    page: Page,
    alice: User,
    sign_in: Callable[[Page, Any], None],
    shoot: Callable[[Page, str], None],
    assert_sound: Callable[[Page], None],
) -> None:
    sign_in(page, alice)
    page.goto(address(report))
    assert_sound(page)
    shoot(page, "report-for-a-paper")
    page.get_by_text("References (BibTeX)").click()
    expect(page.get_by_text("@inproceedings{grundkiewicz-etal-2015-human")).to_be_visible()
    assert_no_sideways_scrolling(page)
    shoot(page, "report-for-a-paper-unfolded")
    for link, ending in (
        (page.get_by_role("link", name="methods.tex"), ".tex"),
        (page.get_by_role("link", name="LaTeX (ranking)"), ".tex"),
        (page.get_by_role("link", name="PDF of this figure").first, ".pdf"),
    ):
        with page.expect_download() as waiting:
            link.click()
        assert waiting.value.suggested_filename.endswith(ending)
