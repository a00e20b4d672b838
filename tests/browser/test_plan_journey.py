"""A manager in a real browser: plan, known answers, flags, leases, top-up; and what the judge sees."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from appraise_gec.accounts.models import User
from appraise_gec.jobs.running import run_job
from rankings.desk.demo import load_demo
from rankings.judging.assignment import next_assignment
from rankings.models import Campaign, Judge, Membership, Ranking
from rankings.plan.design import DesignTerms, ask_for_design
from rankings.plan.known_answers import make_checks
from tests.browser.conftest import DARK, DESKTOP, PHONE, assert_no_sideways_scrolling
from tests.browser.judging import alive

LOOKS = {"desktop": DESKTOP, "phone": PHONE, "dark": DARK}


@pytest.fixture
def campaign(alice: User, bob: User) -> Campaign:
    """The demo with a plan that has everything in it, a flag and a lease; Alice owns it and Bob judges."""
    campaign = load_demo()
    assert campaign
    Membership.objects.create(campaign=campaign, user=alice, role="owner")
    make_checks(campaign, "damaged", 4, seed=1, actor=alice)
    make_checks(campaign, "identical", 2, seed=2, actor=alice)
    Campaign.objects.filter(pk=campaign.pk).update(check_percent=10, repeat_percent=5, judge_quota=3)
    flagged = Ranking.objects.filter(judge__campaign=campaign).order_by("pk")[2]
    Ranking.objects.filter(pk=flagged.pk).update(flag_reason="unclear", flag_note="Who is “they” here?")
    campaign.refresh_from_db()
    assert run_job(ask_for_design(campaign, alice, DesignTerms(margin=0.05)).pk, heartbeat=False)
    judge = Judge.objects.create(campaign=campaign, name="Bob", user=bob)
    assert next_assignment(judge)
    return campaign


@pytest.mark.parametrize("look", LOOKS)
def test_every_page_of_the_plan_is_sound(
    new_page: Callable[..., Page],
    campaign: Campaign,
    alice: User,
    sign_in: Callable[[Page, Any], None],
    shoot: Callable[[Page, str], None],
    assert_accessible: Callable[[Page], None],
    look: str,
) -> None:
    page = new_page(**LOOKS[look])
    sign_in(page, alice)
    for name, address in {
        "desk": "",
        "live": "live/",
        "progress": "progress/",
        "plan": "plan/",
        "quality": "plan/quality/",
        "forecast": "plan/forecast/",
        "top-ups": "plan/top-ups/?items=5&seed=1",
        "known-choose": "plan/known/",
        "flags": "flags/",
        "leases": "leases/",
    }.items():
        page.goto(f"/campaigns/{campaign.slug}/{address}")
        if name == "forecast":
            expect(page.get_by_role("img", name="Curves: probability of the same order")).to_be_visible()
            page.get_by_text("What is compared and what is assumed").click()
            page.get_by_text("Ask for something else").click()
        assert_accessible(page)
        assert_no_sideways_scrolling(page)
        if look == "phone":
            # Rows of many numbers are cards: nothing has to be scrolled to sideways.
            assert page.evaluate(
                "[...document.querySelectorAll('.table-scroll:has(.cards-on-phone)')]"
                ".every(table => table.scrollWidth <= table.clientWidth)"
            )
        shoot(page, f"plan-{name}-{look}")


def test_from_a_training_item_to_the_judge_who_reads_why(
    new_page: Callable[..., Page],
    campaign: Campaign,
    alice: User,
    bob: User,
    sign_in: Callable[[Page, Any], None],
    shoot: Callable[[Page, str], None],
    assert_accessible: Callable[[Page], None],
) -> None:
    Campaign.objects.filter(pk=campaign.pk).update(judge_quota=None)
    campaign.judges.get(name="Bob").assignments.all().delete()
    page = new_page(**DESKTOP)
    sign_in(page, alice)
    page.goto(f"/campaigns/{campaign.slug}/plan/quality/")
    page.get_by_role("link", name="Create a training item…").click()
    page.get_by_role("link", name="Use this sentence").first.click()
    expect(page.get_by_label("Explanation of the answer")).to_be_visible()
    page.wait_for_load_state()
    outputs = page.locator("fieldset.output").count()
    page.locator("fieldset.output").first.get_by_role("radio").first.focus()
    for place in range(outputs):
        page.keyboard.press(str(place + 1))
    expect(page.get_by_text("Best: A;")).to_be_visible()
    page.get_by_label("Explanation of the answer").fill("The verb has to agree with its subject.")
    assert_accessible(page)
    shoot(page, "plan-known")
    page.get_by_role("button", name="Create the item").click()
    expect(page.get_by_text("The training item is made.")).to_be_visible()
    page.get_by_role("link", name="Known answer of item").first.click()
    expect(page.locator("fieldset.output").first).to_be_visible()
    # Keys act once the script runs.
    page.wait_for_load_state()
    page.locator("fieldset.output").first.get_by_role("radio").first.focus()
    page.keyboard.press("2")
    page.locator("fieldset.output").nth(1).get_by_role("radio").first.focus()
    page.keyboard.press("1")
    expect(page.get_by_text("Best: B;")).to_be_visible()
    page.get_by_role("button", name="Save the known answer").click()
    expect(page.get_by_text("The known answer is changed.")).to_be_visible()
    page.get_by_role("link", name="Known answer of item").first.click()
    expect(page.get_by_role("heading", name="Earlier known answers")).to_be_visible()
    assert_accessible(page)
    shoot(page, "plan-known-edit")

    page.goto(f"/campaigns/{campaign.slug}/flags/")
    page.get_by_label("Answer to the judge").fill("The two sisters from the sentence before.")
    page.get_by_role("button", name="Answer").click()
    expect(page.get_by_text("No flags to review.")).to_be_visible()

    judge = new_page(**DESKTOP)
    sign_in(judge, bob)
    judge.goto(f"/judge/{campaign.slug}/")
    judge.get_by_role("button", name="Start judging").click()
    alive(judge)
    for output in judge.locator("fieldset.output").all():
        output.get_by_role("radio").first.check(force=True)
    judge.get_by_role("button", name="Submit").click()
    expect(judge.get_by_text("The verb has to agree with its subject.")).to_be_visible()
    assert_accessible(judge)
    shoot(judge, "plan-training-answer")
    judge.get_by_role("button", name="Go on").first.click()
    expect(judge.get_by_text("The verb has to agree")).to_have_count(0)
