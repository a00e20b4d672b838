"""Files that are dropped onto a form, on every page that takes files."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import JSHandle, Locator, Page, expect

from appraise_gec.accounts.models import User
from rankings.models import Campaign
from tests.factories import make_campaign, make_items

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def campaign(transactional_db: None, make_user: Callable[..., User]) -> Campaign:
    sentences = ("He have two cat .", "I go .")
    outputs = {"ALPHA": ("He has two cat .", "I went ."), "BETA": ("He had two cats .", "I go !")}
    campaign = make_campaign("essays", owner=make_user("alice"), sentences=sentences, outputs=outputs)
    make_items(campaign)
    return campaign


@pytest.fixture
def alices(page: Page, campaign: Campaign, sign_in: Callable[[Page, Any], None]) -> Page:
    sign_in(page, campaign.created_by)
    return page


def dropped(page: Page, **files: str) -> JSHandle:
    """A transfer of files by their names, with `_` for the dot."""
    named = {name.replace("_", "."): text for name, text in files.items()}
    return page.evaluate_handle(
        """files => {
            const transfer = new DataTransfer();
            for (const [name, text] of Object.entries(files)) transfer.items.add(new File([text], name));
            return transfer;
        }""",
        named,
    )


def drop(page: Page, field: Locator, **files: str) -> None:
    """Drop files where the field is, beside its input."""
    place = page.locator(".dropzone").filter(has=field).locator("label").first
    transfer = dropped(page, **files)
    place.dispatch_event("dragenter", {"dataTransfer": transfer})
    expect(page.locator(".dropzone.over")).to_have_count(1)
    place.dispatch_event("drop", {"dataTransfer": transfer})
    expect(page.locator(".dropzone.over")).to_have_count(0)


def test_files_of_new_sentences_can_be_dropped_and_taken_out_again(
    alices: Page, shoot: Callable[[Page, str], None]
) -> None:
    alices.goto("/campaigns/essays/uploads/sentences/")
    drop(alices, alices.get_by_label("Source file"), more_txt="She go .\n")
    drop(alices, alices.get_by_label("System outputs"), ALPHA_txt="She goes .\n", GAMMA_txt="She went .\n")
    drop(alices, alices.get_by_label("System outputs"), BETA_txt="She gone .\n")
    expect(alices.get_by_text("3 files chosen, ")).to_be_visible()
    shoot(alices, "dropped-sentences")
    alices.get_by_role("button", name="Remove GAMMA.txt").click()
    expect(alices.get_by_text("2 files chosen, ")).to_be_visible()
    alices.get_by_role("button", name="Go to the preview").click()
    expect(alices.get_by_role("button", name="Add the sentences")).to_be_visible()


def test_files_that_are_too_big_together_are_said_before_they_are_sent(alices: Page) -> None:
    alices.goto("/campaigns/essays/uploads/system/")
    alices.locator("form[enctype]").evaluate("form => { form.dataset.mostMegabytes = 0.00001; }")
    address = alices.url
    drop(alices, alices.get_by_label("Output file"), LATE_txt="He has two cats .\nI go home .\n")
    expect(alices.locator("[data-too-big]")).to_contain_text("at most 0.00001 MB are accepted at once")
    alices.get_by_role("button", name="Go to the preview").click()
    assert alices.url == address


def test_every_other_page_takes_dropped_files(alices: Page, campaign: Campaign) -> None:
    for address in (
        "/campaigns/essays/uploads/judgments/",
        "/campaigns/essays/uploads/references/",
        "/campaigns/essays/uploads/scores/",
    ):
        alices.goto(address)
        field = alices.locator('input[type="file"]')
        drop(alices, field, chosen_txt="nothing")
        assert field.evaluate("input => input.files[0].name") == "chosen.txt"
