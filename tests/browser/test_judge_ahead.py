"""The next item is there before the server has the answer to this one."""

import re
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from rankings.models import Assignment, Campaign, Judge, Ranking
from tests.browser.conftest import wait_for
from tests.browser.judging import alive, checked, kept_ranks, press, texts, wait_for_next, without_ahead

pytestmark = pytest.mark.django_db(transaction=True)
LATENCY = 300


def rank_slowly(page: Page) -> None:
    """Rank every output, and wait until the next item has been fetched, as it is for whoever reads."""
    with page.expect_request_finished(lambda one: one.url.endswith("/ahead/")):
        press(page, "1")
    press(page, " ".join("2" for _ in range(page.locator(".output").count() - 1)))
    expect(page.locator("#saved")).to_have_text("Saved")


def slow_down(page: Page) -> None:
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    limits = {"latency": LATENCY, "downloadThroughput": 200_000, "uploadThroughput": 100_000}
    network.send("Network.emulateNetworkConditions", {"offline": False, **limits})


def milliseconds_to_the_next_sentence(page: Page) -> float:
    """From Enter until another sentence is drawn. Watched in the page, as a navigation ends the watching."""
    before = page.locator(".input").inner_text()
    page.evaluate(
        "document.addEventListener('keydown', () => { const at = performance.timeOrigin + performance.now();"
        " sessionStorage.setItem('pressed', at); }, {capture: true})"
    )
    press(page, "Enter")
    wait_for(
        page,
        lambda: page.locator(".input").inner_text() != before,
        "another sentence",
    )
    shown: float = page.evaluate(
        "(performance.getEntriesByType('mark').findLast(one => one.name === 'item shown')?.startTime ?? 0)"
        " + performance.timeOrigin - Number(sessionStorage.getItem('pressed'))"
    )
    return shown


def test_the_next_sentence_is_there_at_once_on_a_slow_line(page: Page, at_item: Any, judge: Judge) -> None:
    address = at_item(page)
    slow_down(page)
    rank_slowly(page)
    waited = milliseconds_to_the_next_sentence(page)
    print(f"Enter to the next sentence, {LATENCY} ms latency: {waited:.0f} ms")
    assert 0 < waited < LATENCY / 2
    wait_for_next(page, address)
    expect(page.locator("#toast")).to_contain_text("Saved.")
    assert len(kept_ranks(judge)) == 1
    # It is a page like any other: number, title, keys, drafts, reload.
    expect(page.locator(".judge-progress")).to_have_text(re.compile("1 / 4"))
    expect(page).to_have_title(re.compile("^Item 2 of 4"))
    press(page, "2 1")
    expect(page.locator("#saved")).to_have_text("Saved")
    shown, ranks = texts(page), checked(page)
    page.reload()
    alive(page)
    assert (texts(page), checked(page)) == (shown, ranks)
    assert Assignment.objects.filter(judge=judge, state="lent", is_ahead=False).count() == 1


def test_without_the_next_item_one_waits_for_the_server(page: Page, at_item: Any) -> None:
    """What the test before this one is measured against."""
    at_item(page)
    slow_down(page)
    without_ahead(page)
    press(page, " ".join("1" for _ in range(page.locator(".output").count())))
    expect(page.locator("#saved")).to_have_text("Saved")
    waited = milliseconds_to_the_next_sentence(page)
    print(f"Enter to the next sentence, {LATENCY} ms latency, not fetched ahead: {waited:.0f} ms")
    assert waited > LATENCY


def test_whoever_is_quicker_than_the_next_item_does_not_wait_for_it(
    page: Page, at_item: Any, judge: Judge, expected_errors: list[str]
) -> None:
    """The answer says that it was asked for, because the server may have lent it."""
    expected_errors.append("ERR_FAILED|ERR_ABORTED")
    address = at_item(page)
    asked: list[Route] = []
    page.route("**/ahead/", lambda route: asked.append(route))  # noqa: PLW0108 - it marks functions
    press(page, " ".join("1" for _ in range(page.locator(".output").count())))
    wait_for(page, lambda: bool(asked), "the next item asked for")
    with page.expect_request(lambda one: one.url == address and one.method == "POST") as sent:
        press(page, "Enter")
    assert "asking=" in (sent.value.post_data or "")
    wait_for_next(page, address)
    assert len(kept_ranks(judge)) == 1
    assert Assignment.objects.filter(judge=judge, state="lent", is_ahead=False).count() == 1


def test_a_whole_campaign_without_waiting(page: Page, at_item: Any, judge: Judge) -> None:
    address = at_item(page)
    for number in range(3):
        rank_slowly(page)
        press(page, "Enter")
        wait_for_next(page, address)
        address = page.url
        assert Ranking.objects.filter(judge=judge).count() == number + 1
    press(page, "1 2 3 4 5 Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Thank you!")
    rankings = Ranking.objects.filter(judge=judge, is_current=True)
    assert rankings.count() == 4
    # Each item was shown after the one before it was answered.
    times = list(rankings.order_by("submitted_at").values_list("opened_at", "submitted_at"))
    assert all(
        opened is not None and opened.timestamp() >= before.timestamp() - 1
        for (_, before), (opened, _) in pairwise(times)
        if before is not None
    )


def test_back_and_undo_lead_to_the_item_before(page: Page, at_item: Any) -> None:
    address = at_item(page)
    rank_slowly(page)
    press(page, "Enter")
    wait_for_next(page, address)
    second = page.url
    page.go_back()
    expect(page.get_by_text("You have ranked this item already.")).to_be_visible()
    assert page.url == address
    page.go_forward()
    expect(page).to_have_url(second)
    expect(page).to_have_title(re.compile("^Item 2 of 4"))
    alive(page)
    rank_slowly(page)
    press(page, "Enter")
    wait_for_next(page, second)
    press(page, "u")
    expect(page).to_have_url(second)
    alive(page)
    assert checked(page)[0] == 1


def test_what_was_fetched_is_given_back_on_leaving(page: Page, at_item: Any, judge: Judge) -> None:
    at_item(page)
    rank_slowly(page)
    assert Assignment.objects.filter(judge=judge, is_ahead=True).count() == 1
    page.goto("/judge/essays/mine/")
    wait_for(page, lambda: not Assignment.objects.filter(is_ahead=True).exists(), "given back")


def test_a_refused_answer_brings_its_item_back(
    page: Page, at_item: Any, campaign: Campaign, expected_errors: list[str]
) -> None:
    expected_errors.append("409")
    address = at_item(page)
    rank_slowly(page)
    ranks, shown = checked(page), texts(page)
    Campaign.objects.filter(pk=campaign.pk).update(state="closed")
    press(page, "Enter")
    expect(page.get_by_role("alert")).to_contain_text("could not be saved")
    assert page.url == address
    assert (texts(page), checked(page)) == (shown, ranks)
    Campaign.objects.filter(pk=campaign.pk).update(state="open")
    press(page, "Enter")
    wait_for_next(page, address)
    assert Ranking.objects.count() == 1


def test_an_answer_that_does_not_arrive_waits_on_the_device(
    page: Page, at_item: Any, judge: Judge, expected_errors: list[str]
) -> None:
    expected_errors.append("ERR_FAILED|ERR_CONNECTION")
    address = at_item(page)
    rank_slowly(page)
    page.context.route("**/*", lambda route: route.abort())
    press(page, "Enter")
    expect(page.locator("#saved")).to_contain_text("Offline: your answer is kept on this device")
    second = page.url
    assert second != address
    # The next item can be ranked meanwhile; both answers arrive, each once.
    press(page, " ".join("12345"[: page.locator(".output").count()]))
    press(page, "Enter")
    expect(page.locator("#announce")).to_contain_text("Offline: your answer is kept")
    assert not Ranking.objects.exists()
    page.context.unroute("**/*")
    wait_for_next(page, second)
    wait_for(page, lambda: Ranking.objects.filter(judge=judge).count() == 2, "both answers")


def test_an_item_that_others_took_meanwhile_is_replaced_by_the_servers_choice(
    page: Page, at_item: Any, judge: Judge
) -> None:
    address = at_item(page)
    rank_slowly(page)
    fetched = Assignment.objects.get(judge=judge, is_ahead=True)
    Assignment.objects.filter(pk=fetched.pk).delete()
    press(page, "Enter")
    wait_for_next(page, address)
    expect(page).not_to_have_url(re.compile(str(fetched.key)))
    alive(page)
    assert Assignment.objects.filter(judge=judge, state="lent").count() == 1


@pytest.mark.parametrize("moves_on", [False, True], ids=["reads", "moves on"])
def test_the_next_item_is_announced_unless_its_judge_is_at_work_already(
    page: Page, at_item: Any, judge: Judge, moves_on: bool
) -> None:
    at_item(page)
    slow_down(page)
    rank_slowly(page)
    page.evaluate(
        "window.heard = []; const told = () => document.getElementById('announce').textContent;"
        " new MutationObserver(() => heard.push(told()))"
        ".observe(document.documentElement, {childList: true, subtree: true})"
    )
    press(page, "Enter c" if moves_on else "Enter")
    expect(page.locator("#announce")).to_have_text(re.compile("^Saved"))
    heard = page.evaluate("heard")
    told = "The sentences around the input are hidden."
    assert (told in heard) == moves_on
    after = heard[heard.index(told) :] if moves_on else heard
    assert any("Item 2 of" in words for words in after) != moves_on
