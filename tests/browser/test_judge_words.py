"""What the item page says and prints: heard words that stay, and hints that are true where they stand."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.judging import press

pytestmark = pytest.mark.django_db(transaction=True)


def test_what_is_said_right_after_a_change_is_not_wiped_when_the_change_is_saved(
    page: Page, at_item: Any
) -> None:
    at_item(page)
    press(page, "1 n")
    expect(page.locator("#saved")).to_have_text("Saved")
    expect(page.locator("#announce")).to_have_text("This item is to be done.")
