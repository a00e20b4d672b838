"""Files are handed in, looked at, mended on the page of their preview, and stored."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from appraise_gec.accounts.models import User
from rankings.judgments.stored import campaign_judgments
from rankings.models import Campaign
from tests.browser.conftest import assert_no_sideways_scrolling

#: How long a page that waits for a job may take to turn by itself, in milliseconds.
PAGE_TURNS = 20_000


def test_published_files_become_a_campaign_with_its_judgments_in_three_pages(
    page: Page,
    phone: Page,
    dark_page: Page,
    alice: User,
    sign_in: Callable[[Page, User], None],
    shared: Path,
    assert_accessible: Callable[[Page], None],
    run_jobs: Callable[[], int],
    transactional_db: None,
) -> None:
    data = shared / "data" / "seeda"
    outputs = sorted((data / "outputs").iterdir())
    source = next(one for one in outputs if one.name == "INPUT")
    for one, name in ((phone, "-phone"), (dark_page, "-dark"), (page, "")):
        sign_in(one, alice)
        one.goto("/campaigns/new/")
        assert_accessible(one)
        one.get_by_label("Title").fill(f"SEEDA{name}")
        one.get_by_label("Source file").set_input_files(source)
        one.get_by_label("System outputs").set_input_files(outputs)
        one.get_by_label("One document: each").check()
        one.get_by_label("File with judgments").set_input_files(data / "judgments_edit.xml")
        one.get_by_role("button", name="Go to the preview").click()
        run_jobs()
        expect(one.get_by_text("736 of 974")).to_be_visible(timeout=PAGE_TURNS)
        assert_accessible(one)
        assert_no_sideways_scrolling(one)
    page.get_by_label("Number of the first sentence").select_option("1")
    page.get_by_role("button", name="Read again").click()
    run_jobs()
    expect(page.get_by_text("Every judgment fits")).to_be_visible(timeout=PAGE_TURNS)
    assert_accessible(page)
    page.get_by_role("button", name="Create the campaign").first.click()
    run_jobs()
    expect(page.get_by_text("There are 600 rankings")).to_be_visible(timeout=PAGE_TURNS)
    assert next(iter(campaign_judgments(Campaign.objects.get()))).sentence == "11"


def test_what_is_too_big_is_reported_before_it_is_sent(
    page: Page, alice: User, sign_in: Callable[[Page, User], None], settings: Any, tmp_path: Path
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
