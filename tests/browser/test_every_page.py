"""Every page that links lead to, for everybody: sound for assistive technology, and no wider than a phone."""

import re
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.core.management import call_command
from django.urls import Resolver404, resolve
from playwright.sync_api import Page

from appraise_gec.accounts.models import User
from tests.browser.conftest import DESKTOP

# Pages of the same view say the same of themselves, however many there are: of judges, items, sentences.
DOWNLOADS = re.compile(r"\.(csv|tex|md|json|xml|svg|pdf|png|zip|txt|tsv)(\?|$)")
# At least so many kinds of pages, by who looks.
PAGES = {"nobody": 3, "judge": 3, "researcher": 12, "manager": 30}


@dataclass(frozen=True, slots=True)
class Walked:
    """How many kinds of pages were seen, and what is wrong with them."""

    pages: int
    wrong: list[str]


@pytest.fixture
def demo(settings: Any, run_jobs: Callable[[], int], transactional_db: None) -> None:
    """The demo, with everything in it that a worker makes."""
    settings.DEMO = True
    call_command("load_demo", verbosity=0)
    assert run_jobs() > 1


def links_of(page: Page) -> list[str]:
    """Addresses that the page leads to, without downloads and what lies elsewhere."""
    found: list[str] = page.evaluate(
        "[...document.querySelectorAll('a[href]:not([download])')].map((link) => link.href)"
    )
    here = urlsplit(page.url).netloc
    split = [urlsplit(link) for link in found]
    local = [one.path + (f"?{one.query}" if one.query else "") for one in split if one.netloc == here]
    return [one for one in local if not DOWNLOADS.search(one)]


def kind_of(address: str) -> tuple[str, ...] | None:
    """What tells one kind of page from another: its view, and the section that it shows; None for no page."""
    try:
        match = resolve(urlsplit(address).path)
    except Resolver404:
        return None
    return (match.view_name, *(str(match.kwargs[name]) for name in ("section",) if name in match.kwargs))


def test_every_page_is_sound_and_fits_a_small_phone(
    demo: None,
    new_page: Callable[..., Page],
    sign_in: Callable[[Page, Any], None],
    assert_sound: Callable[[Page], None],
) -> None:
    wrong: list[str] = []
    for person, least in PAGES.items():
        page = new_page(**DESKTOP)
        if person != "nobody":
            sign_in(page, User.objects.get(username=person))
        found = walk(page, assert_sound)
        assert found.pages >= least, person
        wrong += [f"{person}, {one}" for one in found.wrong]
    assert not wrong, "\n".join(wrong)


def walk(page: Page, assert_sound: Callable[[Page], None]) -> Walked:
    """Every kind of page from the start page on."""
    waiting, seen = deque([("/", "")]), {kind_of("/")}
    wrong: list[str] = []
    while waiting:
        address, origin = waiting.popleft()
        answer = page.goto(address)
        if answer is None or answer.status != 200:
            wrong.append(f"{address}: answers {answer and answer.status}; linked from {origin}")
            continue
        for link in links_of(page):
            kind = kind_of(link)
            if kind is not None and kind not in seen:
                seen.add(kind)
                waiting.append((link, address))
        try:
            assert_sound(page)
        except AssertionError as error:
            wrong.append(f"{address}: {error}")
            page.set_viewport_size(DESKTOP["viewport"])
            page.emulate_media(color_scheme="light")
    return Walked(len(seen), wrong)
