"""GREEN gives the scores of the package gec-metrics, and follows its definition."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.references.edits import annotator_texts
from metrics.scorers.green import Green
from metrics.scorers.scorer import Material

TEXT = st.lists(st.sampled_from(["a", "b", "c", "d"]), max_size=7).map(" ".join)


def test_every_system_of_conll_2014(gold, outputs, expected):
    references = zip(
        annotator_texts(gold["official-2014.0"], 0), annotator_texts(gold["official-2014.1"], 0), strict=True
    )
    material = Material(outputs["INPUT"], references=tuple(references))
    scores = Green().score_systems(outputs, material)
    assert {system: score.score for system, score in scores.items()} == {
        system: pytest.approx(values["corpus"], abs=1e-11)
        for system, values in expected["gec_metrics"]["GREEN"].items()
    }


@given(TEXT, TEXT, TEXT)
def test_counts_are_those_of_the_definition(source, output, reference):
    """Table 1 of the paper: the seven fields of the diagram of three multisets, run by run."""
    found = Green(order=1).score([output], Material((source,), references=((reference,),))).parts
    s, h, r = (Counter(text.split()) for text in (source, output, reference))
    well = wrongly = missed = 0
    for run in s | h | r:
        kept = min(s[run], h[run], r[run])
        deleted = max(s[run] - max(h[run], r[run]), 0)
        inserted = max(min(h[run], r[run]) - s[run], 0)
        well += kept + deleted + inserted
        wrongly += max(min(s[run], r[run]) - h[run], 0) + max(h[run] - max(s[run], r[run]), 0)
        missed += max(min(s[run], h[run]) - r[run], 0) + max(r[run] - max(s[run], h[run]), 0)
    assert (found["tp_1"], found["fp_1"], found["fn_1"]) == (well, wrongly, missed)


@given(TEXT, TEXT, st.lists(TEXT, min_size=1, max_size=3))
def test_a_reference_as_an_output_is_perfect_and_nothing_is_better(source, output, references):
    material = Material((source,), references=(tuple(references),))
    assert Green().score([references[0]], material).score == 1.0
    assert 0 <= Green().score([output], material).score <= 1


@given(TEXT, TEXT, st.lists(TEXT, min_size=1, max_size=3))
def test_a_sentence_takes_its_best_reference(source, output, references):
    material = Material((source,), references=(tuple(references),))
    alone = [Green().score([output], Material((source,), references=((one,),))).score for one in references]
    best = Green().score([output], material).sentences[0]
    assert best.score == max(alone)
    assert best.parts["reference"] == alone.index(max(alone))


@given(st.lists(st.tuples(TEXT, TEXT, TEXT, TEXT, TEXT), min_size=1, max_size=3), st.permutations(range(3)))
def test_the_order_of_references_decides_only_between_equals(sentences, order):
    """F of every sentence is that of its best reference; the corpus sums counts, which equals may part."""
    sources = tuple(source for source, *_ in sentences)
    outputs = [output for _, output, *_ in sentences]
    references = tuple(tuple(texts) for _, _, *texts in sentences)
    moved = tuple(tuple(texts[place] for place in order) for texts in references)
    one, other = (
        Green().score(outputs, Material(sources, references=texts)) for texts in (references, moved)
    )
    assert [line.score for line in one.sentences] == [line.score for line in other.sentences]
    if len(sentences) == 1:
        assert one.score == other.score
