"""A researcher compares two reports."""

import pytest
from playwright.sync_api import expect

from rankings.reports import keeping, services
from rankings.reports.options import ReportOptions
from tests.browser.conftest import DARK, assert_no_sideways_scrolling
from tests.conftest import run_waiting_jobs
from tests.factories import make_campaign, make_items, make_judge, make_ranking

NARROW = {"viewport": {"width": 360, "height": 800}, "is_mobile": True, "has_touch": True}


@pytest.fixture
def reports(alice, transactional_db):
    """A report of all judges, and one without a judge at another confidence."""
    campaign = make_campaign(owner=alice, title="Essays of learners")
    items = make_items(campaign)
    for number, name in enumerate(("amber", "birch", "cedar")):
        judge = make_judge(campaign, name)
        for item in items:
            size = item.outputs.count()
            make_ranking(judge, item, [1 + (position + number // 2) % size for position in range(size)])
    asked = [
        services.request_report(campaign, alice, options).report
        for options in (
            ReportOptions(replicates=50, parts=()),
            ReportOptions(replicates=50, parts=(), confidence=0.9, excluded_judges=("cedar",)),
        )
    ]
    run_waiting_jobs(set())
    return asked


def test_from_the_overview_to_the_comparison(
    reports, alice, page, new_page, sign_in, shoot, assert_accessible
):
    first = keeping.front_report(reports[0].campaign)
    assert first == reports[0]
    sign_in(page, alice)
    page.goto(f"/campaigns/{reports[0].campaign.slug}/report/")
    page.get_by_role("link", name="Compare two reports").click()
    expect(page.get_by_role("heading", name="What differs")).to_be_visible()
    expect(
        page.get_by_text("8 rankings in both, 4 in the first alone, 0 in the second alone.")
    ).to_be_visible()
    shoot(page, "comparison")
    assert_accessible(page)
    page.get_by_label("Second").select_option(str(reports[0].key))
    page.get_by_role("button", name="Compare").click()
    expect(page.get_by_text("The two rankings of systems are the same")).to_be_visible()
    for name, options in (("360", NARROW), ("dark", DARK)):
        other = new_page(**options)
        sign_in(other, alice)
        other.goto(f"/campaigns/{reports[0].campaign.slug}/report/compare/")
        shoot(other, f"comparison-{name}")
        assert_no_sideways_scrolling(other)
