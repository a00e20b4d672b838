"""A manager in a real browser whose systems and sentences come late: the file, the account, the change."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from appraise_gec.accounts.models import User
from rankings.desk import copying, deleting
from rankings.desk.demo import load_demo
from rankings.models import Campaign, Membership, Output, System
from rankings.reports.options import ReportOptions
from rankings.reports.services import request_report
from tests.browser.conftest import DARK, DESKTOP, PHONE, assert_no_sideways_scrolling

LOOKS = {"desktop": DESKTOP, "phone": PHONE, "dark": DARK}


@pytest.fixture
def campaign(alice: User) -> Campaign:
    campaign = load_demo()
    assert campaign
    Membership.objects.create(campaign=campaign, user=alice, role="owner")
    return campaign


def lines_of(system: System) -> list[str]:
    outputs = Output.objects.filter(system=system).order_by("sentence__index")
    return list(outputs.values_list("text", flat=True))


def write(path: Path, lines: list[str]) -> Path:
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


@pytest.mark.parametrize("look", LOOKS)
def test_a_system_joins_late_and_another_gets_its_right_file(
    new_page: Callable[..., Page],
    campaign: Campaign,
    alice: User,
    sign_in: Callable[[Page, Any], None],
    shoot: Callable[[Page, str], None],
    assert_accessible: Callable[[Page], None],
    run_jobs: Callable[[], int],
    tmp_path: Path,
    look: str,
) -> None:
    def looked_at(name: str) -> None:
        assert_accessible(page)
        assert_no_sideways_scrolling(page)
        shoot(page, f"late-{name}-{look}")

    first, second = campaign.systems.filter(is_input=False).order_by("name")[:2]
    late = [f"{line} Really !" if number % 3 else line for number, line in enumerate(lines_of(first))]
    page = new_page(**LOOKS[look])
    sign_in(page, alice)
    page.goto("/campaigns/demo/settings/")
    page.get_by_role("link", name="Systems and sentences…").click()
    looked_at("texts")

    page.get_by_role("link", name="Add a system…").click()
    page.get_by_label("Output file").set_input_files(write(tmp_path / "LATE.txt", late[:-1]))
    looked_at("upload")
    page.get_by_role("button", name="Go to the preview").click()
    expect(page.get_by_text("1 problem must be fixed.")).to_be_visible()
    looked_at("problem")
    page.get_by_role("link", name="Choose other files").click()
    page.get_by_label("Output file").set_input_files(write(tmp_path / "LATE.txt", late))
    page.get_by_role("button", name="Go to the preview").click()
    expect(page.get_by_role("heading", name="What it means for the items")).to_be_visible()
    looked_at("added")
    page.get_by_role("button", name="Add LATE").click()
    expect(page.get_by_role("status")).to_contain_text("LATE is added.")

    page.get_by_text("Change LATE").click()
    page.get_by_label("New items that all show it").locator("visible=true").fill("5")
    looked_at("change")
    page.get_by_role("button", name="Sample").locator("visible=true").click()
    expect(page.get_by_role("status")).to_contain_text("5 items are added.")

    mended = [f"{line} Indeed ." if number % 2 else line for number, line in enumerate(lines_of(second))]
    page.get_by_text(f"Change {second.name}").click()
    page.get_by_role("link", name="Replace the outputs…").locator("visible=true").click()
    page.get_by_label("Output file").set_input_files(write(tmp_path / "mended.txt", mended))
    page.get_by_role("button", name="Go to the preview").click()
    expect(page.get_by_text("What happens to the former outputs?")).to_be_visible()
    looked_at("replaced")
    page.get_by_label("They are another system").check()
    page.get_by_role("button", name="Replace the outputs").click()
    expect(page.get_by_role("status")).to_contain_text(f"{second.name}_upload_1")
    looked_at("changes")
    page.get_by_role("button", name="Undo").first.click()
    expect(page.get_by_role("status")).to_contain_text("The change is undone.")
    assert not campaign.systems.filter(name=f"{second.name}_upload_1").exists()

    report = request_report(campaign, alice, ReportOptions(replicates=20, parts=())).report
    run_jobs()
    page.goto(report.get_absolute_url())
    expect(page.get_by_text("LATE joined after")).to_be_visible()
    looked_at("report")


@pytest.mark.parametrize("look", LOOKS)
def test_more_sentences(
    new_page: Callable[..., Page],
    campaign: Campaign,
    alice: User,
    sign_in: Callable[[Page, Any], None],
    shoot: Callable[[Page, str], None],
    assert_accessible: Callable[[Page], None],
    tmp_path: Path,
    look: str,
) -> None:
    page = new_page(**LOOKS[look])
    sign_in(page, alice)
    page.goto("/campaigns/demo/texts/")
    page.get_by_role("link", name="Add sentences…").click()
    assert_accessible(page)
    assert_no_sideways_scrolling(page)
    shoot(page, f"late-sentences-{look}")
    names = campaign.systems.filter(is_input=False).values_list("name", flat=True)
    page.get_by_label("Source file").set_input_files(write(tmp_path / "more.txt", ["He go .", "She go ."]))
    page.get_by_label("System outputs").set_input_files(
        [write(tmp_path / f"{name}.txt", ["He goes .", f"She goes {len(name)} ."]) for name in names]
    )
    page.get_by_role("button", name="Go to the preview").click()
    assert_accessible(page)
    assert_no_sideways_scrolling(page)
    shoot(page, f"late-sentences-preview-{look}")
    before = campaign.sentences.count()
    page.get_by_role("button", name="Add 2 sentences").click()
    expect(page.get_by_role("status")).to_contain_text("2 sentences are added.")
    assert campaign.sentences.count() == before + 2


@pytest.mark.parametrize("look", LOOKS)
def test_work_that_takes_long_is_waited_for(
    new_page: Callable[..., Page],
    campaign: Campaign,
    alice: User,
    sign_in: Callable[[Page, Any], None],
    shoot: Callable[[Page, str], None],
    assert_accessible: Callable[[Page], None],
    run_jobs: Callable[[], int],
    monkeypatch: pytest.MonkeyPatch,
    expected_errors: list[str],
    look: str,
) -> None:
    """A large copy, cancelled once, and a large campaign that is deleted with its rankings."""
    expected_errors += ["422", "404"]
    monkeypatch.setattr(copying, "MOST_AT_ONCE", 1)
    monkeypatch.setattr(deleting, "MOST_AT_ONCE", 1)
    page = new_page(**LOOKS[look])
    sign_in(page, alice)

    def looked_at(name: str) -> None:
        assert_accessible(page)
        assert_no_sideways_scrolling(page)
        shoot(page, f"waiting-{name}-{look}")

    page.goto("/campaigns/demo/copy/")
    page.get_by_label("Title").fill("Second round")
    page.get_by_role("button", name="Make the copy").click()
    expect(page.get_by_text("“Second round” is being made.")).to_be_visible()
    looked_at("copy")
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_text("was cancelled. Nothing of it is left.")).to_be_visible()
    looked_at("copy-cancelled")
    page.get_by_label("Title").fill("Second round")
    page.get_by_role("button", name="Make the copy").click()
    expect(page.get_by_text("“Second round” is being made.")).to_be_visible()
    assert run_jobs() == 1
    expect(page.get_by_role("heading", name="Second round")).to_be_visible()

    page.goto("/campaigns/demo/state/close/")
    page.get_by_role("button", name="Close the campaign").click()
    page.goto("/campaigns/demo/delete/")
    expect(page.get_by_role("link", name="Export everything…")).to_be_visible()
    page.get_by_role("link", name="Export everything…").click()
    looked_at("export")
    page.goto("/campaigns/demo/delete/")
    page.get_by_label("To confirm").fill("something else")
    page.get_by_role("button", name="Delete the campaign").click()
    expect(page.get_by_text("type the campaign's title exactly").first).to_be_visible()
    looked_at("delete-refused")
    page.get_by_label("To confirm").fill(campaign.title)
    page.get_by_role("button", name="Delete the campaign").click()
    expect(page.get_by_role("status")).to_contain_text("is being deleted")
    looked_at("deleting")
    assert page.goto("/campaigns/demo/").status == 404  # type: ignore[union-attr]
    assert run_jobs() == 1
    assert not Campaign.objects.filter(pk=campaign.pk).exists()
