"""The section of a report on metrics that are validated without human rankings (MAEGE)."""

from collections.abc import Callable
from typing import Any

from appraise_gec.report.paper.companion import Companion
from appraise_gec.report.paper.paper import Paper
from metrics.references.edits import Gold
from metrics.scorers.parsing import parse_metric, parse_metrics
from metrics.scorers.scorer import Scorer
from metrics.sections.maege import describe
from metrics.validation.maege.experiment import MaegeSettings, validate_without_people
from metrics.validation.maege.results import MaegeResult
from rankings.formats.results import from_json, to_json

KEY = "maege"
"""Of the result in a report."""
TABLES = ("maege-sentences", "maege-corpora", "maege-types")
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
LEAST_ANNOTATORS = MaegeSettings().least_annotators

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


def maege_companion(paper: Paper) -> Companion | None:
    """The section as it stands in an archive: its numbers are taken over, since gold edits are in none."""
    if KEY not in paper.taken_beside:
        return None
    result = from_json(MaegeResult, paper.taken_beside[KEY])
    part = describe(result)
    return Companion(KEY, to_json(result), part.tables, part)
