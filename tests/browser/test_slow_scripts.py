"""What somebody does before a page's script has come is not lost: a slow line is no excuse."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from appraise_gec.accounts.models import User
from tests.browser.conftest import wait_for
from tests.browser.judging import checked

pytestmark = pytest.mark.django_db(transaction=True)
SignIn = Callable[[Page, Any], None]


def hold_back(page: Page, script: str) -> Callable[[], None]:
    """Keep the script on its way until what this returns is called."""
    waiting: list[Route] = []

    def keep(route: Route) -> None:
        waiting.append(route)

    def release() -> None:
        wait_for(page, lambda: bool(waiting), f"a request for {script}")
        for route in waiting:
            route.continue_()
        page.wait_for_load_state()

    page.route(f"**/js/{script}*", keep)
    return release


def test_a_new_campaign(page: Page, alice: User, sign_in: SignIn, tmp_path: Any) -> None:
    outputs = [tmp_path / "ALPHA.txt", tmp_path / "BETA.txt"]
    for one in outputs:
        one.write_text("A line .\n")
    sign_in(page, alice)
    release = hold_back(page, "upload")
    page.goto("/campaigns/new/", wait_until="commit")
    page.get_by_label("Title").fill("Essays of spring")
    page.get_by_label("System outputs").set_input_files(outputs)
    page.get_by_label("A file with one document id").check()
    release()
    expect(page.get_by_label("Address")).to_have_value("essays-of-spring")
    expect(page.get_by_text("2 files chosen")).to_be_visible()
    expect(page.get_by_label("File of document ids")).to_be_visible()


def test_ranks(page: Page, at_item: Callable[[Page], str], sign_in: SignIn) -> None:
    address = at_item(page)
    page.goto("about:blank")
    release = hold_back(page, "judging.")
    page.goto(address, wait_until="commit")
    page.locator("#output-1 .rank").nth(1).click()
    release()
    assert checked(page)[:2] == [None, 2]
    expect(page.locator("#words")).to_contain_text("So far: B.")
    expect(page.locator("#output-1 input:checked")).to_be_focused()
    expect(page.locator("#saved")).to_have_text("Saved")
    page.keyboard.press("u")
    assert checked(page)[:2] == [None, None]
