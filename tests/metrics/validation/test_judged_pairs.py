"""Sentence scores on the judged pairs: against counting by hand and by brute force."""

from dataclasses import asdict
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.validation.judged_sentences import sentence_agreement
from rankings.formats.columns import Judgments
from tests.analysis.made_up import judgments, ranking


def agreement(made, scores, **options):
    return asdict(sentence_agreement(Judgments.of(made), "m", scores, **options))


def test_pairs_without_scores_are_counted_and_left_out():
    found = agreement(
        [ranking("j", "0", ("A", 1), ("B", 2)), ranking("j", "9", ("A", 1), ("B", 2))], {"A": {"0": 1.0}}
    )
    assert (found["comparisons"], found["unscored"]) == (0, 2)
    for name in ("accuracy", "tau", "accuracy_with_ties", "accuracy_low"):
        assert found[name] is None


SENTENCES = ("0", "1", "2", "3")
SCORES = st.fixed_dictionaries(
    {system: st.fixed_dictionaries({one: st.integers(0, 3) for one in SENTENCES}) for system in "ABCDE"}
)


@given(judgments(systems="ABCDE", sentences=len(SENTENCES), most=6), SCORES)
def test_counting_one_pair_after_the_other_gives_the_same(made, scores):
    comparisons = concordant = discordant = ties = 0
    for judgment in made:
        shown = [(output.rank, scores[min(output.systems)][judgment.sentence]) for output in judgment.outputs]
        for (rank_a, a), (rank_b, b) in combinations(shown, 2):
            if rank_a == rank_b:
                ties += 1
                continue
            comparisons += 1
            concordant += (rank_b - rank_a) * (a - b) > 0
            discordant += (rank_b - rank_a) * (a - b) < 0
    found = agreement(made, scores, replicates=20)
    assert (found["comparisons"], found["human_ties"]) == (comparisons, ties)
    assert (found["concordant"], found["discordant"]) == (concordant, discordant)
    if comparisons:
        assert found["tau"] == pytest.approx((concordant - discordant) / comparisons)
        assert found["accuracy"] == pytest.approx((found["tau"] + 1) / 2)
