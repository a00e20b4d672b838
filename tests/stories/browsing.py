"""A judge at a real browser: where scripts matter."""

import re
from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page, expect

from tests.stories.person import PASSWORD


def sign_in(page: Page, username: str, password: str = PASSWORD) -> None:
    """On the page where one signs in."""
    page.get_by_label("User name").fill(username)
    page.get_by_label("Password").fill(password)
    page.get_by_role("main").get_by_role("button", name="Sign in").click()


def join(page: Page, link: str, username: str, *, at: str = "") -> None:
    """Open an invitation and take an account, on this test's server or on another."""
    page.goto(f"{at}{urlsplit(link).path}")
    page.get_by_label("User name").fill(username)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Repeat password").fill(PASSWORD)
    page.get_by_role("button", name="Take part").click()
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()


def start(page: Page) -> str:
    """From the judge's page to an item; returns its sentence."""
    page.get_by_role("button", name=re.compile("Start judging|Continue")).click()
    return sentence(page)


def source(page: Page) -> Locator:
    return page.get_by_role("region", name="Input")


def sentence(page: Page) -> str:
    """The sentence of the item in view, when it can take keys."""
    expect(page.get_by_role("button", name="Edits")).to_be_visible()
    page.wait_for_load_state()
    return source(page).inner_text()


def outputs(page: Page) -> Locator:
    return page.get_by_role("group", name=re.compile("^Output"))


def rank(page: Page, ranks: str) -> None:
    """Type a rank for every output, as many as there are."""
    for digit in ranks[: outputs(page).count()]:
        page.keyboard.press(digit)


def rank_and_submit(page: Page, ranks: str) -> None:
    rank(page, ranks)
    page.keyboard.press("Enter")


def next_sentence(page: Page, before: str) -> str:
    """Wait for the item after the one with this sentence."""
    expect(source(page)).not_to_have_text(before)
    return sentence(page)


def given(page: Page) -> list[int]:
    """The ranks in view, 0 where there is none."""
    return [
        next((n for n, one in enumerate(group.get_by_role("radio").all(), 1) if one.is_checked()), 0)
        for group in outputs(page).all()
    ]
