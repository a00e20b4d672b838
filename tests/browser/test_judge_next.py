"""The answer to a submission brings the next item along, and shows it without another page."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from rankings.models import Assignment, Judge
from tests.browser.judging import alive, checked, kept_ranks, press, rank_and_submit, texts, wait_for_next

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_next_item_is_a_page_like_any_other(page: Page, at_item: Any, judge: Judge) -> None:
    address = at_item(page)
    page.evaluate("window.isTheSame = true")
    rank_and_submit(page, "21333")
    wait_for_next(page, address)
    assert page.evaluate("window.isTheSame"), "another page was loaded"
    expect(page.locator("#toast")).to_contain_text("Saved.")
    expect(page.locator("#announce")).to_have_text(re.compile("Saved.*Item 2"))
    assert len(kept_ranks(judge)) == 1
    # Number, title, keys, drafts, reload.
    expect(page.locator(".judge-progress")).to_have_text(re.compile("1 done"))
    expect(page).to_have_title(re.compile("^Item 2"))
    press(page, "2 1")
    expect(page.locator("#saved")).to_have_text("Saved")
    shown, ranks = texts(page), checked(page)
    page.reload()
    alive(page)
    assert (texts(page), checked(page)) == (shown, ranks)
    assert Assignment.objects.filter(judge=judge, state="lent").count() == 1


def test_back_and_undo_lead_to_the_item_before(page: Page, at_item: Any) -> None:
    address = at_item(page)
    rank_and_submit(page, "12222")
    wait_for_next(page, address)
    second = page.url
    page.go_back()
    expect(page.get_by_text("You have ranked this item already.")).to_be_visible()
    assert page.url == address
    page.go_forward()
    expect(page).to_have_url(second)
    expect(page).to_have_title(re.compile("^Item 2"))
    alive(page)
    rank_and_submit(page, "12222")
    wait_for_next(page, second)
    press(page, "u")
    expect(page).to_have_url(second)
    alive(page)
    assert checked(page)[0] == 1
