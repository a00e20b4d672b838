"""A session that ends while somebody judges: the sign-in page says what is kept, and it is."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from rankings.models import Judge, Ranking
from tests.browser.judging import SignIn, checked, open_campaign, press, rank_and_submit, wait_for_next

pytestmark = pytest.mark.django_db(transaction=True)
PASS_PHRASE = "a long enough pass phrase"
Open = Callable[[Page], str]


@pytest.fixture
def at_item_with_password(judge: Judge, sign_in: SignIn) -> Open:
    """Open the item of a judge who can sign in again; returns its address."""
    assert judge.user is not None
    judge.user.set_password(PASS_PHRASE)
    judge.user.save()

    def open_item(page: Page) -> str:
        assert judge.user is not None
        sign_in(page, judge.user)
        return open_campaign(page)

    return open_item


def end_session(page: Page) -> None:
    page.context.clear_cookies(name="appraise_gec_session")


def sign_in_again(page: Page) -> None:
    page.get_by_label("User name").fill("bob")
    page.get_by_label("Password").fill(PASS_PHRASE)
    page.locator("main").get_by_role("button", name="Sign in").click()


def test_with_scripts_the_answer_is_kept_and_sent(
    page: Page, at_item_with_password: Open, judge: Judge, assert_accessible: Any
) -> None:
    address = at_item_with_password(page)
    end_session(page)
    rank_and_submit(page, "21333")
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    kept = "Your answer is kept on this device. It is sent as soon as you sign in."
    expect(page.get_by_role("status")).to_have_text(kept)
    assert_accessible(page)
    # A detour, as of a forgotten password, forgets the item and not the answer.
    here = page.url
    page.goto("/sign-in/")
    expect(page.get_by_role("status")).to_contain_text("An answer is kept on this device.")
    page.goto(here)
    # A wrong password does not make it forget.
    page.get_by_label("User name").fill("bob")
    page.get_by_label("Password").fill("wrong")
    page.locator("main").get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("alert")).to_contain_text("User name or password is wrong")
    expect(page.get_by_role("status")).to_have_text(kept)
    sign_in_again(page)
    wait_for_next(page, address)
    expect(page.get_by_role("heading", name="Rank the outputs")).to_be_attached()
    wait_for_next(page, f"{page.url.split('/sign-in')[0]}/sign-in/")
    assert Ranking.objects.filter(judge=judge).count() == 1


def test_where_the_device_keeps_nothing_the_page_stays(page: Page, at_item_with_password: Open) -> None:
    page.add_init_script("Storage.prototype.setItem = () => { throw new Error('full'); };")
    address = at_item_with_password(page)
    end_session(page)
    rank_and_submit(page, "21333")
    expect(page.locator("#saved")).to_have_text(
        "You are signed out, and this device cannot keep your answer."
        " Sign in in another window, then submit here again."
    )
    # The draft, which is sent a moment later, says nothing else.
    with page.expect_response("**/draft/"):
        press(page, "1")
    expect(page.locator("#saved")).to_contain_text("this device cannot keep your answer")
    assert page.url == address
    assert None not in checked(page)
    second = page.context.new_page()
    second.goto("/sign-in/")
    sign_in_again(second)
    expect(second.get_by_role("button", name="Sign out")).to_be_visible()
    second.close()
    press(page, "Enter")
    wait_for_next(page, address)
