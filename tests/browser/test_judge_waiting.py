"""An answer on its way, or waiting on the device: what the page shows is what is stored."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from rankings.models import Judge, Ranking
from tests.browser.conftest import wait_for
from tests.browser.judging import (
    checked,
    press,
    rank_and_submit,
    submit_offline,
    wait_for_next,
)

pytestmark = pytest.mark.django_db(transaction=True)


def ranks_in_order(judge: Judge, address: str) -> list[int]:
    """The current ranks of the judge's only answer, in the order in which the page showed the outputs."""
    ranking = Ranking.objects.get(judge=judge, is_current=True)
    by_position = dict(ranking.ranks.values_list("output__position", "rank"))
    [order] = judge.assignments.filter(key=address.rstrip("/").rsplit("/", 1)[1]).values_list(
        "order", flat=True
    )
    return [by_position[position] for position in order]


def hold_answers(page: Page, address: str) -> Callable[[], None]:
    """Keep answers on their way until what this returns is called."""
    held: list[Route] = []
    released: list[bool] = []

    def keep(route: Route) -> None:
        if route.request.method == "POST" and not released:
            held.append(route)
        else:
            route.continue_()

    def release() -> None:
        wait_for(page, lambda: bool(held), "an answer on its way")
        released.append(True)
        for route in held:
            route.continue_()

    page.route(address, keep)
    return release


def test_a_waiting_answer_that_lacks_a_rank_now_is_taken_back(
    page: Page, at_item: Any, judge: Judge, expected_errors: list[str]
) -> None:
    expected_errors.append("ERR_INTERNET_DISCONNECTED")
    address = at_item(page)
    n = page.locator(".output").count()
    submit_offline(page, "11111")
    press(page, "0")
    expect(page.locator("#guidance")).to_contain_text("Your answer is no longer waiting")
    expect(page.locator("#saved")).to_have_text("Offline, kept on this device")
    page.context.set_offline(False)
    expect(page.locator("#saved")).to_have_text("Saved")
    assert page.url == address
    assert not Ranking.objects.exists()
    press(page, "2 Enter")
    wait_for_next(page, address)
    assert sorted(ranks_in_order(judge, address)) == [1] * (n - 1) + [2]


def test_ranks_hold_still_while_they_are_sent(page: Page, at_item: Any, judge: Judge) -> None:
    address = at_item(page)
    n = page.locator(".output").count()
    release = hold_answers(page, address)
    rank_and_submit(page, "11111")
    expect(page.locator("#saved")).to_have_text("Saving…")
    expect(page.locator("#ranking")).to_have_attribute("aria-busy", "true")
    press(page, "2")
    expect(page.locator("#announce")).to_have_text("Your answer is being sent.")
    press(page, "ArrowRight u Delete")
    page.locator("#output-0 .rank").nth(1).click()
    page.get_by_role("button", name="Reset").click()
    assert checked(page) == [1] * n
    page.evaluate("document.getElementById('announce').textContent = ''")
    press(page, "Enter")
    expect(page.locator("#announce")).to_have_text("Your answer is being sent.")
    release()
    wait_for_next(page, address)
    assert ranks_in_order(judge, address) == [1] * n
    assert Ranking.objects.filter(judge=judge).count() == 1


def test_a_rank_changed_while_the_answer_waits_or_is_sent_again_counts(
    page: Page, at_item: Any, judge: Judge, expected_errors: list[str]
) -> None:
    expected_errors.append("ERR_INTERNET_DISCONNECTED")
    address = at_item(page)
    n = page.locator(".output").count()
    submit_offline(page, "11111")
    page.locator("#output-0 .rank").nth(1).click()
    expect(page.locator("#saved")).to_contain_text("your changed answer is kept on this device")
    release = hold_answers(page, address)
    with page.expect_request(address):
        page.context.set_offline(False)
    page.locator(f"#output-{n - 1} .rank").nth(2).click()
    assert checked(page)[n - 1] == 3
    release()
    wait_for_next(page, address)
    assert ranks_in_order(judge, address) == [2] + [1] * (n - 2) + [3]
