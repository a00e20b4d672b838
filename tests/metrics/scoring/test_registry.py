"""What every registered metric promises: settings that are checked, a signature, and why it cannot run."""

import pytest

from metrics.references.edits import Annotation, Gold, GoldSentence
from metrics.scorers.registry import (
    make_scorer,
    parse_metric,
)
from metrics.scorers.scorer import Material, SettingError
from rankings.formats.records import FormatError


def test_wrong_metrics_and_settings_are_refused_by_name():
    with pytest.raises(SettingError, match=r"metric 'm9': expected one of m2"):
        make_scorer("m9")
    for settings, wrong in (
        ({"beta": -1.0}, "beta = -1.0: expected a number from 0 to 1000"),
        ({"gamma": 1}, "m2 has no setting 'gamma'; its settings are beta, ignore_whitespace_casing"),
        ({"max_unchanged_words": 2.5}, "max_unchanged_words = 2.5: expected a whole number from 0 to 100"),
        ({"ignore_whitespace_casing": "yes"}, "ignore_whitespace_casing = 'yes': expected yes or no"),
    ):
        with pytest.raises(SettingError, match=wrong):
            make_scorer("m2", **settings)
    with pytest.raises(SettingError, match="where the model is blank"):
        make_scorer("errant", model="blank", merging="rules")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("m2:beta=nan", "a number from 0 to 1000"),
        ("m2:beta=x", "a number from 0 to 1000"),
        ("i-measure:weight=0", "a number above 0, at most 1000"),
        ("gleu:draws=java", "one of python2, python3"),
        ("meteor:lower=perhaps", "yes or no"),
        ("errant:model=../model", "one of en_core_web_sm"),
        ("languagetool:language=en US&x", "a text such as en-US"),
        ("m2:beta", "METRIC:SETTING=VALUE"),
    ],
)
def test_settings_are_read_from_text(text, expected):
    with pytest.raises(SettingError, match=f"expected {expected}"):
        parse_metric(text)
    assert parse_metric("m2:beta=1,ignore_whitespace_casing=Yes").settings() == {
        "beta": 1.0,
        "ignore_whitespace_casing": True,
        "max_unchanged_words": 2,
    }


def test_material_and_outputs_that_do_not_fit_are_refused():
    material = Material(("a",), Gold("gold", (GoldSentence("a", (Annotation(0),)),)))
    with pytest.raises(FormatError) as caught:
        make_scorer("m2").score_systems({"X": [], "Y": ["b"], "Z": ["b", "c"]}, material)
    assert [problem.file for problem in caught.value.problems] == ["X", "Z"]
    with pytest.raises(FormatError, match="references for 1 sentences, but the source has 2"):
        Material(("a", "b"), references=(("A",),))
    with pytest.raises(FormatError, match="Sentence 2 has no reference"):
        Material(("a", "b"), references=(("A",), ()))
