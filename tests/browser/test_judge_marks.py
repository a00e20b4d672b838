"""How edits are shown."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from rankings.models import Campaign
from tests.browser.judging import (
    SignIn,
    alive,
    open_campaign,
    press,
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


@pytest.fixture
def open_item(page: Page, sign_in: SignIn, make_user: Any, transactional_db: None) -> Any:
    """Open an item of these outputs."""

    def opened(sentence: str, texts: tuple[str, ...]) -> None:
        outputs = {name: (text,) for name, text in zip("ABCD", texts, strict=True)}
        campaign = make_campaign("heard", sentences=(sentence,), outputs=outputs)
        make_items(campaign)
        make_judge(campaign, "J1", user := make_user("bob"))
        sign_in(page, user)
        open_campaign(page, "heard")

    return opened


def test_what_a_screen_reader_gets(page: Page, open_item: Any) -> None:
    sentence = "The cost is high ."
    texts = ("A cost high .", "The cost is high.", "The cost is high !", sentence)
    open_item(sentence, texts)
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
    page: Page, open_item: Any, assert_accessible: Any
) -> None:
    sentence = "Hello nice cafe\u0301 ."
    texts = ("Hello  nice cafe\u0301 .", "Hello\u00a0nice cafe\u0301 .", "Hello nice café .", sentence)
    open_item(sentence, texts)
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
