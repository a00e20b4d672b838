"""How edits are shown."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from rankings.models import Campaign
from tests.browser.conftest import PHONE, assert_no_sideways_scrolling
from tests.browser.judging import (
    SignIn,
    alive,
    open_campaign,
    press,
    texts,
)
from tests.factories import make_campaign, make_items, make_judge

pytestmark = pytest.mark.django_db(transaction=True)


def visible_marks(page: Page) -> list[str]:
    """What still tells edits from the text around them, of all that show: "ins ::before", "ins color"…"""
    found: list[str] = page.evaluate(
        "() => [...document.querySelectorAll('.output-words :is(ins, del, .edit-pair)')]"
        ".filter((mark) => mark.getClientRects().length).flatMap((mark) => {"
        " const own = getComputedStyle(mark), around = getComputedStyle(mark.closest('.output-words'));"
        " const told = ['color', 'fontWeight', 'textDecorationLine', 'backgroundColor', 'outlineStyle',"
        "  'borderTopStyle', 'letterSpacing'].filter((name) => own[name] !== around[name]);"
        " for (const part of ['::before', '::after']) {"
        "  const { content, display } = getComputedStyle(mark, part);"
        "  if (content !== 'none' && display !== 'none') told.push(part); }"
        " return told.map((one) => `${mark.localName} ${one}`); })"
    )
    return found


def test_views_of_edits_and_of_the_context(page: Page, at_item: Any, campaign: Campaign) -> None:
    # The only item, so that no page of another one is left while keys are pressed.
    campaign.items.exclude(sentence__index=1).delete()
    at_item(page)
    alive(page)
    replaced = page.locator(".output", has_text="absolutely right or wrong").first
    expect(replaced.locator("ins")).to_have_css("text-decoration-line", "underline")
    expect(replaced.locator("del")).to_be_hidden()
    deleted = page.locator(".output", has=page.locator(".edit-delete")).first
    expect(deleted.locator(".edit-delete").first).to_have_css("text-decoration-line", "line-through")
    expect(page.locator(".badge", has_text="no change")).to_have_count(1)
    press(page, "d")
    expect(replaced.locator("del")).to_be_visible()
    press(page, "d")
    expect(replaced.locator("del")).to_be_hidden()
    expect(replaced.locator("ins")).to_have_css("text-decoration-line", "none")
    expect(deleted.locator(".edit-delete").first).to_be_hidden()
    # Nothing is left of a mark: no line, ground, frame, caret or dot.
    assert page.locator(".output-words :is(ins, del)").count() > 2
    assert not visible_marks(page)
    expect(page.locator(".context")).to_be_visible()
    with page.expect_response("**/preferences/"):
        press(page, "c")
    expect(page.locator(".context")).to_be_hidden()
    page.reload()
    alive(page)
    expect(page.locator(".context")).to_be_hidden()


def test_plain_text_shows_no_mark_of_punctuation(page: Page, at_item: Any) -> None:
    at_item(page)
    expect(page.locator("ins.edit-replace.edit-slight")).to_be_visible()
    assert len(visible_marks(page)) > 2
    press(page, "d d")
    expect(page.locator("#sheet")).to_have_attribute("data-edits", "plain")
    assert not visible_marks(page)
    assert "It is cold !" in texts(page)


def test_figure_2a_of_2015_has_exactly_its_marks(
    page: Page, sign_in: SignIn, make_user: Any, shared: Any, shoot: Any
) -> None:
    texts = {
        path.name: path.read_text(encoding="utf-8").split("\n")[292].strip()
        for path in (shared / "data/gjg15/outputs").iterdir()
    }
    chosen = {name: (texts[name],) for name in ("INPUT", "NTHU", "CUUI", "UFC", "IPN")}
    campaign = make_campaign("figure", sentences=(texts["INPUT"],), outputs=chosen)
    Campaign.objects.filter(pk=campaign.pk).update(look="2015")
    make_items(campaign)
    user = make_user("bob")
    make_judge(campaign, "J1", user)
    sign_in(page, user)
    open_campaign(page, "figure")
    shoot(page, "judge-2015")
    marks = page.evaluate(
        "[...document.querySelectorAll('.output-words')].map(words =>"
        " [...words.querySelectorAll('ins, .edit-delete')].map(mark => {"
        "  const own = mark.cloneNode(true); own.querySelector('bdi').remove();"
        "  return `${mark.className} ${own.textContent}`; }))"
    )
    assert sorted(marks) == sorted(
        [
            [],
            ["edit-replace disease cost higher"],
            ["edit-delete the"],
            ["edit-replace cost"],
            ["edit-replace cost high"],
        ]
    )
    expect(page.locator(".edit-replace").first).to_have_css("color", "rgb(0, 0, 255)")
    old = page.locator(".edit-pair .edit-old").first
    expect(old).to_be_hidden()
    page.locator(".edit-replace").first.hover()
    expect(old).to_be_visible()


def test_what_a_screen_reader_gets(page: Page, sign_in: SignIn, make_user: Any) -> None:
    sentence = "The cost is high ."
    texts = ("A cost high .", "The cost is high.", "The cost is high !", sentence)
    outputs = {name: (text,) for name, text in zip("ABCD", texts, strict=True)}
    campaign = make_campaign("heard", sentences=(sentence,), outputs=outputs)
    make_items(campaign)
    user = make_user("bob")
    make_judge(campaign, "J1", user)
    sign_in(page, user)
    open_campaign(page, "heard")
    one = page.get_by_role("group").filter(has_text="2 edits: replaced “The” by “A”; deleted “is”.")
    expect(one).to_match_aria_snapshot(
        """
        - group /Output [A-D]/:
          - paragraph:
            - insertion: "replaced by: A"
            - text: cost
            - deletion: "deleted: is"
            - text: high .
          - paragraph: "2 edits: replaced “The” by “A”; deleted “is”."
          - radio "1 best"
          - radio "2"
          - radio "3"
          - radio "4 worst"
        """
    )
    # Small edits have marks that can be seen.
    space = page.get_by_role("group").filter(has_text="1 edit: deleted a space.")
    expect(space.locator(".edit-space [aria-hidden]")).to_have_text("·")
    expect(space.locator("del")).to_contain_text("deleted: a space")
    slight = page.get_by_role("group").filter(has_text="1 edit: replaced “.” by “!”.")
    expect(slight.locator(".edit-slight")).to_have_css("outline-style", "solid")
    expect(page.get_by_role("group").filter(has_text="no change").locator("ins, del")).to_have_count(0)
    expect(page.get_by_role("status").filter(has_text="No ranks yet.")).to_be_visible()


def test_outputs_that_differ_in_what_one_hardly_sees(
    page: Page, sign_in: SignIn, make_user: Any, assert_accessible: Any, shoot: Any
) -> None:
    sentence = "Hello nice cafe\u0301 ."
    texts = ("Hello  nice cafe\u0301 .", "Hello\u00a0nice cafe\u0301 .", "Hello nice café .", sentence)
    outputs = {name: (text,) for name, text in zip("ABCD", texts, strict=True)}
    campaign = make_campaign("spaces", sentences=(sentence,), outputs=outputs)
    make_items(campaign)
    user = make_user("bob")
    make_judge(campaign, "J1", user)
    sign_in(page, user)
    open_campaign(page, "spaces")
    for sign, words in (("··", "2 spaces"), ("°", "a no-break space")):
        row = page.get_by_role("group").filter(has_text=f"1 edit: changed a space to {words}.")
        mark = row.locator("ins [aria-hidden]")
        expect(mark).to_have_text(sign)
        expect(mark).to_have_attribute("title", f"a space to {words}")
        expect(row.locator("ins")).to_contain_text(f"changed: a space to {words}")
    same = page.get_by_role("group").filter(has_text="changed only the encoding of “café”")
    expect(same.locator("ins")).to_contain_text("encoded differently: café")
    expect(same.locator(".edit-pair")).to_have_attribute("title", re.compile("Looks the same"))
    assert_accessible(page)
    shoot(page, "judge-spaces")


def test_the_bubble_with_old_words_can_be_read_and_leaves_the_mark_free(
    new_page: Any, sign_in: SignIn, make_user: Any, shoot: Any
) -> None:
    sentence = "We met all of our good old friends in the evening ."
    texts = ("We met all of our good old friends in the evening !", "We met many of them in the evening .")
    campaign = make_campaign(
        "bubbles",
        sentences=(sentence,),
        outputs={name: (text,) for name, text in zip("AB", texts, strict=True)},
    )
    make_items(campaign)
    user = make_user("bob")
    make_judge(campaign, "J1", user)
    page = new_page(**PHONE)
    sign_in(page, user)
    open_campaign(page, "bubbles")
    for old, new in ((".", "!"), ("our good old friends", "them")):
        mark = page.locator(".edit-pair", has_text=new)
        mark.tap()
        bubble = mark.locator(".edit-old")
        expect(bubble).to_have_text(f"old words: {old}")
        expect(bubble).to_have_css("text-decoration-line", "none")
        expect(bubble).to_be_in_viewport(ratio=1)
        above, below = bubble.bounding_box(), mark.locator("ins").bounding_box()
        assert above and below and above["y"] + above["height"] <= below["y"]
        assert_no_sideways_scrolling(page)
        shoot(page, f"judge-bubble-{len(old)}")
