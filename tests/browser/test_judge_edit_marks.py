"""Marking single edits: by key, by mouse and by finger; kept in drafts, undone, submitted and changed."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from rankings.judging.edit_marks import edits_of
from rankings.models import Campaign, EditMark, Judge, Ranking
from tests.browser.conftest import DESKTOP, PHONE, assert_no_sideways_scrolling, wait_until
from tests.browser.judging import alive, checked, press, rank_and_submit, wait_for_next


@pytest.fixture
def campaign(campaign: Campaign) -> Campaign:
    campaign.marks_edits = True
    campaign.save()
    return campaign


def edits(page: Page) -> Locator:
    return page.locator(".output .edit-mark[role=button]")


def mark(page: Page, edit: int, verdict: str) -> None:
    """Press the edit and choose: "wrong", "unneeded" or "clear"."""
    edits(page).nth(edit).press("Enter")
    page.locator("#mark-window").get_by_role("button", name=verdict).click()


def field(page: Page) -> str:
    value: str = page.locator("input[name=marks]").input_value()
    return value


def test_a_mark_is_heard_without_the_ranks_again(
    page: Page, at_item: Callable[[Page], str], judge: Judge
) -> None:
    at_item(page)
    alive(page)
    press(page, "1")
    page.evaluate(
        "window.heard = []; for (const id of ['words', 'announce'])"
        " new MutationObserver(() => heard.push(id))"
        ".observe(document.getElementById(id), {childList: true})"
    )
    edits(page).last.focus()
    press(page, "Enter Enter")
    expect(page.locator("#announce")).to_have_text("marked as wrong")
    assert page.evaluate("heard") == ["announce"]
    # A rank is heard in the words of the whole ranking.
    press(page, "2")
    wait_until(page, "heard.includes('words')")


def test_keys_choose_a_verdict_and_the_answer_keeps_them(
    new_page: Callable[..., Page], at_item: Callable[[Page], str], judge: Judge
) -> None:
    page = new_page(**DESKTOP)
    address = at_item(page)
    alive(page)
    first = edits(page).first
    first.focus()
    expect(first).to_have_accessible_name(re.compile("(inserted|deleted|replaced by): .*, not marked$"))
    # The first press says what the edit does, and marks nothing.
    press(page, "Enter")
    expect(page.locator("#mark-words")).to_have_text(re.compile("(inserted|deleted|replaced) “"))
    assert field(page) == ""
    press(page, "Tab Enter")
    expect(first).to_have_attribute("data-verdict", "unneeded")
    expect(first).to_be_focused()
    press(page, "Enter Tab Tab Enter")
    expect(first).not_to_have_attribute("data-verdict", re.compile("."))
    press(page, "Space Escape")
    assert field(page) == ""
    press(page, "Space Space")
    expect(first).to_have_attribute("data-verdict", "wrong")
    expect(first).to_have_accessible_name(re.compile(", marked as wrong$"))
    expect(page.locator("#announce")).to_have_text("marked as wrong")
    # Enter has marked and not submitted; digits still rank the output whose edit has the focus.
    assert page.url == address
    rank_and_submit(page, "11111")
    wait_for_next(page, address)
    (stored,) = EditMark.objects.all()
    assert stored.verdict == "wrong"
    spans = {
        (edit.start, edit.end, edit.correction)
        for edit in edits_of(stored.ranking.item.sentence.text, stored.output.text)
    }
    assert (stored.start, stored.end, stored.correction) in spans
    assert stored.ranking.offers_marks

    # Back to it: the mark is there, and a change of it is a new revision.
    page.goto(address)
    alive(page)
    expect(edits(page).first).to_have_attribute("data-verdict", "wrong")
    mark(page, 0, "unneeded")
    mark(page, 1, "wrong")
    page.locator("#submit").click()
    wait_for_next(page, address)
    current = Ranking.objects.get(judge=judge, is_current=True)
    assert current.revision == 2
    assert sorted(current.edit_marks.values_list("verdict", flat=True)) == ["unneeded", "wrong"]
    assert EditMark.objects.count() == 3


def test_marks_are_undone_cleared_and_kept_over_a_reload(
    new_page: Callable[..., Page], at_item: Callable[[Page], str]
) -> None:
    page = new_page(**DESKTOP)
    at_item(page)
    alive(page)
    mark(page, 0, "wrong")
    one = field(page)
    assert one.endswith(":wrong")
    press(page, "2")
    mark(page, 1, "wrong")
    press(page, "Control+z")
    assert field(page) == one
    press(page, "Control+z")
    assert set(checked(page)) == {None}
    assert field(page) == one
    mark(page, 1, "wrong")
    both = field(page)
    expect(page.locator("#saved")).to_have_text("Saved")
    page.reload()
    alive(page)
    assert field(page) == both
    page.locator("#clear").click()
    assert field(page) == ""
    press(page, "Control+z")
    assert field(page) == both


def test_a_finger_marks_and_every_edit_is_large_enough(
    new_page: Callable[..., Page],
    at_item: Callable[[Page], str],
    assert_sound: Callable[[Page], None],
) -> None:
    page = new_page(**PHONE)
    at_item(page)
    alive(page)
    assert_no_sideways_scrolling(page)
    for edit in edits(page).all():
        box = edit.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 24, edit.inner_text()
    edits(page).first.tap()
    page.locator("#mark-window").get_by_role("button", name="wrong").tap()
    expect(edits(page).first).to_have_attribute("data-verdict", "wrong")
    assert_sound(page)


def test_without_scripts_a_list_marks_the_same_edits(
    new_page: Callable[..., Page], at_item: Callable[[Page], str], judge: Judge
) -> None:
    page = new_page(**DESKTOP, java_script_enabled=False)
    at_item(page)
    page.get_by_text(re.compile("Mark single edits of")).first.click()
    page.get_by_label("unneeded").first.check()
    for output in page.locator(".output").all():
        output.locator("input[type=radio]").first.check()
    page.locator("#submit").click()
    assert [mark.verdict for mark in EditMark.objects.all()] == ["unneeded"]


def test_the_next_item_on_the_same_page_can_be_marked_too(
    new_page: Callable[..., Page], at_item: Callable[[Page], str], judge: Judge
) -> None:
    page = new_page(**DESKTOP)
    address = at_item(page)
    alive(page)
    page.evaluate("window.loadedOnce = true")
    for _ in range(2):
        mark(page, 0, "wrong")
        expect(page.locator("#saved")).to_have_text("Saved")
        rank_and_submit(page, "11111")
        wait_for_next(page, address)
        expect(edits(page).first).to_be_visible()
        address = page.url
    assert page.evaluate("window.loadedOnce") is True
    assert field(page) == ""
    marked = [ranking.edit_marks.count() for ranking in Ranking.objects.filter(judge=judge)]
    assert marked == [1, 1]
