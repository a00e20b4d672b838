"""What the item page says and prints: heard words that stay, and hints that are true where they stand."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from rankings.models import Judge
from tests.browser.conftest import DESKTOP
from tests.browser.judging import alive, press, rank_and_submit, wait_for_next

CSS = Path(__file__).parents[2] / "static" / "css"
pytestmark = pytest.mark.django_db(transaction=True)


def test_what_is_said_right_after_a_change_is_not_wiped_when_the_change_is_saved(
    page: Page, at_item: Any
) -> None:
    at_item(page)
    press(page, "1 n")
    expect(page.locator("#saved")).to_have_text("Saved")
    expect(page.locator("#announce")).to_have_text("This item is not finished.")


def test_keys_and_live_words_are_not_promised_without_scripts(new_page: Any, at_item: Any) -> None:
    page = new_page(**DESKTOP, java_script_enabled=False)
    at_item(page)
    page.locator("#output-0 input").first.check()
    for button in ("Flag", "Help"):
        page.get_by_role("button", name=button).first.click()
        expect(page.locator(f"#{button.lower()}")).to_be_visible()
        assert not visible_keys(page), button
        page.keyboard.press("Escape")
    expect(page.locator(".judge-hints")).to_be_hidden()
    expect(page.locator("#words")).to_be_hidden()
    expect(page.locator("#help .keys")).to_be_hidden()
    page.goto("/judge/essays/")
    expect(page.get_by_text("Keyboard shortcuts")).to_be_hidden()


def test_keys_are_not_printed_before_their_script_runs(
    page: Page, at_item: Any, expected_errors: list[str]
) -> None:
    expected_errors.append("ERR_FAILED")
    address = at_item(page)
    page.route("**/js/judging.js", lambda route: route.abort())
    page.goto(address)
    assert not visible_keys(page)
    expect(page.locator("#words")).to_be_hidden()


def test_key_hints_do_not_show_on_touch(phone: Page, at_item: Any) -> None:
    address = at_item(phone)
    for row in range(phone.locator(".output").count()):
        phone.locator(f"#output-{row} .rank").first.tap()
    phone.get_by_role("button", name="Submit").tap()
    wait_for_next(phone, address)
    alive(phone)
    expect(phone.locator("#toast")).to_be_visible()
    assert not visible_keys(phone)
    phone.goto(address)
    alive(phone)
    expect(phone.get_by_role("button", name="Next unfinished item")).to_be_visible()
    assert not visible_keys(phone)


def test_after_two_skips_the_page_says_why_there_is_no_third(page: Page, at_item: Any, judge: Judge) -> None:
    address = at_item(page)
    press(page, "?")
    expect(page.get_by_text("skip for now: the item comes back later")).to_be_visible()
    press(page, "Escape l")
    wait_for_next(page, address)
    expect(page.locator("#toast")).to_contain_text("It comes back later, unless other judges have taken it.")
    judge.assignments.filter(key=address.rstrip("/").rsplit("/", 1)[1]).update(times_postponed=2)
    page.goto(address)
    alive(page)
    expect(page.get_by_role("button", name="Skip for now")).to_have_count(0)
    press(page, "l")
    expect(page.locator("#guidance")).to_have_text(
        "This item has come back twice. Please rank it, or flag it if you cannot."
    )
    press(page, "1")
    expect(page.locator("#guidance")).to_be_empty()
    press(page, "?")
    expect(page.locator("#help .keys")).to_be_visible()
    expect(page.get_by_text("skip for now: the item comes back")).to_have_count(0)
    press(page, "Escape 1 1 1 1 Enter")
    expect(page).not_to_have_url(address)
    page.goto(address)
    alive(page)
    press(page, "l")
    expect(page.locator("#guidance")).to_contain_text("You have answered this item")


def test_hiding_the_context_is_said(page: Page, at_item: Any) -> None:
    address = at_item(page)
    rank_and_submit(page, "11111")
    wait_for_next(page, address)
    alive(page)
    press(page, "d c")
    expect(page.locator("#announce")).to_have_text("The sentences around the input are hidden.")
    press(page, "c")
    expect(page.locator("#announce")).to_have_text("The sentences around the input are shown.")


def test_help_reads_well_without_letter_keys(page: Page, at_item: Any) -> None:
    at_item(page)
    press(page, "?")
    help_window = page.locator("#help")
    moves = help_window.locator("dt", has_text="Tab")
    undo = help_window.locator("dt", has_text="Ctrl")
    assert [moves.inner_text(), undo.inner_text()] == ["Tab, J, K", "U or Ctrl+Z"]
    page.get_by_label("Single-character shortcuts").uncheck()
    assert [moves.inner_text(), undo.inner_text()] == ["Tab", "Ctrl+Z"]


def test_the_key_of_a_flag_is_printed_on_it(page: Page, at_item: Any) -> None:
    address = at_item(page)
    press(page, "f")
    expect(page.get_by_role("button", name="Flag and continue").locator("kbd")).to_have_text("Enter")
    press(page, "ArrowDown Enter")
    wait_for_next(page, address)


def visible_keys(page: Page) -> list[str]:
    """The keys that are printed on the page now."""
    return [key.inner_text() for key in page.locator("kbd").all() if key.is_visible()]


def test_a_key_beside_long_words_stays_on_one_line(browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 190, "height": 400})
    button = '<button class="button primary">Melden und weiter <kbd>Enter</kbd></button>'
    page.set_content(f'<p class="row">{button}</p><p><kbd>Enter</kbd></p>')
    for name in ("appraise", "judging"):
        page.add_style_tag(content=(CSS / f"{name}.css").read_text(encoding="utf-8"))
    beside, alone = (key.bounding_box() for key in page.locator("kbd").all())
    page.close()
    assert beside and alone
    assert beside["height"] == alone["height"]


@pytest.mark.parametrize(("page_runs", "text_runs"), [("rtl", "ltr"), ("ltr", "rtl"), ("ltr", "ltr")])
def test_old_words_follow_their_label_in_the_direction_of_the_page(
    browser: Browser, page_runs: str, text_runs: str
) -> None:
    label = {"rtl": "الكلمات القديمة: ", "ltr": "old words: "}[page_runs]
    page = browser.new_page(**DESKTOP)
    page.set_content(
        f'<html dir="{page_runs}"><div class="sheet" data-edits="marked"><p dir="{text_runs}">'
        f'<span class="edit-pair"><del class="edit-old"><bdi class="visually-hidden">{label}</bdi>go</del>'
        "<ins>goes</ins></span></p></div></html>"
    )
    for name in ("appraise", "judging-sheet"):
        page.add_style_tag(content=(CSS / f"{name}.css").read_text(encoding="utf-8"))
    page.get_by_text("goes").hover()
    places = page.locator(".edit-old").evaluate(
        "old => [...old.childNodes].map((node) => { const range = document.createRange();"
        " range.selectNodeContents(node); const { left, right } = range.getBoundingClientRect();"
        " return [left, right]; })"
    )
    page.close()
    (label_left, label_right), (words_left, words_right) = places
    if page_runs == "rtl":
        assert words_right < label_left
    else:
        assert label_right <= words_left
