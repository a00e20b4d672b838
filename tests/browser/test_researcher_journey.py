"""A researcher in a real browser: compute with a worker, read the report on every screen, take it away."""

import csv
import io
from pathlib import Path

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from appraise_gec.report.options import ReportOptions
from appraise_gec.report.site import services
from rankings.models import Membership
from tests.factories import add_member

# Milliseconds for a worker to start and compute, on a machine that has other work.
BUSY = 120_000


def test_a_researcher_reads_and_computes_with_other_settings(
    essays, charlie, page, sign_in, run_jobs, assert_sound
):
    add_member(essays, charlie, Membership.Role.RESEARCHER)
    sign_in(page, charlie)
    page.goto(reverse("reports:overview", args=[essays.slug]))
    expect(page.get_by_role("link", name="Import judgments")).to_have_count(0)
    page.get_by_role("button", name="Compute the report").click()
    expect(page.get_by_role("heading", name="The report is being computed")).to_be_visible()
    run_jobs()
    page.locator("#finding").wait_for(timeout=BUSY)

    page.get_by_role("link", name="Other settings").click()
    assert_sound(page)
    page.locator("summary", has_text="Judges to leave out").click()
    page.get_by_label("birch").check()
    page.get_by_text("Method, resampling and further parts").click()
    page.get_by_label("What is resampled").select_option("pairs")
    page.get_by_label("Replicates").fill("200")
    page.get_by_role("button", name="Compute the report").click()
    expect(page.get_by_role("heading", name="The report is being computed")).to_be_visible()
    run_jobs()
    page.get_by_text("Without the judges birch.").wait_for(timeout=BUSY)

    page.get_by_role("button", name="Share").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="report.zip").click()
    assert Path(download.value.path()).read_bytes().startswith(b"PK")
    page.keyboard.press("Escape")
    page.locator("#judges > summary").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="CSV file: judges", exact=True).click()
    rows = list(csv.reader(io.StringIO(Path(download.value.path()).read_text())))
    assert [row[0] for row in rows] == ["judge", "amber", "cedar", "Total"]


@pytest.mark.figures
def test_every_section_can_be_read_on_every_screen(essays, alice, page, sign_in, run_jobs, assert_sound):
    options = ReportOptions(replicates=200, parts=("validation",))
    report = services.request_report(essays, alice, options).report
    run_jobs()
    sign_in(page, alice)
    page.goto(report.get_absolute_url())
    assert_sound(page)
    page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    assert_sound(page)
