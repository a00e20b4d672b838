"""A campaign manager in a real browser: from files to an open campaign, and a judge who takes up the link."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from appraise_gec.accounts.models import User
from rankings.models import Campaign
from tests.browser.conftest import PHONE
from tests.corpus.conftest import OUTPUTS, SOURCE, make_zip, text

Shoot = Callable[[Page, str], None]
SignIn = Callable[[Page, Any], None]
Check = Callable[[Page], None]


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    """The small corpus on disk: source, outputs, a zip, and an output with a line too few."""
    contents = {f"{name}.txt": text(lines) for name, lines in OUTPUTS.items()}
    contents["source.txt"] = text(SOURCE)
    contents["SHORT.txt"] = text(SOURCE[:-1])
    contents["outputs.zip"] = make_zip({f"{name}.txt": text(lines) for name, lines in OUTPUTS.items()})
    for name, content in contents.items():
        (tmp_path / name).write_bytes(content)
    return {name: tmp_path / name for name in contents}


def test_from_the_published_files_to_a_judge_at_work(
    page: Page,
    new_page: Callable[..., Page],
    alice: User,
    sign_in: SignIn,
    shared: Path,
    shoot: Shoot,
    assert_accessible: Check,
    assert_sound: Check,
) -> None:
    sign_in(page, alice)
    page.goto("/")
    page.get_by_role("link", name="New campaign").first.click()
    page.get_by_label("Title").fill("CoNLL-2014, judged again!")
    expect(page.get_by_label("Address")).to_have_value("conll-2014-judged-again")
    assert_accessible(page)
    shoot(page, "manager-new")
    outputs = sorted((shared / "data" / "gjg15" / "outputs").iterdir())
    source = next(one for one in outputs if one.name == "INPUT")
    page.get_by_label("Source file").set_input_files(source)
    page.get_by_label("System outputs").set_input_files(outputs)
    expect(page.get_by_text("13 files chosen")).to_be_visible()
    page.get_by_label("Language of the sentences").fill("en")
    shoot(page, "manager-new-filled")
    page.get_by_role("button", name="Go to the preview").click()

    expect(page.get_by_role("heading", level=1)).to_have_text("Preview: CoNLL-2014, judged again!")
    expect(page.locator(".tile").first).to_contain_text("1,312")
    expect(page.locator("article.screen")).to_have_count(3)
    assert_accessible(page)
    shoot(page, "manager-preview")
    first = page.locator("article.screen").first
    assert not any(one.name in (first.locator(".screen-outputs").inner_text()) for one in outputs)
    first.get_by_text("Which system wrote what").click()
    expect(first.locator(".screen-systems")).to_be_visible()
    page.get_by_role("button", name="Create the campaign").click()

    expect(page.get_by_text("The campaign is created")).to_be_visible()
    assert_accessible(page)
    shoot(page, "manager-desk-new")
    page.get_by_role("main").get_by_role("link", name="Sample items").click()
    forecast = page.locator("#forecast")
    expect(forecast).to_contain_text("100 from")
    page.get_by_label("Items to sample").fill("60")
    expect(forecast).to_contain_text("60 from")
    page.get_by_label("Seed").fill("2015")
    page.get_by_label("Every sentence equally likely").check()
    page.get_by_label("Favour sentences on which systems differ").check()
    expect(forecast).to_contain_text("120")
    assert_accessible(page)
    shoot(page, "manager-items")
    page.get_by_role("button", name="Sample the items").click()

    expect(page.get_by_text("Items are sampled: the campaign now has 60.")).to_be_visible()
    page.get_by_role("main").get_by_role("link", name="Invite judges").first.click()
    page.get_by_label("Names, one per line").fill("Jo\nKim")
    page.get_by_role("button", name="Make links").click()
    expect(page.get_by_role("heading", name="2 new links")).to_be_focused()
    link = page.get_by_label("Jo", exact=True).input_value()
    assert_accessible(page)
    shoot(page, "manager-judges-links")
    page.get_by_role("link", name="Done: back to the desk").click()
    page.get_by_role("link", name="Open for judging").click()
    assert_accessible(page)
    shoot(page, "manager-open")
    page.get_by_role("button", name="Open for judging").click()
    expect(page.get_by_text("The campaign is open")).to_be_visible()
    shoot(page, "manager-desk-open")

    judge = new_page(**PHONE)
    judge.goto(link)
    assert_sound(judge)
    shoot(judge, "invitation-phone")
    judge.get_by_label("User name").fill("jo")
    judge.get_by_label("Password", exact=True).fill("purple giraffe 9")
    judge.get_by_label("Repeat password").fill("purple giraffe 9")
    judge.get_by_role("button", name="Take part").click()
    expect(judge).to_have_url(re.compile(r"/judge/conll-2014-judged-again/"))


def test_a_wrong_file_is_reported_and_replaced(
    page: Page,
    alice: User,
    sign_in: SignIn,
    files: dict[str, Path],
    shoot: Shoot,
    assert_accessible: Check,
) -> None:
    sign_in(page, alice)
    page.goto("/campaigns/new/")
    page.get_by_label("Title").fill("Spring")
    page.get_by_label("Source file").set_input_files(files["source.txt"])
    page.get_by_label("System outputs").set_input_files(
        [files["ALPHA.txt"], files["BETA.txt"], files["GAMMA.txt"], files["SHORT.txt"]]
    )
    page.get_by_role("button", name="Remove BETA.txt").click()
    expect(page.get_by_text("3 files chosen")).to_be_visible()
    page.get_by_role("button", name="Go to the preview").click()
    expect(page.get_by_role("alert")).to_contain_text("SHORT.txt")
    expect(page.get_by_role("button", name="Create the campaign")).to_have_count(0)
    assert_accessible(page)
    shoot(page, "manager-preview-problems")
    page.get_by_role("link", name="Change files or settings").click()
    assert_accessible(page)
    shoot(page, "manager-change")
    page.get_by_label("remove SHORT.txt").check()
    page.get_by_label("System outputs").set_input_files(files["BETA.txt"])
    page.get_by_role("button", name="Go to the preview").click()
    page.get_by_role("button", name="Create the campaign").click()
    expect(page.get_by_text("The campaign is created")).to_be_visible()
    names = set(Campaign.objects.get().systems.values_list("name", flat=True))
    assert names == {"ALPHA", "BETA", "GAMMA", "INPUT"}


def test_files_can_be_dropped_onto_the_form(
    page: Page, alice: User, sign_in: SignIn, files: dict[str, Path]
) -> None:
    sign_in(page, alice)
    page.goto("/campaigns/new/")
    for names in (["ALPHA.txt"], ["BETA.txt", "ALPHA.txt"]):
        transfer = page.evaluate_handle(
            "names => { const t = new DataTransfer();"
            " for (const n of names) t.items.add(new File(['x\\n'], n)); return t; }",
            names,
        )
        page.dispatch_event("#id_outputs", "drop", {"dataTransfer": transfer})
    expect(page.locator('[data-chosen="id_outputs"] li')).to_have_count(2)
    assert page.evaluate("[...document.getElementById('id_outputs').files].map(f => f.name).sort()") == [
        "ALPHA.txt",
        "BETA.txt",
    ]


def test_what_is_too_big_is_reported_before_it_is_sent(
    page: Page, alice: User, sign_in: SignIn, settings: Any, tmp_path: Path
) -> None:
    settings.MAX_UPLOAD_BYTES = 1024 * 1024
    big = tmp_path / "BIG.txt"
    big.write_bytes(b"a line\n" * 200_000)
    sign_in(page, alice)
    page.goto("/campaigns/new/")
    page.get_by_label("System outputs").set_input_files(big)
    expect(page.get_by_role("alert")).to_contain_text("at most 1 MB")
    page.get_by_label("Title").fill("Big")
    page.get_by_role("button", name="Go to the preview").click()
    expect(page).to_have_url(re.compile(r"/campaigns/new/$"))
    expect(page.get_by_role("alert")).to_contain_text("at most 1 MB")
