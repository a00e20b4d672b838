"""Accounts, invitations, the team, the crowd and leaving, in a real browser."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from playwright.sync_api import Page, expect

from appraise_gec.accounts.models import User
from appraise_gec.accounts.throttle import WRONG_PASSWORDS_HERE
from rankings.models import Campaign
from rankings.people import crowd
from rankings.people import members as people
from rankings.people import team_invitations as invitations_team
from tests.browser.conftest import DESKTOP
from tests.factories import make_campaign, make_items, make_judge

Shoot = Callable[[Page, str], None]
SignIn = Callable[[Page, Any], None]
Check = Callable[[Page], None]
PASSWORD = "purple giraffe 9"


@pytest.fixture(autouse=True)
def fresh_cache() -> None:
    cache.clear()


@pytest.fixture
def campaign(alice: User, bob: User) -> Campaign:
    campaign = make_campaign("spring", owner=alice, title="Spring essays 2026")
    make_items(campaign)
    User.objects.filter(pk=bob.pk).update(first_name="Bob", last_name="Lee", email="bob@example.org")
    make_judge(campaign, "Bob Lee", bob)
    people.add_judges(campaign, ["Blue Owl", "زينب", "評者一"], alice)
    entry = crowd.entry_of(campaign)
    entry.is_on = True
    entry.key = "test-entry"
    entry.information = "We are a research group.\n\nIt takes about 20 minutes."
    entry.completion_url = "https://app.example.org/complete?cc=DONE"
    entry.completion_code = "DONE1234"
    crowd.save_entry(entry, alice, [])
    return campaign


def pages(campaign: Campaign, alice: User) -> dict[str, tuple[str, str]]:
    """(address, who opens it) by the name of the picture."""
    judge = campaign.judges.get(name="Bob Lee")
    team = invitations_team.invite(campaign, "dora@example.org", "manager", alice)
    return {
        "sign-in": ("/sign-in/", ""),
        "forgotten": ("/password/forgotten/", ""),
        "forgotten-sent": ("/password/forgotten/sent/", ""),
        "new-password-dead": ("/password/new/1-none/", ""),
        "account": ("/account/", "bob"),
        "change-password": ("/account/password/", "bob"),
        "leave": ("/account/leave/spring/", "bob"),
        "delete-account": ("/account/delete/", "bob"),
        "delete-account-refused": ("/account/delete/", "alice"),
        "judges": ("/campaigns/spring/judges/", "alice"),
        "judge": (f"/campaigns/spring/judges/{judge.pk}/", "alice"),
        "forget-judge": (f"/campaigns/spring/judges/{judge.pk}/forget/", "alice"),
        "team": ("/campaigns/spring/team/", "alice"),
        "invitation-team": (f"/invitations/{team}/", ""),
        "history": ("/campaigns/spring/history/", "alice"),
        "crowd": ("/campaigns/spring/crowd/", "alice"),
        "join": ("/join/test-entry/?PROLIFIC_PID=abc", ""),
        "join-signed-in": ("/join/test-entry/?PROLIFIC_PID=abc", "bob"),
    }


def test_every_page_is_accessible_and_fits(
    new_page: Callable[..., Page],
    campaign: Campaign,
    alice: User,
    bob: User,
    sign_in: SignIn,
    shoot: Shoot,
    assert_sound: Check,
) -> None:
    everybody = {"alice": alice, "bob": bob}
    browsers: dict[str, Page] = {}
    for name, (address, who) in pages(campaign, alice).items():
        if who not in browsers:
            browsers[who] = new_page(**DESKTOP)
            if who:
                sign_in(browsers[who], everybody[who])
        page = browsers[who]
        page.goto(address)
        expect(page.get_by_role("heading", level=1)).to_have_count(1)
        shoot(page, f"people-{name}")
        assert_sound(page)


def test_refusals_are_designed_pages(
    new_page: Callable[..., Page],
    campaign: Campaign,
    alice: User,
    shoot: Shoot,
    assert_sound: Check,
    expected_errors: list[str],
) -> None:
    expected_errors.append(r"status of (400|404|409|410|429)")
    page = new_page(**DESKTOP)
    for name, address in {
        "join-no-id": "/join/test-entry/",
        "join-unknown": "/join/nothing/?PROLIFIC_PID=abc",
        "invitation-unknown": "/invitations/nothing/",
    }.items():
        page.goto(address)
        shoot(page, f"people-{name}")
        assert_sound(page)
    Campaign.objects.update(state="closed")
    page.goto("/join/test-entry/?PROLIFIC_PID=abc")
    expect(page.get_by_role("heading", level=1)).to_have_text("This study is over")
    for number in range(WRONG_PASSWORDS_HERE.allowed + 1):
        page.goto("/sign-in/")
        page.get_by_label("User name").fill("alice")
        page.get_by_label("Password").fill(f"guess {number}")
        page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Please wait 15 minutes")
    shoot(page, "people-locked-out")
    assert_sound(page)


def choose_people(page: Page, folder: Path, lines: str) -> None:
    (folder / "people.csv").write_text(lines, encoding="utf-8")
    page.get_by_label("CSV file").set_input_files(folder / "people.csv")


def test_links_go_out_by_mail_while_the_page_tells_how_far_it_is(
    page: Page,
    campaign: Campaign,
    alice: User,
    sign_in: SignIn,
    shoot: Shoot,
    assert_accessible: Check,
    tmp_path: Path,
    settings: Any,
    run_jobs: Callable[[], int],
) -> None:
    settings.MAIL_IS_CONFIGURED = True
    settings.EMAIL_BACKEND = "tests.people.test_invitation_mail.Choosy"
    sign_in(page, alice)
    page.goto("/campaigns/spring/judges/")
    page.get_by_text("Add many judges from a CSV file").click()
    choose_people(page, tmp_path, "Jo,jo@example.org\nKim,kim@example.org\n")
    page.get_by_label("Send each person the link").check()
    page.get_by_role("button", name="Make links for the file").click()
    expect(page.get_by_text("Waiting")).to_be_visible()
    assert_accessible(page)
    shoot(page, "people-mail-waiting")
    assert run_jobs() == 1
    expect(page.get_by_text("1 link sent by e-mail.")).to_be_visible()
    expect(page.get_by_text("Not sent: Jo.")).to_be_visible()
    assert_accessible(page)
    shoot(page, "people-mail-not-sent")
