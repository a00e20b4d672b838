"""A table wider than a phone: what a row is about stays in view while the table is scrolled sideways."""

from pathlib import Path

import pytest
from django.template.loader import render_to_string
from playwright.sync_api import Browser

from appraise_gec.presentation.tables import Column, Kind, Row, Table
from appraise_gec.presentation.writers.page import page_table
from tests.browser.conftest import PHONE

CSS = Path(__file__).parents[2] / "static" / "css"


@pytest.mark.parametrize("first", [0, 2], ids=["heading-first", "heading-third"])
def test_what_a_row_is_about_stays_in_view(browser: Browser, first: int) -> None:
    columns = [Column(f"score-{at}", f"method {at}", Kind.SCORE) for at in range(12)]
    columns.insert(first, Column("system", "system", Kind.NAME))
    rows = []
    for name in ("ALDER", "BIRCH"):
        scores: list[object] = [0.5] * 12
        scores.insert(first, name)
        rows.append(Row(scores))
    table = page_table(Table("wide", "Wide", columns, rows))
    page = browser.new_page(**PHONE)
    page.set_content(render_to_string("presentation/table.html", {"table": table}))
    for sheet in ("appraise.css", "reports.css"):
        page.add_style_tag(content=(CSS / sheet).read_text(encoding="utf-8"))
    scrolled = page.evaluate(
        "() => { const region = document.querySelector('.table-scroll'); region.scrollLeft = 330;"
        " return [region.scrollLeft, region.getBoundingClientRect().left]; }"
    )
    assert scrolled[0] == 330
    seen = page.evaluate(
        "[...document.querySelectorAll('thead .row-heading, tbody th')].map((cell) => {"
        " const { left, width, top, height } = cell.getBoundingClientRect();"
        " return [left, cell.contains(document.elementFromPoint(left + width / 2, top + height / 2))]; })"
    )
    page.close()
    assert len(seen) == 3
    assert all(is_seen and left == pytest.approx(scrolled[1], abs=2) for left, is_seen in seen)
