"""What a score means, on sentences small enough to check by eye."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.references.edits import Annotation, Edit, Gold, GoldSentence
from metrics.scorers.m2.metric import M2
from metrics.scorers.scorer import Material


def gold_of(source, *annotations):
    """One sentence; each annotation is a list of (start, end, *corrections)."""
    notes = tuple(
        Annotation(number, tuple(Edit(start, end, "X", tuple(texts)) for start, end, *texts in edits))
        for number, edits in enumerate(annotations)
    )
    return GoldSentence(source, notes)


def corpus(*sentences):
    gold = Gold("gold.m2", sentences)
    return Material(gold.sources, gold)


def counts(hypotheses, material, **kwargs):
    parts = M2(**kwargs).score(hypotheses, material).parts
    return parts["correct"], parts["proposed"], parts["gold"]


def test_an_edit_is_cut_as_the_gold_cuts_it():
    """The example of the method's paper: one longer edit or two short ones, whatever the gold has."""
    source = "There is no a doubt , tracking system has brought many benefits"
    hypothesis = "There is no doubt , tracking system has brought many benefits"
    assert counts([hypothesis], corpus(gold_of(source, [(3, 4, "")]))) == (1, 1, 1)
    assert counts([hypothesis], corpus(gold_of(source, [(2, 5, "no doubt")]))) == (1, 1, 1)


def test_the_choice_of_annotator_depends_on_the_sentences_before():
    """Two found of six, or one of one: after a bad beginning the two are worth more."""
    strict = [(0, 1, "A"), (1, 2, "x"), (2, 3, "C"), (3, 4, "x"), (4, 5, "x"), (5, 6, "x")]
    sentence = gold_of("a b c d e f", strict, [(0, 1, "A")])
    words = [f"m{number}" for number in range(10)]
    missed = gold_of(" ".join(words), [(place, place + 1, "M") for place in range(10)])
    alone = M2(1.0).score(["A b C d e f"], corpus(sentence))
    after = M2(1.0).score(["wrong", "A b C d e f"], corpus(missed, sentence))
    assert alone.sentences[0].parts["annotator"] == 1
    assert after.sentences[1].parts["annotator"] == 0


def test_a_sentence_is_explained_edit_by_edit():
    material = corpus(gold_of("a b c", [(0, 1, "A"), (1, 2, "x")], [(2, 3, "C D")]))
    first, second = M2().explained(material)("system", ["A b C D"])[1][0]
    assert [(one.verdict, one.start, one.end, one.after) for one in first.edits] == [
        ("matched", 0, 1, ("A",)),
        ("missed", 1, 2, ("x",)),
        ("wrong", 1, 3, ("b C D",)),
    ]
    assert [one.verdict for one in second.edits] == ["wrong", "matched"]
    assert [first.chosen, second.chosen] == [False, True]


WORDS = [f"w{number}" for number in range(30)]


@st.composite
def several_annotators(draw):
    """A sentence, three annotators' edits of it, and an output that makes some edits of one of them."""
    words = WORDS[: draw(st.integers(1, 6))]
    annotations = []
    for _ in range(3):
        chosen = draw(st.lists(st.integers(0, len(words) - 1), unique=True, max_size=4))
        annotations.append([(n, n + 1, draw(st.sampled_from(["", "x", "y"]))) for n in sorted(chosen)])
    output = list(words)
    for start, end, text in reversed(draw(st.sampled_from(annotations))):
        if draw(st.booleans()):
            output[start:end] = text.split()
    return " ".join(words), annotations, " ".join(output)


@given(
    st.lists(several_annotators(), min_size=1, max_size=3),
    st.permutations(range(3)),
    st.sampled_from([0.5, 1.0, 2.0]),
)
def test_the_order_of_annotators_changes_neither_score_nor_correct_edits(sentences, order, beta):
    """Between annotators with equal F and equally many correct edits only the load p + beta² g decides."""
    outputs = [output for _, _, output in sentences]
    found = [
        M2(beta).score(outputs, corpus(*(gold_of(source, *pick(notes)) for source, notes, _ in sentences)))
        for pick in (list, lambda notes: [notes[place] for place in order])
    ]
    assert found[0].score == pytest.approx(found[1].score, abs=1e-12)
    assert found[0].parts["correct"] == found[1].parts["correct"]
    for one, other in zip(found[0].sentences, found[1].sentences, strict=True):
        assert one.parts["correct"] == other.parts["correct"]
