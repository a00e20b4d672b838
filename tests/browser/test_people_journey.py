"""Accounts, invitations, the team, the crowd and leaving, in a real browser."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache
from playwright.sync_api import Page, expect

from appraise_gec.accounts.models import User
from appraise_gec.accounts.throttle import WRONG_PASSWORDS_HERE
from rankings.models import Campaign
from rankings.people import crowd
from rankings.people.links import make_link
from tests.browser.conftest import DESKTOP
from tests.factories import invite, make_campaign, make_items, make_judge

SignIn = Callable[[Page, Any], None]
Check = Callable[[Page], None]
PASSWORD = "purple giraffe 9"


@pytest.fixture(autouse=True)
def fresh_cache(db: None) -> None:
    cache.clear()


@pytest.fixture
def campaign(alice: User, bob: User) -> Campaign:
    campaign = make_campaign("spring", owner=alice, title="Spring essays 2026")
    make_items(campaign)
    User.objects.filter(pk=bob.pk).update(first_name="Bob", last_name="Lee", email="bob@example.org")
    make_judge(campaign, "Bob Lee", bob)
    for name in ("Blue Owl", "زينب", "評者一"):
        invite(alice, campaign, name)
    entry = crowd.crowd_of(campaign)
    entry.is_on = True
    entry.key = "test-entry"
    entry.information = "We are a research group.\n\nIt takes about 20 minutes."
    entry.completion_url = "https://app.example.org/complete?cc=DONE"
    entry.completion_code = "DONE1234"
    entry.save()
    return campaign


def test_pages_that_no_link_leads_to_are_accessible_and_fit(
    new_page: Callable[..., Page],
    campaign: Campaign,
    alice: User,
    bob: User,
    sign_in: SignIn,
    assert_sound: Check,
    expected_errors: list[str],
) -> None:
    expected_errors.append(r"status of (400|404|409|410|429)")
    _, team = make_link("role", campaign, alice, invitee="dora@example.org", role="manager")
    page, signed_in = new_page(**DESKTOP), new_page(**DESKTOP)
    sign_in(signed_in, bob)
    for browser, address in (
        (page, "/password/forgotten/sent/"),
        (page, "/password/new/1-none/"),
        (page, f"/link/{team}/"),
        (page, "/link/nothing/"),
        (page, "/join/test-entry/?PROLIFIC_PID=abc"),
        (signed_in, "/join/test-entry/?PROLIFIC_PID=abc"),
        (page, "/join/test-entry/"),
        (page, "/join/nothing/?PROLIFIC_PID=abc"),
    ):
        browser.goto(address)
        expect(browser.get_by_role("heading", level=1)).to_have_count(1)
        assert_sound(browser)
    Campaign.objects.update(state="closed")
    page.goto("/join/test-entry/?PROLIFIC_PID=abc")
    expect(page.get_by_role("heading", level=1)).to_have_text("This study is over")
    for number in range(WRONG_PASSWORDS_HERE.allowed + 1):
        page.goto("/sign-in/")
        page.get_by_label("User name").fill("alice")
        page.get_by_label("Password").fill(f"guess {number}")
        page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Please wait 15 minutes")
    assert_sound(page)


def test_links_go_out_by_mail_while_the_page_tells_how_far_it_is(
    page: Page,
    campaign: Campaign,
    alice: User,
    sign_in: SignIn,
    assert_accessible: Check,
    settings: Any,
    run_jobs: Callable[[], int],
) -> None:
    settings.MAIL_IS_CONFIGURED = True
    settings.EMAIL_BACKEND = "tests.people.test_letters.Choosy"
    sign_in(page, alice)
    page.goto("/campaigns/spring/do/judge.add/")
    page.get_by_label("Names, one on a line").fill("Jo,jo@example.org\nKim,kim@example.org\n")
    page.get_by_label("Send the links").check()
    page.get_by_role("button", name="Add judges").click()
    expect(page.get_by_text("being sent")).to_have_count(2)
    assert_accessible(page)
    assert run_jobs() == 1
    expect(page.get_by_text("not sent")).to_have_count(1)
    assert_accessible(page)
