"""Matrices of a report are shaded by value and significance; places by each method are drawn as lines."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from rankings.analysis.against_chance import p_of_correlation, p_of_kappa
from rankings.analysis.agreement import PairAgreement
from rankings.analysis.head_to_head import HeadToHead, SystemPair
from rankings.analysis.ranked_systems import RankedSystem
from rankings.analysis.ranking import SystemRanking
from rankings.tables.head_to_head import TESTS, matrix


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


def ranked(method: str, title: str, order: str) -> SystemRanking:
    systems = tuple(
        RankedSystem(name, 1 - place / 9, None, None, None, place + 1, None, None, None, None, 1, 10)
        for place, name in enumerate(order.split())
    )
    return SystemRanking(systems, ((),), method, title, "sentences", 10, 10, 0.95, 1, "standard")


BY_SENTENCE = next(test for test in TESTS if test.key == "sentence-holm")
