"""One real browser for all tests of a process: Playwright starts once in a thread."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.missing import missing_or_skip

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@contextmanager
def launched() -> Iterator[Browser]:
    """The machine's Chromium, or the one named by APPRAISE_GEC_CHROMIUM."""
    # The shell is the same engine without the window around it, and starts in a fraction of the time.
    found = (shutil.which(name) for name in ("chromium-headless-shell", "chromium"))
    program = os.environ.get("APPRAISE_GEC_CHROMIUM") or next(filter(None, found), None)
    if not program or not Path(program).is_file():
        where = f"at {program}" if program else "on the PATH or in APPRAISE_GEC_CHROMIUM"
        missing_or_skip("chromium", f"there is no Chromium {where}.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, headless=True, args=FLAGS)
        yield browser
        browser.close()
