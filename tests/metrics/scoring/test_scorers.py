"""What every registered metric promises: a name, settings that are checked, a signature that says it all."""

import tomllib
from dataclasses import FrozenInstanceError, fields, is_dataclass
from pathlib import Path

import pytest

import appraise_gec
import metrics
from metrics.references.edits import Annotation, Gold, GoldSentence
from metrics.scorers.registry import make_scorer, metric_names, scorer_class, setting_problems
from metrics.scorers.scorer import Material, SettingError, UnavailableError
from rankings.formats.records import FormatError
from tests.missing import missing_or_skip

# Its default is a model that no package index has.
WITHOUT_MODEL = {"errant": {"model": "blank", "merging": "all-split"}}


@pytest.mark.parametrize("metric", metric_names())
def test_a_registered_metric_is_a_frozen_dataclass_under_its_own_name(metric):
    found = scorer_class(metric)
    assert is_dataclass(found)
    assert found.metric == metric
    assert found.title
    assert found.needs <= {"gold", "references"}
    with pytest.raises(FrozenInstanceError):
        make_scorer(metric).metric = "other"  # type: ignore[misc]


@pytest.mark.parametrize("metric", metric_names())
def test_a_signature_names_metric_settings_and_implementation(metric):
    scorer = make_scorer(metric, **WITHOUT_MODEL.get(metric, {}))
    try:
        signature = str(scorer.signature())
    except UnavailableError as error:
        missing_or_skip(metric, str(error))
    assert signature.startswith(metric)
    assert signature.endswith(f"by:{scorer.implementation()}")
    for one in fields(scorer):
        assert f"|{one.name}:" in signature


# LanguageTool needs a server, which no machine of the tests has; METEOR would load its tables for minutes.
WITHOUT_SOURCE = [
    name
    for name in metric_names()
    if not scorer_class(name).uses_source and name not in {"languagetool", "meteor"}
]


@pytest.mark.parametrize("metric", WITHOUT_SOURCE)
def test_a_metric_that_does_not_use_the_source_gives_the_same_score_for_any(metric):
    output, references = "He goes home now .", ("He goes home .",)
    sources = ("He goes home now .", "Them go at to home", "")
    scorer = make_scorer(metric)
    try:
        together = scorer.score([output] * 3, Material(sources, references=(references,) * 3))
        assert len({one.score for one in together.sentences}) == 1
        scores = {
            scorer.score([output], Material((source,), references=(references,))).score for source in sources
        }
    except UnavailableError as error:
        missing_or_skip(metric, str(error))
    assert len(scores) == 1


def test_unknown_metrics_and_settings_are_refused():
    with pytest.raises(SettingError, match=r"metric 'm9': expected one of m2"):
        make_scorer("m9")
    with pytest.raises(SettingError, match=r"m2 has no setting 'gamma'; its settings are beta, "):
        make_scorer("m2", gamma=1)


def test_scores_carry_the_version_of_the_release():
    project = tomllib.loads((Path(__file__).parents[3] / "pyproject.toml").read_text())["project"]
    assert metrics.__version__ == appraise_gec.__version__ == project["version"]


def test_every_output_with_a_wrong_count_is_reported():
    material = Material(("a",), Gold("gold", (GoldSentence("a", (Annotation(0),)),)))
    with pytest.raises(FormatError) as caught:
        make_scorer("m2").score_systems({"X": [], "Y": ["b"], "Z": ["b", "c"]}, material)
    assert [problem.file for problem in caught.value.problems] == ["X", "Z"]


def test_material_refuses_references_that_do_not_fit():
    with pytest.raises(FormatError, match="references for 1 sentences, but the source has 2"):
        Material(("a", "b"), references=(("A",),))
    with pytest.raises(FormatError, match="Sentence 2 has no reference"):
        Material(("a", "b"), references=(("A",), ()))


def test_wrong_settings_are_reported_by_their_names():
    assert setting_problems("m2", {"beta": 1.0}) == {}
    assert set(setting_problems("m2", {"beta": -1.0, "gamma": 1, "max_unchanged_words": -1})) == {
        *("beta", "gamma", "max_unchanged_words")
    }
    assert setting_problems("errant", {"model": "blank", "merging": "all-split"}) == {}
    together = setting_problems("errant", {"model": "blank", "merging": "rules"})
    assert "where the model is blank" in together["merging"]
