"""The judging pages on all screens, in other scripts, and for everybody: touch, 320 px, dark, axe."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from rankings.models import Campaign, Judge, Ranking
from tests.browser.conftest import DARK, DESKTOP, PHONE, assert_no_sideways_scrolling
from tests.browser.judging import (
    SignIn,
    alive,
    checked,
    press,
    rank_and_submit,
    wait_for_next,
)
from tests.factories import make_campaign, make_items, make_judge

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(
    "options", [PHONE, {**PHONE, "viewport": {"width": 320, "height": 640}}], ids=["390", "320"]
)
def test_on_a_phone_by_touch(new_page: Any, at_item: Any, judge: Judge, options: dict, shoot: Any) -> None:
    page = new_page(**options)
    address = at_item(page)
    assert_no_sideways_scrolling(page)
    n = page.locator(".output").count()
    for box in [
        one.bounding_box() for one in page.locator(".rank, .judge-bar .button, .judge-tools .button").all()
    ]:
        assert box is not None
        assert box["width"] >= 44
        assert box["height"] >= 44
    shoot(page, f"judge-phone-{options['viewport']['width']}")
    for row in range(n):
        page.locator(f"#output-{row} .rank").nth(row).tap()
    assert checked(page) == list(range(1, n + 1))
    page.get_by_role("button", name="Submit").tap()
    wait_for_next(page, address)
    assert Ranking.objects.filter(judge=judge).count() == 1
    for path in ("/judge/essays/", "/judge/essays/mine/"):
        page.goto(path)
        assert_no_sideways_scrolling(page)


def test_five_one_line_outputs_fit_a_small_laptop(new_page: Any, at_item: Any) -> None:
    page = new_page(viewport={"width": 1366, "height": 768})
    address = at_item(page)
    rank_and_submit(page, "11111")
    wait_for_next(page, address)
    assert page.locator(".output").count() == 5
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


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
    shoot: Any,
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
    expect(words.first).to_have_attribute("lang", language)
    expected = "rtl" if direction == "rtl" else "ltr"
    expect(words.first).to_have_css("direction", expected)
    assert mark in page.locator(".edit-replace, .edit-delete").first.inner_text()
    first, second = page.evaluate(
        "[...document.querySelectorAll('#output-0 .rank')].map(label => label.getBoundingClientRect().x)"
    )[:2]
    assert (first > second) == (expected == "rtl")
    assert_no_sideways_scrolling(page)
    assert_accessible(page)
    shoot(page, f"judge-{language}")
    address = page.url
    press(page, "2 1 Enter")
    wait_for_next(page, address)
    assert Ranking.objects.filter(judge__campaign=campaign).count() == 1


@pytest.mark.parametrize("options", [DESKTOP, DARK, PHONE], ids=["light", "dark", "phone"])
def test_every_judging_page_is_accessible(
    new_page: Any, at_item: Any, campaign: Campaign, assert_accessible: Any, options: dict, shoot: Any
) -> None:
    page = new_page(**options)
    address = at_item(page)
    assert_accessible(page)
    for name in ("Guidelines", "Help", "Flag"):
        page.get_by_role("button", name=name).click()
        assert_accessible(page)
        page.keyboard.press("Escape")
    page.get_by_role("button", name="Submit").click()
    expect(page.locator("#guidance")).to_contain_text("left")
    assert_accessible(page)
    for row in range(page.locator(".output").count()):
        page.locator(f"#output-{row} .rank").first.click()
    page.get_by_role("button", name="Submit").click()
    wait_for_next(page, address)
    for path in ("/judge/essays/mine/", address, "/judge/essays/"):
        page.goto(path)
        assert_accessible(page)
    for state in ("draft", "closed"):
        Campaign.objects.filter(pk=campaign.pk).update(state=state)
        page.goto("/judge/essays/")
        assert_accessible(page)
        shoot(page, f"judge-task-{state}-{'dark' if options is DARK else options['viewport']['width']}")
    page.goto(address)
    expect(page.get_by_text("This campaign is closed")).to_be_visible()
    assert_accessible(page)
