"""The judging pages on all screens, in other scripts, and for everybody: touch, 320 px, dark, axe."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from rankings.models import Campaign, Judge, Ranking
from tests.browser.conftest import DESKTOP, PHONE, SMALL, assert_no_sideways_scrolling, wait_until
from tests.browser.judging import (
    SignIn,
    alive,
    checked,
    open_campaign,
    press,
    wait_for_next,
)
from tests.factories import make_campaign, make_item, make_items, make_judge

pytestmark = pytest.mark.django_db(transaction=True)
LONG = " ".join(["There are many who think that the cost of a family with genetic diseases is high ,"] * 6)


@pytest.fixture
def long_item(sign_in: SignIn, make_user: Any, transactional_db: None) -> Callable[[Page], str]:
    """Open an item of five outputs, each of many lines; returns its address."""
    texts = [LONG.replace("many", word, 1) for word in ("some", "few", "people", "such", "several")]
    outputs = {name: (text, "I go .") for name, text in zip("ABCDE", texts, strict=True)}
    campaign = make_campaign("long", sentences=(LONG, "I go ."), outputs=outputs)
    make_item(campaign, 0)
    make_item(campaign, 1)
    user = make_user("bob")
    make_judge(campaign, "J1", user)

    def open_item(page: Page) -> str:
        sign_in(page, user)
        return open_campaign(page, "long")

    return open_item


def test_on_a_phone_by_touch(new_page: Any, at_item: Any, judge: Judge) -> None:
    Judge.objects.filter(pk=judge.pk).update(quota=4)
    page = new_page(**{**PHONE, "viewport": SMALL})
    address = at_item(page)
    assert_no_sideways_scrolling(page)
    n = page.locator(".output").count()
    for box in [
        one.bounding_box()
        for one in page.locator(".rank, .judge-bar .button:visible, .judge-tools .button").all()
    ]:
        assert box is not None
        assert box["width"] >= 44
        assert box["height"] >= 44
    # The header is one line: name, progress and tools side by side.
    header = page.locator(".judge-header").bounding_box()
    assert header
    assert header["height"] < 60
    tops = [one.bounding_box() for one in page.locator(".judge-tools .button, .judge-progress").all()]
    assert all(box and box["y"] + box["height"] <= header["y"] + header["height"] for box in tops)
    expect(page.get_by_role("button", name="Guidelines")).to_be_visible()
    meter = page.locator(".judge-meter").bounding_box()
    assert meter
    assert meter["width"] == SMALL["width"]
    assert meter["height"] >= 4
    for row in range(n):
        page.locator(f"#output-{row} .rank").nth(row).tap()
    assert checked(page) == list(range(1, n + 1))
    page.get_by_role("button", name="Submit").tap()
    wait_for_next(page, address)
    assert Ranking.objects.filter(judge=judge).count() == 1
    for path in ("/judge/essays/", "/judge/essays/mine/"):
        page.goto(path)
        assert_no_sideways_scrolling(page)


def test_a_swipe_never_ranks(new_page: Any, at_item: Any) -> None:
    page = new_page(**PHONE)
    at_item(page)
    box = page.locator("#output-1 .rank").nth(1).bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    touch = page.context.new_cdp_session(page)
    for across, down in ((-120, 0), (0, -200)):
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        for part in (0.25, 0.5, 0.75, 1):
            point = {"x": x + part * across, "y": y + part * down}
            touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        assert set(checked(page)) == {None}
    # The same place, touched, does rank.
    page.locator("#output-1 .rank").nth(1).tap()
    assert checked(page)[1] == 2


def test_the_whole_input_stays_while_one_scrolls(
    new_page: Any, long_item: Callable[[Page], str], assert_accessible: Any
) -> None:
    page = new_page(**PHONE)
    long_item(page)
    bar, source = page.locator("#source-again"), page.locator("#source")
    expect(bar).to_be_hidden()
    page.locator("#output-4").scroll_into_view_if_needed()
    expect(source).not_to_be_in_viewport()
    expect(bar).to_be_visible()
    words = page.locator("#source-again-words")
    # All of it, or as much as a third of the window holds, and the rest by scrolling there.
    assert bar.evaluate("one => one.clientHeight") <= page.evaluate("innerHeight / 3") + 1
    assert words.inner_text() == page.locator("#source .input").inner_text()
    assert_accessible(page)
    bar.click()
    expect(source).to_be_in_viewport()
    expect(bar).to_be_hidden()
    # On its side there is room for one line, and for a bar of one line.
    page.set_viewport_size({"width": 844, "height": 390})
    page.locator("#output-4").scroll_into_view_if_needed()
    expect(bar).to_be_visible()
    finish = page.locator(".judge-bar").bounding_box()
    assert finish
    assert finish["y"] + finish["height"] == pytest.approx(390, abs=1)
    assert bar.evaluate("one => one.offsetHeight") + finish["height"] < 390 / 3
    # On a desk the input itself stays.
    desk = new_page(**DESKTOP)
    long_item(desk)
    desk.locator("#output-4").scroll_into_view_if_needed()
    desk.mouse.wheel(0, 2000)
    expect(desk.locator("#source")).to_be_in_viewport()
    expect(desk.locator("#source-again")).to_be_hidden()


def test_a_source_that_does_not_fit_can_be_scrolled_by_keyboard(
    page: Page, long_item: Callable[[Page], str], assert_accessible: Callable[[Page], None]
) -> None:
    long_item(page)
    source = page.get_by_role("region", name="Input")
    expect(source).not_to_have_attribute("tabindex", "0")
    source.locator(".input").evaluate("(one, text) => { one.textContent = text; }", LONG * 6)
    expect(source).to_have_attribute("tabindex", "0")
    assert_accessible(page)
    source.focus()
    press(page, "End")
    wait_until(page, "source.scrollTop > 20")


@pytest.mark.parametrize(
    ("language", "direction", "sentences", "corrected", "mark"),
    [
        (
            "ar",
            "rtl",
            ("ذهبت الى المدرسه .", "هو يحب الشاي ."),
            ("ذهبت إلى المدرسة .", "هو يحب شرب الشاي ."),
            "إلى المدرسة",
        ),
        # As is usual, the direction is not set: the language tells it, or else the text.
        (
            "fa",
            "auto",
            ("Ali به مدرسه رفت .", "او چای دوست دارد ."),
            ("Ali به مدرسه می‌رفت .", "او چای را دوست دارد ."),
            "می‌رفت",
        ),
        (
            "zh-Hans",
            "auto",
            ("我昨天去了学校里。", "他喜欢喝茶。"),
            ("我昨天去了学校。", "他很喜欢喝茶。"),
            "里",
        ),
    ],
)
def test_other_scripts(
    page: Page,
    sign_in: SignIn,
    make_user: Any,
    assert_accessible: Any,
    language: str,
    direction: str,
    sentences: tuple,
    corrected: tuple,
    mark: str,
) -> None:
    outputs = {"INPUT": sentences, "ALPHA": corrected}
    campaign = make_campaign("other", sentences=sentences, outputs=outputs)
    Campaign.objects.filter(pk=campaign.pk).update(language=language, direction=direction)
    make_items(campaign)
    user = make_user("bob")
    make_judge(campaign, "J1", user)
    sign_in(page, user)
    page.goto("/judge/other/")
    page.get_by_role("button", name="Start judging").click()
    alive(page)
    words = page.locator(".output-words")
    if language:
        expect(words.first).to_have_attribute("lang", language)
    expected = "ltr" if language == "zh-Hans" else "rtl"
    for one in words.all():
        expect(one).to_have_css("direction", expected)
    assert mark in page.locator(".edit-replace, .edit-delete").first.inner_text()
    first, second = page.evaluate(
        "[...document.querySelectorAll('#output-0 .rank')].map(label => label.getBoundingClientRect().x)"
    )[:2]
    assert (first > second) == (expected == "rtl")
    letter, text = page.evaluate(
        "[...document.querySelectorAll('#output-0 :is(legend, .output-words)')]"
        ".map(one => one.getBoundingClientRect().x)"
    )
    assert (letter > text) == (expected == "rtl")
    assert_no_sideways_scrolling(page)
    assert_accessible(page)
    address = page.url
    press(page, "2 1 Enter")
    wait_for_next(page, address)
    assert Ranking.objects.filter(judge__campaign=campaign).count() == 1


def test_every_judging_page_is_accessible(
    new_page: Any, at_item: Any, campaign: Campaign, assert_sound: Any
) -> None:
    page = new_page(**DESKTOP)
    address = at_item(page)
    assert_sound(page)
    for name in ("Guidelines", "Help", "Flag"):
        page.get_by_role("button", name=name).click()
        assert_sound(page)
        page.keyboard.press("Escape")
    page.get_by_role("button", name="Submit").click()
    expect(page.locator("#guidance")).to_contain_text("left")
    assert_sound(page)
    for row in range(page.locator(".output").count()):
        page.locator(f"#output-{row} .rank").first.click()
    page.get_by_role("button", name="Submit").click()
    wait_for_next(page, address)
    for path in ("/judge/essays/mine/", address, "/judge/essays/"):
        page.goto(path)
        assert_sound(page)
    for state in ("draft", "closed"):
        Campaign.objects.filter(pk=campaign.pk).update(state=state)
        page.goto("/judge/essays/")
        assert_sound(page)
    page.goto(address)
    expect(page.get_by_text("This campaign is closed")).to_be_visible()
    assert_sound(page)
