"""Charts: described once, drawn for a page and for a file."""

import subprocess
import sys
from xml.etree import ElementTree

import pytest

from appraise_gec.present.charts import (
    Axis,
    Bars,
    Cells,
    Chart,
    Panel,
    Points,
    Rule,
    Spans,
    names_axis,
)
from appraise_gec.present.writers import figure, svg

EVIL = '<script>alert("1")</script>'
NAMES = [EVIL, "ÜBER", "a-name-that-is-far-too-long-for-a-chart", "$x_1$"]


def chart() -> Chart:
    """Every kind of mark, in two panels."""
    rows = Panel(
        Axis("Score", grid=True),
        names_axis(NAMES),
        [
            Spans([(place, 0.1 * place, 0.5 + 0.1 * place) for place in range(4)]),
            Points([(0.3, 1)], "sentences", marker="square", names=[EVIL]),
            Points([(0.3, 0), (0.4, 2)], "pairs", "second", line="dashed"),
            Points([(0.5, 3)], marker="ring"),
            Points([(0.6, 3)], marker="diamond"),
            Rule("y", 1.5),
            Rule("x", 0.2, label="now"),
        ],
    )
    other = Panel(Axis("Number", whole=True), names_axis(NAMES), [Bars([(0.2, 1), (0.4, 3)])])
    return Chart("all", f"Words of {EVIL}.", [rows, other], 3.0, legend="above", legend_title="Resampled")


def texts(made: Chart) -> list[str]:
    return [one.text or "" for one in ElementTree.fromstring(svg.write(made)).iter("text")]


def test_a_page_gets_a_named_picture_without_colours_or_styles_of_its_own() -> None:
    written = svg.write(chart())
    root = ElementTree.fromstring(written)
    assert (root.get("role"), root.get("aria-label")) == ("img", f"Words of {EVIL}.")
    assert "<script" not in written
    assert "style=" not in written and "#" not in written
    assert {one.get("fill") for one in root.iter()} <= {None, "none", "currentColor"}
    assert texts(chart()).count(EVIL) == 1  # beside its point; its row is shortened
    assert "a-name-that-\u2026for-a-chart" in texts(chart())
    assert {"sentences", "pairs", "Resampled", "now", "Score", "Number"} <= set(texts(chart()))


def test_marks_lie_inside_of_the_picture() -> None:
    root = ElementTree.fromstring(svg.write(chart()))
    _, _, width, height = map(float, str(root.get("viewBox")).split())
    for one in root.iter():
        for name in ("x", "x1", "x2", "cx"):
            assert 0 <= float(one.get(name, 0)) <= width
        for name in ("y", "y1", "y2", "cy"):
            assert 0 <= float(one.get(name, 0)) <= height


@pytest.mark.parametrize("extension", figure.CONTENT_TYPES)
def test_the_same_chart_gives_the_same_file(extension: str) -> None:
    first = figure.write(chart(), extension)
    assert first == figure.write(chart(), extension)
    assert first.startswith({"svg": b"<?xml", "png": b"\x89PNG", "pdf": b"%PDF"}[extension])


def test_where_nothing_can_be_drawn_both_say_why() -> None:
    empty = Chart("none", "No ranking.", [], reason="No ranking")
    assert texts(empty) == ["No ranking"]
    assert b"No ranking" in figure.write(empty, "svg")


def test_cells_are_shaded_by_share_and_small_ones_left_out() -> None:
    made = Chart("grid", "", [Panel(Axis(), names_axis(["A", "B"]), [Cells([[1.0, 0.0], [0.25, 0.004]])])])
    root = ElementTree.fromstring(svg.write(made))
    assert [one.get("fill-opacity") for one in root.iter("rect")] == ["0.5", "0.125"]
    assert {"100", "25"} <= set(texts(made))


def test_a_page_draws_without_the_drawing_library() -> None:
    program = (
        "import sys\n"
        "from appraise_gec.present.charts import Axis, Bars, Chart, Panel\n"
        "from appraise_gec.present.writers import figure, svg\n"
        "svg.write(Chart('a', '', [Panel(Axis(), Axis(), [Bars([(1, 2)])])]))\n"
        "sys.exit('matplotlib' in sys.modules)\n"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
