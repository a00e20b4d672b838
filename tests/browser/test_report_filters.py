"""A researcher asks for a report of some of the rankings."""

from datetime import UTC, datetime

import pytest
from playwright.sync_api import expect

from appraise_gec.report.options import ReportOptions
from appraise_gec.report.site import services
from rankings.models import Item, Ranking, Report
from tests.conftest import run_waiting_jobs
from tests.factories import make_campaign, make_item, make_items, make_judge, make_ranking


@pytest.fixture
def judged(alice, transactional_db):
    """Three judges on eight documents; one of them failed a check item."""
    campaign = make_campaign(owner=alice, title="Essays of learners", sentences_per_document=1)
    judges = [make_judge(campaign, name) for name in ("amber", "birch", "cedar")]
    for item in make_items(campaign):
        for judge in judges:
            make_ranking(judge, item)
    for number, ranking in enumerate(Ranking.objects.order_by("pk")):
        ranking.submitted_at = datetime(2026, 3, 1 + number % 4, 12, tzinfo=UTC)
        ranking.active_seconds = 5.0 + number
        ranking.save()
    check = make_item(campaign)
    Item.objects.filter(pk=check.pk).update(
        purpose="check", check_kind="known-order", expected={"before": [[1, 0]]}
    )
    make_ranking(judges[2], check)
    services.request_report(campaign, alice, ReportOptions(replicates=50, parts=()))
    run_waiting_jobs(set())
    return campaign


def test_filters_are_chosen_and_told(judged, alice, page, sign_in, shoot, assert_sound):
    sign_in(page, alice)
    report = Report.objects.get()
    data = f"/campaigns/{judged.slug}/report/{report.key}/data/"
    page.goto(data)
    page.get_by_text("Compute with other settings").click()
    expect(page.get_by_label("Submitted from")).to_be_hidden()
    page.get_by_text("Filters", exact=True).click()
    page.get_by_label("essay-1 (3 rankings)").check()
    page.get_by_label("essay-2 (3 rankings)").check()
    page.get_by_label("Submitted until").fill("2026-03-03")
    page.get_by_label("Least active time (s)").fill("8.5")
    page.get_by_label("Minimum pass rate of check items (%)").fill("80")
    shoot(page, "filters")
    assert_sound(page)
    page.locator("#settings").get_by_role("button", name="Compute the report").click()
    expect(page.get_by_role("heading", name="The report is being computed")).to_be_visible()
    run_waiting_jobs(set())
    made = Report.objects.latest("pk")
    # The page opens the report by itself.
    expect(page.get_by_text("Only sentences of chosen documents count")).to_be_visible()
    page.goto(f"/campaigns/{judged.slug}/report/{made.key}/data/")
    page.get_by_text("Compute with other settings").click()
    expect(page.get_by_label("Submitted until")).to_have_value("2026-03-03")
    shoot(page, "filters-told")
    assert_sound(page)
