"""A judge's personal link: made by the manager, started on a phone, refused on another device."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from appraise_gec.accounts.models import User
from rankings.models import Campaign, Judge
from tests.browser.conftest import DARK, PHONE, assert_no_sideways_scrolling
from tests.browser.judging import SignIn, open_campaign
from tests.factories import add_member, make_judge

pytestmark = pytest.mark.django_db(transaction=True)


def make_link(page: Page, judge: Judge) -> str:
    """A new personal link, made on the judge's page."""
    page.goto(f"/campaigns/essays/judges/{judge.pk}/")
    page.get_by_role("link", name="Make a link").click()
    page.get_by_label("A personal link").check()
    page.get_by_role("button", name="Make a link").click()
    return page.locator("code.link").inner_text()


def test_from_the_judges_page_to_the_first_item_and_a_new_link_ends_the_old(
    page: Page,
    new_page: Callable[..., Page],
    campaign: Campaign,
    make_user: Callable[..., User],
    sign_in: SignIn,
    assert_accessible: Callable[[Page], None],
    shoot: Callable[[Page, str], None],
    expected_errors: list[str],
) -> None:
    alice = make_user("alice")
    add_member(campaign, alice, "owner")
    jo = make_judge(campaign, "Jo")
    sign_in(page, alice)
    link = make_link(page, jo)
    shoot(page, "personal-link-made")
    assert_accessible(page)

    phone = new_page(**{**PHONE, "viewport": {"width": 320, "height": 640}})
    phone.goto(link)
    assert_accessible(phone)
    assert_no_sideways_scrolling(phone)
    shoot(phone, "personal-link-start")
    phone.get_by_role("button", name=re.compile("Start as")).click()
    expect(phone).to_have_url(re.compile("/judge/essays/$"))
    expect(phone.get_by_text("4 items left.")).to_be_visible()
    assert_accessible(phone)
    shoot(phone, "personal-link-task")
    open_campaign(phone)
    # Its session gone, the link lets in again.
    phone.context.clear_cookies()
    phone.goto(link)
    phone.get_by_role("button", name=re.compile("Start as")).click()
    expect(phone).to_have_url(re.compile("/judge/essays/$"))

    # A new link ends the one before, with the session that it began.
    other = new_page(**DARK)
    second = make_link(page, jo)
    phone.goto("/judge/essays/")
    expect(phone).to_have_url(re.compile("/sign-in/"))
    expected_errors += ["404", "410"]
    phone.goto(link)
    expect(phone.get_by_role("button", name=re.compile("Start as"))).to_have_count(0)
    shoot(phone, "personal-link-ended")
    other.goto(second)
    assert_accessible(other)
    shoot(other, "personal-link-dark")
    other.get_by_role("button", name=re.compile("Start as")).click()
    expect(other).to_have_url(re.compile("/judge/essays/$"))

    page.goto(f"/campaigns/essays/judges/{jo.pk}/")
    page.get_by_role("button", name="Withdraw the link").click()
    expect(page.get_by_text("The link of Jo is withdrawn.")).to_be_visible()
    other.goto("/judge/essays/")
    expect(other).to_have_url(re.compile("/sign-in/"))
    other.goto(second)
    expect(other.get_by_role("button", name=re.compile("Start as"))).to_have_count(0)
    shoot(other, "personal-link-withdrawn-dark")
