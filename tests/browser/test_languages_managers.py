"""Pages of managers in German, whose words are long: none is cut off, and none lies beyond the edge."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.management import call_command
from django.urls import reverse
from playwright.sync_api import Page, expect

from appraise_gec.accounts.models import User
from rankings.models import Campaign, Item, Judge
from tests.browser.conftest import DESKTOP, PHONE, assert_no_sideways_scrolling
from tests.browser.test_languages import CLIPPED, NAMED

pytestmark = pytest.mark.django_db(transaction=True)
WIDTHS = (1280, 360)
GERMAN: dict[str, Any] = {**DESKTOP, "locale": "de-DE"}
# Main pages by room. What an address names besides the campaign is that of the demo.
ROOMS: dict[str, tuple[str, ...]] = {
    "desk": (
        *("desk", "live", "progress", "settings", "guidelines", "flags", "leases"),
        *("item-browser", "item", "judge-work", "discard-rankings", "history", "copy", "delete"),
        *("texts", "add-system"),
    ),
    "people": ("judges", "judge", "forget-judge", "team", "crowd"),
    "survey": ("survey", "survey-answers", "new-question"),
}


@pytest.fixture
def manager(settings: Any, run_jobs: Callable[[], int], transactional_db: None) -> User:
    """The manager of the demo, with everything in it that a worker makes."""
    settings.DEMO = True
    call_command("load_demo", verbosity=0)
    assert run_jobs() > 1
    return User.objects.get(username="manager")


def addresses(pages: tuple[str, ...]) -> dict[str, str]:
    """Where these pages of the demo are."""
    campaign = Campaign.objects.get()
    named = {
        "slug": campaign.slug,
        "judge": Judge.objects.filter(rankings__isnull=False).order_by("name")[0].pk,
        "number": Item.objects.filter(rankings__isnull=False).order_by("number")[0].number,
    }
    needed = {
        **dict.fromkeys(("judge", "judge-work", "discard-rankings", "forget-judge"), "judge"),
        "item": "number",
    }
    return {
        page: reverse(
            f"campaigns:{page}",
            kwargs={name: named[name] for name in ("slug", *([needed[page]] if page in needed else []))},
        )
        for page in pages
    }


@pytest.mark.parametrize("room", ROOMS)
def test_german_words_fit_on_pages_of_managers(
    manager: User,
    new_page: Callable[..., Page],
    sign_in: Callable[..., None],
    shoot: Callable[[Page, str], None],
    room: str,
) -> None:
    page = new_page(**GERMAN)
    sign_in(page, manager)
    wrong = []
    for name, address in addresses(ROOMS[room]).items():
        answer = page.goto(address)
        assert answer is not None
        assert answer.status == 200, address
        expect(page.locator("html")).to_have_attribute("lang", "de")
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            # What is folded away has to fit as well.
            page.evaluate("document.querySelectorAll('main details').forEach((one) => { one.open = true; })")
            assert_no_sideways_scrolling(page)
            wrong += [f"{name} at {width}: {one}" for one in page.evaluate(CLIPPED, NAMED)]
            shoot(page, f"german-{room}-{name}-{width}")
        page.set_viewport_size(DESKTOP["viewport"])
    assert not wrong, "\n".join(wrong)


def test_the_table_of_judges_fits_on_a_small_screen(
    manager: User, new_page: Callable[..., Page], sign_in: Callable[..., None]
) -> None:
    page = new_page(**{**GERMAN, "viewport": {"width": 1100, "height": 800}})
    sign_in(page, manager)
    page.goto(addresses(("desk",))["desk"])
    box = page.locator(".table-scroll:has(> .many-columns)")
    assert box.evaluate("box => box.scrollWidth - box.clientWidth") <= 0


def test_an_item_takes_a_few_lines_on_a_phone(
    manager: User, new_page: Callable[..., Page], sign_in: Callable[..., None]
) -> None:
    page = new_page(**{**PHONE, "locale": "de-DE"})
    sign_in(page, manager)
    page.goto(addresses(("item-browser",))["item-browser"])
    heights = page.locator(".item-table tbody tr").evaluate_all("rows => rows.map((row) => row.offsetHeight)")
    assert len(heights) > 20
    assert max(heights) < 215
