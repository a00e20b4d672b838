"""The report of 2015 as people read it: the finding first, one page, nothing in the way."""

import pytest
from playwright.sync_api import Page, expect

from appraise_gec.report.options import ReportOptions
from appraise_gec.report.site import services
from rankings.models import Campaign, Report
from tests.browser.conftest import DARK, DESKTOP, PHONE, assert_no_sideways_scrolling
from tests.reports.conftest import gjg15, import_bytes, published_xml  # noqa: F401 - fixtures

pytestmark = pytest.mark.figures
MOST_PIXELS, MOST_NUMBERS, MOST_SIZES = 12_000, 150, 6
# Numbers of the report that are in view, and sizes of its letters; axes of figures say no number of the data.
READ = """() => {
  const words = document.createTreeWalker(document.querySelector('.report'), NodeFilter.SHOW_TEXT);
  let numbers = 0;
  const sizes = new Set();
  while (words.nextNode()) {
    const { textContent: text, parentElement: parent } = words.currentNode;
    if (!text.trim() || parent.closest('svg') || !parent.checkVisibility()) continue;
    numbers += (text.match(/\\d[\\d,.]*/g) ?? []).length;
    sizes.add(getComputedStyle(parent).fontSize);
  }
  return [numbers, sizes.size];
}"""
# Pairs of words of one figure that lie on each other.
COVERED = """() => [...document.querySelectorAll('svg.figure')].flatMap((figure) => {
  const words = [...figure.querySelectorAll('text')]
    .map((one) => [one.textContent, one.getBoundingClientRect()]);
  const apart = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) < 2
    || Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) < 4;
  return words.flatMap(([word, box], at) =>
    words.slice(at + 1).filter(([, other]) => !apart(box, other)).map(([other]) => `${word} on ${other}`));
})"""


@pytest.fixture
def report(transactional_db, alice, gjg15: Campaign, published_xml: bytes, run_jobs) -> Report:  # noqa: F811
    import_bytes(gjg15, published_xml)
    made = services.request_report(gjg15, alice, ReportOptions(replicates=200)).report
    assert run_jobs()
    return made


def fits(page: Page) -> None:
    assert_no_sideways_scrolling(page)
    assert page.evaluate(COVERED) == []


def test_the_report_of_2015_is_read_on_every_screen_and_on_paper(
    report: Report, alice, new_page, sign_in
) -> None:
    for screen in (DESKTOP, PHONE, DARK):
        page = new_page(**screen)
        sign_in(page, alice)
        page.goto(report.get_absolute_url())
        finding = page.locator("#finding .lead")
        expect(finding).to_contain_text("AMU comes first")
        place = finding.bounding_box()
        assert place is not None
        assert place["y"] + place["height"] < screen["viewport"]["height"] - 100
        assert page.evaluate("document.documentElement.scrollHeight") <= MOST_PIXELS
        numbers, sizes = page.evaluate(READ)
        assert numbers <= MOST_NUMBERS
        assert sizes <= MOST_SIZES
        fits(page)
        page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        fits(page)
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = false; })")
    page.set_viewport_size({"width": 700, "height": 1000})
    page.emulate_media(media="print")
    expect(page.get_by_role("table", name="Outputs judged against the unchanged sentence")).to_be_visible()
    expect(page.locator("nav.contents")).to_be_hidden()
    fits(page)
