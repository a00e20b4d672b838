"""A visitor ranks the sentence of the start page: without scripts, by keyboard, on a phone, in the dark."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DARK, DESKTOP, PHONE, assert_no_sideways_scrolling

pytestmark = pytest.mark.django_db(transaction=True)
RESULT = "Your ranking holds 10 comparisons of two outputs"


def test_without_scripts(new_page: Callable[..., Page]) -> None:
    page = new_page(**DESKTOP, java_script_enabled=False)
    page.goto("/")
    for letter, rank in zip("ABCDE", "31542", strict=True):
        page.get_by_role("group", name=letter, exact=False).get_by_role("radio", name=rank).first.check()
    page.get_by_role("button", name="Show the result").click()
    expect(page.get_by_role("heading", name=RESULT)).to_be_visible()
    rows = page.get_by_role("group", name="The ranking of systems with yours").locator("tbody tr")
    expect(rows).to_have_count(8)
    page.get_by_role("link", name="Start over").click()
    expect(page.get_by_role("heading", name=RESULT)).to_have_count(0)
    assert page.locator("#tryout input:checked").count() == 0


def test_by_keyboard(page: Page) -> None:
    page.goto("/")
    page.locator("#tryout input").first.focus()
    for key in ("3", "1", "5", "4", "2"):
        page.keyboard.press(key)
    chosen = page.locator("#tryout input:checked")
    assert [one.get_attribute("value") for one in chosen.all()] == ["3", "1", "5", "4", "2"]
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=RESULT)).to_be_visible()


@pytest.mark.parametrize(
    "options",
    [DESKTOP, DARK, PHONE, {"viewport": {"width": 320, "height": 640}}],
    ids=["1280", "dark", "390", "320"],
)
def test_both_states_in_every_look(
    new_page: Callable[..., Page],
    assert_accessible: Callable[[Page], None],
    options: dict,
    shoot: Callable[..., None],
) -> None:
    page = new_page(**options)
    for name, address in {"start": "/", "result": "/?rank-0=3&rank-1=1&rank-2=5&rank-3=4&rank-4=2"}.items():
        page.goto(address)
        assert_accessible(page)
        assert_no_sideways_scrolling(page)
        shoot(page, f"{name}-{options['viewport']['width']}-{options.get('color_scheme', 'light')}")


@pytest.mark.parametrize("language", ["de", "fr", "ar"])
def test_the_result_fits_and_reads_in_other_languages(new_page: Callable[..., Page], language: str) -> None:
    page = new_page(**DESKTOP, locale=language)
    page.goto("/?rank-0=3&rank-1=1&rank-2=5&rank-3=4&rank-4=2")
    tables = page.locator("#result .table-scroll")
    for table in tables.all():
        assert table.evaluate("one => one.scrollWidth <= one.clientWidth")
    # Sentences and signs of numbers stay left to right, whatever the page is.
    assert page.locator("#try ~ .sheet").evaluate("one => getComputedStyle(one).direction") == "ltr"
    gain = tables.nth(1).locator("tbody tr td:last-child bdi").first
    assert gain.evaluate("one => getComputedStyle(one).direction") == "ltr"
