"""What a campaign manager sees in a real browser: a file that is too big, every screen, the demo."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from appraise_gec.accounts.models import User
from rankings.desk.demo import load_demo
from tests.browser.conftest import DARK, DESKTOP, PHONE, assert_no_sideways_scrolling
from tests.corpus.conftest import form_fields

Shoot = Callable[[Page, str], None]
SignIn = Callable[[Page, Any], None]
Check = Callable[[Page], None]


def test_what_is_too_big_is_reported_before_it_is_sent(
    page: Page, alice: User, sign_in: SignIn, settings: Any, tmp_path: Path
) -> None:
    settings.MAX_UPLOAD_BYTES = 1024 * 1024
    big = tmp_path / "BIG.txt"
    big.write_bytes(b"a line\n" * 200_000)
    sign_in(page, alice)
    page.goto("/campaigns/new/")
    page.get_by_label("System outputs").set_input_files(big)
    expect(page.get_by_role("alert")).to_contain_text("at most 1 MB")
    page.get_by_label("Title").fill("Big")
    page.get_by_role("button", name="Go to the preview").click()
    expect(page).to_have_url(re.compile(r"/campaigns/new/$"))
    expect(page.get_by_role("alert")).to_contain_text("at most 1 MB")


@pytest.mark.parametrize("look", ["phone", "dark"])
def test_every_page_fits_phones_and_dark_screens(
    look: str,
    new_page: Callable[..., Page],
    client: Any,
    alice: User,
    bob: User,
    sign_in: SignIn,
    shoot: Shoot,
    assert_accessible: Check,
    expected_errors: list[str],
) -> None:
    client.force_login(alice)
    staged = client.post("/campaigns/new/", form_fields())["Location"]
    client.post(f"{staged}create/")
    client.post(
        "/campaigns/spring-test/items/",
        {"items": "20", "sampler": "diversity", "judges_per_item": "2", "seed": "1", "items_before": "0"},
    )
    client.post(
        "/campaigns/spring-test/judges/", {"names": "Jo\nA judge with a very long name of many words"}
    )
    client.post("/campaigns/spring-test/judges/existing/", {"existing-username": "bob"})
    waiting = client.post("/campaigns/new/", form_fields(title="Another"))["Location"]
    page = new_page(**(PHONE if look == "phone" else DARK))
    sign_in(page, alice)
    desk = "/campaigns/spring-test/"
    addresses = {
        "new": "/campaigns/new/",
        "preview": waiting,
        "change": f"{waiting}change/",
        "desk": desk,
        "items": f"{desk}items/",
        "judges": f"{desk}judges/",
        "team": f"{desk}team/",
        "settings": f"{desk}settings/",
        "delete": f"{desk}delete/",
        "state": f"{desk}state/open/",
    }
    for name, address in addresses.items():
        page.goto(address)
        assert_accessible(page)
        assert_no_sideways_scrolling(page)
        shoot(page, f"{look}-{name}")
    expected_errors.append("404")
    page.goto("/invitations/not-a-link/")
    assert_accessible(page)
    shoot(page, f"{look}-invitation-refused")


def test_the_desk_of_the_demo_shows_how_far_its_judges_are(
    new_page: Callable[..., Page],
    transactional_db: None,
    sign_in: SignIn,
    shoot: Shoot,
    assert_accessible: Check,
) -> None:
    campaign = load_demo()
    assert campaign is not None
    for look, options in (("desktop", DESKTOP), ("phone", PHONE), ("dark", DARK)):
        page = new_page(**options)
        sign_in(page, campaign.created_by)
        page.goto("/campaigns/demo/")
        expect(page.get_by_role("row", name="demo-ines")).to_contain_text("42")
        expect(page.locator(".tile").nth(3)).to_contain_text("126")
        assert_accessible(page)
        assert_no_sideways_scrolling(page)
        shoot(page, f"demo-desk-{look}")
        for tab in ("items", "judges", "team"):
            page.goto(f"/campaigns/demo/{tab}/")
            assert_accessible(page)
            shoot(page, f"demo-{tab}-{look}")
