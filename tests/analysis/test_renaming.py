"""Names of systems are labels: other names, the same numbers."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from rankings.analysis.agreement import agreement
from rankings.analysis.head_to_head import compare_systems
from rankings.analysis.judge_statistics import judge_statistics
from rankings.analysis.methods import METHODS
from rankings.analysis.pair_counts import count_pairs
from rankings.analysis.scoring import scoring_method
from rankings.formats.columns import Judgments
from tests.analysis.made_up import SYSTEMS, judgments

NAMES = SYSTEMS[:5]


def renamed(made, new):
    """The same judgments about systems of other names."""
    return [
        replace(
            one,
            outputs=tuple(
                replace(output, systems=tuple(new[name] for name in output.systems)) for output in one.outputs
            ),
        )
        for one in made
    ]


def tables(made, order):
    """The table, the table under other names, and from each name the other."""
    new = dict(zip(NAMES, order, strict=True))
    here = Judgments.of(made, systems=NAMES)
    return here, Judgments.of(renamed(made, new), systems=NAMES), new


@given(judgments(systems=NAMES), st.permutations(NAMES))
@settings(max_examples=40)
def test_every_method_scores_systems_whatever_they_are_called(made, order):
    here, there, new = tables(made, order)
    place = [there.systems.index(new[name]) for name in here.systems]
    for method in METHODS:
        of_here, of_there = (
            scoring_method(method).point(counts.wins[None], counts.ties[None])[0]
            for counts in map(count_pairs, (here, there))
        )
        assert np.allclose(of_here, of_there[place], rtol=1e-6, atol=1e-6, equal_nan=True), method


@given(judgments(systems=NAMES), st.permutations(NAMES))
@settings(max_examples=40)
def test_comparisons_and_tests_of_two_systems_do_not_depend_on_names(made, order):
    here, there, new = tables(made, order)
    found = compare_systems(there).between()
    for one in compare_systems(here).pairs:
        other = found[new[one.system_a], new[one.system_b]]
        assert (one.wins_a, one.wins_b, one.ties) == (other.wins_a, other.wins_b, other.ties)
        tests = ("p_value", "p_holm", "p_sentence", "p_sentence_holm")
        for name in tests:
            assert getattr(one, name) == pytest.approx(getattr(other, name), abs=1e-9)
    assert judge_statistics(here) == judge_statistics(there)


@given(judgments(systems=NAMES), st.permutations(NAMES))
@settings(max_examples=40)
def test_agreement_does_not_depend_on_names_but_for_the_papers_measures(made, order):
    """Those square the shares of "first wins" and "second wins" apart, and names say who is first."""
    here, there, _ = tables(made, order)
    measures = zip(
        agreement(here, 1, replicates=0).measures, agreement(there, 1, replicates=0).measures, strict=True
    )
    for one, other in measures:
        for a, b in ((one.inter, other.inter), (one.intra, other.intra)):
            if a is None or b is None:
                continue
            assert a.comparisons == b.comparisons
            if one.name == "symmetric":
                assert a.kappa == pytest.approx(b.kappa, abs=1e-9)
