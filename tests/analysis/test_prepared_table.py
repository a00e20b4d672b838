"""What several rankings share is what each of them would compute for itself, to the last bit."""

from typing import Any

import numpy as np
import pytest
from scipy import sparse

from benchmarks.coverage import AS_2015, Design, simulated
from rankings.analysis import prepared_table
from rankings.analysis.choices import BootstrapUnit, SpeaksFor
from rankings.analysis.head_to_head import compare_systems
from rankings.analysis.judge_variance import variance_of_scores
from rankings.analysis.judgments import JudgmentTable
from rankings.analysis.pair_counts import CLUSTER_UNITS, count_pairs_by_unit
from rankings.analysis.prepared_table import PreparedTable
from rankings.analysis.system_ranking import rank_systems
from rankings.formats.records import JudgedOutput, Judgment
from tests.analysis.judgments_of import judgments_of

KINDS: tuple[tuple[BootstrapUnit, SpeaksFor], ...] = (
    ("sentences", "judges-like-these"),
    ("sentences", "these-judges"),
    ("rankings", "these-judges"),
    ("judges", "judges-like-these"),
    ("pairs", "these-judges"),
)


@pytest.fixture(scope="module")
def table():
    """With judges of different diligence, a skipped ranking and a system that is never ranked."""
    made = simulated(
        Design("", 7, AS_2015, sentences=30), np.linspace(0.4, -0.4, 6), np.random.default_rng(1)
    )
    judgments = judgments_of(made)
    judgments[3] = Judgment(judgments[3].judge, judgments[3].sentence, judgments[3].outputs, skipped=True)
    shared = Judgment("judge00000", "x", (JudgedOutput(("A", "B"), 1), JudgedOutput(("C",), 2)))
    return JudgmentTable.from_judgments([*judgments, shared])


@pytest.mark.parametrize("kept", [prepared_table.MOST_KEPT, 0], ids=["kept", "too large to keep"])
def test_rankings_and_tests_are_the_same(table, kept, monkeypatch):
    monkeypatch.setattr(prepared_table, "MOST_KEPT", kept)
    prepared = PreparedTable(table)
    for unit, speaks_for in KINDS:
        settings: dict[str, Any] = {"unit": unit, "speaks_for": speaks_for, "replicates": 60, "seed": 4}
        assert rank_systems(prepared, **settings) == rank_systems(table, **settings)
    assert compare_systems(prepared) == compare_systems(table)


@pytest.mark.parametrize("unit", CLUSTER_UNITS)
def test_counts_by_unit_are_sums_over_rankings(table, unit):
    made, expected = PreparedTable(table).by_unit(unit), count_pairs_by_unit(table, unit)
    assert made.unit == expected.unit
    dense = [sparse.csr_array(one.counts).toarray() for one in (made, expected)]
    assert np.array_equal(dense[0], dense[1])
    assert dense[0].sum() > 0


def test_nothing_is_computed_twice(table, monkeypatch):
    asked = []

    def counted(*arguments):
        asked.append(arguments[1])
        return variance_of_scores(*arguments)

    monkeypatch.setattr(prepared_table, "variance_of_scores", counted)
    prepared = PreparedTable(table)
    for unit, speaks_for in KINDS:
        rank_systems(prepared, unit=unit, speaks_for=speaks_for, replicates=2)
    assert asked == [prepared.groups[0]]
    assert prepared.by_unit("sentences") is prepared.by_unit("sentences")
    alone = variance_of_scores(table, prepared.groups[0])
    assert (prepared.variance_of_scores(prepared.groups[0]).total == alone.total).all()
