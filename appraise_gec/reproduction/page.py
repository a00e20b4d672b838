"""A reproduction as sections: a table of all exhibits, and each exhibit with both numbers in every cell."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import appraise_gec
from appraise_gec.present import html
from appraise_gec.present.blocks import Block, Prose, Section, Shown
from appraise_gec.present.figure import LINES, MAIN, Figure, legend_above
from appraise_gec.present.labels import label_points
from appraise_gec.present.numbers import NONE, counted
from appraise_gec.present.table import Cell, Column, Kind, Row, Table
from appraise_gec.reproduction.comparing import Chart, ExhibitResult, Number, Reproduction, Verdict

if TYPE_CHECKING:
    from matplotlib.axes import Axes

TITLE = "Published numbers, and ours"
ORIGIN = (
    "Every number of the printed tables, from the released data. Each cell shows ours, and below it the "
    "printed one."
)
WORDS: dict[Verdict, str] = {
    "equal": "equal",
    "chance": "by chance",
    "explained": "explained",
    "differs": "unexplained",
    "missing": "missing",
}
MARKS: dict[Verdict, str] = {"equal": "", "chance": "~", "explained": "*", "differs": "!", "missing": ""}
MEANINGS = (
    "Equal: to the printed precision. By chance (~): both are drawn at random, and differ by at most two "
    "standard errors. Explained (*): the cause is known. Unexplained (!): it is not. Missing: what it takes "
    "is not in the folder."
)


def page(made: Reproduction) -> bytes:
    """The whole page, which needs nothing else."""
    sections = [summary(made), *map(describe, made.exhibits)]
    program = f"Made by Appraise GEC {appraise_gec.__version__}."
    return html.write_page(TITLE, sections, program, html.no_files)


def summary(made: Reproduction) -> Section:
    """How many numbers of each table and figure are equal, and how many are not."""
    counts = [(one.key, one.counts, one.reason) for one in made.exhibits] + [("all", made.counts, "")]
    rows = [
        Row([key, sum(count.values()), *count.values(), reason], rule_above=key == "all")
        for key, count, reason in counts
    ]
    columns = [
        Column("exhibit", "table or figure", Kind.NAME),
        Column("numbers", "numbers", Kind.COUNT),
        *(Column(verdict, words, Kind.COUNT) for verdict, words in WORDS.items()),
        Column("reason", "not reproduced"),
    ]
    return Section(
        "reproduction",
        "Overview",
        [
            Prose(ORIGIN),
            Shown(Table("reproduction", "All tables and figures", columns, rows, notes=[MEANINGS])),
        ],
    )


def describe(exhibit: ExhibitResult) -> Section:
    """An exhibit: how ours is computed, the numbers, and why they differ."""
    blocks: list[Block] = [Prose(exhibit.how)]
    if exhibit.reason:
        blocks.append(Prose(f"Not reproduced: {exhibit.reason}", "notice"))
    else:
        blocks += [_figure(f"{exhibit.key}-{place}", chart) for place, chart in enumerate(exhibit.charts, 1)]
        blocks += [Shown(numbers(exhibit)), *map(Prose, _reasons(exhibit))]
    blocks += [Prose(note, "small") for note in exhibit.notes]
    return Section(exhibit.key, f"{exhibit.paper}, {exhibit.name}: {exhibit.title}", blocks)


def numbers(exhibit: ExhibitResult) -> Table:
    """The table as it is printed, with both numbers in each cell."""
    cells = {(number.row, number.column): number for number in exhibit.numbers}
    rows = list(dict.fromkeys(row for row, _ in cells))
    names = list(dict.fromkeys(column for _, column in cells))
    if set(names) - {"others"} <= set(rows):
        # A matrix of systems or judges: its columns stand in the order of its rows.
        names.sort(key=lambda name: rows.index(name) if name in rows else len(rows))
    columns = [Column("row", "", Kind.NAME), *(Column(name, name, Kind.SCORE, named=True) for name in names)]
    lines = [Row([row, *(_cell(cells.get((row, name))) for name in names)]) for row in rows]
    return Table(exhibit.key, "Our numbers, and below them the printed ones", columns, lines)


def _cell(number: Number | None) -> Cell:
    if number is None:
        return Cell("")
    difference = "" if number.difference is None else f"difference {number.difference:+.2g}"
    said = WORDS[number.verdict] if number.printed else ""
    words = "; ".join(filter(None, (said, difference, number.reason)))
    return Cell(number.ours or NONE, mark=MARKS[number.verdict], words=words, detail=number.printed)


def _reasons(exhibit: ExhibitResult) -> Sequence[str]:
    """Why printed numbers are not equal, with those of one reason together."""
    groups: dict[tuple[Verdict, str], int] = {}
    for number in exhibit.numbers:
        if number.printed and number.verdict != "equal" and number.reason:
            key = (number.verdict, " ".join(number.reason.split()))
            groups[key] = groups.get(key, 0) + 1
    return [
        f"{WORDS[verdict].capitalize()}, {counted(count, 'number')}: {reason}"
        for (verdict, reason), count in groups.items()
    ]


def _figure(key: str, chart: Chart) -> Figure:
    """A figure of a paper, drawn from our numbers."""

    def draw(axes: "Axes") -> None:
        for series, (colour, line) in zip(chart.series, LINES, strict=False):
            if chart.kind == "bars":
                axes.bar(series.x, series.y, color=MAIN)
            else:
                style = line if chart.kind == "lines" else "o"
                axes.plot(series.x, series.y, style, color=colour, label=series.name)
            label_points(
                axes, list(zip(series.x, series.y, strict=True)), series.labels or ()
            ) if series.labels else None
        if len(chart.series) > 1:
            legend_above(axes)
        axes.set_xlabel(chart.x_label)
        axes.set_ylabel(chart.y_label)

    return Figure(key, f"{chart.title}.", draw, caption=chart.title)
