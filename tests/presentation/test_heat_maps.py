"""Shaded tables: what is shaded how, that a legend says so, and that numbers stay legible."""

import re

from appraise_gec.present import html
from appraise_gec.present.csv import write as write_csv
from appraise_gec.present.table import Cell, Column, Kind, Row, Sample, Table


def table(legend: tuple[Sample, ...] = ()) -> Table:
    columns = [Column("system", "system", Kind.NAME), Column("share", "share", Kind.FRACTION)]
    cells = [Cell(0.75, shade=0.5, strong=True), Cell(0.25, shade=-0.5), Cell(1.0, shade=1.0), Cell(0.5)]
    rows = [Row([f"S{number}", cell]) for number, cell in enumerate(cells)]
    return Table("shares", "Shares", columns, rows, legend=legend)


def test_depth_side_and_significance_are_classes() -> None:
    looks = re.findall(r'<td class="([^"]*)"', html.write(table()))
    assert looks == ["num shade-5 strong", "num shade-low-5", "num shade-9", "num"]


def test_the_legend_shows_samples_on_pages_and_nowhere_else() -> None:
    legend = (Sample(".75", "won more <often>", 0.5, strong=True), Sample(".25", "lost more", -0.5))
    page = html.write(table(legend))
    assert '<span class="sample shade-5 strong">.75</span> won more &lt;often&gt;' in page
    assert '<span class="sample shade-low-5">.25</span> lost more' in page
    assert "style=" not in page
    assert b"often" not in write_csv(table(legend))
