"""Nothing that a judge did is lost: reload, other windows and devices, no network, no server."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from rankings.models import Campaign, Judge, Ranking
from tests.browser.conftest import DESKTOP, wait_for
from tests.browser.judging import (
    SignIn,
    alive,
    checked,
    press,
    rank_and_submit,
    wait_for_next,
)

pytestmark = pytest.mark.django_db(transaction=True)


def test_of_two_devices_the_one_behind_is_reported_and_keeps_its_ranks(
    page: Page, new_page: Any, at_item: Any, judge: Judge, sign_in: SignIn, expected_errors: list[str]
) -> None:
    expected_errors.append("409")
    address = at_item(page)
    other = new_page(**DESKTOP)
    assert judge.user is not None
    sign_in(other, judge.user)
    other.goto(address)
    alive(other)
    press(page, "2")
    expect(page.locator("#saved")).to_have_text("Saved")
    press(other, "3")
    expect(other.locator("#elsewhere-words")).to_contain_text("showing the newer ranks")
    assert checked(other)[0] == 2
    other.get_by_role("button", name="Use the ranks in this window").click()
    assert checked(other)[0] == 3
    expect(other.locator("#saved")).to_have_text("Saved")


def test_an_answer_that_waits_is_sent_from_any_page_and_once(
    page: Page, at_item: Any, judge: Judge, expected_errors: list[str]
) -> None:
    expected_errors.append("ERR_FAILED|ERR_CONNECTION")
    at_item(page)
    page.context.route("**/*", lambda route: route.abort())
    rank_and_submit(page, "12333")
    expect(page.locator("#saved")).to_contain_text("Offline: your answer is kept")
    assert not Ranking.objects.exists()
    page.context.unroute("**/*")
    page.goto("/judge/essays/mine/")
    expect(page.get_by_text("has been sent")).to_be_visible()
    page.reload()
    assert Ranking.objects.filter(judge=judge).count() == 1


def test_an_answer_whose_receipt_was_lost_is_stored_once(
    page: Page, at_item: Callable[[Page], str], judge: Judge, expected_errors: list[str]
) -> None:
    """As when the server is killed after it has stored the ranking."""
    expected_errors.append("ERR_FAILED|ERR_CONNECTION")
    address = at_item(page)
    answers: list[int] = []

    def lose_the_first_receipt(route: Route) -> None:
        if route.request.method == "POST":
            answer = route.fetch()
            answers.append(answer.status)
            route.abort() if len(answers) == 1 else route.fulfill(response=answer)
        else:
            route.continue_()

    page.route(address, lose_the_first_receipt)
    rank_and_submit(page, "12333")
    wait_for(page, lambda: len(answers) == 2, "the answer sent again, after 2, 4, 8, ... seconds", 40)
    wait_for_next(page, address)
    assert Ranking.objects.filter(judge=judge).count() == 1
    assert judge.assignments.filter(state="done").count() == 1


def test_undoing_goes_on_after_a_reload(page: Page, at_item: Any) -> None:
    address = at_item(page)
    press(page, "2 1")
    expect(page.locator("#saved")).to_have_text("Saved")
    page.reload()
    alive(page)
    press(page, "u")
    assert checked(page)[:2] == [2, None]
    press(page, "u")
    assert checked(page)[:2] == [None, None]
    # So does the way back to the item before.
    press(page, "1 " * page.locator(".output").count())
    given = checked(page)
    press(page, "Enter")
    wait_for_next(page, address)
    expect(page.locator("#toast")).to_contain_text("Saved.")
    page.reload()
    alive(page)
    expect(page.locator("#toast")).to_contain_text("Saved.")
    press(page, "u")
    expect(page).to_have_url(address)
    alive(page)
    assert None not in given
    assert checked(page) == given


def test_ranks_of_a_campaign_that_is_closed_meanwhile_are_not_called_offline(
    page: Page, at_item: Any, campaign: Campaign, expected_errors: list[str]
) -> None:
    expected_errors.append("409")
    address = at_item(page)
    Campaign.objects.filter(pk=campaign.pk).update(state="closed")
    press(page, "2 1")
    expect(page.locator("#saved")).to_have_text(
        "Not saved: the campaign is closed. Your ranks are kept on this device."
    )
    expect(page.locator("#announce")).to_contain_text("the campaign is closed")
    ranks = checked(page)
    Campaign.objects.filter(pk=campaign.pk).update(state="open")
    page.goto(address)
    alive(page)
    assert checked(page) == ranks


def test_a_judge_on_hold_is_reported_so_and_keeps_the_ranks(
    page: Page, at_item: Any, judge: Judge, expected_errors: list[str]
) -> None:
    expected_errors.append("403")
    words = (
        "You have been put on hold in this campaign, so nothing can be saved now."
        " Your ranks are kept on this device."
    )
    address = at_item(page)
    Judge.objects.filter(pk=judge.pk).update(is_active=False)
    press(page, "2 1")
    expect(page.locator("#saved")).to_have_text(words)
    expect(page.locator("#announce")).to_have_text(words)
    rank_and_submit(page, "21333")
    expect(page.locator("#guidance")).to_have_text(words)
    ranks = checked(page)
    assert page.url == address
    assert not Ranking.objects.filter(judge=judge).exists()
    page.reload()
    expect(page.get_by_role("heading", name="You are on hold")).to_be_visible()
    Judge.objects.filter(pk=judge.pk).update(is_active=True)
    page.goto(address)
    alive(page)
    assert checked(page) == ranks
    # The page that was left sends its draft once more, and may have come in after the hold.
    expect(page.locator("#saved")).to_have_text(re.compile("Saved|as you left them"))
    press(page, "Enter")
    wait_for_next(page, address)
    assert Ranking.objects.filter(judge=judge).count() == 1
