"""GLEU gives the scores of the 2016 program."""

import pytest

from metrics.references.edits import annotator_texts
from metrics.scorers.gleu import Gleu
from metrics.scorers.scorer import Material


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


def test_empty_texts_score_zero_and_break_nothing():
    material = Material(("a b", ""), references=(("a b", "a"), ("", "b")))
    score = Gleu().score(["", ""], material)
    assert score.score == 0.0
