"""A judge's personal link: made by the manager, started on a phone."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from appraise_gec.accounts.models import User
from rankings.models import Campaign
from tests.browser.conftest import PHONE, assert_no_sideways_scrolling
from tests.browser.judging import SignIn, open_campaign
from tests.factories import add_member, make_judge

pytestmark = pytest.mark.django_db(transaction=True)


def test_from_the_judges_page_to_the_first_item(
    page: Page,
    new_page: Callable[..., Page],
    campaign: Campaign,
    make_user: Callable[..., User],
    sign_in: SignIn,
    assert_accessible: Callable[[Page], None],
    shoot: Callable[[Page, str], None],
) -> None:
    alice = make_user("alice")
    add_member(campaign, alice, "owner")
    jo = make_judge(campaign, "Jo")
    sign_in(page, alice)
    page.goto(f"/campaigns/essays/judges/{jo.pk}/")
    page.get_by_role("link", name="Make a link").click()
    page.get_by_label("A personal link").check()
    page.get_by_role("button", name="Make a link").click()
    link = page.locator("code.link").inner_text()
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
