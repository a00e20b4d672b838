"""Metrics computed by other programs say what is missing and how to get it."""

import pytest

from metrics.scorers.registry import make_scorer
from metrics.scorers.scorer import Material, SettingError, UnavailableError

MATERIAL = Material(("a b",), references=(("a c",),))


@pytest.mark.parametrize("metric", ["languagetool", "meteor", "errant"])
def test_what_is_missing_is_reported_before_anything_is_asked_for(metric, monkeypatch, tmp_path):
    monkeypatch.delenv("APPRAISE_GEC_LANGUAGETOOL", raising=False)
    monkeypatch.setenv("APPRAISE_GEC_METEOR_JAR", str(tmp_path / "nowhere.jar"))
    monkeypatch.setattr("metrics.scorers.errant.find_spec", lambda name: None)
    with pytest.raises(UnavailableError, match=r"docker run|pip install"):
        make_scorer(metric).ensure_available()


def test_without_the_paraphrases_their_file_is_named(monkeypatch, tmp_path):
    jar = tmp_path / "meteor-1.5.jar"
    jar.touch()
    (tmp_path / "data").mkdir()
    monkeypatch.setenv("APPRAISE_GEC_METEOR_JAR", str(jar))
    monkeypatch.setattr("metrics.scorers.meteor.program", lambda *words: "java")
    with pytest.raises(UnavailableError, match=r"paraphrase-en\.gz"):
        make_scorer("meteor").ensure_available()
    (tmp_path / "data" / "paraphrase-en.gz").touch()
    make_scorer("meteor").ensure_available()


def test_without_java_meteor_says_so(monkeypatch, tmp_path):
    jar = tmp_path / "meteor-1.5.jar"
    jar.touch()
    monkeypatch.setenv("APPRAISE_GEC_METEOR_JAR", str(jar))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UnavailableError, match="install a Java runtime"):
        make_scorer("meteor").score(["a b"], MATERIAL)


@pytest.mark.parametrize(
    ("metric", "setting"),
    [
        ("meteor", {"task": "none"}),
        ("errant", {"model": "../model"}),
        ("errant", {"model": "blank"}),
        ("languagetool", {"language": "en US&x=1"}),
    ],
)
def test_settings_without_meaning_are_refused_before_anything_runs(metric, setting):
    with pytest.raises(SettingError):
        make_scorer(metric, **setting)
