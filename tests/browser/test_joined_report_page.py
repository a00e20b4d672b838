"""A researcher joins two campaigns in one report."""

import pytest
from playwright.sync_api import expect

from rankings.models import Report
from tests.browser.conftest import DARK, assert_no_sideways_scrolling
from tests.conftest import run_waiting_jobs
from tests.factories import OUTPUTS, make_campaign, make_items, make_judge, make_ranking

NARROW = {"viewport": {"width": 360, "height": 800}, "is_mobile": True, "has_touch": True}


@pytest.fixture
def campaigns(alice, bob, transactional_db):
    """Two campaigns over the same texts, each with a system of its own and the judge Bob."""
    renamed = {("DELTA" if name == "GAMMA" else name): lines for name, lines in OUTPUTS.items()}
    made = []
    for slug, title, outputs, judges in (
        ("essays", "Essays of learners", OUTPUTS, ("amber", "birch")),
        ("letters", "Letters to a very patient newspaper", renamed, ("cedar", "birch")),
    ):
        campaign = make_campaign(slug, owner=alice, title=title, outputs=outputs)
        items = make_items(campaign)
        for number, name in enumerate(judges):
            judge = make_judge(campaign, name, None if number else bob)
            for item in items:
                size = item.outputs.count()
                make_ranking(judge, item, [1 + (position + number) % size for position in range(size)])
        made.append(campaign)
    return made


def test_from_the_settings_to_the_joined_report(
    campaigns, alice, page, new_page, sign_in, shoot, assert_accessible
):
    sign_in(page, alice)
    page.goto("/campaigns/essays/report/")
    page.get_by_text("Choose the settings").click()
    page.get_by_label("Replicates").fill("50")
    page.get_by_label("Letters to a very patient newspaper: 3 systems in common").check()
    shoot(page, "joined-settings")
    page.locator("#settings").get_by_role("button", name="Compute the report").click()
    page.wait_for_url("**/report/*-*/")
    run_waiting_jobs(set())
    report = Report.objects.get()
    page.goto(report.get_absolute_url())
    expect(page.get_by_text("Rankings of several campaigns are joined")).to_be_visible()
    expect(page.get_by_text("Not in the rankings of Essays of learners: DELTA.")).to_be_visible()
    shoot(page, "joined-report")
    assert_accessible(page)
    page.goto(f"{report.get_absolute_url()}data/")
    shoot(page, "joined-report-data")
    assert_accessible(page)
    page.goto("/campaigns/essays/report/")
    expect(page.get_by_text("with the rankings of letters")).to_be_visible()
    shoot(page, "joined-report-overview")
    for name, options in (("360", NARROW), ("dark", DARK)):
        other = new_page(**options)
        sign_in(other, alice)
        for section in ("", "data/"):
            other.goto(f"{report.get_absolute_url()}{section}")
            shoot(other, f"joined-report-{section.strip('/')}{name}")
            assert_no_sideways_scrolling(other)
