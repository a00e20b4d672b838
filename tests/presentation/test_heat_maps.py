"""Shaded tables: what is shaded how, that a legend says so, and that numbers stay legible."""

import re
from importlib import resources
from pathlib import Path

import pytest
from django.conf import settings
from django.template import Context, Template

from appraise_gec.presentation.tables import Cell, Column, Kind, Row, Sample, Table
from appraise_gec.presentation.writers.csv import write as write_csv
from appraise_gec.presentation.writers.page import SHADES, page_table
from tests.presentation.test_charts import custom_values, style_rules

SITE = Path(settings.BASE_DIR) / "static" / "css" / "appraise.css"
DARK = "@media (prefers-color-scheme: dark)"


def table(legend: tuple[Sample, ...] = ()) -> Table:
    columns = [Column("system", "system", Kind.NAME), Column("share", "share", Kind.FRACTION)]
    cells = [Cell(0.75, shade=0.5, strong=True), Cell(0.25, shade=-0.5), Cell(1.0, shade=1.0), Cell(0.5)]
    rows = [Row([f"S{number}", cell]) for number, cell in enumerate(cells)]
    return Table("shares", "Shares", columns, rows, legend=legend)


def test_depth_side_and_significance_are_classes() -> None:
    looks = [row.cells[1].classes for row in page_table(table()).rows]
    assert looks == ["num shade-5 strong", "num shade-low-5", "num shade-9", "num"]


def test_the_legend_shows_samples_on_pages_and_nowhere_else() -> None:
    legend = (Sample(".75", "won more <often>", 0.5, strong=True), Sample(".25", "lost more", -0.5))
    html = Template("{% load presentation %}{% show_table table %}").render(Context({"table": table(legend)}))
    assert '<span class="sample shade-5 strong">.75</span> won more &lt;often&gt;' in html
    assert '<span class="sample shade-low-5">.25</span> lost more' in html
    assert "style=" not in html
    assert b"often" not in write_csv(table(legend))


def colour(text: str) -> tuple[float, ...]:
    return tuple(int(text[place : place + 2], 16) / 255 for place in (1, 3, 5))


def luminance(parts: tuple[float, ...]) -> float:
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("scheme", ["", DARK], ids=["light", "dark"])
@pytest.mark.parametrize("sheet", ["site", "alone"])
def test_numbers_on_every_shade_have_the_contrast_of_level_aa(sheet: str, scheme: str) -> None:
    alone = resources.files("appraise_gec.presentation.writers").joinpath("html.css")
    text = SITE.read_text("utf-8") if sheet == "site" else alone.read_text("utf-8")
    rules = style_rules(text)
    values = custom_values(rules) | custom_values(rules, scheme)
    under = values["--raised" if sheet == "site" else "--bg"]
    ink = luminance(colour(values["--ink"]))
    for number in range(SHADES):
        declared = re.search(r"--depth: (\d+)%", rules[("", f".shade-{number}, .shade-low-{number}")])
        assert declared
        depth = int(declared[1]) / 100
        for hue in ("--accent", "--chart-second"):
            mixed = tuple(
                depth * a + (1 - depth) * b for a, b in zip(colour(values[hue]), colour(under), strict=True)
            )
            lighter, darker = sorted((ink, luminance(mixed)), reverse=True)
            assert (lighter + 0.05) / (darker + 0.05) >= 4.5, (number, hue)


def test_a_table_of_many_columns_is_dense() -> None:
    def made(columns: int) -> str:
        shown = [Column("system", "system", Kind.NAME)]
        shown += [Column(f"c{at}", f"column {at}", Kind.SCORE) for at in range(columns)]
        return page_table(Table("wide", "Wide", shown, [Row(["ALDER", *[0.123] * columns])])).classes

    assert "dense" not in made(9)
    assert "dense" in made(10)
