"""The documentation under /docs/ in a real browser, under the content security policy of the site."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DARK, DESKTOP, assert_no_sideways_scrolling
from tests.documents.conftest import built

__all__ = ["built"]  # a fixture

pytestmark = pytest.mark.nightly  # to build the pages takes minutes
NARROW: dict[str, Any] = {"viewport": {"width": 320, "height": 640}}
# One with pictures, one with commands and their output, one with wide tables and code.
PAGES = ("index", "story-2015", "library")


@pytest.fixture(autouse=True)
def _served(built: Path, settings: Any) -> None:
    settings.DOCUMENTATION_FOLDER = built


def test_from_the_start_page_to_a_page_that_is_searched_for(page: Page) -> None:
    page.goto("/")
    page.get_by_role("link", name="Documentation").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Documentation")
    page.get_by_role("searchbox").fill("discarding rankings")
    page.get_by_role("searchbox").press("Enter")
    results = page.locator("#search-results")
    expect(results).to_contain_text("pages matching")
    found = results.get_by_role("link", name="Managing judges", exact=True)
    expect(found).to_be_visible()
    found.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Managing judges")
    page.get_by_role("link", name="Open the site").click()
    expect(page).to_have_url(page.url.split("/docs/")[0])


@pytest.mark.parametrize("name", PAGES)
def test_pages_can_be_read_by_everybody(
    new_page: Callable[..., Page],
    assert_accessible: Callable[[Page], None],
    name: str,
) -> None:
    for options in (DESKTOP, NARROW, DARK):
        page = new_page(**options)
        page.goto(f"/docs/{name}.html")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        assert_no_sideways_scrolling(page)
        assert_accessible(page)


def test_no_page_scrolls_sideways_on_a_phone(new_page: Callable[..., Page], built: Path) -> None:
    page = new_page(**NARROW)
    for path in sorted(built.glob("*.html")):
        page.goto(f"/docs/{path.name}")
        assert_no_sideways_scrolling(page)
