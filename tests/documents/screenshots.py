"""The screenshots of the documentation, taken of the demo campaign in a real browser.

    python -m tests.documents.screenshots

starts a site of its own and writes `docs/images/*.png`, with the Chromium of the tests.
"""

import io
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.chromium import launched
from tests.conftest import CHECKOUT
from tests.documents.demo_site import demo_site

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

IMAGES = CHECKOUT / "docs" / "images"
DEMO = CHECKOUT / "rankings" / "demo" / "data"
WIDE = {"width": 1280, "height": 760}
PHONE = {"width": 390, "height": 760}
COLOURS = 128
# The first report takes a worker some seconds; a busy machine several times as many.
PATIENCE_MS = 180_000


def judging(page: "Page") -> None:
    """An item, with a rank for all outputs but the last."""
    _enter_as(page, "judge")
    _open_item(page)
    ranks = iter("1223")
    for row in page.locator("fieldset.output").all()[:-1]:
        # Nobody takes the unchanged sentence for the best.
        page.keyboard.press("4" if row.locator(".badge").count() else next(ranks))
    page.get_by_text("Saved", exact=True).wait_for()


def judging_on_a_phone(page: "Page") -> None:
    """The same item, for thumbs."""
    _enter_as(page, "judge")
    _open_item(page)


def preview(page: "Page") -> None:
    """What a manager sees before a campaign is made of files."""
    _enter_as(page, "manager")
    page.goto("/campaigns/new/")
    page.get_by_label("Title").fill("Eight systems")
    page.get_by_label("Source file").set_input_files(DEMO / "source.txt")
    page.get_by_label("System outputs").set_input_files(sorted((DEMO / "outputs").iterdir()))
    page.get_by_role("button", name="Go to the preview").click()
    page.get_by_role("button", name="Discard the files").wait_for()


def desk(page: "Page") -> None:
    """The overview of a campaign in which people judge."""
    _enter_as(page, "manager")
    page.goto("/campaigns/demo/")


def report(page: "Page") -> None:
    """The beginning of a report."""
    _enter_as(page, "researcher")
    page.goto("/campaigns/demo/report/")
    page.locator("#finding").wait_for(timeout=PATIENCE_MS)


# name: (what leads there, the window)
SHOTS: dict[str, tuple[Callable[["Page"], None], dict[str, int]]] = {
    "judging.png": (judging, WIDE),
    "judging-phone.png": (judging_on_a_phone, PHONE),
    "preview.png": (preview, WIDE),
    "desk.png": (desk, WIDE),
    "report.png": (report, WIDE),
}


def _enter_as(page: "Page", who: str) -> None:
    page.goto("/")
    page.locator(f"form[action$='/{who}/'] button").click()
    page.wait_for_load_state()


def _open_item(page: "Page") -> None:
    page.goto("/judge/demo/")
    page.locator("form[action$='/next/'] button").first.click()
    page.get_by_role("radio").first.wait_for(state="attached")
    page.wait_for_load_state("networkidle")


def take(browser: "Browser", site: str, name: str) -> bytes:
    """One picture as PNG with few colours."""
    from PIL import Image

    lead_there, window = SHOTS[name]
    options: dict[str, Any] = {
        "base_url": site,
        "viewport": window,
        "locale": "en-GB",
        "reduced_motion": "reduce",
    }
    with browser.new_context(**options) as context:
        page = context.new_page()
        lead_there(page)
        page.wait_for_load_state("networkidle")
        taken = Image.open(io.BytesIO(page.screenshot()))
    small = io.BytesIO()
    taken.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(small, "PNG", optimize=True)
    return small.getvalue()


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, demo_site(Path(folder)) as site, launched() as browser:
        for name in SHOTS:
            picture = take(browser, site, name)
            (IMAGES / name).write_bytes(picture)
            print(f"{IMAGES / name}: {len(picture):,} bytes")


if __name__ == "__main__":
    main()
