"""The page that `appraise-gec report` writes, as a file: accessible, dark, on a phone, and on its own."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from playwright.sync_api import Page

from appraise_gec.cli import main
from appraise_gec.report import report_files
from rankings.formats.judgments import write_judgments
from rankings.formats.records import JudgedOutput, Judgment
from tests.browser.conftest import DESKTOP

LONG = "a-system-with-a-very-long-name-that-has-no-place-to-break"
HEBREW = "\u05e9\u05d5\u05e4\u05d8"
SCRIPT = "<script>document.title='run'</script>"


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    tmp_path = tmp_path_factory.mktemp("report")
    names = (LONG, SCRIPT, HEBREW, *"ABCDEFGH")
    judgments = [
        Judgment(
            judge,
            str(sentence),
            tuple(
                JudgedOutput((names[(sentence + place) % len(names)],), 1 + (place + number) % 3)
                for place in range(5)
            ),
            item=str(sentence),
        )
        for sentence in range(40)
        for number, judge in enumerate(("ann", HEBREW, "=bob"))
    ]
    path = tmp_path / "judgments.json"
    path.write_bytes(write_judgments(judgments, "json"))
    words = ["report", str(path), "-o", str(tmp_path / "report"), "--bootstrap", "50", "--part", "none"]
    with pytest.MonkeyPatch.context() as patched:
        # The page draws its own; those beside it take most of a minute.
        patched.setattr(report_files, "files", lambda figure: {})
        ended = CliRunner().invoke(main, words)
    assert ended.exit_code == 0, ended.stderr
    return tmp_path / "report" / "report.html"


def test_the_page_is_accessible_on_every_screen_and_asks_for_nothing(
    report: Path,
    new_page: Callable[..., Page],
    assert_sound: Callable[[Page], None],
    shoot: Callable[[Page, str], None],
) -> None:
    # The page's own policy would stop the check, too.
    page = new_page(**DESKTOP, bypass_csp=True)
    asked: list[str] = []
    keep_address(page, asked)
    page.goto(report.as_uri())
    assert [url for url in asked if not url.startswith("data:")] == [report.as_uri()]
    assert page.title() == "Report of judgments.json"
    assert page.evaluate("[...document.images].every(image => image.complete && image.naturalWidth > 0)")
    assert_sound(page)
    page.evaluate("document.querySelectorAll('details').forEach(part => part.open = true)")
    assert_sound(page)
    shoot(page, "report-offline")


def keep_address(page: Page, asked: list[str]) -> None:
    page.on("request", lambda request: asked.append(request.url))


def test_its_style_is_the_only_one_that_its_policy_allows(
    report: Path, new_page: Callable[..., Page]
) -> None:
    page = new_page(**DESKTOP)
    page.goto(report.as_uri())
    assert page.evaluate("getComputedStyle(document.querySelector('.tiles')).display") == "grid"
    # On paper, what is folded on the screen stands there.
    page.emulate_media(media="print")
    hidden = (
        "[...document.querySelectorAll('details table')].filter(table => !table.checkVisibility()).length"
    )
    assert page.evaluate(hidden) == 0
