"""A judge ranks in a browser, and nothing is lost: undo, no network, signed out, a second window."""

from collections.abc import Callable

from django.conf import settings
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, wait_for
from tests.stories import browsing
from tests.stories.campaigns import desk, invite, make_campaign, open_campaign, ranking_count
from tests.stories.person import Person


def ready(manager: Person, name: str) -> str:
    """The judge's link to an open campaign."""
    make_campaign(manager, items=6, judges_each=1, with_input=False)
    link = invite(manager, name)[name]
    open_campaign(manager)
    return link


def test_a_judge_ranks_by_mouse_keys_and_thumb_and_takes_it_back(
    new_page: Callable[..., Page], transactional_db: None, manager: Person
) -> None:
    link = ready(manager, "Ann")
    page = new_page()
    browsing.join(page, link, "ann")
    first = browsing.start(page)
    assert not {"NORTH", "SOUTH", "EAST"} & set(page.content().split())
    size = browsing.outputs(page).count()
    for group in browsing.outputs(page).all():
        group.get_by_text("1", exact=True).click()
    page.get_by_role("button", name="Submit").click()
    second = browsing.next_sentence(page, first)

    # Undo leads back, with the ranks in place; the change counts, and the place is found again.
    page.get_by_role("link", name="Undo").click()
    assert browsing.next_sentence(page, second) == first
    assert browsing.given(page) == [1] * size
    page.keyboard.press("2")
    page.keyboard.press("Enter")
    assert browsing.next_sentence(page, first) == second
    browsing.rank_and_submit(page, "1233")
    third = browsing.next_sentence(page, second)
    page.get_by_role("link", name="Previous").click()
    assert browsing.next_sentence(page, third) == second
    assert browsing.given(page) == [1, 2, 3, 3][: len(browsing.given(page))]
    wait_for(page, lambda: ranking_count(manager) == 2, "two rankings")
    desk(manager).follow("Judges").follow("Ann").sees("changed 1")

    # On a phone the work goes on where it was left, by touch.
    phone = new_page(**PHONE)
    phone.goto("/")
    phone.get_by_role("link", name="Sign in").first.click()
    browsing.sign_in(phone, "ann")
    phone.get_by_role("link", name="Go to your task").click()
    assert browsing.start(phone) == third
    for group in browsing.outputs(phone).all():
        group.get_by_text("1", exact=True).tap()
    phone.get_by_role("button", name="Submit").tap()
    browsing.next_sentence(phone, third)
    wait_for(phone, lambda: ranking_count(manager) == 3, "three rankings")


def test_nothing_is_lost_offline_signed_out_or_in_a_second_window(
    new_page: Callable[..., Page], transactional_db: None, manager: Person, expected_errors: list[str]
) -> None:
    expected_errors.append("ERR_INTERNET_DISCONNECTED|401|403|409")
    link = ready(manager, "Ben")
    page = new_page()
    browsing.join(page, link, "ben")
    sentence = browsing.start(page)
    page.context.set_offline(True)
    browsing.rank_and_submit(page, "1233")
    expect(page.get_by_text("Offline: your answer is kept").first).to_be_visible()
    assert ranking_count(manager) == 0
    page.context.set_offline(False)
    wait_for(page, lambda: ranking_count(manager) == 1, "the answer sent by itself")

    sentence = browsing.next_sentence(page, sentence)
    page.context.clear_cookies(name=settings.SESSION_COOKIE_NAME)
    browsing.rank_and_submit(page, "2133")
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    expect(page.get_by_text("kept on this device").first).to_be_visible()
    browsing.sign_in(page, "ben")
    wait_for(page, lambda: ranking_count(manager) == 2, "the answer sent after signing in")

    sentence = browsing.next_sentence(page, sentence)
    second = page.context.new_page()
    second.goto(page.url)
    assert browsing.sentence(second) == sentence
    page.bring_to_front()
    browsing.rank(page, "3121")
    expect(second.get_by_text("another window").first).to_be_visible()
    wait_for(second, lambda: browsing.given(second) == browsing.given(page), "the same ranks")
    page.keyboard.press("Enter")
    browsing.next_sentence(page, sentence)
    second.bring_to_front()
    second.keyboard.press("Enter")
    wait_for(second, lambda: ranking_count(manager) == 3, "one ranking of both windows")
    browsing.next_sentence(second, sentence)
    assert ranking_count(manager) == 3
    # What is half done is there again after the window was closed.
    sentence = browsing.sentence(page)
    browsing.rank(page, "22")
    expect(page.get_by_text("Saved", exact=True)).to_be_visible()
    page.close()
    second.goto("/")
    second.get_by_role("link", name="Go to your task").click()
    assert browsing.start(second) == sentence
    assert browsing.given(second)[:2] == [2, 2]
