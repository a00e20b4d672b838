"""The current row is whole in view, and nothing moves by itself under the judge's eye."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE
from tests.browser.judging import (
    SignIn,
    alive,
    open_campaign,
    press,
)
from tests.factories import make_campaign, make_item, make_judge

pytestmark = pytest.mark.django_db(transaction=True)
LAPTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 720}}
WORDS = "There are many who think that the cost of a family with genetic diseases is high ,"


@pytest.fixture
def open_long(sign_in: SignIn, make_user: Any, transactional_db: None) -> Callable[[Page, int], str]:
    """Open an item of five outputs of about so many lines of a desk; returns its address."""

    def open_item(page: Page, lines: int) -> str:
        text = " ".join([WORDS] * lines)
        texts = [text.replace("many", word, 1) for word in ("some", "few", "people", "such", "several")]
        outputs = {name: (one, "I go .") for name, one in zip("ABCDE", texts, strict=True)}
        campaign = make_campaign("long", sentences=(text, "I go ."), outputs=outputs)
        make_item(campaign, 0)
        user = make_user("bob")
        make_judge(campaign, "J1", user)
        sign_in(page, user)
        address = open_campaign(page, "long")
        alive(page)
        return address

    return open_item


def hidden_pixels(page: Page) -> list[float]:
    """How much of the current row lies above and below what is free of fixed parts: zeros if it is whole."""
    # What stays in view while one scrolls comes with the next frame, and the room for it with the one after.
    found: list[float] = page.evaluate(
        "async () => {"
        " for (let frame = 0; frame < 4; frame += 1) await new Promise(requestAnimationFrame);"
        " const row = document.activeElement.closest('.output').getBoundingClientRect();"
        " const box = (id) => document.getElementById(id).getBoundingClientRect();"
        " const stays = getComputedStyle(document.getElementById('source')).position === 'sticky';"
        " const top = Math.max(0, stays ? box('source').bottom : 0, box('source-again').bottom,"
        "   getComputedStyle(document.getElementById('paused')).position === 'sticky'"
        "   ? box('paused').bottom : 0);"
        " const bar = document.querySelector('.judge-bar');"
        " const sticks = getComputedStyle(bar).position === 'sticky';"
        " const bottom = sticks ? Math.min(innerHeight, bar.getBoundingClientRect().top) : innerHeight;"
        " return [top - row.top, row.bottom - bottom].map((one) => Math.max(0, Math.round(one))); }"
    )
    return found


@pytest.mark.parametrize(
    ("options", "size", "lines"),
    [
        pytest.param(LAPTOP, "", 5, id="laptop"),
        pytest.param(LAPTOP, "150%", 3, id="large-text"),
        pytest.param(PHONE, "", 2, id="phone"),
    ],
)
def test_the_current_row_is_whole_in_view(
    new_page: Any, open_long: Callable[[Page, int], str], options: dict, size: str, lines: int
) -> None:
    page = new_page(**options)
    open_long(page, lines)
    if size:
        page.evaluate("size => { document.documentElement.style.fontSize = size; }", size)
    press(page, "j k")
    for row in range(5):
        assert page.evaluate("document.activeElement.closest('.output').id") == f"output-{row}"
        assert hidden_pixels(page) == [0, 0], f"row {row}, by a digit"
        press(page, str(row + 1))
    for key in ("k", "Shift+Tab", "j", "Tab"):
        for _ in range(4):
            press(page, key)
            if page.evaluate("Boolean(document.activeElement.closest('.output'))"):
                assert hidden_pixels(page) == [0, 0], key
    # What is asked for makes the bar higher.
    if options is PHONE:
        page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Reset").click()
    press(page, "1 2 3 4 k k Enter")
    expect(page.locator("#guidance")).to_contain_text("left")
    assert hidden_pixels(page) == [0, 0], "asked for a rank"


def test_what_has_the_focus_is_in_view_at_400_percent_zoom(new_page: Any, at_item: Any) -> None:
    page = new_page(viewport={"width": 320, "height": 256})
    at_item(page)
    alive(page)
    for _ in range(40):
        press(page, "Tab")
        name, is_seen = page.evaluate(
            "async () => {"
            " for (let frame = 0; frame < 4; frame += 1) await new Promise(requestAnimationFrame);"
            " const one = document.activeElement.closest('.rank') ?? document.activeElement;"
            " const { x, y, width, height } = one.getBoundingClientRect();"
            " const seen = document.elementFromPoint(x + width / 2, y + height / 2);"
            " return [one.outerHTML.slice(0, 99), one === document.body || one.contains(seen)]; }"
        )
        assert is_seen, name
