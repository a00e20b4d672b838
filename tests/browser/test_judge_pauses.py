"""The clock stands still while nobody works, and says so."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from rankings.models import Ranking
from tests.browser.conftest import PHONE
from tests.browser.judging import checked, press

pytestmark = pytest.mark.django_db(transaction=True)


def fall_idle(page: Page) -> None:
    page.clock.run_for(400_000)
    expect(page.locator("#paused-words")).to_have_text("Paused. Still reading?")
    expect(page.locator("#paused")).to_be_visible()


def test_the_key_that_ends_a_pause_does_nothing_else(page: Page, at_item: Any) -> None:
    page.clock.install()
    address = at_item(page)
    n = page.locator(".output").count()
    press(page, "1 " * n)
    for key in ("Enter", "ArrowRight", "2", "u", "Delete", "f", "Tab", "Control+z"):
        fall_idle(page)
        ranked, focused = checked(page), page.evaluate("document.activeElement.closest('.output').id")
        press(page, key)
        expect(page.locator("#paused-words")).to_contain_text("Resumed.")
        assert checked(page) == ranked, key
        assert page.evaluate("document.activeElement.closest('.output').id") == focused, key
    expect(page.locator("#flag")).to_be_hidden()
    assert page.url == address
    assert not Ranking.objects.exists()
    # The next one does.
    press(page, "2")
    assert 2 in checked(page)


def test_the_touch_that_ends_a_pause_does_nothing_else(new_page: Any, at_item: Any) -> None:
    page = new_page(**PHONE)
    page.clock.install()
    address = at_item(page)
    fall_idle(page)
    page.locator("#output-0 .rank").nth(1).tap()
    expect(page.locator("#paused-words")).to_contain_text("Resumed.")
    assert set(checked(page)) == {None}
    page.locator("#output-0 .rank").nth(1).tap()
    assert checked(page)[0] == 2
    fall_idle(page)
    title = page.get_by_role("link", name="Essays of spring")
    expect(title).to_be_visible()  # a tap that does not find it at once tries again by the clock that stands
    title.tap()
    expect(page.locator("#paused-words")).to_contain_text("Resumed.")
    assert page.url == address
    page.get_by_role("button", name="I was reading").tap()
    expect(page.locator("#paused")).to_be_hidden()


def test_the_end_of_a_pause_is_heard_and_its_claim_keeps_the_focus(page: Page, at_item: Any) -> None:
    page.clock.install()
    at_item(page)
    press(page, "1 2")
    row = page.locator("#output-2 input").first
    expect(row).to_be_focused()
    fall_idle(page)
    press(page, "Shift")
    expect(page.locator("#announce")).to_contain_text("min were not counted")
    expect(page.locator("#announce")).to_contain_text("“I was reading: count this time”")
    claim = page.get_by_role("button", name="I was reading")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Shift+Tab")
    while not claim.evaluate("one => one === document.activeElement"):
        page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#announce")).to_have_text("Counted as reading.")
    assert page.evaluate("document.activeElement !== document.body")
    # By mouse it is the row where the judge was, also if nothing had the focus meanwhile.
    for leave in ("", "document.activeElement.blur()"):
        row.focus()
        page.evaluate(leave)
        fall_idle(page)
        press(page, "Shift")
        claim.click()
        expect(row).to_be_focused()
