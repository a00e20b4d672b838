"""A manager in a real browser finds an item, looks at it as judges do, retires it and puts it back."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from appraise_gec.accounts.models import User
from rankings.desk.demo import load_demo
from rankings.models import Campaign, Membership, Ranking
from tests.browser.conftest import DESKTOP


@pytest.fixture
def campaign(alice: User) -> Campaign:
    campaign = load_demo()
    assert campaign
    Membership.objects.create(campaign=campaign, user=alice, role="owner")
    flagged = Ranking.objects.filter(judge__campaign=campaign, item__number=3).first()
    assert flagged
    Ranking.objects.filter(pk=flagged.pk).update(flag_reason="unclear", flag_note="Who is “they” here?")
    return campaign


def test_from_a_flag_to_a_retired_item_and_back(
    new_page: Callable[..., Page],
    campaign: Campaign,
    alice: User,
    sign_in: Callable[[Page, Any], None],
) -> None:
    page = new_page(**DESKTOP)
    sign_in(page, alice)
    page.goto(f"/campaigns/{campaign.slug}/flags/")
    page.get_by_role("link", name="item 3").click()
    expect(page.get_by_role("heading", name="Item 3")).to_be_visible()
    page.get_by_role("link", name="Show as judges see it").click()
    page.get_by_label("2").first.check(force=True)
    for row in page.locator("fieldset.output").all():
        row.get_by_role("radio").first.check(force=True)
    page.get_by_role("button", name="Submit").click()
    expect(page.get_by_text("nothing was stored")).to_be_visible()
    page.get_by_role("link", name="Back to item 3").click()
    page.get_by_role("button", name="Retire the item").click()
    expect(page.get_by_text("Item 3 is retired")).to_be_visible()

    page.get_by_role("link", name="All items").click()
    page.get_by_label("State").select_option("retired")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_text("1 of 72 items")).to_be_visible()
    page.locator(".item-table").get_by_role("link").click()
    page.get_by_role("button", name="Put back").click()
    expect(page.get_by_text("Item 3 is back")).to_be_visible()
    assert campaign.items.get(number=3).retired_at is None
