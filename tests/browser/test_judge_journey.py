"""What a judge does in a real browser: by keys, mouse and touch, without JavaScript, in other scripts."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from appraise_gec.accounts.models import User
from rankings.models import Assignment, Campaign, Judge, Ranking
from tests.browser.conftest import DARK, DESKTOP, PHONE, assert_no_sideways_scrolling
from tests.factories import make_campaign, make_items, make_judge

pytestmark = pytest.mark.django_db(transaction=True)

SignIn = Callable[[Page, User], None]
SENTENCES = (
    "It is cold .",
    "Nothing is absolute right or wrong .",
    "The family with genetic diseases are worry .",
    "I go home .",
)
OUTPUTS = {
    "INPUT": SENTENCES,
    "SYSTEM-ALPHA": (
        "It is cold .",
        "Nothing is absolutely right or wrong .",
        "The families with genetic disease are worried .",
        "I went home .",
    ),
    "SYSTEM-BETA": (
        "It was cold .",
        "Nothing is right or wrong .",
        "Families with genetic diseases are worried .",
        "I go to home .",
    ),
    "SYSTEM-GAMMA": (
        "It is so cold .",
        "Nothing is absolutely right and wrong .",
        "The family with genetic disease is worried .",
        "I go to my home .",
    ),
    "SYSTEM-DELTA": (
        "It is cold !",
        "Nothing is absolute right .",
        "A family with genetic diseases worry .",
        "I am going home .",
    ),
}


@pytest.fixture
def campaign(transactional_db: None) -> Campaign:
    campaign = make_campaign("essays", sentences=SENTENCES, outputs=OUTPUTS, title="Essays of spring")
    Campaign.objects.filter(pk=campaign.pk).update(guidelines="Be fair.\n\nRead everything.")
    make_items(campaign)
    return campaign


@pytest.fixture
def judge(campaign: Campaign, make_user: Callable[..., User]) -> Judge:
    return make_judge(campaign, "J1", make_user("bob"))


@pytest.fixture
def at_item(judge: Judge, sign_in: SignIn) -> Callable[[Page], str]:
    """Sign in as the judge and open the item to be done; returns its address."""

    def open_item(page: Page) -> str:
        assert judge.user is not None
        sign_in(page, judge.user)
        page.goto("/judge/essays/")
        page.get_by_role("button", name="Start judging").or_(page.get_by_role("button", name="Go on")).click()
        expect(page).to_have_url(re.compile(r"/item/[0-9a-f-]{36}/$"))
        page.wait_for_load_state()
        return page.url

    return open_item


def texts(page: Page) -> list[str]:
    """The outputs as shown, top to bottom."""
    return page.locator(".output-words").all_inner_texts()


def checked(page: Page) -> list[int | None]:
    ranks: list[int | None] = page.evaluate(
        "[...document.querySelectorAll('.output')]"
        ".map(output => Number(output.querySelector(':checked')?.value) || null)"
    )
    return ranks


def press(page: Page, keys: str) -> None:
    for key in keys.split():
        page.keyboard.press(key)


def rank_and_submit(page: Page, ranks: str) -> None:
    """Type a rank for every output, as many as there are, and Enter."""
    press(page, " ".join(ranks[: page.locator(".output").count()]))
    press(page, "Enter")


def wait_for_next(page: Page, address: str) -> None:
    expect(page).not_to_have_url(address)
    page.wait_for_load_state()


def kept_ranks(judge: Judge) -> list[dict[str, int]]:
    return [
        dict(ranking.ranks.values_list("output__text", "rank"))
        for ranking in Ranking.objects.filter(judge=judge, is_current=True).order_by("pk")
    ]


def test_a_whole_campaign_by_keyboard_alone(page: Page, at_item: Any, judge: Judge, shoot: Any) -> None:
    address = at_item(page)
    expect(page.locator("#words")).to_have_text("No ranks yet.")
    n = page.locator(".output").count()
    # The first output has the focus; a digit ranks it and moves on to the next without a rank.
    press(page, "2 1")
    assert checked(page)[:2] == [2, 1]
    press(page, "k k")
    press(page, "3")
    assert checked(page)[0] == 3
    press(page, "k k 0")
    assert checked(page)[0] is None
    press(page, "u")
    assert checked(page)[0] == 3
    press(page, "Control+z")
    assert checked(page)[0] == 2
    press(page, "j j")
    press(page, "1 " * (n - 2))
    assert None not in checked(page)
    assert checked(page)[0] == 2
    others = [letter for letter in "ABCDE"[:n] if letter != "A"]
    expect(page.locator("#words")).to_have_text(f"Best: {', '.join(others[:-1])} and {others[-1]}; worst: A.")
    shoot(page, "judge-item")
    shown = texts(page)
    press(page, "Enter")
    wait_for_next(page, address)
    assert sorted(kept_ranks(judge)[0].values()) == [1] * (n - 1) + [2]
    assert len(shown) == n

    for _ in range(3):
        address = page.url
        rank_and_submit(page, "12235")
        wait_for_next(page, address)
    expect(page.get_by_role("heading", level=1)).to_have_text("Thank you!")
    shoot(page, "judge-done")
    assert Ranking.objects.filter(judge=judge, is_current=True, skipped=False).count() == 4


def test_keys_move_copy_and_use_the_native_arrows(page: Page, at_item: Any) -> None:
    at_item(page)
    press(page, "j j")
    expect(page.locator("#output-2 input").first).to_be_focused()
    press(page, "k 4")
    assert checked(page)[1] == 4
    expect(page.locator("#output-2 input").first).to_be_focused()
    press(page, "=")
    assert checked(page)[2] == 4
    press(page, "Shift+Tab")
    expect(page.locator("#output-2 input:checked")).to_be_focused()
    press(page, "ArrowLeft")
    assert checked(page)[2] == 3
    press(page, "Delete")
    assert checked(page)[2] is None


def test_letter_keys_can_be_switched_off(page: Page, at_item: Any) -> None:
    at_item(page)
    press(page, "?")
    expect(page.locator("#help")).to_be_visible()
    page.get_by_label("Letter keys").uncheck()
    press(page, "Escape")
    expect(page.locator("#help")).to_be_hidden()
    page.locator("#output-0 input").first.focus()
    press(page, "j f ?")
    expect(page.locator("#output-0 input").first).to_be_focused()
    expect(page.locator("#skip")).to_be_hidden()
    press(page, "2")
    assert checked(page)[0] == 2


def test_by_mouse_with_a_tie_and_a_gap(page: Page, at_item: Any, judge: Judge) -> None:
    address = at_item(page)
    n = page.locator(".output").count()
    for row in range(n):
        page.locator(f"#output-{row}").get_by_text(str(2 if row < 2 else n), exact=True).click()
    expect(page.get_by_text("Nobody has rank 1")).to_be_visible()
    page.get_by_role("button", name="Submit").click()
    wait_for_next(page, address)
    assert sorted(kept_ranks(judge)[0].values()) == [2, 2] + [n] * (n - 2)


def test_submitting_too_early_shows_what_is_left(page: Page, at_item: Any) -> None:
    address = at_item(page)
    n = page.locator(".output").count()
    press(page, "1 j 2 Enter")
    left = ["B", *"DE"[: n - 3]]
    plural = "" if len(left) == 1 else "s"
    expect(page.locator("#guidance")).to_have_text(f"{len(left)} output{plural} left: {', '.join(left)}")
    expect(page.locator("#output-1 input").first).to_be_focused()
    expect(page.locator("#output-1").get_by_text("needs a rank")).to_be_visible()
    assert page.url == address


def test_a_reload_keeps_order_and_ranks(page: Page, at_item: Any) -> None:
    at_item(page)
    shown = texts(page)
    press(page, "2 1")
    ranks = checked(page)
    page.reload()
    assert texts(page) == shown
    assert checked(page) == ranks
    expect(page.locator("#saved")).to_contain_text("kept on this device")
    page.goto("/judge/essays/")
    page.get_by_role("button", name="Go on where you stopped").click()
    page.wait_for_selector("#ranking")
    assert texts(page) == shown
    assert checked(page) == ranks


def test_judges_see_different_orders(
    new_page: Any, campaign: Campaign, sign_in: SignIn, make_user: Any
) -> None:
    Campaign.objects.filter(pk=campaign.pk).update(judges_per_item=9)
    orders = set()
    # Nine draws from at least 24 orders are all the same less than once in 10^11 runs.
    for n in range(9):
        user = make_user(f"judge-{n}")
        make_judge(campaign, f"judge {n}", user)
        page = new_page(**DESKTOP)
        sign_in(page, user)
        page.goto("/judge/essays/")
        page.get_by_role("button", name="Start judging").click()
        page.wait_for_selector("#ranking")
        orders.add(tuple(texts(page)))
    assert len(orders) > 1
    assert len({tuple(sorted(order)) for order in orders}) == 1


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
    page.wait_for_selector("#ranking")
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
    page.get_by_role("button", name="I cannot judge this").click()
    page.get_by_label("The text is broken or not a sentence").check()
    page.get_by_label("Note").fill("No verb.")
    page.get_by_role("button", name="Skip this item").click()
    wait_for_next(page, address)
    skipped = Ranking.objects.get(skipped=True)
    assert (skipped.flag_reason, skipped.flag_note) == ("broken", "No verb.")


def test_a_double_click_submits_once(page: Page, at_item: Any, judge: Judge) -> None:
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    address = at_item(page)
    press(page, " ".join("12333"[: page.locator(".output").count()]))
    sent.clear()
    page.get_by_role("button", name="Submit").dblclick(no_wait_after=True)
    wait_for_next(page, address)
    assert len(sent) == 1
    assert Ranking.objects.filter(judge=judge).count() == 1
    assert Assignment.objects.filter(judge=judge).count() == 2


def test_skipping_by_key_and_ranking_it_later(page: Page, at_item: Any, judge: Judge) -> None:
    address = at_item(page)
    press(page, "f ArrowDown Enter")
    wait_for_next(page, address)
    assert Ranking.objects.get().flag_reason == "incomparable"
    page.goto("/judge/essays/mine/")
    expect(page.get_by_text("Skipped")).to_be_visible()
    page.get_by_role("link", name="Change").click()
    expect(page.get_by_text("You skipped this item")).to_be_visible()
    page.wait_for_load_state()
    rank_and_submit(page, "12333")
    expect(page.get_by_role("heading", name="Your items")).to_be_visible()
    expect(page.get_by_text("Best: A; then B; worst:")).to_be_visible()
    assert [r.skipped for r in Ranking.objects.order_by("revision")] == [True, False]


def test_changing_an_earlier_answer(page: Page, at_item: Any, judge: Judge, shoot: Any) -> None:
    address = at_item(page)
    rank_and_submit(page, "12333")
    wait_for_next(page, address)
    expect(page.locator("#saved")).to_have_text("Saved.")
    second = page.url
    page.get_by_role("link", name="Previous").click()
    wait_for_next(page, second)
    assert page.url == address
    assert checked(page)[:2] == [1, 2]
    shoot(page, "judge-change")
    press(page, "2 Enter")
    expect(page.get_by_role("heading", name="Your items")).to_be_visible()
    shoot(page, "judge-mine")
    assert Ranking.objects.filter(judge=judge).count() == 2
    assert Ranking.objects.get(judge=judge, is_current=True).revision == 2


def test_views_of_edits_and_of_the_context(page: Page, at_item: Any) -> None:
    address = at_item(page)
    rank_and_submit(page, "11111")
    wait_for_next(page, address)
    replaced = page.locator(".output", has_text="absolutely right or wrong").first
    expect(replaced.locator("ins")).to_have_css("text-decoration-line", "underline")
    expect(replaced.locator("del")).to_be_hidden()
    deleted = page.locator(".output", has=page.locator(".edit-delete")).first
    expect(deleted.locator(".edit-delete").first).to_have_css("text-decoration-line", "line-through")
    assert page.locator(".badge", has_text="no change").count() == 1
    press(page, "d")
    expect(replaced.locator("del")).to_be_visible()
    press(page, "d")
    expect(replaced.locator("del")).to_be_hidden()
    expect(replaced.locator("ins")).to_have_css("text-decoration-line", "none")
    expect(deleted.locator(".edit-delete").first).to_be_hidden()
    expect(page.locator(".context")).to_be_visible()
    press(page, "c")
    expect(page.locator(".context")).to_be_hidden()
    page.reload()
    expect(page.locator(".context")).to_be_hidden()


def test_what_was_ranked_offline_is_kept_and_submitted_later(
    page: Page, at_item: Any, judge: Judge, expected_errors: list[str]
) -> None:
    expected_errors.append("ERR_INTERNET_DISCONNECTED")
    address = at_item(page)
    page.context.set_offline(True)
    rank_and_submit(page, "12333")
    expect(page.locator("#saved")).to_contain_text("You are offline")
    assert page.url == address
    page.context.set_offline(False)
    expect(page.locator("#saved")).to_have_text("Back online.")
    press(page, "Enter")
    wait_for_next(page, address)
    assert Ranking.objects.filter(judge=judge).count() == 1


def test_active_time_leaves_out_what_the_clock_did_not_see(page: Page, at_item: Any) -> None:
    address = at_item(page)
    page.wait_for_timeout(600)
    rank_and_submit(page, "12333")
    wait_for_next(page, address)
    ranking = Ranking.objects.get()
    assert ranking.active_seconds is not None
    assert ranking.wall_seconds is not None
    assert 0.4 <= ranking.active_seconds <= ranking.wall_seconds


@pytest.mark.parametrize(
    "options", [PHONE, {**PHONE, "viewport": {"width": 320, "height": 640}}], ids=["390", "320"]
)
def test_on_a_phone_by_touch(new_page: Any, at_item: Any, judge: Judge, options: dict, shoot: Any) -> None:
    page = new_page(**options)
    address = at_item(page)
    assert_no_sideways_scrolling(page)
    n = page.locator(".output").count()
    for box in [one.bounding_box() for one in page.locator(".rank, .judge-bar .button").all()]:
        assert box is not None
        assert box["width"] >= 44
        assert box["height"] >= 44
    shoot(page, f"judge-phone-{options['viewport']['width']}")
    for row in range(n):
        page.locator(f"#output-{row} .rank").nth(row).tap()
    assert checked(page) == list(range(1, n + 1))
    page.get_by_role("button", name="Submit").tap()
    wait_for_next(page, address)
    assert Ranking.objects.filter(judge=judge).count() == 1
    for path in ("/judge/essays/", "/judge/essays/mine/"):
        page.goto(path)
        assert_no_sideways_scrolling(page)


def test_five_one_line_outputs_fit_a_small_laptop(new_page: Any, at_item: Any) -> None:
    page = new_page(viewport={"width": 1366, "height": 768})
    address = at_item(page)
    rank_and_submit(page, "11111")
    wait_for_next(page, address)
    assert page.locator(".output").count() == 5
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


@pytest.mark.parametrize(
    ("language", "direction", "sentences", "corrected", "mark"),
    [
        (
            "ar",
            "rtl",
            ("ذهبت الى المدرسه .", "هو يحب الشاي ."),
            ("ذهبت إلى المدرسة .", "هو يحب شرب الشاي ."),
            "إلى المدرسة",
        ),
        (
            "zh-Hans",
            "auto",
            ("我昨天去了学校里。", "他喜欢喝茶。"),
            ("我昨天去了学校。", "他很喜欢喝茶。"),
            "里",
        ),
    ],
)
def test_other_scripts(
    page: Page,
    sign_in: SignIn,
    make_user: Any,
    assert_accessible: Any,
    shoot: Any,
    language: str,
    direction: str,
    sentences: tuple,
    corrected: tuple,
    mark: str,
) -> None:
    outputs = {"INPUT": sentences, "ALPHA": corrected}
    campaign = make_campaign("other", sentences=sentences, outputs=outputs)
    Campaign.objects.filter(pk=campaign.pk).update(language=language, direction=direction)
    make_items(campaign)
    user = make_user("bob")
    make_judge(campaign, "J1", user)
    sign_in(page, user)
    page.goto("/judge/other/")
    page.get_by_role("button", name="Start judging").click()
    page.wait_for_selector("#ranking")
    page.wait_for_load_state()
    words = page.locator(".output-words")
    expect(words.first).to_have_attribute("lang", language)
    expected = "rtl" if direction == "rtl" else "ltr"
    expect(words.first).to_have_css("direction", expected)
    assert mark in page.locator(".edit-replace, .edit-delete").first.inner_text()
    first, second = page.evaluate(
        "[...document.querySelectorAll('#output-0 .rank')].map(label => label.getBoundingClientRect().x)"
    )[:2]
    assert (first > second) == (expected == "rtl")
    assert_no_sideways_scrolling(page)
    assert_accessible(page)
    shoot(page, f"judge-{language}")
    address = page.url
    press(page, "2 1 Enter")
    wait_for_next(page, address)
    assert Ranking.objects.filter(judge__campaign=campaign).count() == 1


@pytest.mark.parametrize("options", [DESKTOP, DARK, PHONE], ids=["light", "dark", "phone"])
def test_every_judging_page_is_accessible(
    new_page: Any, at_item: Any, campaign: Campaign, assert_accessible: Any, options: dict, shoot: Any
) -> None:
    page = new_page(**options)
    address = at_item(page)
    assert_accessible(page)
    for name in ("Guidelines", "Help", "I cannot judge this"):
        page.get_by_role("button", name=name).click()
        assert_accessible(page)
        page.keyboard.press("Escape")
    page.get_by_role("button", name="Submit").click()
    expect(page.locator("#guidance")).to_contain_text("left")
    assert_accessible(page)
    for row in range(page.locator(".output").count()):
        page.locator(f"#output-{row} .rank").first.click()
    page.get_by_role("button", name="Submit").click()
    wait_for_next(page, address)
    for path in ("/judge/essays/mine/", address, "/judge/essays/"):
        page.goto(path)
        assert_accessible(page)
    for state in ("draft", "closed"):
        Campaign.objects.filter(pk=campaign.pk).update(state=state)
        page.goto("/judge/essays/")
        assert_accessible(page)
        shoot(page, f"judge-task-{state}-{'dark' if options is DARK else options['viewport']['width']}")
    page.goto(address)
    expect(page.get_by_text("This campaign is closed")).to_be_visible()
    assert_accessible(page)


def test_a_campaign_closed_meanwhile_keeps_the_ranks_in_view(
    page: Page, at_item: Any, campaign: Campaign, expected_errors: list[str]
) -> None:
    expected_errors.append("409")
    address = at_item(page)
    keys = "21333"[: page.locator(".output").count()]
    press(page, " ".join(keys))
    Campaign.objects.filter(pk=campaign.pk).update(state="closed")
    press(page, "Enter")
    expect(page.get_by_role("alert")).to_contain_text("could not be saved")
    assert checked(page) == [int(key) for key in keys]
    Campaign.objects.filter(pk=campaign.pk).update(state="open")
    page.goto(address)
    assert checked(page) == [int(key) for key in keys]
