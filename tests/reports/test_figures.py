"""The figures of reports: of published data, no name lies on another and every text is inside."""

import re
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from appraise_gec import head_to_head, rank
from appraise_gec.present import latex
from appraise_gec.present.drawing import COLUMN, drawn, file, on_page
from appraise_gec.present.figure import Figure
from appraise_gec.present.numbers import fraction
from appraise_gec.report.computation import compute_report
from appraise_gec.report.folder import Described
from appraise_gec.report.options import ReportOptions
from appraise_gec.report.result import report_result
from metrics.sections.people import scatter
from metrics.validation.score_table import read_metric_scores
from tests.paper import inputs, need_tex, wrong_in_paper
from tests.present.test_figure import covered_nothing
from tests.reports.made_up import SYSTEMS, made_up_edits, made_up_judgments, made_up_survey

PUBLISHED = {"2015": "gjg15/judgments.xml", "seeda": "seeda/judgments_sent.xml"}


@pytest.fixture(scope="module")
def described() -> Described:
    """A report of many systems with the names that systems have."""
    judgments, options = made_up_judgments(), ReportOptions(replicates=20, parts=("validation",))
    made = compute_report(
        judgments, [3, 5, 9], SYSTEMS, options, edits=made_up_edits(), survey=made_up_survey()
    )
    return Described.of(report_result(made.result), made.recipe)


@given(st.text())
def test_no_text_is_a_command(text: str) -> None:
    known = r"\\(?:text[a-z]+|ldots)\{\}|\\,|\\[{}$&#_%]|\{\[\}|\{\*\}|\$[-a-z\\]+\$"
    assert re.findall(r"[\\{}$&#_%~^\[*]", re.sub(known, "", latex.escape(text))) == []
    assert "\n" not in latex.escape(text)


@pytest.mark.figures
def test_every_figure_fits_a_paper_and_a_page(described: Described) -> None:
    figures = [figure for section in described.sections for figure in section.figures]
    assert len(figures) == 8
    for figure in figures:
        fits(figure)


def test_every_table_is_set_in_a_paper_of_two_columns(described: Described, tmp_path: Path) -> None:
    need_tex()
    tables = [table for section in described.sections for table in section.tables if table.rows]
    assert len(tables) > 15
    assert len({table.key for table in tables}) == len(tables)
    files = {f"{table.key}.tex": latex.write(table) for table in tables}
    assert wrong_in_paper(inputs(files), tmp_path, files, fits=False) == []


def fits(figure: Figure) -> None:
    assert file(figure, "svg") == file(figure, "svg")
    ElementTree.fromstring(on_page(figure))
    made = drawn(figure)
    assert figure.wide or made.get_figwidth() == pytest.approx(COLUMN)
    for axes in made.axes:
        boxes = [one.get_window_extent() for one in axes.get_yticklabels() if one.get_text()]
        assert not any(one.overlaps(other) for one, other in combinations(boxes, 2))
        for text in (*axes.get_yticklabels(), axes.xaxis.label, axes.yaxis.label):
            box = text.get_window_extent()
            assert not text.get_text() or made.bbox.x0 - 1 <= box.x0 <= box.x1 <= made.bbox.x1 + 1, text


@pytest.mark.parametrize("name", PUBLISHED)
def test_names_of_systems_never_cover_each_other(shared: Path, name: str) -> None:
    found = rank(shared / "data" / PUBLISHED[name], replicates=50)
    people = {one.system: one.score for one in found.systems if one.score is not None}
    # Such as TransGEC and T5, which are as good by people and by any good metric.
    metric = {system: round(score, 1) for system, score in people.items()}
    if name == "2015":
        path = shared / "data" / "gjg15" / "metric-scores" / "scores.m2"
        (read, *_), *_ = read_metric_scores(path.read_bytes(), path.name)
        metric = dict(read.scores)
    covered_nothing(scatter("Metric", metric, people, "scatter"))


def test_head_to_head_reads_row_against_column_with_a_number_in_every_cell(shared: Path) -> None:
    found = head_to_head(shared / "data" / PUBLISHED["seeda"])
    made = drawn(next(one for one in found.figures if one.key == "head-to-head"))
    (axes,) = made.axes
    cells = {(round(one.get_position()[1]), round(one.get_position()[0])): one for one in axes.texts}
    names, between = found.systems, found.result.between()
    for row, one in enumerate(names):
        for column, other in enumerate(names):
            pair = between.get((one, other))
            share = None if pair is None else pair.share_a
            assert cells[row, column].get_text().startswith("" if share is None else fraction(share))
    boxes = [one.get_window_extent() for one in axes.texts if one.get_text()]
    assert len(boxes) == len(names) * (len(names) - 1)
    assert not any(one.overlaps(other) for one, other in combinations(boxes, 2))
