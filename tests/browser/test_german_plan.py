"""The plan, a new campaign, imports and bundles in German, whose words are long."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from appraise_gec.accounts.models import User
from rankings.models import Campaign
from tests.browser.conftest import DARK, DESKTOP, PHONE, assert_no_sideways_scrolling
from tests.browser.test_languages import CLIPPED, NAMED
from tests.browser.test_plan_journey import campaign

__all__ = ["campaign"]  # fixture
pytestmark = pytest.mark.django_db(transaction=True)
LOOKS = {"desktop": DESKTOP, "phone": PHONE, "dark": DARK}
PAGES = {
    "items": "Welche Sätze?",
    "plan": "Was Bewertende bekommen",
    "plan/quality": "Kontrollaufgaben anlegen",
    "plan/forecast": "Wie sicher wird die Rangliste sein?",
    "plan/known": "Diesen Satz verwenden",
    "bundle": "Paket erstellen",
    "report/import": "Bewertungen importieren",
}


def assert_fits(page: Page) -> None:
    assert_no_sideways_scrolling(page)
    assert page.evaluate(CLIPPED, NAMED) == []


@pytest.mark.parametrize("look", LOOKS)
def test_pages_of_a_campaign(
    new_page: Callable[..., Page],
    campaign: Campaign,
    alice: User,
    sign_in: Callable[[Page, Any], None],
    shoot: Callable[[Page, str], None],
    look: str,
) -> None:
    page = new_page(**{**LOOKS[look], "locale": "de-DE"})
    sign_in(page, alice)
    for name, words in PAGES.items():
        page.goto(f"/campaigns/{campaign.slug}/{name}/")
        expect(page.locator("main")).to_contain_text(words)
        shoot(page, f"german-{name.replace('/', '-')}-{look}")
        assert_fits(page)


@pytest.mark.parametrize("look", LOOKS)
def test_a_new_campaign(
    new_page: Callable[..., Page],
    alice: User,
    sign_in: Callable[[Page, Any], None],
    shoot: Callable[[Page, str], None],
    tmp_path: Path,
    look: str,
) -> None:
    texts = {
        "source.txt": "He go home .\n\nThey was late .\nI likes fish .\n",
        "AMU.txt": "He goes home .\n\nThey were late .\nI like fish .\n",
        "CAMB.txt": "He went home .\n\nThey were late .\nI likes fish .\n",
        "short.txt": "He went home .\n",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    page = new_page(**{**LOOKS[look], "locale": "de-DE"})
    sign_in(page, alice)
    page.goto("/campaigns/new/")
    page.get_by_label("Titel").fill("Probe")
    page.get_by_label("Quelldatei").set_input_files(tmp_path / "source.txt")
    page.get_by_label("Systemausgaben").set_input_files(
        [tmp_path / name for name in ("AMU.txt", "CAMB.txt", "short.txt")]
    )
    expect(page.locator(".chosen").filter(has_text="3 Dateien gewählt")).to_be_visible()
    shoot(page, f"german-new-{look}")
    assert_fits(page)
    page.get_by_role("button", name="Zur Vorschau").click()
    expect(page.get_by_role("alert")).to_contain_text("zu beheben")
    shoot(page, f"german-problems-{look}")
    assert_fits(page)
    page.get_by_role("link", name="Dateien oder Einstellungen ändern").click()
    page.locator("input[name=remove][value='short.txt']").check()
    page.get_by_role("button", name="Zur Vorschau").click()
    expect(page.get_by_role("button", name="Kampagne anlegen")).to_be_visible()
    shoot(page, f"german-preview-{look}")
    assert_fits(page)
