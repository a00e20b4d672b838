"""Metrics and settings as people write them on a command line."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from typing import Any

from metrics.scorers.registry import METRICS, make_scorer, metric_names, scorer_class
from metrics.scorers.scorer import Scorer, SettingError

WORDS = {"yes": True, "true": True, "no": False, "false": False}


def parse_setting(metric: str, name: str, text: str) -> Any:
    """The value of a setting given as text, of the type of the setting's default.

    Raises SettingError when the metric has no such setting or the text is no such value.
    """
    known = {field.name: field.default for field in fields(scorer_class(metric))}
    if name not in known:
        raise SettingError(f"{metric} has no setting {name!r}; its settings are {', '.join(known) or 'none'}")
    default = known[name]
    try:
        if isinstance(default, bool):
            return WORDS[text.lower()]
        return type(default)(text) if isinstance(default, int | float) else text
    except (ValueError, KeyError):
        expected = "yes or no" if isinstance(default, bool) else f"a number like {default}"
        raise SettingError(f"{name} = {text!r}: expected {expected}") from None


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
        values[name] = parse_setting(metric, name, value)
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
    for metric in metric_names():
        lines.append(f"{metric}: {METRICS[metric].summary}")
        for info in scorer_class(metric).setting_infos():
            default = ("yes" if info.default else "no") if isinstance(info.default, bool) else info.default
            choices = f" ({', '.join(info.choices)})" if info.choices else ""
            lines.append(f"    {info.name}={default}  {info.help}{choices}")
    return "\n".join(lines)
