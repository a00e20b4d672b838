"""Figures in print: as wide as a column or the page, letters that can be read, and no colour needed."""

import re
import warnings
import zlib
from functools import cache
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import pytest

from appraise_gec.presentation.charts import Axis, Bars, Cells, Chart, Panel, Points, in_lines, names_axis
from appraise_gec.presentation.writers import figure
from appraise_gec.presentation.writers.figure import PAPER_WIDTHS
from appraise_gec.presentation.writers.figure_names import NAME
from appraise_gec.presentation.writers.figure_room import CELL, FAR, covering
from rankings.reports.figures import CHARTS, draw
from rankings.reports.result import report_result
from tests.reports.test_paper import of_made_up

POINTS_A_MILLIMETRE = 72 / 25.4
LEAST_LETTERS = 7.0
# Of the two numbers of a size in a file, how far they may be from what was asked for.
ROUNDED = 0.01
SVG = "{http://www.w3.org/2000/svg}"


@cache
def document() -> dict[str, Any]:
    return of_made_up().result


def chart(name: str) -> Chart:
    made = CHARTS[name](report_result(document()))
    assert made.panels, name
    return made


@pytest.mark.parametrize("width", PAPER_WIDTHS)
@pytest.mark.parametrize("name", CHARTS)
def test_an_svg_has_its_width_readable_letters_and_no_colour(name: str, width: str) -> None:
    root = ElementTree.fromstring(draw(name, "svg", document(), width))
    points = float(root.attrib["width"].removesuffix("pt"))
    assert points == pytest.approx(PAPER_WIDTHS[width] * POINTS_A_MILLIMETRE, abs=ROUNDED)
    # A unit of the drawing is a point, so sizes are those in print.
    assert float(root.attrib["viewBox"].split()[2]) == pytest.approx(points, abs=ROUNDED)
    texts = list(root.iter(f"{SVG}text"))
    assert len(texts) > 3
    ids = [one.attrib["id"] for one in root.iter() if "id" in one.attrib]
    assert len(set(ids)) == len(ids)
    for text in texts:
        size = re.search(r"([\d.]+)px", text.attrib["style"])
        assert size and float(size[1]) >= LEAST_LETTERS, text.text
        assert "scale" not in text.attrib.get("transform", "")
    colours = set(re.findall(r"#([0-9a-f]{6})", ElementTree.tostring(root, encoding="unicode")))
    assert colours and all(one[:2] == one[2:4] == one[4:] for one in colours), colours


@pytest.mark.parametrize("width", PAPER_WIDTHS)
def test_a_pdf_has_its_width_readable_letters_and_no_colour(width: str) -> None:
    content = draw("ranking", "pdf", document(), width)
    box = re.search(rb"/MediaBox \[ ?0 0 ([\d.]+)", content)
    assert box and float(box[1]) == pytest.approx(PAPER_WIDTHS[width] * POINTS_A_MILLIMETRE, abs=ROUNDED)
    pages = [
        text
        for stream in re.findall(rb"stream\r?\n(.*?)\r?\nendstream", content, flags=re.DOTALL)
        if b" Tf" in (text := inflated(stream))
    ]
    assert pages
    for page in pages:
        sizes = [float(size) for size in re.findall(rb"/F\S+ ([\d.]+) Tf", page)]
        assert sizes and min(sizes) >= LEAST_LETTERS
        for one in re.findall(rb"([\d.]+) ([\d.]+) ([\d.]+) (?:rg|RG)\b", page):
            assert len(set(map(float, one))) == 1, one


def inflated(stream: bytes) -> bytes:
    try:
        return zlib.decompress(stream)
    except zlib.error:
        return b""


@pytest.mark.parametrize("name", CHARTS)
def test_what_a_legend_tells_apart_differs_in_more_than_its_tone(name: str) -> None:
    entries = chart(name).entries
    looks = [(entry.marker, entry.line) for entry in entries]
    assert len(set(looks)) == len(looks)


@pytest.mark.parametrize("width", PAPER_WIDTHS)
@pytest.mark.parametrize("name", CHARTS)
def test_no_text_covers_another_or_is_cut(name: str, width: str) -> None:
    drawn = figure.drawn(chart(name), width)
    drawn.draw_without_rendering()
    room = drawn.bbox
    for axes in drawn.axes:
        beside = [label for label in axes.get_yticklabels() if label.get_text()]
        # Marks beyond the ends of an axis are there, but not drawn.
        ends = sorted(axes.get_xlim())
        below = [
            label
            for at, label in zip(axes.get_xticks(), axes.get_xticklabels(), strict=True)
            if ends[0] <= at <= ends[1]
        ]
        assert not covering([text for text in axes.texts if text.get_label() == CELL])
        assert not covering([*beside])
        for text in (*beside, *below, axes.xaxis.label, axes.yaxis.label):
            if text.get_text():
                box = text.get_window_extent()
                assert room.x0 - 1 <= box.x0 and box.x1 <= room.x1 + 1, text.get_text()


def test_texts_are_turned_broken_and_shortened_where_there_is_no_room() -> None:
    names = [f"a system with a long name, number {number}" for number in range(12)]
    ticks = [(float(place), name) for place, name in enumerate(names)]
    label = "A label of an axis that is much longer than the axis is, so that it has to be broken into lines"
    dots = Points([(0, 0), (11, 11)], marker="circle")
    made = Chart("x", "", [Panel(Axis(label, ticks=ticks), names_axis(names), [dots])], height=8.0)
    drawn = figure.drawn(made, "one-column")
    (axes,) = drawn.axes
    assert {text.get_rotation() for text in axes.get_xticklabels()} == {90.0}
    assert "\n" in axes.get_xlabel()
    assert max(len(text.get_text()) for text in axes.get_yticklabels()) == 16
    # On a screen nothing of that happens.
    (wide,) = figure.drawn(made).axes
    assert wide.get_xlabel() == label


def rows_of_two_systems(methods: list[str]) -> Chart:
    names = [(0.0, "ALDER"), (1.0, "BIRCH")]
    lines = [Points([(float(at), float(row)) for at in range(len(methods))], line="solid") for row in (0, 1)]
    ticks = [(float(at), method) for at, method in enumerate(methods)]
    return Chart("x", "", [Panel(Axis(ticks=ticks), Axis(ticks=names, far=names), lines)], height=1.4)


def test_a_low_figure_becomes_higher_where_turned_texts_leave_its_rows_no_room() -> None:
    methods = [f"A method with a title of some length, number {number}" for number in range(5)]
    drawn = figure.drawn(rows_of_two_systems(methods), "one-column")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        drawn.draw_without_rendering()
    (axes,) = drawn.axes
    assert not covering(axes.get_yticklabels())
    for label in axes.get_xticklabels():
        assert label.get_text() in methods
        assert label.get_window_extent().y0 >= 0, label.get_text()
    # Where nothing is in its way, it stays as low as it was meant to be.
    short = figure.drawn(rows_of_two_systems(["A", "B"]), "one-column")
    assert short.get_figheight() == pytest.approx(figure.LOWER * 1.4)


@pytest.mark.parametrize("wide", [False, True])
def test_names_are_shortened_by_their_width_so_that_columns_keep_room(wide: bool) -> None:
    names = ["W" * 30 if wide and not place else f"SYSTEM-{place}" for place in range(15)]
    ticks = [(float(place), name) for place, name in enumerate(names)]
    upright = Axis("of the column", low=-0.5, high=14.5, ticks=ticks, turned=True)
    grid = Panel(upright, names_axis(names), [Cells([[0.5] * 15] * 15)])
    beside = Panel(Axis(), Axis(ticks=ticks, far=ticks), [Points([(0, 0), (1, 14)], marker="circle")])
    for panel in (grid, beside):
        drawn = figure.drawn(Chart("x", "", [panel], height=6.0), "one-column")
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            drawn.draw_without_rendering()
        (axes,) = drawn.axes
        assert not covering(axes.get_xticklabels())
        assert axes.get_window_extent().width > 0.2 * drawn.bbox.width
        for text in (*axes.get_yticklabels(), *(one for one in axes.texts if one.get_label() == FAR)):
            box = text.get_window_extent()
            assert box.x0 >= -1 and box.x1 <= drawn.bbox.x1 + 1, text.get_text()


@pytest.mark.parametrize(("width", "systems"), [("", 15), ("two-columns", 15), ("one-column", 9)])
def test_names_of_dots_stand_inside_and_cover_nothing(width: str, systems: int) -> None:
    names = [f"SYSTEM-{place}" for place in range(systems)]
    crowd = [(place, 0.68 + 0.002 * (place * 7 % 10)) for place in range(systems - 1)]
    dots = Points([*crowd, (systems - 1.0, 0.2)], marker="circle", names=names)
    made = Chart("x", "", [Panel(Axis("rank", grid=True), Axis("metric", grid=True), [dots])], height=4.0)
    drawn = figure.drawn(made, width)
    drawn.draw_without_rendering()
    (axes,) = drawn.axes
    shown = [text for text in axes.texts if text.get_label() == NAME]
    assert [text.get_text() for text in shown] == names
    assert not covering(shown)
    assert not covering([*shown, *axes.get_yticklabels()])
    for box in (text.get_window_extent() for text in shown):
        assert box.x0 >= 0 and box.x1 <= drawn.bbox.x1 and box.y0 >= 0 and box.y1 <= drawn.bbox.y1


def test_a_label_of_an_axis_keeps_a_bound_and_its_sign_together() -> None:
    assert in_lines("Wins in %, bold: p ≤ 0.05", 20).split("\n") == ["Wins in %, bold:", "p\u00a0≤\u00a00.05"]


def test_numbers_without_room_in_their_cells_are_left_out() -> None:
    def numbers(size: int, width: str) -> int:
        panel = Panel(Axis(), names_axis(["A"] * size), [Cells([[0.5] * size] * size)])
        grid = Chart("x", "", [panel], height=8.0)
        (axes,) = figure.drawn(grid, width).axes
        return sum(text.get_label() == CELL for text in axes.texts)

    assert numbers(5, "one-column") == 25
    assert numbers(40, "one-column") == 0
    assert numbers(20, "two-columns") == 400


def test_numbers_on_bars_are_turned_where_they_cover_each_other() -> None:
    bars = [(float(place), 10_000 + place) for place in range(15)]
    made = Chart("x", "", [Panel(Axis(), Axis(), [Bars(bars)])])
    turned = [
        {text.get_rotation() for text in figure.drawn(made, width).axes[0].texts} for width in PAPER_WIDTHS
    ]
    assert turned == [{90.0}, {0.0}]


def test_an_unknown_width_is_refused() -> None:
    with pytest.raises(KeyError):
        figure.write(chart("ranking"), "pdf", "three-columns")


def test_the_matrix_of_systems_says_what_the_table_says() -> None:
    result = report_result(document())
    made = chart("head-to-head")
    (cells,) = [mark for mark in made.panels[0].marks if isinstance(mark, Cells)]
    names = [system.system for system in result.ranking.systems]
    between = result.head_to_head.between()
    for row, one in enumerate(names):
        for column, other in enumerate(names):
            pair = between.get((other, one))
            share = pair.share_a if pair else None
            assert cells.text(row, column) == ("" if share is None else f"{100 * share:.0f}")
    # The darker, the more wins.
    for shares, texts in zip(cells.shares, cells.texts, strict=True):
        known = sorted((int(text), share) for text, share in zip(texts, shares, strict=True) if text)
        assert all(first[1] <= second[1] + 0.01 for first, second in pairwise(known))
