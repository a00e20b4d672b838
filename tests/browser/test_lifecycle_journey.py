"""A manager in a real browser: guidelines of a campaign, its copy, and its end."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from appraise_gec.accounts.models import User
from rankings.desk.demo import load_demo
from rankings.desk.settings import revise_guidelines
from rankings.models import Campaign, Judge, Membership, Ranking
from tests.browser.conftest import DESKTOP
from tests.factories import act

GUIDELINES = """## What you are asked to do

Rank the versions from **best** to *worst*:

1. Read the sentence.
2. Read every version to its end.

> **Example.** He go to school . → *He goes to school .* is better than *He go to a school .*

| version | rank |
|---|---|
| He goes . | 1 |
| He go . | 2 |

More in the [study](https://example.org/study).
"""


@pytest.fixture
def campaign(alice: User, bob: User) -> Campaign:
    campaign = load_demo()
    assert campaign
    Membership.objects.create(campaign=campaign, user=alice, role="owner")
    Judge.objects.create(campaign=campaign, name="Bob", user=bob)
    return campaign


def test_guidelines_are_written_previewed_and_kept(
    new_page: Callable[..., Page],
    campaign: Campaign,
    alice: User,
    bob: User,
    sign_in: Callable[[Page, Any], None],
    shoot: Callable[[Page, str], None],
    assert_accessible: Callable[[Page], None],
    assert_sound: Callable[[Page], None],
) -> None:
    page = new_page(**DESKTOP)
    sign_in(page, alice)
    page.goto("/campaigns/demo/settings/")
    assert_sound(page)
    shoot(page, "lifecycle-settings")
    page.get_by_label("Guidelines for judges").fill(GUIDELINES)
    with page.context.expect_page() as opened:
        page.get_by_role("button", name="Preview as judges see it").click()
    preview = opened.value
    expect(preview.get_by_role("heading", name="What you are asked to do")).to_be_visible()
    assert_sound(preview)
    shoot(preview, "lifecycle-guidelines-preview")
    preview.close()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    campaign.refresh_from_db()
    judged = Ranking.objects.filter(judge__campaign=campaign)
    judged.update(guidelines_version=campaign.guidelines_version)
    later = GUIDELINES.replace("every version", "each version") + "\n- Ties are fine.\n"
    revise_guidelines(campaign, later, alice)

    page.get_by_role("link", name="Versions").click()
    expect(page.get_by_role("heading", name="Guidelines as judges see them")).to_be_visible()
    expect(page.get_by_text("Ties are fine.")).to_be_visible()
    assert_sound(page)
    shoot(page, "lifecycle-guidelines")

    judge = new_page(**DESKTOP)
    sign_in(judge, bob)
    judge.goto("/judge/demo/")
    expect(judge.get_by_role("cell", name="He goes .")).to_be_visible()
    assert_sound(judge)
    judge.get_by_role("button", name="Start judging").click()
    judge.get_by_role("button", name="Guidelines").click()
    expect(judge.get_by_role("heading", name="What you are asked to do")).to_be_visible()
    assert_accessible(judge)
    shoot(judge, "lifecycle-guidelines-item")


def test_a_copy_the_archive_and_the_end(
    new_page: Callable[..., Page],
    campaign: Campaign,
    alice: User,
    sign_in: Callable[[Page, Any], None],
    shoot: Callable[[Page, str], None],
    assert_sound: Callable[[Page], None],
) -> None:
    act(alice, "campaign.close", campaign)
    page = new_page(**DESKTOP)
    sign_in(page, alice)
    page.goto("/campaigns/demo/settings/")
    page.get_by_role("link", name="Copy the campaign").click()
    page.get_by_label("Title").fill("Second round")
    assert_sound(page)
    shoot(page, "lifecycle-copy")
    page.get_by_role("button", name="Copy the campaign").click()
    expect(page.get_by_role("heading", name="Second round")).to_be_visible()

    page.goto("/campaigns/demo/settings/")
    page.get_by_role("button", name="Archive").click()
    expect(page.get_by_text("nothing in it can be changed")).to_be_visible()
    assert_sound(page)
    shoot(page, "lifecycle-archived")
    page.goto("/")
    page.get_by_text("Archived campaigns (1)").click()
    assert_sound(page)
    shoot(page, "lifecycle-home")
    page.get_by_role("link", name="Demo: made-up learner sentences", exact=True).click()
    page.get_by_role("link", name="Settings").click()
    page.get_by_role("link", name="Delete the campaign").click()
    assert_sound(page)
    shoot(page, "lifecycle-delete")
    page.get_by_label("To confirm").fill("Demo: made-up learner sentences")
    page.get_by_role("button", name="Delete the campaign").click()
    expect(page.get_by_role("status")).to_contain_text("deleted")
    assert not Campaign.objects.filter(slug="demo").exists()
