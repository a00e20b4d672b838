"""A manager names a report, and deletes it with its public link."""

import pytest
from playwright.sync_api import expect

from appraise_gec.report.options import ReportOptions
from appraise_gec.report.site import services, sharing
from rankings.access.audience import CampaignAccess
from rankings.models import Report
from tests.browser.conftest import DARK, assert_no_sideways_scrolling
from tests.conftest import run_waiting_jobs
from tests.factories import make_campaign, make_items, make_judge, make_ranking

NARROW = {"viewport": {"width": 360, "height": 800}, "is_mobile": True, "has_touch": True}


@pytest.fixture
def report(alice, transactional_db):
    """A computed report of Alice's campaign with two judges, and a second one with a public link."""
    campaign = make_campaign(owner=alice, title="Essays of learners")
    items = make_items(campaign)
    for name in ("amber", "birch"):
        judge = make_judge(campaign, name)
        for item in items:
            make_ranking(judge, item)
    made = services.request_report(campaign, alice, ReportOptions(replicates=50, parts=())).report
    other = services.request_report(campaign, alice, ReportOptions(replicates=40, parts=())).report
    run_waiting_jobs(set())
    other.refresh_from_db()
    access = CampaignAccess(campaign, "owner")
    sharing.publish(access, other, alice, "Essays")
    sharing.request_paper(access, other, alice, "Essays")
    return made


def test_a_report_is_named_and_deleted(report, alice, page, new_page, sign_in, shoot, assert_accessible):
    sign_in(page, alice)
    page.goto(report.get_absolute_url())
    page.get_by_text("Name or delete this report").click()
    shoot(page, "keeping")
    assert_accessible(page)
    page.get_by_label("Name", exact=True).fill("Camera-ready version")
    page.get_by_role("button", name="Save the name").click()
    expect(page.get_by_text("The name is saved.")).to_be_visible()
    page.get_by_role("link", name="Report", exact=True).first.click()
    listed = page.get_by_role("group", name="All reports").get_by_role("row")
    expect(listed.filter(has_text="Camera-ready version")).to_have_count(1)
    shoot(page, "keeping-overview")

    other = Report.objects.exclude(pk=report.pk).get()
    delete = f"{other.get_absolute_url()}delete/"
    for name, options in (("360", NARROW), ("dark", DARK)):
        small = new_page(**options)
        sign_in(small, alice)
        small.goto(report.get_absolute_url())
        small.get_by_text("Name or delete this report").click()
        shoot(small, f"keeping-{name}")
        assert_no_sideways_scrolling(small)
        small.goto(delete)
        shoot(small, f"keeping-delete-{name}")
        assert_no_sideways_scrolling(small)
    page.goto(other.get_absolute_url())
    page.get_by_text("Name or delete this report").click()
    page.get_by_role("link", name="Delete the report").click()
    expect(page.get_by_text("1 public link stops working.")).to_be_visible()
    expect(page.get_by_text("1 archive for a paper is deleted, too.")).to_be_visible()
    shoot(page, "keeping-delete")
    assert_accessible(page)
    page.get_by_role("button", name="Delete the report").click()
    expect(page.get_by_text("The report is deleted. The rankings are all there.")).to_be_visible()
    assert list(Report.objects.all()) == [report]
