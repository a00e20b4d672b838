"""A table wider than a phone: what a row is about stays in view while the table is scrolled sideways."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from appraise_gec.present import html
from appraise_gec.present.table import Column, Kind, Row, Table
from tests.browser.conftest import PHONE

ROOT = Path(__file__).parents[2]
JS = ROOT / "static" / "js"


def table_of(columns: int) -> str:
    shown = [Column("system", "system", Kind.NAME)]
    shown += [Column(f"score-{at}", f"method {at}", Kind.SCORE) for at in range(columns)]
    return html.write(Table("wide", "Wide", shown, [Row(["ALDER", *[0.5] * columns])]))


def open_with_styles(browser: Browser, content: str, **options: Any) -> Page:
    page = browser.new_page(**options)
    page.set_content(content)
    page.add_style_tag(content=(ROOT / "static" / "css" / "appraise.css").read_text(encoding="utf-8"))
    return page


@pytest.mark.parametrize("direction", ["ltr", "rtl"])
def test_a_table_says_that_it_goes_on_until_its_end_is_in_view(browser: Browser, direction: str) -> None:
    words = '<template id="table-more"><p class="table-more">More columns</p></template>'
    page = open_with_styles(browser, f'<main dir="{direction}">{table_of(20)}{words}</main>', **PHONE)
    page.add_script_tag(content=(JS / "wide-tables.js").read_text(encoding="utf-8"), type="module")
    hint = page.get_by_text("More columns")
    expect(hint).to_be_visible()
    box = page.locator(".table-scroll")
    expect(box).to_have_class(re.compile("goes-on"))
    box.evaluate(f"box => {{ box.scrollLeft = {'-' if direction == 'rtl' else ''}box.scrollWidth; }}")
    expect(box).not_to_have_class(re.compile("goes-on"))
    page.set_viewport_size({"width": 2400, "height": 800})
    expect(hint).to_be_hidden()
    page.close()
