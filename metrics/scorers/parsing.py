"""Metrics and settings as people write them on a command line."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from metrics.scorers.registry import make_scorer, metric_names, scorer_class, setting_of
from metrics.scorers.scorer import Scorer, SettingError
from metrics.scorers.settings import settings_of


def parse_setting(metric: str, name: str, text: str) -> Any:
    """The value of a setting given as text.

    Raises SettingError when the metric has no such setting or the text is no such value.
    """
    return setting_of(metric, name).read(text)


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
        scorer = scorer_class(metric)
        lines.append(f"{metric}: {scorer.summary}")
        for one in settings_of(scorer).values():
            default = ("yes" if one.default else "no") if isinstance(one.default, bool) else one.default
            choices = f" ({', '.join(one.choices)})" if one.choices else ""
            lines.append(f"    {one.name}={default}  {one.help}{choices}")
    return "\n".join(lines)
