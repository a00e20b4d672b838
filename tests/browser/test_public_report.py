"""A manager's way from a report to a public link, and a stranger's way to the report and its archive."""

import io
import zipfile
from pathlib import Path

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from appraise_gec.report.options import ReportOptions
from appraise_gec.report.site import services
from rankings.models import PublicReport
from tests.browser.conftest import DARK, DESKTOP, assert_no_sideways_scrolling
from tests.conftest import run_waiting_jobs
from tests.factories import make_campaign, make_items, make_judge, make_ranking

TITLE = "Corrections of essays by learners"
NARROW = {"viewport": {"width": 360, "height": 800}, "is_mobile": True, "has_touch": True}


@pytest.fixture
def report(alice, transactional_db):
    """A computed report of Alice's campaign with three judges."""
    campaign = make_campaign(owner=alice, title="Essays of learners")
    items = make_items(campaign)
    for number, name in enumerate(("amber", "birch", "cedar")):
        judge = make_judge(campaign, name)
        for item in items:
            size = item.outputs.count()
            make_ranking(judge, item, [1 + (position + number // 2) % size for position in range(size)])
    made = services.request_report(campaign, alice, ReportOptions(replicates=50)).report
    run_waiting_jobs(set())
    return made


def test_from_the_report_to_a_stranger(
    report, alice, page, new_page, sign_in, shoot, assert_accessible, expected_errors, tmp_path
):
    expected_errors.append("410")
    sign_in(page, alice)
    page.goto(report.get_absolute_url())
    page.get_by_role("link", name="Archive for a paper, public link").click()
    shoot(page, "share-nothing-yet")
    form = page.locator("form", has=page.get_by_role("button", name="Make the link"))
    form.get_by_label("Title").fill(TITLE)
    shoot(page, "share-form")
    assert_accessible(page)
    assert_no_sideways_scrolling(page)
    form.get_by_role("button", name="Make the link").click()
    expect(page.get_by_text("The public page is being made")).to_be_visible()
    shoot(page, "share-being-made")
    run_waiting_jobs(set())
    page.reload()
    link = PublicReport.objects.get()
    address = reverse("public-report", args=[link.token])
    expect(page.get_by_role("link", name=address)).to_be_visible()
    for name, screen in (("desktop", DESKTOP), ("phone", NARROW), ("dark", DARK)):
        member = new_page(**screen)
        sign_in(member, alice)
        member.goto(reverse("reports:share", args=[report.campaign.slug, report.key]))
        shoot(member, f"share-{name}")
        assert_accessible(member)
        assert_no_sideways_scrolling(member)

    for name, screen in (("desktop", DESKTOP), ("phone", NARROW), ("dark", DARK)):
        # The page's own policy would stop the check, too.
        stranger = new_page(**screen, bypass_csp=True)
        stranger.goto(address)
        expect(stranger.get_by_role("heading", name=TITLE)).to_be_visible()
        shoot(stranger, f"public-{name}")
        assert_accessible(stranger)
        assert_no_sideways_scrolling(stranger)
        with stranger.expect_download() as download:
            stranger.get_by_role("link", name="Download paper.zip").click()
        kept = Path(tmp_path / f"{name}.zip")
        download.value.save_as(kept)
        with zipfile.ZipFile(io.BytesIO(kept.read_bytes())) as archive:
            assert "recipe.json" in archive.namelist()

    page.get_by_role("button", name="Revoke").click()
    expect(page.get_by_text("The link is revoked")).to_be_visible()
    stranger.goto(address)
    expect(stranger.get_by_text("This link was revoked")).to_be_visible()
    shoot(stranger, "public-revoked")
    assert_accessible(stranger)
