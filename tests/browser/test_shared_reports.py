"""A manager's way from a report to a public link, a stranger's way to the same page, and the end of both."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from appraise_gec.report.options import ReportOptions
from appraise_gec.report.site import services
from rankings.models import PublicReport
from tests.browser.conftest import DARK, DESKTOP, assert_no_sideways_scrolling
from tests.conftest import run_waiting_jobs

NARROW = {"viewport": {"width": 360, "height": 800}, "is_mobile": True, "has_touch": True}


@pytest.fixture
def report(essays, alice):
    """A computed report of Alice's campaign with three judges."""
    made = services.request_report(essays, alice, ReportOptions(replicates=50)).report
    run_waiting_jobs()
    return made


def test_from_the_report_to_a_stranger_and_back(
    report, alice, page, new_page, sign_in, assert_accessible, expected_errors
):
    expected_errors.append("410")
    sign_in(page, alice)
    page.goto(report.get_absolute_url())
    page.get_by_role("button", name="Share").click()
    assert_accessible(page)
    page.get_by_role("button", name="Make the link").click()
    run_waiting_jobs()
    address = reverse("public-report", args=[PublicReport.objects.get().token])
    for screen in (DESKTOP, NARROW, DARK):
        member = new_page(**screen)
        sign_in(member, alice)
        member.goto(report.get_absolute_url())
        member.get_by_role("button", name="Share").click()
        expect(member.get_by_role("button", name="Copy")).to_be_visible()
        assert_no_sideways_scrolling(member)
        stranger = new_page(**screen, bypass_csp=True)  # the page's own policy would stop the check, too
        stranger.goto(address)
        expect(stranger.locator("#finding")).to_be_visible()
        expect(stranger.get_by_text("amber")).to_have_count(0)
        assert_accessible(stranger)
        assert_no_sideways_scrolling(stranger)
    page.goto(report.get_absolute_url())
    page.get_by_role("button", name="Share").click()
    page.get_by_role("button", name="Revoke").click()
    expect(page.get_by_text("The link is revoked: its page is gone.")).to_be_visible()
    stranger.goto(address)
    expect(stranger.get_by_role("heading", name="There is no report here")).to_be_visible()
