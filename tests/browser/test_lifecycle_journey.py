"""A manager in a real browser: from messy files to a campaign, its guidelines, its copy, and its end."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from appraise_gec.accounts.models import User
from rankings.access import states
from rankings.desk.demo import load_demo
from rankings.desk.guidelines import revise_guidelines
from rankings.models import Campaign, Judge, Membership, Ranking, StagedUpload
from tests.browser.conftest import DESKTOP
from tests.corpus.conftest import OUTPUTS, SOURCE, make_zip, text

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


def messy_files(folder: Path) -> dict[str, Path]:
    joined = [line.removesuffix(" .") + "." for line in OUTPUTS["GAMMA"]]
    members = {
        "run 1/ALPHA.txt": text(OUTPUTS["ALPHA"]),
        "run 1/my best system.txt": text(OUTPUTS["BETA"]),
        "run 1/GAMMA.txt": text(joined),
        "run 1/README.md": b"Outputs of run 1",
        "__MACOSX/run 1/._ALPHA.txt": b"x",
    }
    files = {"source": folder / "source.txt", "outputs": folder / "all of them.zip"}
    files["source"].write_bytes(text(SOURCE))
    files["outputs"].write_bytes(make_zip(members))
    return files


def test_from_messy_files_to_a_campaign(
    new_page: Callable[..., Page],
    alice: User,
    sign_in: Callable[[Page, Any], None],
    shoot: Callable[[Page, str], None],
    assert_sound: Callable[[Page], None],
    expected_errors: list[str],
    tmp_path: Path,
) -> None:
    expected_errors.append("422")
    page = new_page(**DESKTOP)
    sign_in(page, alice)
    files = messy_files(tmp_path)
    page.goto("/campaigns/new/")
    page.get_by_label("Title").fill("春の評価 2026")
    expect(page.get_by_label("Address")).to_have_value("春の評価-2026")
    page.get_by_label("Source file").set_input_files(files["source"])
    page.get_by_label("System outputs").set_input_files(files["outputs"])
    page.get_by_label("sentences stand alone").check()
    shoot(page, "lifecycle-new")
    page.get_by_role("button", name="Go to the preview").click()
    expect(page.get_by_text("run 1/README.md")).to_be_visible()
    expect(page.get_by_text("Judges could recognise this system by its spaces.")).to_be_visible()
    assert_sound(page)
    shoot(page, "lifecycle-preview")

    page.goto("/")
    expect(page.get_by_role("heading", name="Campaigns that you have begun")).to_be_visible()
    assert_sound(page)
    shoot(page, "lifecycle-begun")
    page.get_by_role("link", name="Continue").click()

    page.get_by_label("my best system.txt: Name").fill("T5, large")
    page.get_by_label("GAMMA.txt: Punctuation").select_option("apart")
    page.get_by_role("button", name="Change the systems").click()
    expect(page.get_by_text("Choose another name.")).to_be_visible()
    shoot(page, "lifecycle-refused")
    page.get_by_label("my best system.txt: Name").fill("T5-large")
    page.get_by_role("button", name="Change the systems").click()
    expect(page.get_by_text("The systems are changed.")).to_be_visible()
    expect(page.get_by_text("Judges could recognise")).to_have_count(0)
    page.get_by_role("button", name="Create the campaign").click()
    expect(page.get_by_role("heading", name="春の評価 2026")).to_be_visible()
    campaign = Campaign.objects.get(slug="春の評価-2026")
    assert set(campaign.systems.values_list("name", flat=True)) == {"ALPHA", "GAMMA", "INPUT", "T5-large"}
    assert campaign.documents.count() == len(SOURCE)
    expect(page.get_by_text("sentences that stand alone")).to_be_visible()
    assert not StagedUpload.objects.exclude(parts=None).exists()


@pytest.fixture
def campaign(alice: User, bob: User) -> Campaign:
    campaign = load_demo()
    assert campaign
    Membership.objects.create(campaign=campaign, user=alice, role="owner")
    Judge.objects.create(campaign=campaign, name="Bob", user=bob)
    return campaign


def test_guidelines_are_written_previewed_and_compared(
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

    page.get_by_role("link", name="Versions and their changes").click()
    expect(page.get_by_role("heading", name="From version 1 to version 2")).to_be_visible()
    expect(page.locator(".diff-added").get_by_text("Ties are fine.")).to_be_visible()
    expect(page.get_by_role("heading", name="as judges see it")).to_be_visible()
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
    states.take_step(campaign, "close", alice)
    page = new_page(**DESKTOP)
    sign_in(page, alice)
    page.goto("/campaigns/demo/settings/")
    page.get_by_role("link", name="Copy…").click()
    page.get_by_label("Title").fill("Second round")
    assert_sound(page)
    shoot(page, "lifecycle-copy")
    page.get_by_role("button", name="Make the copy").click()
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
    page.get_by_role("link", name="Delete…").click()
    expect(page.get_by_role("link", name="Export everything…")).to_be_visible()
    assert_sound(page)
    shoot(page, "lifecycle-delete")
    page.get_by_label("To confirm").fill("Demo: made-up learner sentences")
    page.get_by_role("button", name="Delete the campaign").click()
    expect(page.get_by_role("status")).to_contain_text("deleted")
    assert not Campaign.objects.filter(slug="demo").exists()
