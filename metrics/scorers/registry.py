"""Every metric by its name, made or read from text, with settings that the types of its fields declare.

A metric is loaded when it is asked for. Types hold bounds and words in `msgspec.Meta`; msgspec checks them.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from functools import cache
from importlib import import_module
from typing import Annotated, Any, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from metrics.scorers.scorer import Scorer, SettingError

Found = TypeVar("Found", bound=type[Scorer[Any]])

METRICS: Mapping[str, str] = {
    "m2": "m2.metric",
    "i-measure": "i_measure.metric",
    "gleu": "gleu",
    "bleu": "bleu",
    "ibleu": "bleu",
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

WORDS = {"yes": True, "true": True, "no": False, "false": False}
KINDS = {bool: "yes or no", int: "a whole number", float: "a number", str: "a text"}

_loaded: dict[str, type[Scorer[Any]]] = {}


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting.

    Attributes:
        name: of the field.
        title: for people, where its name in words does not do.
        default: the value when nothing is given.
        help: what it does, in one short sentence.
        choices: the allowed values, if they are few texts.
        least, most: bounds of numbers.
        type: of the field, with its bounds.
        expected: what values it may have, in words.
    """

    name: str
    title: str
    default: Any
    help: str
    choices: tuple[str, ...]
    least: float | None
    most: float | None
    type: Any
    expected: str

    def check(self, value: object) -> Any:
        """The value, of the setting's type. Raises SettingError, which names what is allowed."""
        try:
            return msgspec.convert(value, self.type)
        except msgspec.ValidationError:
            raise SettingError(f"{self.name} = {value!r}: expected {self.expected}") from None

    def read(self, text: str) -> Any:
        """The value that a text stands for. Raises SettingError."""
        kind = type(self.default)
        try:
            value = WORDS[text.lower()] if kind is bool else kind(text)
        except (KeyError, ValueError):
            raise SettingError(f"{self.name} = {text!r}: expected {self.expected}") from None
        return self.check(value)


def metric(name: str, title: str, summary: str) -> Callable[[Found], Found]:
    """Register a frozen dataclass as a metric.

    Args:
        name: on the command line, and in `METRICS`.
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


@cache
def settings_of(declared: type[Any]) -> Mapping[str, Setting]:
    """The settings of a metric, or of another dataclass, by name."""
    hints = get_type_hints(declared, include_extras=True)
    return {one.name: _setting(one.name, one.default, hints[one.name]) for one in fields(declared)}


def _setting(name: str, default: Any, hint: Any) -> Setting:
    kind, *extras = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    metas = [extra for extra in extras if isinstance(extra, msgspec.Meta)]
    choices = tuple(get_args(kind)) if get_origin(kind) is Literal else ()
    expected = f"one of {', '.join(choices)}" if choices else KINDS.get(type(default), "names")
    for meta in metas:
        if meta.ge is not None:
            expected += f" from {meta.ge} to {meta.le}"
        if meta.gt is not None:
            expected += f" above {meta.gt}, at most {meta.le}"
        if meta.examples:
            expected += f" such as {meta.examples[0]}"
    said = {
        key: next((getattr(meta, key) for meta in metas if getattr(meta, key) is not None), None)
        for key in ("title", "description", "ge", "le")
    }
    words = str(said["title"] or ""), default, str(said["description"] or "")
    return Setting(name, *words, choices, said["ge"], said["le"], hint, expected)
