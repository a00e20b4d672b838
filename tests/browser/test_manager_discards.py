"""A manager in a real browser: an alarm, the judge's work, rankings discarded and put back, hours worked."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from appraise_gec.accounts.models import User
from rankings.desk.demo import load_demo
from rankings.models import Assignment, Campaign, Item, Judge, Membership, RankedOutput, Ranking

CLICKER = "demo-clicker"


@pytest.fixture
def campaign(alice: User, bob: User) -> Campaign:
    """The demo with a judge who puts everything into column 1 in no time; Alice owns it."""
    campaign = load_demo()
    assert campaign
    Membership.objects.create(campaign=campaign, user=alice, role="owner")
    clicker = Judge.objects.create(campaign=campaign, name=CLICKER, user=bob)
    now = timezone.now()
    items = Item.objects.filter(campaign=campaign, outputs__position=1).prefetch_related("outputs")[:14]
    for place, item in enumerate(items):
        outputs = list(item.outputs.all())
        done = now - timedelta(minutes=30 - place)
        Assignment.objects.create(
            item=item,
            judge=clicker,
            order=list(range(len(outputs))),
            state="done",
            lent_at=done,
            lease_expires_at=done,
            finished_at=done,
        )
        ranking = Ranking.objects.create(
            judge=clicker, item=item, active_seconds=0.2 * (place % 3), wall_seconds=1.0, submitted_at=done
        )
        RankedOutput.objects.bulk_create(
            RankedOutput(ranking=ranking, output=output, rank=1, worst_rank=len(outputs))
            for output in outputs
        )
    return campaign


def clicker_of(campaign: Campaign) -> Judge:
    return Judge.objects.select_related("campaign").get(campaign=campaign, name=CLICKER)


def test_from_the_alarm_to_the_items_of_others_and_back(
    page: Page,
    campaign: Campaign,
    alice: User,
    sign_in: Callable[[Page, Any], None],
    expected_errors: list[str],
) -> None:
    expected_errors.append("422")  # a form without a reason
    sign_in(page, alice)
    page.goto(f"/campaigns/{campaign.slug}/")
    named = page.get_by_role("region", name="Judges who need a look")
    expect(named).to_contain_text("Half of the rankings took")
    expect(named).to_contain_text("100 % of the rankings put all outputs in one column")
    expect(named.get_by_role("heading", level=3)).to_have_count(1)
    named.get_by_role("link", name=CLICKER, exact=True).click()

    # Two single rankings, chosen by keyboard.
    boxes = page.get_by_role("checkbox")
    expect(boxes).to_have_count(14)
    for place in (0, 1):
        boxes.nth(place).focus()
        page.keyboard.press("Space")
    page.get_by_role("button", name="Discard the ticked rankings…").click()
    expect(page.get_by_label("The 2 rankings that you have ticked")).to_be_checked()
    page.get_by_label("Reason").fill("No time at all")
    page.get_by_role("button", name="Discard and give to others").click()
    expect(page.get_by_text(f"2 rankings of {CLICKER} are discarded.")).to_be_visible()
    expect(page.get_by_role("checkbox")).to_have_count(12)
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("2 rankings count again.")).to_be_visible()
    expect(page.get_by_role("checkbox")).to_have_count(14)

    # All of them, with a hold.
    page.get_by_role("link", name="Discard rankings…").click()
    page.get_by_label("All rankings that count (14)").check()
    page.get_by_role("button", name="Discard and give to others").click()
    expect(page.get_by_text("Give a reason.")).to_be_visible()
    page.get_by_label("Reason").fill("Clicks through")
    page.get_by_label("Also put the judge on hold").check()
    page.get_by_role("button", name="Discard and give to others").click()
    expect(page.get_by_text("14 rankings of demo-clicker are discarded.")).to_be_visible()
    assert not clicker_of(campaign).is_active
    page.goto(f"/campaigns/{campaign.slug}/")
    expect(page.get_by_role("heading", name="Steps of this campaign")).to_be_visible()
    expect(page.get_by_role("region", name="Judges who need a look")).to_have_count(0)

    page.goto(f"/campaigns/{campaign.slug}/judges/")
    with page.expect_download() as download:
        page.get_by_role("link", name="Hours worked").click()
    assert download.value.suggested_filename == f"{campaign.slug}-hours.csv"
