"""The best mixed reference is found exactly, with and without cutting the sentence."""

import random

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from metrics.scorers.i_measure.counts import weighted_accuracy
from metrics.scorers.i_measure.gold import Correction, build_gold
from metrics.scorers.i_measure.mixing import Bounds, SentenceGold, best_mixed, best_of
from tests.metrics.i_measure import oracle

WORDS = ["a", "b", "c", "d"]
ALWAYS_CUT = Bounds(enumerate=0)


def gold_of(source, edits, annotators, bounds=ALWAYS_CUT):
    corrections = [Correction(*edit) for edit in edits]
    return SentenceGold(build_gold(source, corrections, annotators, retokenise=False), bounds)


@st.composite
def annotated(draw, longest=8, most_edits=5):
    """A source of few different words, so that alignments are ambiguous, and edits that may clash."""
    source = draw(st.lists(st.sampled_from(WORDS), min_size=1, max_size=longest))
    annotators = draw(st.integers(1, 3))
    edits = []
    for _ in range(draw(st.integers(0, most_edits))):
        start = draw(st.integers(0, len(source)))
        end = draw(st.integers(start, min(len(source), start + 3)))
        text = draw(st.lists(st.sampled_from([*WORDS, "x"]), max_size=2))
        edits.append((start, end, " ".join(text), draw(st.integers(0, annotators - 1))))
    return source, edits, annotators


@settings(max_examples=50, deadline=None, suppress_health_check=list(HealthCheck))
@example(  # a cut that another alignment costs as little is not taken for certain
    (["c", "b", "c", "c", "a", "a", "c", "c", "a", "a"], [(4, 4, "x", 0), (6, 7, "", 1), (1, 1, "", 1)], 2),
    ["c", "b", "c", "x", "a", "c", "c", "a", "a", "a"],
)
@given(annotated(), st.lists(st.sampled_from([*WORDS, "x", "y"]), max_size=8))
def test_any_gold_and_output_agree_with_brute_force(drawn, hypothesis):
    source, edits, annotators = drawn
    expected = oracle.best_by_enumeration(source, edits, annotators, hypothesis)
    assert best_mixed(gold_of(source, edits, annotators), hypothesis, 2.0) == expected
    assert best_mixed(gold_of(source, edits, annotators, Bounds()), hypothesis, 2.0) == expected


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(annotated(longest=12), st.randoms(use_true_random=False))
def test_outputs_close_to_the_source_agree_with_brute_force(drawn, chance):
    """Such outputs allow cuts; the words repeat, so that some candidates must be refused."""
    source, edits, annotators = drawn
    hypothesis = disturbed(source, chance)
    expected = oracle.best_by_enumeration(source, edits, annotators, hypothesis)
    assert best_mixed(gold_of(source, edits, annotators), hypothesis, 2.0) == expected


def test_without_mixing_each_annotator_is_a_reference():
    source = ["he", "go", "to", "school", "yesterday"]
    edits = [(1, 2, "went", 0), (2, 3, "", 1), (4, 5, "today", 1)]
    gold = gold_of(source, edits, 2)
    texts = {" ".join(text) for text in gold.clusters.unmixed}
    assert texts == {"he went to school yesterday", "he go school today"}
    mixture = ["he", "went", "school", "yesterday"]
    assert weighted_accuracy(best_mixed(gold, mixture, 2.0), 2.0) == 1.0
    assert weighted_accuracy(best_of(gold, gold.clusters.unmixed, mixture, 2.0), 2.0) < 1.0


def disturbed(source: list[str], chance: random.Random) -> list[str]:
    words = list(source)
    for _ in range(chance.randint(0, 3)):
        place = chance.randint(0, len(words))
        words[place : place + chance.randint(0, 1)] = chance.choice([[], ["a"], ["x"], ["b", "a"]])
    return words
