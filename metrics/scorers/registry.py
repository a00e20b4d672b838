"""Every metric by its name. A metric is loaded when it is asked for, so that none slows the others down."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from importlib import import_module
from typing import Any

from metrics.scorers.scorer import Scorer, SettingError, not_as_expected


@dataclass(frozen=True, slots=True)
class Registration:
    """A metric's class, a one-line summary, and whether forms select it by default."""

    module: str
    scorer: str
    summary: str
    is_usual: bool = False


KINDS: dict[type, str] = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "a text",
}

METRICS: dict[str, Registration] = {
    "m2": Registration(
        "metrics.scorers.m2.metric",
        "M2",
        "MaxMatch: F of the edits, best matching segmentation",
        is_usual=True,
    ),
    "i-measure": Registration(
        "metrics.scorers.i_measure.metric", "IMeasure", "improvement over the unchanged source"
    ),
    "gleu": Registration("metrics.scorers.gleu", "Gleu", "GLEU (2016), over random choices of references"),
    "bleu": Registration("metrics.scorers.bleu", "Bleu", "BLEU: runs of tokens shared with the references"),
    "ibleu": Registration(
        "metrics.scorers.ibleu", "IBleu", "BLEU with the references against BLEU with the source"
    ),
    "green": Registration("metrics.scorers.green", "Green", "F of runs of tokens kept, inserted and deleted"),
    "sari": Registration(
        "metrics.scorers.sari", "Sari", "what is kept, deleted and added, as in the references"
    ),
    "max-sari": Registration("metrics.scorers.sari", "MaxSari", "SARI with the best single reference"),
    "levenshtein-reference": Registration(
        "metrics.scorers.levenshtein",
        "LevenshteinToReference",
        "in characters, for the length of the reference",
    ),
    "levenshtein-source": Registration(
        "metrics.scorers.levenshtein",
        "LevenshteinToSource",
        "in characters, for the length of the source",
    ),
    "meteor": Registration("metrics.scorers.meteor", "Meteor", "METEOR 1.5 (needs Java and its program)"),
    "errant": Registration(
        "metrics.scorers.errant", "Errant", "F of ERRANT's edits (needs the package errant)"
    ),
    "languagetool": Registration(
        "metrics.scorers.languagetool",
        "LanguageTool",
        "complaints of a grammar checker (needs its server)",
    ),
}


def metric_names() -> tuple[str, ...]:
    """Names of all metrics, in the order to show them."""
    return tuple(METRICS)


def usual_metrics() -> list[str]:
    """The metrics that a form selects by default where there is gold."""
    return [name for name, metric in METRICS.items() if metric.is_usual]


def scorer_class(metric: str) -> type[Scorer[Any]]:
    """The class of a metric. Raises SettingError for a name that is not registered."""
    if metric not in METRICS:
        raise SettingError(f"metric {metric!r}: expected one of {', '.join(METRICS)}")
    registration = METRICS[metric]
    scorer: type[Scorer[Any]] = getattr(import_module(registration.module), registration.scorer)
    return scorer


def make_scorer(metric: str, **settings: Any) -> Scorer[Any]:
    """A metric with these settings, and its defaults for the others.

    Raises SettingError for an unknown metric or setting and for a value without meaning.
    """
    known = {field.name: field.default for field in fields(scorer_class(metric))}
    for name, value in settings.items():
        if name not in known:
            allowed = f"its settings are {', '.join(known)}" if known else "it has no settings"
            raise SettingError(f"{metric} has no setting {name!r}; {allowed}")
        _check_kind(name, value, known[name])
    return scorer_class(metric)(**settings)


def setting_problems(metric: str, settings: Mapping[str, Any]) -> dict[str, str]:
    """Problems with settings, by name; empty where all are right together.

    Raises SettingError for a metric that is not registered.
    """
    scorer_class(metric)
    try:
        make_scorer(metric, **settings)
    except SettingError as error:
        problems = {}
        for name, value in settings.items():
            try:
                make_scorer(metric, **{name: value})
            except SettingError as alone:
                # Alone, a setting may not fit the default of another; the message then names the other.
                if str(alone).startswith((f"{name} ", f"{metric} has no setting {name!r}")):
                    problems[name] = str(alone)
        return problems or {str(error).split(" ", 1)[0]: str(error)}
    return {}


def _check_kind(name: str, value: object, default: object) -> None:
    """Settings may come from forms, files and programs; only their type is checked here."""
    kind = type(default)
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if isinstance(value, kind) and isinstance(value, bool) == (kind is bool):
        return
    if kind is float and is_number:
        return
    raise SettingError(not_as_expected(name, value, KINDS[kind]))
