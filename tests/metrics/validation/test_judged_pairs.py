"""Sentence scores on the judged pairs: against counting by hand and by brute force."""

from dataclasses import asdict
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.validation.judged_sentences import sentence_agreement
from rankings.formats.columns import Judgments
from rankings.formats.records import JudgedOutput, Judgment


def ranking(sentence: str, *outputs: tuple[str, int], judge: str = "j") -> Judgment:
    """Outputs as ("A B", 1): systems that share it, and its rank."""
    shown = tuple(JudgedOutput(tuple(systems.split()), rank) for systems, rank in outputs)
    return Judgment(judge, sentence, shown)


def agreement(judgments, scores, **options):
    return asdict(sentence_agreement(Judgments.of(judgments), "m", scores, **options))


def test_pairs_without_scores_are_counted_and_left_out():
    found = agreement([ranking("0", ("A", 1), ("B", 2)), ranking("9", ("A", 1), ("B", 2))], {"A": {"0": 1.0}})
    assert (found["comparisons"], found["unscored"]) == (0, 2)
    for name in ("accuracy", "tau", "accuracy_with_ties", "accuracy_low"):
        assert found[name] is None


SYSTEMS = "ABCDE"


@st.composite
def evaluations(draw):
    judgments = []
    for number in range(draw(st.integers(1, 6))):
        order = draw(st.permutations(SYSTEMS))
        cuts = sorted(draw(st.sets(st.integers(1, 4), min_size=1)))
        groups = [order[i:j] for i, j in zip([0, *cuts], [*cuts, 5], strict=True)]
        judgments.append(
            ranking(str(number % 4), *((" ".join(group), draw(st.integers(1, 3))) for group in groups))
        )
    scores = {
        system: {str(sentence): draw(st.integers(0, 3)) / 4 for sentence in range(4)} for system in SYSTEMS
    }
    return judgments, scores


@given(evaluations())
def test_counting_one_pair_after_the_other_gives_the_same(evaluation):
    judgments, scores = evaluation
    comparisons = concordant = discordant = ties = 0
    for judgment in judgments:
        shown = [(output.rank, scores[min(output.systems)][judgment.sentence]) for output in judgment.outputs]
        for (rank_a, a), (rank_b, b) in combinations(shown, 2):
            if rank_a == rank_b:
                ties += 1
                continue
            comparisons += 1
            concordant += (rank_b - rank_a) * (a - b) > 0
            discordant += (rank_b - rank_a) * (a - b) < 0
    found = agreement(judgments, scores, replicates=20)
    assert (found["comparisons"], found["human_ties"]) == (comparisons, ties)
    assert (found["concordant"], found["discordant"]) == (concordant, discordant)
    if comparisons:
        assert found["tau"] == pytest.approx((concordant - discordant) / comparisons)
        assert found["accuracy"] == pytest.approx((found["tau"] + 1) / 2)
