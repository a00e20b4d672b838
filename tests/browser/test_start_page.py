"""A visitor ranks the sentence of the start page: without scripts and by keyboard."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP

pytestmark = pytest.mark.django_db(transaction=True)
RESULT = "Your ranking holds 10 comparisons of two outputs"


def test_without_scripts(new_page: Callable[..., Page]) -> None:
    page = new_page(**DESKTOP, java_script_enabled=False)
    page.goto("/")
    for letter, rank in zip("ABCDE", "31542", strict=True):
        page.get_by_role("group", name=letter, exact=False).get_by_role("radio", name=rank).first.check()
    page.get_by_role("button", name="Show the result").click()
    expect(page.get_by_role("heading", name=RESULT)).to_be_visible()
    rows = page.get_by_role("group", name="The ranking of systems with yours").locator("tbody tr")
    expect(rows).to_have_count(8)
    page.get_by_role("link", name="Start over").click()
    expect(page.get_by_role("heading", name=RESULT)).to_have_count(0)
    assert page.locator("#tryout input:checked").count() == 0


def test_by_keyboard(page: Page, assert_sound: Callable[[Page], None]) -> None:
    page.goto("/")
    for key in ("3", "1", "5", "4", "2"):
        page.keyboard.press(key)
    chosen = page.locator("#tryout input:checked")
    assert [one.get_attribute("value") for one in chosen.all()] == ["3", "1", "5", "4", "2"]
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=RESULT)).to_be_visible()
    assert_sound(page)
