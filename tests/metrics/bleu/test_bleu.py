"""BLEU and iBLEU give the scores of sacreBLEU and of NLTK's smoothed sentence BLEU."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from metrics.references.edits import annotator_texts
from metrics.scorers.bleu import Bleu
from metrics.scorers.ibleu import IBleu
from metrics.scorers.scorer import Material

TEXT = st.lists(st.sampled_from(["a", "b", "c", "d", "e"]), min_size=1, max_size=9).map(" ".join)


@pytest.fixture(scope="module")
def material(gold, outputs):
    references = zip(
        annotator_texts(gold["official-2014.0"], 0), annotator_texts(gold["official-2014.1"], 0), strict=True
    )
    return Material(outputs["INPUT"], references=tuple(references))


def test_corpus_and_sentence_scores_of_every_system(material, outputs, expected):
    scores = Bleu().score_systems(outputs, material)
    for system, values in expected["ngram"]["values"]["conll2"].items():
        parts, printed = scores[system].parts, values["sacrebleu_none_corpus"]
        assert 100 * scores[system].score == pytest.approx(printed["score"], abs=1e-9)
        assert parts["brevity_penalty"] == pytest.approx(printed["bp"], abs=1e-12)
        assert [parts[f"matched_{n}"] for n in range(1, 5)] == printed["counts"]
        assert [parts[f"runs_{n}"] for n in range(1, 5)] == printed["totals"]
        assert (parts["length"], parts["reference_length"]) == (printed["sys_len"], printed["ref_len"])
        assert sentences(scores[system]) == pytest.approx(values["bleu_sent"], abs=1e-11)
        assert parts["sentence_mean"] == pytest.approx(values["means"]["bleu"], abs=1e-11)


def test_counting_one_run_at_least_gives_the_other_programs_corpus_score(material, outputs, expected):
    scores = Bleu(one_run_at_least=True).score_systems(outputs, material)
    for system, values in expected["ngram"]["values"]["conll2"].items():
        assert scores[system].score == pytest.approx(values["nltk_corpus_bleu"], abs=1e-11)


@pytest.mark.parametrize("sign", ["minus", "plus"])
def test_ibleu_with_either_sign(sign, material, outputs, expected):
    scores = IBleu(sign=sign).score_systems(outputs, material)
    for system, values in expected["ngram"]["values"]["conll2"].items():
        assert sentences(scores[system]) == pytest.approx(values[f"ibleu_{sign}_sent"], abs=1e-11)
        assert scores[system].score == pytest.approx(values["means"][f"ibleu_{sign}"], abs=1e-11)
        unchanged = [one.parts["bleu_source"] for one in scores[system].sentences]
        assert unchanged == pytest.approx(values["bleu_src_sent"], abs=1e-11)


@given(TEXT, st.lists(TEXT, min_size=1, max_size=3))
def test_a_reference_as_an_output_is_perfect_alone(source, references):
    score = Bleu(order=1).score([references[0]], Material((source,), references=(tuple(references),)))
    assert score.score == 1.0


@given(TEXT, TEXT, st.permutations(["a b c", "b c d e", "e"]))
def test_the_order_of_references_does_not_matter(source, output, references):
    one, other = (
        Bleu().score([output], Material((source,), references=(tuple(order),)))
        for order in (references, sorted(references))
    )
    assert one == other


def test_nothing_in_common_and_empty_texts_score_zero():
    material = Material(("a", "b", ""), references=(("a b",), ("",), ("",)))
    score = Bleu().score(["x", "y", ""], material)
    assert (score.score, [one.score for one in score.sentences]) == (0.0, [0.0, 0.0, 0.0])


def test_short_outputs_are_penalised():
    material = Material(("a b c d e f g h",), references=(("a b c d e f g h",),))
    assert Bleu().score(["a b c d"], material).score == pytest.approx(0.36787944117144233)


def sentences(score):
    return [one.score for one in score.sentences]
