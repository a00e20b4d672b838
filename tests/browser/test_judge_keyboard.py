"""Judging by keyboard alone."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from rankings.models import Judge, Ranking
from tests.browser.conftest import DESKTOP
from tests.browser.judging import (
    SignIn,
    alive,
    checked,
    kept_ranks,
    press,
    rank_and_submit,
    texts,
    wait_for_next,
)

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_whole_campaign_by_keyboard_alone(page: Page, at_item: Any, judge: Judge) -> None:
    address = at_item(page)
    expect(page.locator("#words")).to_have_text("No ranks yet.")
    n = page.locator(".output").count()
    # The first output has the focus; a digit ranks it and moves on to the next without a rank.
    press(page, "2 1")
    assert checked(page)[:2] == [2, 1]
    press(page, "k k")
    press(page, "3")
    assert checked(page)[0] == 3
    press(page, "k k 0")
    assert checked(page)[0] is None
    press(page, "u")
    assert checked(page)[0] == 3
    press(page, "Control+z")
    assert checked(page)[0] == 2
    press(page, "j j")
    press(page, "1 " * (n - 2))
    assert None not in checked(page)
    assert checked(page)[0] == 2
    others = [letter for letter in "ABCDE"[:n] if letter != "A"]
    expect(page.locator("#words")).to_have_text(f"Best: {', '.join(others[:-1])} and {others[-1]}; worst: A.")
    shown = texts(page)
    press(page, "Enter")
    wait_for_next(page, address)
    assert sorted(kept_ranks(judge)[0].values()) == [1] * (n - 1) + [2]
    assert len(shown) == n

    for _ in range(3):
        address = page.url
        rank_and_submit(page, "12235")
        wait_for_next(page, address)
    expect(page.get_by_role("heading", level=1)).to_have_text("Thank you!")
    assert Ranking.objects.filter(judge=judge, is_current=True, skipped=False).count() == 4


def test_keys_move_copy_and_use_the_native_arrows(page: Page, at_item: Any) -> None:
    at_item(page)
    press(page, "j j")
    expect(page.locator("#output-2 input").first).to_be_focused()
    press(page, "k 4")
    assert checked(page)[1] == 4
    expect(page.locator("#output-2 input").first).to_be_focused()
    press(page, "=")
    assert checked(page)[2] == 4
    press(page, "Shift+Tab")
    expect(page.locator("#output-2 input:checked")).to_be_focused()
    press(page, "ArrowLeft")
    assert checked(page)[2] == 3
    press(page, "Delete")
    assert checked(page)[2] is None


def test_letters_act_by_their_place_on_keyboards_of_other_scripts(page: Page, at_item: Any) -> None:
    at_item(page)
    page.evaluate(
        "for (const [key, code] of [['ت', 'KeyJ'], ['\u043e', 'KeyJ'], ['\u0663', 'Digit3']])"
        " document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key, code, bubbles: true}))"
    )
    assert checked(page)[:3] == [None, None, 3]
    # A letter that only looks foreign to English is no other script's.
    page.locator("#output-0 input").first.focus()
    page.evaluate(
        "document.activeElement.dispatchEvent("
        "new KeyboardEvent('keydown', {key: '\u0131', code: 'KeyJ', bubbles: true}))"
    )
    expect(page.locator("#output-0 input").first).to_be_focused()


def test_letter_keys_can_be_switched_off(page: Page, at_item: Any) -> None:
    at_item(page)
    press(page, "?")
    expect(page.locator("#help")).to_be_visible()
    page.get_by_label("Single-character shortcuts").uncheck()
    press(page, "Escape")
    expect(page.locator("#help")).to_be_hidden()
    page.locator("#output-0 input").first.focus()
    press(page, "j f ?")
    expect(page.locator("#output-0 input").first).to_be_focused()
    expect(page.locator("#flag")).to_be_hidden()
    press(page, "2")
    assert checked(page)[0] == 2


def test_submitting_too_early_shows_what_is_left(page: Page, at_item: Any) -> None:
    address = at_item(page)
    n = page.locator(".output").count()
    press(page, "1 j 2 Enter")
    left = ["B", *"DE"[: n - 3]]
    plural = "" if len(left) == 1 else "s"
    expect(page.locator("#guidance")).to_have_text(f"{len(left)} output{plural} left: {', '.join(left)}")
    expect(page.locator("#output-1 input").first).to_be_focused()
    expect(page.locator("#output-1").get_by_text("needs a rank")).to_be_visible()
    assert page.url == address


def test_keys_can_be_chosen_and_stay_with_the_judge(
    page: Page, new_page: Any, at_item: Any, judge: Judge, sign_in: SignIn
) -> None:
    address = at_item(page)
    press(page, "?")
    page.get_by_text("Change the keys").click()
    field = page.get_by_label("context", exact=True)
    field.fill("f")
    field.press("Tab")
    expect(page.get_by_text("is the key for “flag” already")).to_be_visible()
    with page.expect_response("**/preferences/"):
        field.fill("x")
        field.press("Tab")
    other = new_page(**DESKTOP)
    assert judge.user is not None
    sign_in(other, judge.user)
    other.goto(address)
    alive(other)
    press(other, "c")
    expect(other.locator("#sheet")).to_have_attribute("data-context", "shown")
    press(other, "x")
    expect(other.locator("#sheet")).to_have_attribute("data-context", "hidden")


def test_keys_between_items_and_in_windows(page: Page, at_item: Any, judge: Judge) -> None:
    first = at_item(page)
    rank_and_submit(page, "12333")
    wait_for_next(page, first)
    second = page.url
    press(page, "p")
    wait_for_next(page, second)
    assert page.url == first
    press(page, "n")
    wait_for_next(page, first)
    assert page.url == second
    press(page, "n")
    expect(page.locator("#announce")).to_have_text("This item is not finished.")
    press(page, "g")
    expect(page.locator("#guidelines")).to_contain_text("Read everything.")
    # In an open window, keys do nothing to the item behind it.
    press(page, "2 Escape")
    assert checked(page)[0] is None
    press(page, "f ArrowDown Tab")
    expect(page.get_by_label("Note")).to_be_focused()
    press(page, "1 Enter j")
    expect(page.get_by_label("Note")).to_have_value("1\nj")
    assert page.url == second
    assert Ranking.objects.filter(judge=judge).count() == 1
