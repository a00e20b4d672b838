"""The one pass over the lattice finds the very edits that the literal, slow form of the method finds."""

from hypothesis import given
from hypothesis import strategies as st

from metrics.references.edits import Annotation, Edit, Gold, GoldSentence
from metrics.scorers.m2.metric import M2
from metrics.scorers.scorer import Material
from tests.metrics.m2 import literal

TOKENS = st.lists(st.sampled_from(["a", "b", "c", "A", "ab"]), max_size=6)
TEXTS = st.lists(st.sampled_from(["a", "b", "c", "A", "x"]), max_size=2).map(" ".join)


@st.composite
def golds(draw, length, most=4):
    found = []
    for _ in range(draw(st.integers(0, most))):
        start = draw(st.integers(0, length))
        end = min(length, start + draw(st.integers(0, 2)))
        found.append((start, end, tuple(draw(st.lists(TEXTS, min_size=1, max_size=2)))))
    return found


@st.composite
def cases(draw):
    source = draw(TOKENS)
    gold = draw(golds(len(source)))
    if draw(st.booleans()):
        hypothesis = draw(TOKENS)
    else:  # near the gold, so that edits are found
        hypothesis = list(source)
        for start, end, texts in sorted(gold, reverse=True):
            if draw(st.booleans()):
                hypothesis[start:end] = texts[0].split()
    return source, hypothesis, gold


@given(cases(), st.integers(0, 3), st.booleans())
def test_the_edits_are_those_of_the_literal_form(case, most_unchanged, ignore):
    source, hypothesis, gold = case
    edits = tuple(Edit(start, end, "X", texts) for start, end, texts in gold)
    material = Material(
        (" ".join(source),), Gold("gold", (GoldSentence(" ".join(source), (Annotation(0, edits),)),))
    )
    scorer = M2(0.5, ignore, most_unchanged)
    rows = scorer._count([" ".join(hypothesis)], scorer._prepare(material)).edits.tolist()
    mine = [
        ((i, k, " ".join(hypothesis[j:m])), None if g < 0 else edits.index(edits[g]))
        for i, k, j, m, g in rows
    ]
    expected = [
        (edit, None if g is None else edits.index(edits[g]))
        for edit, g in literal.proposed_edits(source, hypothesis, gold, most_unchanged, ignore)
    ]
    assert mine == expected
