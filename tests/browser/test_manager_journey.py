"""What a campaign manager sees in a real browser: a file that is too big, every screen, the demo."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from appraise_gec.accounts.models import User

SignIn = Callable[[Page, Any], None]
Check = Callable[[Page], None]


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
