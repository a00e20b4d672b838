"""The figures of reports: of published data, no name lies on another and every text is inside."""

from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest

from appraise_gec import head_to_head, rank
from appraise_gec.present.figure import COLUMN, drawn, file, on_page
from appraise_gec.report.figures import FIGURES
from appraise_gec.report.result import report_result
from metrics.sections.people import scatter, scores_by_rank
from metrics.validation.score_table import read_metric_scores
from rankings.charts.matrices import head_to_head_matrix
from tests.present.test_figure import covered_nothing
from tests.reports.test_paper import of_made_up

PUBLISHED = {"2015": "gjg15/judgments.xml", "seeda": "seeda/judgments_sent.xml"}


@pytest.mark.parametrize("key", FIGURES)
def test_every_figure_fits_a_paper_and_a_page(key: str) -> None:
    figure = FIGURES[key](report_result(of_made_up().result))
    assert (figure.key, figure.reason) == (key, "")
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
    covered_nothing(scores_by_rank("Metric", metric, found.systems, "ranks"))


def test_head_to_head_reads_row_against_column_with_a_number_in_every_cell(shared: Path) -> None:
    found = head_to_head(shared / "data" / PUBLISHED["seeda"])
    made = drawn(head_to_head_matrix(found.result))
    (axes,) = made.axes
    cells = {(round(one.get_position()[1]), round(one.get_position()[0])): one for one in axes.texts}
    names, between = found.systems, found.result.between()
    for row, one in enumerate(names):
        for column, other in enumerate(names):
            pair = between.get((one, other))
            share = None if pair is None else pair.share_a
            assert cells[row, column].get_text() == ("" if share is None else f"{100 * share:.0f}")
    boxes = [one.get_window_extent() for one in axes.texts if one.get_text()]
    assert len(boxes) == len(names) * (len(names) - 1)
    assert not any(one.overlaps(other) for one, other in combinations(boxes, 2))
