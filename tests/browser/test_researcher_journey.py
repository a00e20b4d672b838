"""A researcher's way: bring judgments, have them computed by a worker, read the report, take it away."""

import csv
import io
import json
import re
from pathlib import Path

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from appraise_gec.jobs.models import Job, State
from rankings.models import Membership
from rankings.reports import services
from rankings.reports.options import ReportOptions
from rankings.reports.presentation import SECTIONS
from tests.browser.conftest import assert_no_sideways_scrolling, wait_until
from tests.factories import add_member, make_campaign, make_items, make_judge, make_ranking
from tests.reports.conftest import gjg15, published_xml  # noqa: F401 - fixtures

# Milliseconds for a worker to start and compute, on a machine that has other work.
BUSY = 120_000


@pytest.fixture
def essays(alice, charlie, transactional_db):
    """Alice's campaign with rankings of three judges; charlie is its researcher."""
    campaign = make_campaign(owner=alice, title="Essays of learners")
    items = make_items(campaign)
    for number, name in enumerate(("amber", "birch", "cedar")):
        judge = make_judge(campaign, name)
        for item in items:
            size = item.outputs.count()
            make_ranking(judge, item, [1 + (position + number // 2) % size for position in range(size)])
    add_member(campaign, charlie, Membership.Role.RESEARCHER)
    return campaign


def test_the_published_campaign_from_upload_to_download(
    gjg15,  # noqa: F811
    alice,
    page,
    sign_in,
    shared,
    start_worker,
    assert_accessible,
    shoot,
    transactional_db,
):
    sign_in(page, alice)
    page.goto(reverse("reports:overview", args=["gjg15"]))
    shoot(page, "report-no-rankings")
    assert_accessible(page)
    page.get_by_role("link", name="Import judgments", exact=True).click()
    shoot(page, "report-import")
    assert_accessible(page)
    page.get_by_label("File with judgments").set_input_files(shared / "data" / "gjg15" / "judgments.xml")
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_text("Every judgment fits")).to_be_visible()
    shoot(page, "report-import-preview")
    assert_accessible(page)
    page.get_by_role("button", name="Import 2,319 rankings").click()
    expect(page.get_by_text("Imported 2,319 rankings, 13 of them skipped, by 8 judges")).to_be_visible()
    shoot(page, "report-nothing-computed")
    assert_accessible(page)

    page.get_by_role("button", name="Compute the report").first.click()
    shoot(page, "report-computing")
    assert_accessible(page)
    start_worker()
    page.get_by_role("heading", name="Ranking of systems").wait_for(timeout=BUSY)

    published = page.get_by_role("group", name="Expected Wins, pairs resampled")
    page.wait_for_load_state()
    rows = published.locator("tbody tr").all_inner_texts()
    assert rows[0].split()[:4] == ["1", "1", "AMU", "0.628"]
    assert rows[-1].split()[:4] == ["4", "13", "IPN", "0.300"]
    expect(published.locator("tr.cluster-start")).to_have_count(3)
    scores = page.get_by_role(
        "img", name="Score and 95\u00a0% interval of each system, best first: AMU 0.628"
    )
    expect(scores).to_be_visible()
    expect(page.get_by_role("img", name="Grid: share of replicates")).to_be_visible()
    shoot(page, "report")
    assert_accessible(page)
    assert_no_sideways_scrolling(page)

    sections = page.get_by_role("navigation", name="Sections of the report")
    sections.get_by_role("link", name="Judges").click()
    total = (
        page.get_by_role("group", name="What each judge did").locator("tbody tr").last.inner_text().split()
    )
    assert total[:2] == ["Total", "2,319"]
    assert {"20,516", "5,694", "109,098", "59,117"} <= set(total)
    expect(page.get_by_text("AMU stays first whichever judge is left out.")).to_be_visible()
    sections.get_by_role("link", name="Agreement").click()
    kappa = page.get_by_role("group", name="Kappa of the 2015 paper").inner_text()
    assert "0.29" in kappa and "Weak" in kappa and "0.455" in kappa and "Moderate" in kappa
    sections.get_by_role("link", name="Head to head").click()
    expect(
        page.get_by_text("17 of 78 pairs of systems are significantly different at the 5\u00a0% level")
    ).to_be_visible()
    page.get_by_role("link", name="Sign test, as published in 2015").click()
    expect(page.get_by_text("54 of 78 pairs of systems are significantly different")).to_be_visible()
    sections.get_by_role("link", name="Data and recipe").click()

    with page.expect_download() as download:
        page.get_by_role("link", name="Result XML (2015)").click()
    assert re.fullmatch(r"gjg15-judgments-[0-9a-f]{8}\.xml", download.value.suggested_filename)
    xml = Path(download.value.path()).read_bytes()
    assert xml == (shared / "data" / "gjg15" / "judgments.xml").read_bytes()
    with page.expect_download() as download:
        page.get_by_role("link", name="Whole report as JSON").click()
    assert json.loads(Path(download.value.path()).read_bytes())["result"]["total"]["rankings"] == 2319


def test_a_researcher_reads_and_computes_with_other_settings(
    essays, charlie, page, sign_in, run_jobs, assert_sound, shoot
):
    sign_in(page, charlie)
    page.goto(reverse("reports:overview", args=[essays.slug]))
    expect(page.get_by_role("link", name="Import judgments")).to_have_count(0)
    page.get_by_role("button", name="Compute the report").first.click()
    expect(page.get_by_role("heading", name="The report is being computed")).to_be_visible()
    run_jobs()
    page.get_by_role("heading", name="Ranking of systems").wait_for(timeout=BUSY)

    page.get_by_text("What the columns mean").first.click()
    expect(
        page.get_by_text("the chance to be ranked better than a randomly chosen other system")
    ).to_be_visible()
    page.get_by_text("Compute with other settings").click()
    shoot(page, "report-settings")
    assert_sound(page)
    page.get_by_label("Pairs of systems: as published in 2015, too narrow").check()
    page.get_by_label("Replicates").fill("200")
    page.get_by_text("Filters", exact=True).click()
    page.get_by_label("birch").check()
    page.locator("#settings").get_by_role("button", name="Compute the report").click()
    expect(page.get_by_role("heading", name="The report is being computed")).to_be_visible()
    run_jobs()
    page.get_by_text("without birch").first.wait_for(timeout=BUSY)

    page.get_by_role("navigation", name="Sections of the report").get_by_role("link", name="Judges").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="CSV file: judges", exact=True).click()
    rows = list(csv.reader(io.StringIO(Path(download.value.path()).read_text())))
    assert [row[0] for row in rows] == ["judge", "amber", "cedar", "Total"]
    page.get_by_role("link", name="Planning", exact=True).click()
    # Two judges on so few sentences allow no plan, and the page says so in place of a figure.
    expect(page.get_by_text("No plan is possible.").first).to_be_visible()
    page.get_by_role("link", name="Data and recipe", exact=True).click()
    with page.expect_download() as download:
        page.get_by_role("link", name="PDF of this figure").first.click()
    assert Path(download.value.path()).read_bytes().startswith(b"%PDF")


def test_every_section_can_be_read_on_every_screen(
    essays, alice, page, sign_in, run_jobs, assert_sound, shoot
):
    options = ReportOptions(replicates=200, parts=("planning", "validation"))
    report = services.request_report(essays, alice, options).report
    run_jobs()
    sign_in(page, alice)
    page.goto(report.get_absolute_url())
    for key, section in SECTIONS.items():
        if key in {"edits", "metrics", "maege"}:  # only where edits were marked or metrics compared
            continue
        page.get_by_role("navigation", name="Sections of the report").get_by_role(
            "link", name=section.title, exact=True
        ).click()
        page.wait_for_url(f"**/{report.key}/{f'{key}/' if key else ''}")
        wait_until(page, "[...document.images].every(i => i.complete && i.naturalWidth > 0)")
        shoot(page, f"report-section-{key or 'summary'}")
        assert_sound(page)


def test_one_system_is_chosen_from_the_keyboard(essays, alice, page, sign_in, run_jobs):
    report = services.request_report(essays, alice, ReportOptions(replicates=50)).report
    run_jobs()
    sign_in(page, alice)
    page.goto(reverse("reports:section", args=[essays.slug, report.key, "head-to-head"]))
    page.get_by_role("combobox", name="System").focus()
    page.keyboard.type("GAMMA")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="GAMMA against all others").wait_for()
    assert "system=GAMMA" in page.url


def test_what_is_wrong_with_a_file_is_said_before_anything_is_stored(
    essays, alice, page, sign_in, assert_sound, shoot, tmp_path, expected_errors
):
    expected_errors.append("422")
    file = tmp_path / "mine.xml"
    file.write_text(
        '<appraise-results>\n<error-correction-ranking-result id="a" source-language="" target-language="">\n'
        '<ranking-item id="0" doc-id="d" src-id="77" duration="00:00:10" user="amber">\n'
        '<translation system="ALPHA" rank="1"/>\n<translation system="OMEGA" rank="2"/>\n'
        "</ranking-item>\n</error-correction-ranking-result>\n</appraise-results>\n"
    )
    sign_in(page, alice)
    page.goto(reverse("reports:import", args=[essays.slug]))
    page.get_by_label("File with judgments").set_input_files(file)
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_text('The campaign has no sentence "77"')).to_be_visible()
    expect(page.get_by_text('The campaign has no system "OMEGA"')).to_be_visible()
    shoot(page, "report-import-problems")
    assert_sound(page)
    assert essays.files.count() == 0


def test_without_scripts_the_page_can_be_asked_again(essays, alice, browser, live_server, sign_in, run_jobs):
    context = browser.new_context(base_url=live_server.url, java_script_enabled=False)
    page = context.new_page()
    sign_in(page, alice)
    page.goto(reverse("reports:overview", args=[essays.slug]))
    page.get_by_role("button", name="Compute the report").first.click()
    run_jobs()
    page.get_by_role("link", name="Refresh").click()
    expect(page.get_by_role("heading", name="Ranking of systems")).to_be_visible()
    context.close()


def test_a_failed_report_says_why_and_can_be_tried_again(
    essays, alice, page, sign_in, assert_accessible, shoot
):
    report = services.request_report(essays, alice, ReportOptions()).report
    Job.objects.update(
        state=State.FAILED,
        finished_at=timezone.now(),
        error="The computation took longer than the 60 seconds allowed.",
    )
    sign_in(page, alice)
    page.goto(report.get_absolute_url())
    expect(page.get_by_text("The computation took longer than the 60 seconds allowed.")).to_be_visible()
    shoot(page, "report-failed")
    assert_accessible(page)
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("heading", name="The report is being computed")).to_be_visible()


def test_a_stale_report_is_computed_again_with_one_click(essays, alice, page, sign_in, run_jobs, shoot):
    services.request_report(essays, alice, ReportOptions(replicates=50))
    run_jobs()
    make_ranking(make_judge(essays, "dale"), essays.items.first())
    sign_in(page, alice)
    page.goto(reverse("reports:overview", args=[essays.slug]))
    expect(page.get_by_text("Rankings have changed since this report was computed.")).to_be_visible()
    shoot(page, "report-stale")
    page.get_by_role("button", name="Compute again").click()
    expect(page.get_by_role("heading", name="The report is being computed")).to_be_visible()
    run_jobs()
    page.get_by_text("from 13 rankings").wait_for(timeout=BUSY)
