"""Charts: described once, drawn for a page and for a file."""

import re
import subprocess
import sys
from importlib import resources
from xml.etree import ElementTree

import pytest
from django.conf import settings

from appraise_gec.presentation.charts import (
    Axis,
    Bars,
    Cells,
    Chart,
    Panel,
    Points,
    Rule,
    Spans,
    names_axis,
    places_of_names,
)
from appraise_gec.presentation.writers import figure, svg

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


@pytest.mark.parametrize("width", ["", *figure.PAPER_WIDTHS])
def test_a_file_does_not_depend_on_those_written_with_it(width: str) -> None:
    for order in (("svg", "png", "pdf"), ("pdf", "svg", "png")):
        for extension, content in figure.write_types(chart(), order, width).items():
            assert content == figure.write(chart(), extension, width), (order, extension)


def test_where_nothing_can_be_drawn_both_say_why() -> None:
    empty = Chart("none", "No ranking.", [], reason="No ranking")
    assert texts(empty) == ["No ranking"]
    assert b"No ranking" in figure.write(empty, "svg")


def test_cells_are_shaded_by_share_and_small_ones_left_out() -> None:
    made = Chart("grid", "", [Panel(Axis(), names_axis(["A", "B"]), [Cells([[1.0, 0.0], [0.25, 0.004]])])])
    root = ElementTree.fromstring(svg.write(made))
    assert [one.get("fill-opacity") for one in root.iter("rect")] == ["0.5", "0.125"]
    assert {"100", "25"} <= set(texts(made))


@pytest.mark.parametrize(
    ("axis", "low", "high", "expected"),
    [
        (Axis(), 0.0, 1.0, ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]),
        (Axis(), -0.31, 0.22, ["\u22120.3", "\u22120.2", "\u22120.1", "0.0", "0.1", "0.2"]),
        (Axis(most=5, whole=True), 0, 3, ["0", "1", "2", "3"]),
        (Axis(most=5, whole=True), 0, 12_000, ["0", "2,500", "5,000", "7,500", "10,000"]),
        (Axis(whole=True), 0, 1, ["0", "1"]),
        (Axis(), 2.0, 2.0, ["2"]),
        (
            Axis(),
            0.0,
            1e-7,
            [f"0.000000{n:02}" for n in range(0, 11, 2)],
        ),
    ],
)
def test_ticks_are_round_numbers(axis: Axis, low: float, high: float, expected: list[str]) -> None:
    assert [text for _, text in svg.round_ticks(axis, low, high)] == expected


def test_names_avoid_each_other_and_the_edge() -> None:
    (first, second) = places_of_names(["AAAA", "BBBB"], [(0.0, 0.0), (10.0, 0.0)])
    assert first != second
    ((_, _, side),) = places_of_names(["AAAA"], [(95.0, 0.0)], room=100.0)
    assert side == "right"


def test_a_page_draws_without_the_drawing_library() -> None:
    program = (
        "import sys\n"
        "from appraise_gec.presentation.charts import Axis, Bars, Chart, Panel\n"
        "from appraise_gec.presentation.writers import figure, svg\n"
        "svg.write(Chart('a', '', [Panel(Axis(), Axis(), [Bars([(1, 2)])])]))\n"
        "sys.exit('matplotlib' in sys.modules)\n"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_letters_without_a_font_are_named_once_in_one_line(caplog: pytest.LogCaptureFixture) -> None:
    """The drawing library warns of each letter whenever it meets it."""
    made = Chart("one", "Words.", [Panel(Axis("\u4e2d"), Axis("\u6587"), [Points([(0.3, 1)])])], 3.0)
    for extension in ("svg", "pdf", "png", "png"):
        figure.write(made, extension)
    assert [one.getMessage() for one in caplog.records] == [
        "The font of figures as PDF and PNG does not have \u4e2d \u6587, and shows boxes there. "
        "SVG and pages use the fonts of their reader."
    ]


def style_rules(text: str, media: str = "") -> dict[tuple[str, str], str]:
    """Declarations by media query ("" outside of any) and selector; the first rule of each counts."""
    rules: dict[tuple[str, str], str] = {}
    text = " ".join(re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL).split())
    for head, body in re.findall(r"([^{}]+)\{((?:[^{}]|\{[^{}]*\})*)\}", text):
        name = head.strip()
        for place, declared in style_rules(body, name).items() if name[0] == "@" else [((media, name), body)]:
            rules.setdefault(place, declared.strip())
    return rules


def custom_values(rules: dict[tuple[str, str], str], media: str = "") -> dict[str, str]:
    return dict(re.findall(r"(--[a-z-]+): ([^;]+)", rules[(media, ":root")]))


def test_charts_look_alike_on_the_site_and_on_a_page_by_itself() -> None:
    site = style_rules((settings.BASE_DIR / "static" / "css" / "appraise.css").read_text("utf-8"))
    alone = style_rules(resources.files("appraise_gec.presentation.writers").joinpath("html.css").read_text())
    fonts = custom_values(site)["--sans"]
    of_site, of_page = (
        {place: body.replace("var(--sans)", fonts) for place, body in sheet.items() if ".chart" in place[1]}
        for sheet in (site, alone)
    )
    assert of_site == of_page and len(of_site) > 10
    colours = set(re.findall(r"var\((--[a-z-]+)\)", str(of_page)))
    for media in ("", "@media (prefers-color-scheme: dark)"):
        here, there = custom_values(site, media), custom_values(alone, media)
        assert {name: here[name] for name in colours} == {name: there[name] for name in colours}
