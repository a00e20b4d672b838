"""Takes the screenshots of the documentation anew, of the demo: `python -m tests.documents.screenshots`."""

import io
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page

from tests.chromium import launched
from tests.conftest import CHECKOUT
from tests.documents.demo_site import demo_site

DEMO = CHECKOUT / "rankings" / "demo" / "data"
COLOURS = 128
# The first report takes a worker some seconds; a busy machine several times as many.
PATIENCE_MS = 180_000


def judging(page: Page) -> None:
    page.goto("/judge/demo/")
    page.locator("form[action$='/next/'] button").first.click()
    page.get_by_role("radio").first.wait_for(state="attached")
    page.wait_for_load_state("networkidle")
    if page.evaluate("innerWidth > 600"):  # on a desk, a rank for all outputs but the last
        ranks = iter("1223")
        for row in page.locator("fieldset.output").all()[:-1]:
            # Nobody takes the unchanged sentence for the best.
            page.keyboard.press("4" if row.get_by_text("no change").is_visible() else next(ranks))
        page.get_by_text("Saved", exact=True).wait_for()


def preview(page: Page) -> None:
    page.goto("/campaigns/new/")
    page.get_by_label("Title").fill("Eight systems")
    page.get_by_label("Source file").set_input_files(DEMO / "source.txt")
    page.get_by_label("System outputs").set_input_files(sorted((DEMO / "outputs").iterdir()))
    page.get_by_role("button", name="Go to the preview").click()
    page.get_by_role("button", name="Discard the files").wait_for()


def desk(page: Page) -> None:
    page.goto("/campaigns/demo/")


def report(page: Page) -> None:
    page.goto("/campaigns/demo/report/")
    page.locator("#finding").wait_for(timeout=PATIENCE_MS)


# Name, who looks, what leads there, and the width of the window.
SHOTS = (
    ("judging", "judge", judging, 1280),
    ("judging-phone", "judge", judging, 390),
    ("preview", "manager", preview, 1280),
    ("desk", "manager", desk, 1280),
    ("report", "researcher", report, 1280),
)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, demo_site(Path(folder)) as site, launched() as browser:
        for name, who, lead_there, width in SHOTS:
            page = browser.new_page(
                base_url=site,
                locale="en-GB",
                reduced_motion="reduce",
                viewport={"width": width, "height": 760},
            )
            page.goto("/")
            page.locator(f"form[action$='/{who}/'] button").click()
            page.wait_for_load_state()
            lead_there(page)
            page.wait_for_load_state("networkidle")
            taken = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
            few = taken.quantize(COLOURS, dither=Image.Dither.NONE)
            few.save(CHECKOUT / "docs" / "images" / f"{name}.png", "PNG", optimize=True)
            page.close()


if __name__ == "__main__":
    main()
