"""The answer to a judge is lost on its way, as when the server is killed after it has stored the ranking."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Request

from rankings.models import Assignment, Judge, Ranking
from tests.browser.conftest import wait_for
from tests.browser.judging import press, wait_for_next

pytestmark = pytest.mark.django_db(transaction=True)
AGAIN = 40_000  # milliseconds: the page asks again after 2, 4, 8, ... seconds


def test_an_answer_whose_receipt_was_lost_is_stored_once(
    page: Page, at_item: Callable[[Page], str], judge: Judge, expected_errors: list[str]
) -> None:
    expected_errors.append("ERR_FAILED|ERR_CONNECTION")
    address = at_item(page)
    taken: list[int] = []
    answered: list[int] = []
    page.on("response", lambda one: answered.append(one.status) if is_answer(one.request) else None)

    def is_answer(request: Request) -> bool:
        return request.method == "POST" and request.url == address

    def lose_the_receipt(route: Any) -> None:
        if is_answer(route.request) and not taken:
            taken.append(route.fetch().status)
            route.abort()
        else:
            route.continue_()

    page.route(address, lose_the_receipt)
    press(page, " ".join("12333"[: page.locator(".output").count()]) + " Enter")
    wait_for(page, lambda: bool(taken), "the server has the answer")
    assert taken == [200]
    # It is sent again, whichever item is in view by then.
    wait_for(page, lambda: bool(answered), "the answer sent again", AGAIN / 1000)
    wait_for_next(page, address)
    assert Ranking.objects.filter(judge=judge).count() == 1
    assert Assignment.objects.filter(judge=judge, state="done").count() == 1
