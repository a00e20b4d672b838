"""SARI and MAX-SARI give the scores of the original program."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.references.edits import annotator_texts
from metrics.scorers.sari import MaxSari, Sari
from metrics.scorers.scorer import Material

TEXT = st.lists(st.sampled_from(["a", "b", "c", "d", "e"]), min_size=1, max_size=8).map(" ".join)


@pytest.mark.parametrize(("scorer", "name"), [(Sari(), "sari"), (MaxSari(), "max_sari")])
def test_every_system_of_conll_2014(scorer, name, gold, outputs, expected):
    references = zip(
        annotator_texts(gold["official-2014.0"], 0), annotator_texts(gold["official-2014.1"], 0), strict=True
    )
    material = Material(outputs["INPUT"], references=tuple(references))
    scores = scorer.score_systems(outputs, material)
    for system, values in expected["ngram"]["values"]["conll2"].items():
        sentences = [one.score for one in scores[system].sentences]
        assert sentences == pytest.approx(values[f"{name}_sent"], abs=1e-11)
        assert scores[system].score == pytest.approx(values["means"][name], abs=1e-11)


def test_an_unchanged_sentence_with_nothing_to_change_gets_a_third():
    score = Sari().score(["a b c d e"], Material(("a b c d e",), references=(("a b c d e",),)))
    assert score.score == pytest.approx(1 / 3)
    assert score.parts["keep"] == 1.0
    assert score.parts["delete"] == score.parts["add"] == 0.0


def test_the_only_reference_as_an_output_keeps_deletes_and_adds_perfectly():
    material = Material(("a b c d e f",), references=(("a b x d e f g",),))
    score = Sari().score(["a b x d e f g"], material)
    assert (score.parts["add"], score.parts["delete"]) == (1.0, 1.0)


def test_case_does_not_matter():
    material = Material(("A b c d",), references=(("a B x d",),))
    assert Sari().score(["A B x D"], material) == Sari().score(["a b x d"], material)


@given(TEXT, TEXT, st.lists(TEXT, min_size=1, max_size=3))
def test_max_sari_is_the_best_of_the_references_alone(source, output, references):
    found = MaxSari().score([output], Material((source,), references=(tuple(references),))).score
    alone = [Sari().score([output], Material((source,), references=((one,),))).score for one in references]
    assert found == max(alone)


@given(TEXT, TEXT, st.lists(TEXT, min_size=1, max_size=3))
def test_scores_are_shares(source, output, references):
    score = Sari().score([output], Material((source,), references=(tuple(references),)))
    assert all(0 <= value <= 1 for value in score.parts.values())


def test_empty_texts_break_nothing():
    score = Sari().score(["", "a"], Material(("a", ""), references=(("",), ("a",))))
    assert 0 <= score.score <= 1
