"""Pairs from rankings: any input gives what a slow, obvious program gives."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from rankings.analysis import pair_counts as pair_counts_module
from rankings.analysis.judge_statistics import judge_statistics
from rankings.analysis.pair_counts import (
    CLUSTER_UNITS,
    FIRST_WINS,
    SECOND_WINS,
    TIE,
    count_pairs,
    count_pairs_by_unit,
    expanded_pairs,
    flat_counts,
    pair_matrices,
    usual_unit,
)
from rankings.analysis.reasons import FEWEST_DOCUMENTS
from rankings.formats.columns import Judgments
from tests.analysis.made_up import (
    SYSTEMS,
    brute_force_pairs,
    brute_force_unexpanded,
    judgments,
    ranking,
)

SIGNS = {FIRST_WINS: "<", TIE: "=", SECOND_WINS: ">"}


@given(judgments(systems=SYSTEMS), st.sampled_from([1, 20, pair_counts_module.PAIRS_PER_BLOCK]))
def test_expansion_is_that_of_brute_force(made, block):
    table = Judgments.of(made)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pair_counts_module, "PAIRS_PER_BLOCK", block)
        pairs = expanded_pairs(table)
    found = Counter(
        (int(row), table.systems[a], table.systems[b], SIGNS[outcome])
        for row, a, b, outcome in zip(
            pairs.row, pairs.first, pairs.second, pairs.outcome.tolist(), strict=True
        )
    )
    wanted = Counter((row, *pair) for row, one in enumerate(made) for pair in brute_force_pairs(one))
    assert found == wanted


@given(judgments(systems=SYSTEMS))
def test_statistics_per_judge_are_those_of_brute_force(made):
    for one in judge_statistics(Judgments.of(made)):
        own = [judgment for judgment in made if judgment.judge == one.judge]
        expanded = [sign for judgment in own for *_, sign in brute_force_pairs(judgment)]
        unexpanded = [sign for judgment in own for *_, sign in brute_force_unexpanded(judgment)]
        assert one.rankings == len(own)
        assert (one.expanded, one.expanded_ties) == (len(expanded), expanded.count("="))
        assert (one.unexpanded, one.unexpanded_ties) == (len(unexpanded), unexpanded.count("="))
        assert one.skipped == sum(judgment.skipped for judgment in own)
        assert one.single_output == sum(len(judgment.outputs) == 1 for judgment in own)


@given(judgments())
def test_counts_are_antisymmetric_in_meaning(made):
    counts = count_pairs(Judgments.of(made))
    assert not counts.wins.diagonal().any()
    assert not counts.ties.diagonal().any()
    assert (counts.ties == counts.ties.T).all()
    wins, ties = pair_matrices(flat_counts(counts), len(counts.systems))
    assert (wins == counts.wins).all()
    assert (ties == counts.ties).all()


@given(judgments(), st.sampled_from(CLUSTER_UNITS), st.booleans())
def test_counts_by_unit_add_up_to_all_counts(made, unit, sparse):
    table = Judgments.of(made)
    with pytest.MonkeyPatch.context() as patch:
        if sparse:
            patch.setattr(pair_counts_module, "DENSE_CELLS", -1)
            patch.setattr(pair_counts_module, "DENSE_SHARE", 2.0)
            patch.setattr(pair_counts_module, "PAIRS_PER_BLOCK", 1)
        units = count_pairs_by_unit(table, unit)
    total = np.asarray(units.counts.sum(axis=0)).ravel()
    assert (total == flat_counts(count_pairs(table))).all()
    expected_units = {
        "rankings": len(made),
        "sentences": len({one.sentence for one in made}),
        "documents": len({one.sentence for one in made}),
        "judges": len({one.judge for one in made}),
        "judge-documents": len({(one.judge, one.sentence) for one in made}),
        "judge-sentences": len({(one.judge, one.sentence) for one in made}),
    }
    assert len(units) == expected_units[unit]


def test_a_skipped_ranking_does_not_decide_what_is_resampled():
    made = [
        replace(ranking("j", str(s), ("A", 1), ("B", 2)), document=f"d{s // 2}")
        for s in range(2 * FEWEST_DOCUMENTS)
    ]
    elsewhere = replace(ranking("j", "0", skipped=True), document="another")
    assert usual_unit(Judgments.of([*made, elsewhere])) == "documents"
    assert usual_unit(Judgments.of([*made, replace(elsewhere, skipped=False)])) == "sentences"
