"""A real browser on a live server. An error in the console or an uncaught exception fails the test."""

import os
import re
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect

from appraise_gec.accounts.models import User
from rankings.models import Campaign
from tests.browser.judging import at_item, campaign, judge
from tests.factories import make_campaign, make_items, make_judge, make_ranking

__all__ = ["at_item", "campaign", "judge"]  # fixtures

# Playwright's event loop lives in the thread of the test, where Django would otherwise refuse the database.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

# A busy machine may take several seconds for a page; what is awaited comes much sooner on an idle one.
expect.set_options(timeout=20_000)

HERE = Path(__file__).parent
AXE = HERE.parent / "vendor" / "axe.min.js"
WCAG_22_AA = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
# What no criterion asks for, and everybody who moves by landmarks and headings does.
BEST_PRACTICE = ["best-practice"]
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
DARK: dict[str, Any] = {**DESKTOP, "color_scheme": "dark"}
SMALL: Any = {"width": 320, "height": 640}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.browser)


@pytest.fixture
def expected_errors() -> list[str]:
    """Regular expressions of console errors that this test causes on purpose; append to it."""
    return []


@pytest.fixture
def new_page(browser: Browser, live_server: Any, expected_errors: list[str]) -> Iterator[Callable[..., Page]]:
    """Open a page with a context of its own: `new_page(**PHONE)`. Addresses may begin with a slash."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def keep_error(message: ConsoleMessage) -> None:
        if message.type == "error":
            errors.append(message.text)

    def open_page(**options: Any) -> Page:
        context = browser.new_context(base_url=live_server.url, **(options or DESKTOP))
        context.set_default_timeout(60_000)
        contexts.append(context)
        page = context.new_page()
        page.on("console", keep_error)
        page.on("pageerror", lambda error: errors.append(str(error)))
        return page

    yield open_page
    for context in contexts:
        context.close()
    unexpected = [error for error in errors if not any(re.search(known, error) for known in expected_errors)]
    assert not unexpected, f"errors in the browser's console: {unexpected}"


@pytest.fixture
def page(new_page: Callable[..., Page]) -> Page:
    return new_page(**DESKTOP)


@pytest.fixture
def phone(new_page: Callable[..., Page]) -> Page:
    return new_page(**PHONE)


@pytest.fixture
def dark_page(new_page: Callable[..., Page]) -> Page:
    return new_page(**DARK)


@pytest.fixture
def sign_in(live_server: Any) -> Callable[[Page, Any], None]:
    """Give a page the session of a person: `sign_in(page, alice)`. The sign-in form has tests of its own."""

    def give_session(page: Page, user: Any) -> None:
        client = Client()
        client.force_login(user)
        name = settings.SESSION_COOKIE_NAME
        page.context.add_cookies(
            [{"name": name, "value": client.cookies[name].value, "url": live_server.url}]
        )

    return give_session


@pytest.fixture
def essays(alice: User, transactional_db: None) -> Campaign:
    """Alice's campaign with rankings of three judges."""
    campaign = make_campaign(owner=alice, title="Essays of learners")
    items = make_items(campaign)
    for number, name in enumerate(("amber", "birch", "cedar")):
        judge = make_judge(campaign, name)
        for item in items:
            size = item.outputs.count()
            make_ranking(judge, item, [1 + (position + number // 2) % size for position in range(size)])
    return campaign


@pytest.fixture
def assert_accessible(request: pytest.FixtureRequest) -> Callable[[Page], None]:
    """Check a page against the WCAG 2.2 AA rules and the best practices that axe-core knows.

    A picture of it is kept as TEST-NUMBER.png in the folder APPRAISE_GEC_SCREENSHOTS, if that is set.
    """
    numbers = count(1)

    def check(page: Page) -> None:
        broken_rules(page, {"type": "tag", "values": WCAG_22_AA + BEST_PRACTICE})
        if folder := os.environ.get("APPRAISE_GEC_SCREENSHOTS"):
            page.screenshot(path=Path(folder) / f"{request.node.name}-{next(numbers)}.png", full_page=True)

    return check


@pytest.fixture
def assert_sound(assert_accessible: Callable[[Page], None]) -> Callable[[Page], None]:
    """Check that a page is accessible, also in the dark and on a phone, and fits a window of 320 pixels.

    For a page in light colours. It has the size that it had afterwards.
    """

    def check(page: Page) -> None:
        own = page.viewport_size
        assert own is not None
        assert_accessible(page)
        page.emulate_media(color_scheme="dark")
        broken_rules(page, {"type": "rule", "values": ["color-contrast"]})
        page.emulate_media(color_scheme="light")
        page.set_viewport_size(SMALL)
        assert_no_sideways_scrolling(page)
        broken_rules(page, {"type": "rule", "values": ["target-size", "scrollable-region-focusable"]})
        page.set_viewport_size(own)

    return check


def broken_rules(page: Page, chosen: dict[str, Any]) -> None:
    """Fail with what of these rules of axe the page breaks."""
    page.wait_for_load_state()
    # What is being loaded is paler for the moment.
    wait_until(page, "!document.querySelector('[aria-busy=true]')")
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    # What sticks to an edge covers what scrolls beneath it. Of a target that it covers in part, axe would
    # measure the part that shows, and of covered words it would not see the colours.
    page.evaluate(
        "window.released = [...document.querySelectorAll('body *')]"
        ".filter(one => getComputedStyle(one).position === 'sticky');"
        " released.forEach(one => { one.style.position = 'static'; })"
    )
    found = page.evaluate(
        # Under forced colours axe compares the system's ground with the page's ink, which nobody sees.
        # Only violations are told in full. No rule with these tags reads the styles that axe would load.
        "chosen => axe.run(document, {runOnly: chosen,"
        " resultTypes: ['violations'], preload: {assets: ['media']},"
        " rules: matchMedia('(forced-colors: active)').matches ? {'color-contrast': {enabled: false}} : {}})"
        ".then(result => result.violations.map(v => ({id: v.id, help: v.help,"
        " where: v.nodes.map(n => n.target.join(' ') + ': ' + n.failureSummary)})))",
        chosen,
    )
    page.evaluate("released.forEach(one => { one.style.position = ''; })")
    assert not found, "\n".join(f"{one['id']}: {one['help']}\n  {one['where']}" for one in found)


def wait_until(page: Page, condition: str, seconds: float = 20) -> None:
    """Wait until a JavaScript expression is true. Playwright's own wait uses eval, which the site forbids."""
    wait_for(page, lambda: bool(page.evaluate(condition)), condition, seconds)


def wait_for(page: Page, reached: Callable[[], bool], what: str, seconds: float = 20) -> None:
    """Wait until something is true that the page does not show; the page goes on meanwhile."""
    deadline = time.monotonic() + seconds
    while not reached():
        assert time.monotonic() < deadline, f"not so after {seconds} s: {what}"
        page.wait_for_timeout(50)


def assert_no_sideways_scrolling(page: Page) -> None:
    """The page fits the window's width, as on a phone it must (WCAG 1.4.10)."""
    page.wait_for_load_state()
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
