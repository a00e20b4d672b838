"""Figures in print: as wide as a column or the page, letters that can be read, and no colour needed."""

import re
import zlib
from functools import cache
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import pytest
from appraise_gec.report.figures import CHARTS, draw

from appraise_gec.present.charts import Cells, Chart
from appraise_gec.present.writers import figure
from appraise_gec.present.writers.figure import PAPER_WIDTHS
from appraise_gec.present.writers.figure_room import CELL, covering
from appraise_gec.report.result import report_result
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
