"""GLEU gives the scores of the 2016 program, and its mean over all choices of references."""

import itertools
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from metrics.references.edits import annotator_texts
from metrics.scorers import gleu_expectation
from metrics.scorers.gleu import Gleu
from metrics.scorers.scorer import Material, SettingError

SENTENCES = st.lists(st.sampled_from(["a", "b", "c", "d"]), min_size=1, max_size=7).map(" ".join)


def test_every_system_of_conll_2014(gold, outputs, expected):
    references = zip(
        annotator_texts(gold["official-2014.0"], 0), annotator_texts(gold["official-2014.1"], 0), strict=True
    )
    material = Material(outputs["INPUT"], references=tuple(references))
    scores = Gleu().score_systems(outputs, material)
    for system, values in expected["gleu_2016"]["values"].items():
        assert scores[system].score == pytest.approx(values["corpus"], abs=1e-11)
        assert scores[system].parts["deviation"] == pytest.approx(values["std"], abs=1e-11)
        assert [one.score for one in scores[system].sentences] == pytest.approx(values["sentence"], abs=1e-11)
    # The sampled score is within four standard errors of the mean over all choices.
    exact = Gleu(expectation=True).score_systems(outputs, material)
    for system, score in scores.items():
        error = score.parts["deviation"] / 500**0.5
        assert abs(exact[system].score - score.score) < 4 * error
        assert exact[system].parts["deviation"] == pytest.approx(score.parts["deviation"], rel=0.15)


def test_with_one_reference_there_is_nothing_to_sample():
    material = Material(("a b c d e",), references=(("a b x d e",),))
    score = Gleu().score(["a b x d e"], material)
    assert (score.score, score.parts["iterations"]) == (1.0, 1)


def test_keeping_what_the_reference_changes_costs_more_than_changing_it_wrongly():
    material = Material(("a b c d e f g",), references=(("a b x d e f g",),))
    kept, wrong = (
        Gleu().score([text], material).sentences[0].score for text in ("a b c d e f g", "a b y d e f g")
    )
    assert kept < wrong


def test_iterations_and_order_change_the_signature():
    assert str(Gleu(iterations=9).signature()).startswith(
        "gleu|order:4|iterations:9|expectation:no|by_difference:no|"
    )


@pytest.mark.parametrize("setting", [{"iterations": 0}, {"order": 0}, {"order": 10}])
def test_settings_without_meaning_are_refused(setting):
    with pytest.raises(SettingError):
        Gleu(**setting)


def test_empty_texts_score_zero_and_break_nothing():
    material = Material(("a b", ""), references=(("a b", "a"), ("", "b")))
    score = Gleu().score(["", ""], material)
    assert score.score == 0.0
    assert Gleu(expectation=True).score(["", ""], material).score == 0.0


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(SENTENCES, SENTENCES, st.lists(SENTENCES, min_size=1, max_size=3)), min_size=1, max_size=5
    )
)
def test_the_expectation_is_the_mean_over_all_choices(corpus):
    """Each choice is scored as a corpus with one reference per sentence."""
    sources, outputs, references = zip(*corpus, strict=True)
    scores = [
        Gleu().score(outputs, Material(sources, references=tuple((one,) for one in choice))).score
        for choice in itertools.product(*references)
    ]
    found = Gleu(expectation=True).score(outputs, Material(sources, references=tuple(map(tuple, references))))
    assert found.score == pytest.approx(np.mean(scores), abs=1e-12)
    assert found.parts["deviation"] == pytest.approx(np.std(scores), abs=1e-12)


def test_the_expansion_for_many_sentences_agrees_with_trying_all_choices(monkeypatch):
    chance = random.Random(5)
    words = [f"w{n}" for n in range(40)]
    sources = [" ".join(chance.sample(words, 20)) for _ in range(12)]

    def changed(text, rate):
        return " ".join(chance.choice(words) if chance.random() < rate else word for word in text.split())

    references = tuple((changed(text, 0.1), changed(text, 0.2)[:-4]) for text in sources)
    outputs = [changed(text, 0.1) for text in sources]
    material = Material(tuple(sources), references=references)
    tried = Gleu(expectation=True).score(outputs, material)
    monkeypatch.setattr(gleu_expectation, "ENUMERATE", 0)
    expanded = Gleu(expectation=True).score(outputs, material)
    assert expanded.score == pytest.approx(tried.score, abs=3e-4)
    assert expanded.parts["deviation"] == pytest.approx(tried.parts["deviation"], rel=0.03)
    assert tried.parts["deviation"] > 0.005
