"""Every metric by its name, made or read from text. A metric is loaded when it is asked for."""

from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import Any, TypeVar

from metrics.scorers.scorer import Scorer, SettingError
from metrics.scorers.settings import Setting, settings_of

Found = TypeVar("Found", bound=type[Scorer[Any]])

METRICS: Mapping[str, str] = {
    "m2": "m2.metric",
    "i-measure": "i_measure.metric",
    "gleu": "gleu",
    "bleu": "bleu",
    "ibleu": "ibleu",
    "green": "green",
    "sari": "sari",
    "max-sari": "sari",
    "levenshtein-reference": "levenshtein",
    "levenshtein-source": "levenshtein",
    "meteor": "meteor",
    "errant": "errant",
    "languagetool": "languagetool",
}
"""The module of every metric, in the order to show them."""
USUAL = ("m2",)
"""Metrics that a form selects by default where there is gold."""

_loaded: dict[str, type[Scorer[Any]]] = {}


def metric(name: str, title: str, summary: str) -> Callable[[Found], Found]:
    """Register a frozen dataclass as a metric.

    Args:
        name: on the command line, and in `METRICS`.
        title: for people.
        summary: what it measures, in one line.
    """

    def register(scorer: Found) -> Found:
        scorer.metric, scorer.title, scorer.summary = name, title, summary
        _loaded[name] = scorer
        return scorer

    return register


def metric_names() -> tuple[str, ...]:
    """Names of all metrics, in the order to show them."""
    return tuple(METRICS)


def scorer_class(metric: str) -> type[Scorer[Any]]:
    """The class of a metric. Raises SettingError for a name that is not registered."""
    if metric not in METRICS:
        raise SettingError(f"metric {metric!r}: expected one of {', '.join(METRICS)}")
    if metric not in _loaded:
        import_module(f"metrics.scorers.{METRICS[metric]}")
    return _loaded[metric]


def make_scorer(metric: str, **settings: Any) -> Scorer[Any]:
    """A metric with these settings, and its defaults for the others.

    Raises SettingError for an unknown metric or setting and for a value without meaning.
    """
    checked = {name: setting_of(metric, name).check(value) for name, value in settings.items()}
    return scorer_class(metric)(**checked)


def setting_of(metric: str, name: str) -> Setting:
    """A setting by name. Raises SettingError where the metric does not have it."""
    known = settings_of(scorer_class(metric))
    if name not in known:
        allowed = f"its settings are {', '.join(known)}" if known else "it has no settings"
        raise SettingError(f"{metric} has no setting {name!r}; {allowed}")
    return known[name]


def parse_metric(text: str, others: Mapping[str, Any] | None = None) -> Scorer[Any]:
    """A metric from METRIC or METRIC:SETTING=VALUE,SETTING=VALUE.

    `others` are values of settings that the text may change. Raises SettingError.
    """
    metric, colon, rest = text.partition(":")
    values = dict(others or {})
    for assignment in rest.split(",") if colon else ():
        name, equals, value = assignment.partition("=")
        if not equals:
            raise SettingError(f"metric {text!r}: expected METRIC:SETTING=VALUE,SETTING=VALUE")
        values[name] = setting_of(metric, name).read(value)
    return make_scorer(metric, **values)


def parse_metrics(
    texts: Iterable[str], parse: Callable[[str], Scorer[Any]] = parse_metric
) -> dict[str, Scorer[Any]]:
    """Metrics by what `parse` makes them of. Raises SettingError, also for one that is there twice."""
    scorers: dict[str, Scorer[Any]] = {}
    for text in texts:
        if text in scorers:
            raise SettingError(f"--metric {text} is given twice")
        scorers[text] = parse(text)
    return scorers


def listed_settings() -> str:
    """Every metric with its settings, their defaults and what they do, as lines of text."""
    lines: list[str] = []
    for metric in METRICS:
        scorer = scorer_class(metric)
        lines.append(f"{metric}: {scorer.summary}")
        for one in settings_of(scorer).values():
            default = ("yes" if one.default else "no") if isinstance(one.default, bool) else one.default
            choices = f" ({', '.join(one.choices)})" if one.choices else ""
            lines.append(f"    {one.name}={default}  {one.help}{choices}")
    return "\n".join(lines)
