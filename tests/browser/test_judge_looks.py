"""Every state of the item page in every look: light, dark, forced colours, as in 2015."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from appraise_gec.accounts.models import User
from rankings.judging.assignment import next_assignment
from rankings.models import Assignment, Campaign, Judge
from tests.browser.conftest import DESKTOP
from tests.browser.judging import OUTPUTS, SENTENCES, SignIn, alive, checked, open_campaign, press
from tests.factories import make_campaign, make_items, make_judge, make_ranking

pytestmark = pytest.mark.django_db(transaction=True)
FORCED: dict[str, Any] = {**DESKTOP, "forced_colors": "active"}
ITEMS_BEFORE_A_BREAK = 20


@pytest.fixture
def worker(transactional_db: None, make_user: Callable[..., User]) -> Judge:
    """A judge after 20 of 24 items, in a campaign that shows all there is to show."""
    rounds = 6
    campaign = make_campaign(
        "essays",
        sentences=SENTENCES * rounds,
        outputs={name: lines * rounds for name, lines in OUTPUTS.items()},
        title="Essays of spring",
    )
    Campaign.objects.filter(pk=campaign.pk).update(
        guidelines="Be fair.", shows_active_time=True, suggests_breaks=True
    )
    make_items(campaign)
    judge = make_judge(campaign, "J1", make_user("bob"))
    for _ in range(ITEMS_BEFORE_A_BREAK):
        lent = next_assignment(judge)
        assert lent
        ranking = make_ranking(judge, lent.item)
        ranking.active_seconds = 30
        ranking.save()
        Assignment.objects.filter(pk=lent.pk).update(state="done", finished_at=timezone.now())
    return judge


def test_every_state_can_be_read(
    new_page: Callable[..., Page],
    worker: Judge,
    sign_in: SignIn,
    assert_accessible: Callable[[Page], None],
    expected_errors: list[str],
) -> None:
    expected_errors.append("ERR_INTERNET_DISCONNECTED")

    def check() -> None:
        for look in ("light", "dark"):
            page.emulate_media(color_scheme=look)
            assert_accessible(page)

    page = new_page(**DESKTOP)
    page.clock.install()
    assert worker.user is not None
    sign_in(page, worker.user)
    address = open_campaign(page)
    header = page.get_by_role("banner")
    expect(header).to_contain_text("20 done")
    expect(header).to_contain_text("10 min active")
    expect(page.get_by_text("You have done 20 items.")).to_be_visible()
    check()

    page.clock.run_for(400_000)
    expect(page.locator("#paused-words")).to_have_text("Paused. Still reading?")
    expect(page.locator("#paused")).to_be_visible()
    check()
    # The key that ends the pause ranks nothing.
    press(page, "1 1")
    expect(page.get_by_role("button", name="I was reading")).to_be_visible()
    check()
    page.get_by_role("button", name="I was reading").click()
    page.clock.run_for(20_000)
    # At least: time goes on while the page is looked at.
    expect(header).to_contain_text(re.compile("1[7-9] min active"))

    other = page.context.new_page()
    other.goto(address)
    alive(other)
    press(other, "4")
    expect(page.locator("#elsewhere-words")).to_contain_text("showing the newer ranks")
    expect(page.locator("#elsewhere")).to_be_visible()
    assert checked(page)[:2] == [1, 4]
    check()
    other.close()

    press(page, "?")
    page.get_by_text("Change the keys").click()
    expect(page.get_by_label("same rank as above")).to_be_visible()
    check()
    press(page, "Escape f")
    expect(page.get_by_text("What is the problem?")).to_be_visible()
    check()
    press(page, "Escape d")

    page.context.set_offline(True)
    press(page, "k 3")
    expect(page.locator("#saved")).to_have_text("Offline, kept on this device")
    check()
    press(page, "Enter")
    expect(page.locator("#guidance")).to_contain_text("left")
    check()
    press(page, "2 " * page.locator(".output").count() + "Enter")
    expect(page.locator("#saved")).to_contain_text("Offline: your answer is kept")
    check()


def test_the_look_of_2015(
    new_page: Callable[..., Page],
    campaign: Campaign,
    at_item: Callable[[Page], str],
    assert_sound: Callable[[Page], None],
) -> None:
    Campaign.objects.filter(pk=campaign.pk).update(look="2015")
    page = new_page(**DESKTOP)
    at_item(page)
    press(page, "1 2")
    output = page.locator(".output").first
    # Ranks above the text, both ends named, bold outputs.
    scale, words = (output.locator(part).bounding_box() for part in (".scale", ".output-words"))
    assert scale and words and scale["y"] + scale["height"] <= words["y"]
    expect(output.locator(".cap")).to_have_text(["Best", "Worst"])
    expect(output.locator(".output-words")).to_have_css("font-weight", "700")
    assert_sound(page)


def test_forced_colours_keep_marks_choice_and_focus(
    new_page: Any, at_item: Any, assert_accessible: Callable[[Page], None]
) -> None:
    page = new_page(**FORCED)
    at_item(page)
    press(page, "1 Enter")
    marks = page.locator(".sheet :is(ins, .edit-delete)")
    assert marks.count() > 0
    lines = page.evaluate(
        "[...document.querySelectorAll('.sheet :is(ins, .edit-delete)')]"
        ".map(mark => [mark.localName, getComputedStyle(mark).textDecorationLine])"
    )
    assert set(map(tuple, lines)) <= {("ins", "underline"), ("del", "line-through")}
    chosen = page.locator("#output-0 .rank").first
    expect(chosen).to_have_css("outline-style", "solid")
    expect(page.locator("#output-0 .rank").nth(1)).to_have_css("outline-style", "none")
    expect(page.locator("#output-1 .rank").first).to_have_css("outline-width", "3px")
    assert_accessible(page)
