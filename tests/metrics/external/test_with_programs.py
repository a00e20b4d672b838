"""The real programs, where they are installed: METEOR, ERRANT without a model, Harper.

CONTRIBUTING.md says how to install them. Where nothing may skip, a program that is missing is a failure.
"""

from collections.abc import Callable
from importlib.util import find_spec

import pytest

from metrics.references.edits import annotator_texts
from metrics.scorers.errant import Errant
from metrics.scorers.external import program
from metrics.scorers.harper import Harper, installed
from metrics.scorers.meteor import Meteor, meteor_jar
from metrics.scorers.registry import make_scorer
from metrics.scorers.scorer import Material, UnavailableError
from tests.missing import missing_or_skip


@pytest.fixture(scope="module")
def material(gold, outputs):
    references = zip(
        annotator_texts(gold["official-2014.0"], 0), annotator_texts(gold["official-2014.1"], 0), strict=True
    )
    return Material(outputs["INPUT"], references=tuple(references))


@pytest.fixture
def meteor():
    needed("meteor", meteor_jar)
    needed("meteor", lambda: program("java", "a Java runtime", Meteor.title))


@pytest.fixture
def harper():
    needed("harper", installed)


def needed(metric: str, find: Callable[[], object]) -> None:
    try:
        find()
    except UnavailableError as error:
        missing_or_skip(metric, str(error))


@pytest.mark.parametrize(
    ("figures", "settings"),
    [("default", {}), ("lower", {"lower": True}), ("norm", {"normalise": True})],
    ids=["default", "lower", "normalise"],
)
def test_meteor_of_every_system(meteor, material, outputs, expected, figures, settings):
    scores = make_scorer("meteor", **settings).score_systems(outputs, material)
    values = expected["meteor15"]["values"][figures]
    assert {system: score.score for system, score in scores.items()} == {
        system: pytest.approx(value["score"], abs=1e-11) for system, value in values.items()
    }


def test_meteor_takes_empty_texts_and_its_own_separators(meteor):
    material = Material(("a", "b"), references=(("",), ("a b c",)))
    score = Meteor(language="other").score(["", "a ||| b\tc"], material)
    assert [one.score for one in score.sentences] == [0.0, 1.0]


@pytest.mark.parametrize("merging", ["all-split", "all-merge", "all-equal"])
def test_errant_without_a_model(merging, material, outputs, expected):
    if find_spec("errant") is None:
        missing_or_skip("errant", "the package errant is not installed")
    scores = Errant(merging=merging, model="blank").score_systems(outputs, material)
    for system, values in expected["errant_modelfree"]["values"][merging].items():
        parts = scores[system].parts
        assert [parts[name] for name in ("tp", "fp", "fn")] == [values[name] for name in ("TP", "FP", "FN")]
        assert [round(parts[name], 4) for name in ("precision", "recall", "f")] == values["PRF"]


def test_harper_complains_about_errors_only(harper):
    score = Harper().score(["This is an test .", "This is a test."], Material(("x", "y")))
    wrong, right = score.sentences
    assert wrong.parts["complaints"] > right.parts["complaints"] == 0
    assert right.score == 1.0
    assert "harper.js" in str(Harper().signature())
