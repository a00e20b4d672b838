"""Figures: drawn once for a page and once for a paper, with names that can be read."""

import re
from itertools import combinations
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest

from appraise_gec.present.drawing import BOTH_COLUMNS, COLUMN, drawn, files, on_page
from appraise_gec.present.figure import Figure, heat_map, intervals, row_height, rows
from appraise_gec.present.table import Cell, Column, Kind, Row, Table

if TYPE_CHECKING:
    from matplotlib.axes import Axes

pytestmark = pytest.mark.figures
EVIL = '<script>alert("1")</script>'
NAMES = [EVIL, "ÜBER", "a-name-that-is-far-too-long-for-a-figure", "$x_1$"]
SVG = "{http://www.w3.org/2000/svg}"

pytestmark = pytest.mark.figures


def of_rows(*, wide: bool = False) -> Figure:
    def draw(left: "Axes", right: "Axes") -> None:
        for axes in (left, right):
            rows(axes, NAMES)
            axes.set_xlabel("Score")
        intervals(left, [(place, 0.3, 0.2, 0.5) for place in range(4)], label="sentences")
        right.plot([0.1, 0.2], [0, 1], ":", marker="s")

    return Figure("rows", f"Words of {EVIL}.", draw, height=row_height(4), panels=2, wide=wide)


def of_cells() -> Figure:
    columns = [Column("system", ""), *(Column(one, one, Kind.COUNT) for one in ("alpha", "beta"))]
    rows = [
        Row(["A", Cell(100, shade=1.0, strong=True), ""]),
        Row(["B", Cell(75, shade=0.5), Cell(25, shade=-0.5)]),
    ]
    return heat_map(Table("cells", "The darker, the more", columns, rows), "cells", "Wins")


def test_a_page_gets_a_named_picture_without_styles_of_its_own_in_its_colours() -> None:
    written = on_page(of_rows())
    root = ElementTree.fromstring(written)
    assert (root.get("role"), root.get("aria-label")) == ("img", f"Words of {EVIL}.")
    assert "<script" not in written and "style=" not in written and "<style" not in written
    colours = {one.get(name) for one in root.iter() for name in ("fill", "stroke")} - {None, "none"}
    assert all(colour == "currentColor" or str(colour).startswith("var(--") for colour in colours), colours
    texts = [one.text for one in root.iter("text")]
    assert {"a-name-that-\u2026or-a-figure", "$x_1$", "ÜBER", "Score"} <= set(texts)
    ids = [one.attrib["id"] for one in root.iter() if "id" in one.attrib]
    assert len(set(ids)) == len(ids) and all(one.startswith("rows-") for one in ids)
    referred = set(re.findall(r"(?:href=\"|url\()#([^\")]+)", written))
    assert referred == set(ids)
    assert on_page(of_rows()) == written


def test_a_wide_one_can_be_scrolled_with_the_keyboard() -> None:
    scrolled = ElementTree.fromstring(on_page(of_rows(wide=True)))
    assert (scrolled.tag, scrolled.get("tabindex"), scrolled.get("aria-label")) == (
        "div",
        "0",
        f"Words of {EVIL}.",
    )


@pytest.mark.parametrize("wide", [False, True])
def test_a_file_is_as_wide_as_a_paper_has_room_and_its_letters_can_be_read(wide: bool) -> None:
    made = files(of_rows(wide=wide), ("svg", "pdf", "png"))
    assert made == files(of_rows(wide=wide), ("svg", "pdf", "png"))
    assert made["pdf"].startswith(b"%PDF") and made["png"].startswith(b"\x89PNG")
    points = 72 * (BOTH_COLUMNS if wide else COLUMN)
    root = ElementTree.fromstring(made["svg"])
    assert float(root.attrib["viewBox"].split()[2]) == pytest.approx(points, abs=0.01)
    box = re.search(rb"/MediaBox \[ ?0 0 ([\d.]+)", made["pdf"])
    assert box and float(box[1]) == pytest.approx(points, abs=0.01)
    for text in root.iter(f"{SVG}text"):
        size = re.search(r"([\d.]+)px", text.attrib["style"])
        assert size and float(size[1]) >= 6, text.text


def test_cells_say_and_shade_their_values() -> None:
    root = ElementTree.fromstring(on_page(of_cells()))
    assert {"100", "75", "25", "alpha"} <= {one.text for one in root.iter("text")}
    assert [one.get("font-weight") for one in root.iter("text") if one.text == "100"] == ["700"]
    shades = [
        (one.get("fill"), float(one.get("fill-opacity", 1)))
        for one in root.iter("path")
        if one.get("fill-opacity")
    ]
    assert [shade for _, shade in shades] == [0.5, 0.25, 0.25]
    assert shades[1][0] != shades[2][0]


def covered_nothing(figure: Figure) -> None:
    """Check that no two names of points lie on each other, and all are inside of the figure."""
    from matplotlib.text import Text

    made = drawn(figure)
    made.draw_without_rendering()
    for axes in made.axes:
        boxes = [(text.get_text(), Text.get_window_extent(text)) for text in axes.texts]
        assert boxes
        for (one, box), (other, its) in combinations(boxes, 2):
            assert not box.overlaps(its), (one, other)
        for name, box in boxes:
            assert made.bbox.x0 <= box.x0 and box.x1 <= made.bbox.x1, name
            assert made.bbox.y0 <= box.y0 and box.y1 <= made.bbox.y1, name
