"""Training items by keyboard: the explanation is heard, and Enter goes on from it."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from rankings.models import Ranking
from rankings.plan.known_answers import candidate, make_known
from tests.browser.conftest import PHONE, assert_no_sideways_scrolling
from tests.browser.judging import (
    OUTPUTS,
    SENTENCES,
    SignIn,
    open_campaign,
    press,
    wait_for_next,
)
from tests.factories import make_campaign, make_item, make_judge

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def at_training(transactional_db: None, sign_in: SignIn, make_user: Any) -> Callable[[Page], str]:
    campaign = make_campaign("essays", sentences=SENTENCES, outputs=OUTPUTS)
    for index in (1, 2, 3):
        make_item(campaign, index)
    found = candidate(campaign, 0)
    assert found
    ranks = range(1, len(found.texts) + 1)
    make_known(campaign, 0, ranks, "The **tense** has to stay.", training=True)
    user = make_user("bob")
    make_judge(campaign, "J1", user)

    def open_item(page: Page) -> str:
        sign_in(page, user)
        return open_campaign(page)

    return open_item


def test_enter_goes_on_from_the_explanation(page: Page, at_training: Callable[[Page], str]) -> None:
    address = at_training(page)
    expect(page.locator("#practice")).to_contain_text("Practice 1 of 1.")
    outputs = page.locator(".output").count()
    press(page, "1 " * outputs + "Enter")
    expect(page.locator(".expected-rank")).to_have_count(outputs)
    go_on = page.locator("#training-go-on")
    expect(go_on).to_be_focused()
    # Beside each row, what was expected there; what is in words above is the same.
    ranks = [text.split()[-1] for text in page.locator(".expected-rank").all_inner_texts()]
    assert sorted(ranks) == [str(rank + 1) for rank in range(page.locator(".output").count())]
    expect(page.locator("#practice")).to_have_count(0)
    expect(go_on.locator("kbd")).to_have_text("Enter")
    expect(go_on).to_have_accessible_description("A different answer was expected")
    expect(page.locator("#announce")).to_have_text("Saved. A different answer was expected")
    expect(page.get_by_text("The tense has to stay.")).to_be_in_viewport()
    expect(page.locator(".training-answer strong")).to_have_text("tense")
    # One Enter is printed, and it is the one that acts.
    expect(page.locator(".judge-bar kbd", has_text="Enter")).to_have_count(0)
    press(page, "Enter")
    wait_for_next(page, address)
    assert Ranking.objects.count() == 1
    expect(page.locator("#output-0 input").first).to_be_focused()


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
def test_the_big_button_of_a_phone_goes_on(
    new_page: Callable[..., Page],
    at_training: Callable[[Page], str],
    assert_accessible: Callable[[Page], None],
    scripts: bool,
) -> None:
    page = new_page(**PHONE, java_script_enabled=scripts)
    address = at_training(page)
    rows = page.locator(".output")
    for row in rows.all():
        row.locator("input").first.check()
    page.locator(".judge-bar .primary").tap()
    expect(page.get_by_role("heading", name="A different answer was expected")).to_be_visible()
    big = page.locator(".judge-bar .primary")
    expect(big).to_have_text("Go on")
    if scripts:
        assert_accessible(page)
        assert_no_sideways_scrolling(page)
        # A changed rank makes it the button that saves; taken back, it goes on again.
        rows.first.locator("input").nth(1).check()
        expect(big).to_have_text("Save change")
        rows.first.locator("input").first.check()
        expect(big).to_have_text("Go on")
    big.tap()
    expect(page).not_to_have_url(address)
    expect(page.get_by_role("heading", name="Rank the outputs")).to_be_attached()
    # Going on saved nothing a second time.
    assert Ranking.objects.count() == 1
