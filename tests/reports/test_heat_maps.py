"""Matrices of a report are shaded by value and significance; places by each method are drawn as lines."""

from dataclasses import replace
from itertools import pairwise
from xml.etree import ElementTree

import numpy as np
import pytest
from scipy import stats

from appraise_gec.presentation.charts import Points, in_lines
from appraise_gec.presentation.writers import figure, svg
from rankings.analysis.against_chance import p_of_correlation, p_of_kappa
from rankings.analysis.results.agreement import PairAgreement
from rankings.analysis.results.head_to_head import HeadToHead, SystemPair
from rankings.analysis.results.ranking import JudgeComparison, RankedSystem, SystemRanking
from rankings.charts.methods import rank_by_method
from rankings.tables.head_to_head import TESTS, matrix
from rankings.tables.judges import correlations


def pair(a: str, b: str, share: float | None, p: float) -> SystemPair:
    return SystemPair(a, b, 10, 10, 0, share, p, p, p, p, "", 20)


def test_head_to_head_is_shaded_by_value_and_paler_where_it_may_be_chance() -> None:
    found = HeadToHead(
        ("A", "B", "C"), (pair("A", "B", 0.7, 0.01), pair("A", "C", 0.7, 0.2), pair("B", "C", None, 1.0))
    )
    shown = matrix(found, test=BY_SENTENCE).for_people()
    cells = {
        (row.values[0], column.key): row.cells[place]
        for row in shown.rows
        for place, column in enumerate(shown.columns)
    }
    sure, unsure = cells["B", "A"], cells["C", "A"]
    assert sure.value == unsure.value == 0.7
    assert sure.strong and not unsure.strong
    assert sure.shade is not None and unsure.shade is not None
    assert sure.shade > unsure.shade > 0
    # The same pair, seen from the other system.
    assert cells["A", "B"].shade == pytest.approx(-sure.shade)
    assert cells["C", "B"].shade is None
    assert [sample.strong for sample in shown.legend] == [False, False, True]


def test_p_values_are_those_of_the_numerical_library() -> None:
    rng = np.random.default_rng(1)
    for systems in (3, 4, 7, 13, 30):
        x = rng.normal(size=systems)
        y = 0.5 * x + rng.normal(size=systems)
        r, p = stats.pearsonr(x, y)
        assert p_of_correlation(float(r), systems) == pytest.approx(p, abs=1e-9)
    assert p_of_correlation(0.9, 2) is None
    assert p_of_correlation(-1.0, 5) == 0
    measured = PairAgreement("a", "b", 0.2, 100, 52, 0.52, 0.4, 40, 20, 40, enough=True)
    assert p_of_kappa(measured) == pytest.approx(stats.norm.sf(0.2 / (0.4 / (100 * 0.6)) ** 0.5))
    assert p_of_kappa(replace(measured, kappa=None)) is None
    assert p_of_kappa(replace(measured, kappa=-0.2)) > 0.5  # type: ignore[operator]


def test_correlations_of_judges_are_bold_where_chance_does_not_explain_them() -> None:
    systems = tuple("ABCDEFGH")
    up = tuple(float(place) for place in range(8))
    compared = JudgeComparison(
        judges=("one", "two"),
        systems=systems,
        scores=(up, up),
        spearman=((1.0, 0.9), (0.9, 1.0)),
        pearson=((1.0, 0.3), (0.3, 1.0)),
        spearman_rest=(0.9, None),
        pearson_rest=(0.3, None),
        comparisons=(10, 10),
        spearman_average=0.9,
        pearson_average=0.3,
        method="expected-wins",
        title="Expected Wins",
    )
    first, second = correlations(compared).for_people().rows[:2]
    assert [cell.strong for cell in first.cells[1:5]] == [False, True, True, False]
    assert second.cells[1].shade is not None and second.cells[1].shade < 0.3
    assert second.cells[3].shade is None


def ranked(method: str, title: str, order: str) -> SystemRanking:
    systems = tuple(
        RankedSystem(name, 1 - place / 9, None, None, None, place + 1, None, None, None, None, 1, 10)
        for place, name in enumerate(order.split())
    )
    return SystemRanking(systems, ((),), method, title, "sentences", 10, 10, 0.95, 1, "standard")


BY_SENTENCE = next(test for test in TESTS if test.key == "sentence-holm")
LEADING = ranked("expected-wins", "Expected Wins", "ALDER BIRCH CEDAR HAZEL")
OTHER = ranked("bradley-terry", "Bradley-Terry with ties (Davidson)", "ALDER CEDAR BIRCH HAZEL")


def test_lines_cross_where_methods_disagree() -> None:
    chart = rank_by_method(LEADING, [OTHER])
    lines = [mark for mark in chart.panels[0].marks if isinstance(mark, Points)]
    assert [[y for _, y in line.points] for line in lines] == [[0, 0], [1, 2], [2, 1], [3, 3]]
    assert [line.tone == "muted" for line in lines] == [True, False, False, True]
    assert "BIRCH 2, 3" in chart.words
    root = ElementTree.fromstring(svg.write(chart))
    names = [one.text for one in root.iter("text")]
    assert all(names.count(name) == 2 for name in ("ALDER", "BIRCH", "CEDAR", "HAZEL"))
    assert figure.write(chart, "svg").startswith(b"<?xml")


def test_names_and_methods_cover_nothing() -> None:
    names = " ".join(f"SYSTEM-WITH-A-NAME-{number:02}" for number in range(20))
    titles = ["Expected Wins", "Expected Wins, ties as half wins", "Bradley-Terry with ties (Davidson)"]
    made = [ranked(f"method-{number}", title, names) for number, title in enumerate([*titles, *titles])]
    chart = rank_by_method(made[0], made[1:])
    for width in (chart.width, chart.wide):
        assert width is not None
        root = ElementTree.fromstring(svg.write(replace(chart, width=width)))
        _, _, right, bottom = map(float, str(root.get("viewBox")).split())
        boxes = []
        for one in root.iter("text"):
            x, y, long = float(one.get("x", 0)), float(one.get("y", 0)), 6.6 * len(one.text or "")
            start = x - {"start": 0, "middle": long / 2, "end": long}[one.get("text-anchor", "middle")]
            boxes.append((start, y - 10, start + long, y))
            assert 0 <= y <= bottom
            assert start >= -1 and start + long <= right + 1, one.text
        for number, (left, top, end, low) in enumerate(boxes):
            for other in boxes[number + 1 :]:
                assert end <= other[0] or other[2] <= left or low <= other[1] or other[3] <= top


def test_one_method_or_unlinked_systems_make_no_lines() -> None:
    assert rank_by_method(LEADING, []).reason
    apart = replace(
        LEADING, systems=tuple(replace(one, group=1 + (one.system > "BIRCH")) for one in LEADING.systems)
    )
    assert not rank_by_method(apart, [OTHER]).panels
    assert not rank_by_method(LEADING, [replace(OTHER, systems=OTHER.systems[:3])]).panels


def test_titles_are_broken_at_spaces_and_hyphens() -> None:
    lines = in_lines("Bradley-Terry with ties (Davidson)", 11).split("\n")
    assert "".join(lines).replace(" ", "") == "Bradley-Terrywithties(Davidson)"
    assert all(len(line) <= 11 for line in lines)
    assert all(a and b for a, b in pairwise(lines))
