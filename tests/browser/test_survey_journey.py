"""A survey in a real browser: pages of managers and judges, answers without scripts and by keyboard."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from appraise_gec.accounts.models import User
from rankings.models import Campaign, SurveyAnswer
from rankings.survey.questions import BUILT_IN, Question, stored
from tests.browser.conftest import DESKTOP
from tests.factories import make_campaign, make_items, make_judge

OWN = (
    Question("question-1", "before", "choices", "ما هي اللغات التي تعرفها؟", choices=("العربية", "English")),
    Question("question-2", "before", "text", "How many years have you taught?"),
)


@pytest.fixture
def campaign(alice: User, bob: User) -> Campaign:
    campaign = make_campaign("essays", owner=alice)
    make_items(campaign)
    make_judge(campaign, "Bob", bob)
    campaign.survey = stored([*BUILT_IN, *OWN])
    campaign.save()
    return campaign


def test_a_judge_answers_without_scripts_and_by_keyboard(
    new_page: Callable[..., Page],
    campaign: Campaign,
    bob: User,
    sign_in: Callable[[Page, Any], None],
    expected_errors: list[str],
) -> None:
    expected_errors.append("422")  # the form that was sent too early
    page = new_page(**DESKTOP, java_script_enabled=False)
    sign_in(page, bob)
    page.goto("/judge/essays/")
    page.get_by_role("button", name="Start judging").click()
    expect(page.get_by_role("heading", name="Before you begin")).to_be_visible()
    page.get_by_role("button", name="Save and start judging").click()
    expect(page.get_by_text("Please answer this question.")).to_be_visible()
    group = page.get_by_role("group", name="Are you a native speaker")
    group.get_by_role("radio", name="Yes").focus()
    page.keyboard.press("ArrowDown")
    page.get_by_label("How many years").focus()
    page.keyboard.type("12")
    page.get_by_role("button", name="Save and start judging").press("Enter")
    expect(page.locator("fieldset.output").first).to_be_visible()
    assert SurveyAnswer.objects.get().answers == {"native-speaker": "No", "question-2": "12"}
