"""The usual metrics, validated without people by gold edits (MAEGE) with the usual settings."""

from collections.abc import Callable
from typing import Any

from metrics.references.edits import Gold
from metrics.scorers.parsing import parse_metric, parse_metrics
from metrics.scorers.scorer import Scorer
from metrics.validation.maege.experiment import MaegeSettings, validate_without_people
from metrics.validation.maege.results import MaegeResult

DEFAULT_METRICS = (
    "bleu",
    "ibleu",
    "ibleu:sign=plus",
    "gleu",
    "sari",
    "max-sari",
    "levenshtein-source",
    "levenshtein-reference",
)
SENTENCES_ONLY: dict[str, dict[str, Any]] = {"gleu": {"iterations": 1}}
"""Settings of corpus scores that take time and that sentence scores do not depend on."""


def maege_metric(text: str) -> Scorer[Any]:
    """A metric from METRIC or METRIC:SETTING=VALUE,SETTING=VALUE. Raises SettingError."""
    return parse_metric(text, SENTENCES_ONLY.get(text.partition(":")[0]))


def without_people(gold: Gold, seed: int, progress: Callable[[float], None] | None = None) -> MaegeResult:
    """The usual metrics validated by the gold edits, with the settings of `appraise-gec maege`.

    Raises:
        FormatError: no sentence is left to draw from.
    """
    scorers = parse_metrics(DEFAULT_METRICS, maege_metric)
    settings = MaegeSettings()
    return validate_without_people(gold, scorers, settings, seed=seed, progress=progress)
