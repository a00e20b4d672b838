"""Pages of judges in languages whose words are long, and in Arabic, which runs from right to left."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from playwright.sync_api import Locator, Page, expect

from appraise_gec.accounts.models import User
from rankings.models import Campaign, Judge
from rankings.people import crowd
from tests.browser.conftest import DESKTOP, assert_no_sideways_scrolling

pytestmark = pytest.mark.django_db(transaction=True)
WIDTHS = (1280, 360, 320)
ARABIC: dict[str, Any] = {**DESKTOP, "locale": "ar"}
JOIN = "/join/test-entry/?PROLIFIC_PID=abc"
NAMED = "button, .button, label, legend, summary, .badge, .rank, th, dt"
# Words of a button, label or badge that are cut off, lie outside it, or outside the window. Words for screen
# readers alone have a box of one pixel, and what is rolled away in a table or window has a scroll bar.
CLIPPED = """(named) => {
  const seen = (one) => one.checkVisibility({visibilityProperty: true})
    && !one.closest('.visually-hidden, svg') && one.getBoundingClientRect().width > 1;
  const rolled = (one) => one.closest('.table-scroll, [popover]');
  const wrong = [];
  for (const one of document.querySelectorAll(named)) {
    if (!seen(one)) continue;
    const name = `${one.tagName.toLowerCase()}.${one.className} "${one.textContent.trim()}"`;
    const box = one.getBoundingClientRect();
    if (one.clientWidth && one.scrollWidth > one.clientWidth + 1) wrong.push(`cut off: ${name}`);
    if (!rolled(one) && (box.left < -1 || box.right > document.documentElement.clientWidth + 1))
      wrong.push(`outside the window: ${name}`);
    const walker = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      if (!walker.currentNode.data.trim() || !seen(walker.currentNode.parentElement)) continue;
      const range = document.createRange();
      range.selectNodeContents(walker.currentNode);
      const words = range.getBoundingClientRect();
      if (words.left < box.left - 1 || words.right > box.right + 1
          || words.top < box.top - 3 || words.bottom > box.bottom + 3) wrong.push(`outside its box: ${name}`);
    }
  }
  return wrong;
}"""


def languages_of(*always: str) -> list[Any]:
    """All languages of the site; those that are not named are looked at by night."""
    codes = sorted(code for code, _name in settings.LANGUAGES)
    return [code if code in always else pytest.param(code, marks=pytest.mark.nightly) for code in codes]


@pytest.fixture(autouse=True)
def fresh_cache(db: None) -> None:
    cache.clear()


@pytest.fixture
def joined(campaign: Campaign, alice: User) -> Campaign:
    """A campaign with all that the header and the sheet may show, and a public link to it."""
    Campaign.objects.filter(pk=campaign.pk).update(shows_active_time=True, marks_edits=True)
    entry = crowd.crowd_of(campaign)
    entry.is_on, entry.key = True, "test-entry"
    entry.completion_url, entry.completion_code = "https://app.example.org/complete?cc=DONE", "DONE1234"
    entry.save()
    return campaign


def assert_fits(page: Page, language: str) -> None:
    """At every width, nothing is cut off and nothing lies beyond the edge."""
    expect(page.locator("html")).to_have_attribute("lang", language)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate(CLIPPED, NAMED) == [], f"{page.url} at {width}"
        assert_no_sideways_scrolling(page)
    page.set_viewport_size(DESKTOP["viewport"])


@pytest.mark.parametrize("language", languages_of("de", "ja"))
def test_words_of_the_item_fit_in_every_language(
    joined: Campaign, new_page: Callable[..., Page], language: str
) -> None:
    page = new_page(**{**DESKTOP, "locale": language})
    page.goto(JOIN)
    assert_fits(page, language)
    page.locator("main form button").last.click()
    expect(page).to_have_url(re.compile(r"/judge/essays/$"))
    assert_fits(page, language)
    page.locator("main form button").first.click()
    expect(page.locator("#edits-button")).to_be_visible()
    page.locator("#output-0 .rank").first.click()
    page.locator("#submit").click()
    expect(page.locator(".rank-wanted:visible").first).to_be_visible()
    assert_fits(page, language)
    for window in ("help", "flag"):
        page.locator(f"[popovertarget={window}]").first.click()
        expect(page.locator(f"#{window}")).to_be_visible()
        assert_fits(page, language)
        page.keyboard.press("Escape")


@pytest.mark.parametrize("language", languages_of("ar", "de"))
def test_words_of_an_account_fit_in_every_language(
    joined: Campaign,
    new_page: Callable[..., Page],
    alice: User,
    sign_in: Callable[..., None],
    language: str,
) -> None:
    page = new_page(**{**DESKTOP, "locale": language})
    for address in ("/sign-in/", "/password/forgotten/"):
        page.goto(address)
        assert_fits(page, language)
    Judge.objects.create(campaign=joined, user=alice, name="alice")
    sign_in(page, alice)
    for address in (
        "/",
        "/account/password/",
        "/account/two-step/",
        "/account/two-step/app/",
        "/judge/essays/mine/",
    ):
        page.goto(address)
        assert_fits(page, language)


def left(one: Locator) -> float:
    box = one.bounding_box()
    assert box is not None
    return box["x"]


def assert_arabic(page: Page) -> None:
    expect(page.locator("html")).to_have_attribute("lang", "ar")
    expect(page.locator("html")).to_have_attribute("dir", "rtl")
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        assert_no_sideways_scrolling(page)
    page.set_viewport_size(DESKTOP["viewport"])


def test_arabic_pages_are_mirrored_and_english_sentences_are_not(
    judge: Judge, new_page: Callable[..., Page], sign_in: Callable[..., None]
) -> None:
    page = new_page(**ARABIC)
    page.goto("/")
    assert_arabic(page)
    assert left(page.locator(".brand")) > left(page.locator(".site-user"))
    # The sheet has the direction of its sentences, as that of an item has.
    row = page.locator("#tryout .output").first
    assert left(row.locator("legend")) < left(row.locator(".output-words")) < left(row.locator(".scale"))
    expect(row.locator(".output-words")).to_have_css("direction", "ltr")

    sign_in(page, judge.user)
    page.goto("/judge/essays/")
    assert_arabic(page)
    crumbs = page.locator(".crumbs").bounding_box()
    start = page.locator("form .button.primary").bounding_box()
    assert crumbs and start
    # Both begin at the right edge of the column.
    assert abs(crumbs["x"] + crumbs["width"] - start["x"] - start["width"]) < 2

    page.locator("form .button.primary").click()
    expect(page.locator("#edits-button")).to_be_visible()
    assert_arabic(page)
    assert left(page.locator(".judge-campaign")) > left(page.locator(".judge-progress"))
    assert left(page.locator(".judge-progress")) > left(page.locator(".judge-tools"))
    assert left(page.locator("#flag-button")) > left(page.locator("#clear")) > left(page.locator("#submit"))
    # The sheet has the direction of its sentences, in whatever language the page is.
    words = page.locator("#output-0 .output-words")
    for one in (words, page.locator("#source .input")):
        expect(one).to_have_attribute("lang", "en")
        expect(one).to_have_css("direction", "ltr")
    assert left(page.locator("#output-0 legend")) < left(words) < left(page.locator("#output-0 .scale"))

    # What the script says has the comma of the language, and the shortcut reads from left to right.
    page.locator("#output-0 .rank").first.click()
    expect(page.locator("#words")).to_contain_text("، C")
    page.locator('.judge-tools [popovertarget="help"]').click()
    keys = page.locator("#help kbd")
    control, z = keys.get_by_text("Ctrl", exact=True), keys.get_by_text("Z", exact=True)
    expect(control).to_be_visible()
    assert left(control) < left(z)
