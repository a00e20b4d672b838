"""What a judge does on the way through a campaign: rank, flag, skip, change, look again."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from rankings.models import Assignment, Judge, Ranking
from tests.browser.conftest import DESKTOP
from tests.browser.judging import (
    OUTPUTS,
    alive,
    checked,
    kept_ranks,
    press,
    rank_and_submit,
    texts,
    wait_for_next,
)

pytestmark = pytest.mark.django_db(transaction=True)


def test_no_response_names_a_system(page: Page, at_item: Any, judge: Judge) -> None:
    seen: list[str] = []

    def keep(response: Any) -> None:
        seen.append(f"{response.url} {response.headers}")
        if response.status == 200:
            seen.append(response.text())

    page.on("response", keep)
    for _ in range(4):
        address = at_item(page)
        rank_and_submit(page, "11111")
        wait_for_next(page, address)
    page.goto("/judge/essays/mine/")
    page.get_by_role("link", name="Change").first.click()
    alive(page)
    assert Ranking.objects.filter(judge=judge).count() == 4
    everything = "\n".join(seen)
    assert "/item/" in everything
    for name in OUTPUTS:
        if name != "INPUT":
            assert name not in everything
    # INPUT itself is a word of the page; as a value or class it would tell.
    assert '"INPUT"' not in everything


def test_without_javascript(new_page: Any, at_item: Any, judge: Judge, expected_errors: list[str]) -> None:
    expected_errors.append("422")
    page = new_page(**DESKTOP, java_script_enabled=False)
    address = at_item(page)
    n = page.locator(".output").count()
    for row in range(n - 1):
        page.locator(f"#output-{row} input[value='1']").check()
    page.get_by_role("button", name="Submit").click()
    # The browser itself asks for the missing rank and sends nothing.
    assert page.url == address
    assert not Ranking.objects.exists()
    page.locator(f"#output-{n - 1} input[value='{n}']").check()
    page.get_by_role("button", name="Submit").click()
    wait_for_next(page, address)
    assert sorted(kept_ranks(judge)[0].values()) == [1] * (n - 1) + [n]

    address = page.url
    page.get_by_role("button", name="Flag").click()
    page.get_by_label("The text is broken or not a sentence").check()
    page.get_by_label("Note").fill("No verb.")
    page.get_by_role("button", name="Flag and continue").click()
    wait_for_next(page, address)
    skipped = Ranking.objects.get(skipped=True)
    assert (skipped.flag_reason, skipped.flag_note) == ("broken", "No verb.")


def test_a_double_click_submits_once(page: Page, at_item: Any, judge: Judge) -> None:
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    address = at_item(page)
    press(page, " ".join("12333"[: page.locator(".output").count()]))
    page.get_by_role("button", name="Submit").dblclick(no_wait_after=True)
    wait_for_next(page, address)
    # Drafts go to an address of their own.
    assert sent.count(address) == 1
    assert Ranking.objects.filter(judge=judge).count() == 1
    assert Assignment.objects.filter(judge=judge).count() == 2


def test_skipping_for_now_brings_the_item_back_at_the_end(page: Page, at_item: Any) -> None:
    first = at_item(page)
    press(page, "l")
    wait_for_next(page, first)
    expect(page.locator("#toast")).to_contain_text("comes back later")
    for _ in range(3):
        address = page.url
        rank_and_submit(page, "12333")
        wait_for_next(page, address)
    assert page.url == first


def test_a_flag_may_keep_the_ranking(page: Page, at_item: Any, judge: Judge) -> None:
    address = at_item(page)
    press(page, " ".join("12333"[: page.locator(".output").count()]))
    press(page, "f")
    page.get_by_role("button", name="Flag and keep my ranking").click()
    expect(page.get_by_text("Choose what is wrong")).to_be_visible()
    page.get_by_label("Something else").check()
    page.get_by_role("button", name="Flag and keep my ranking").click()
    wait_for_next(page, address)
    ranking = Ranking.objects.get(judge=judge)
    assert (ranking.skipped, ranking.flag_reason, ranking.ranks.count() > 1) == (False, "other", True)


def active_seconds_sent(page: Page, address: str) -> float:
    """What the page says of the time when its ranks are submitted."""
    with page.expect_request(lambda request: request.method == "POST" and request.url == address) as sent:
        rank_and_submit(page, "12333")
        page.clock.run_for(1000)
    wait_for_next(page, address)
    active = re.search(r'\bactive(?:=|"\s+)(\d+)', sent.value.post_data or "")
    assert active is not None
    return int(active[1]) / 1000


def test_a_pause_can_be_claimed_back(page: Page, at_item: Any) -> None:
    page.clock.install()
    address = at_item(page)
    page.clock.run_for(400_000)
    expect(page.locator("#paused-words")).to_have_text("Paused. Still reading?")
    press(page, "1")
    expect(page.locator("#paused-words")).to_contain_text("Resumed.")
    page.get_by_role("button", name="I was reading").click()
    expect(page.locator("#paused")).to_be_hidden()
    assert active_seconds_sent(page, address) > 390


def test_time_in_another_window_is_not_active(page: Page, at_item: Any) -> None:
    page.clock.install()
    address = at_item(page)
    show = (
        "state => { Object.defineProperty(document, 'visibilityState', {value: state, configurable: true});"
        " document.dispatchEvent(new Event('visibilitychange')); }"
    )
    page.evaluate(show, "hidden")
    page.clock.run_for(100_000)
    page.evaluate(show, "visible")
    expect(page.locator("#paused")).to_be_hidden()
    assert active_seconds_sent(page, address) < 50


def test_the_next_item_is_a_page_like_any_other(page: Page, at_item: Any, judge: Judge) -> None:
    address = at_item(page)
    page.evaluate("window.isTheSame = true")
    rank_and_submit(page, "21333")
    wait_for_next(page, address)
    assert page.evaluate("window.isTheSame"), "another page was loaded"
    expect(page.locator("#toast")).to_contain_text("Saved.")
    expect(page.locator("#announce")).to_have_text(re.compile("Saved.*Item 2"))
    assert len(kept_ranks(judge)) == 1
    # Number, title, keys, drafts, reload.
    expect(page.locator(".judge-progress")).to_have_text(re.compile("1 done"))
    expect(page).to_have_title(re.compile("^Item 2"))
    press(page, "2 1")
    expect(page.locator("#saved")).to_have_text("Saved")
    shown, ranks = texts(page), checked(page)
    page.reload()
    alive(page)
    assert (texts(page), checked(page)) == (shown, ranks)
    assert Assignment.objects.filter(judge=judge, state="lent").count() == 1


def test_back_and_forward_lead_from_item_to_item(page: Page, at_item: Any) -> None:
    address = at_item(page)
    rank_and_submit(page, "12222")
    wait_for_next(page, address)
    second = page.url
    page.go_back()
    expect(page.get_by_text("You have ranked this item already.")).to_be_visible()
    assert page.url == address
    page.go_forward()
    expect(page).to_have_url(second)
    expect(page).to_have_title(re.compile("^Item 2"))
