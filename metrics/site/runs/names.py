"""Names on pages for runs: the metric, its score, its settings."""

from typing import Any

from metrics.models import MetricRun
from metrics.scorers.registry import METRICS, make_scorer, scorer_class
from metrics.scorers.scorer import Scorer, SettingError
from metrics.sections.scores import in_words

IMPORTED = "imported"


def scorer_of(run: MetricRun) -> Scorer[Any] | None:
    """The metric with the settings of the run; None where it was imported, or is not known here any more."""
    if run.is_imported or run.metric not in METRICS:
        return None
    try:
        return make_scorer(run.metric, **run.settings)
    except SettingError:  # stored by a version that allowed it
        return scorer_class(run.metric)()


def run_title(run: MetricRun) -> str:
    """The metric; an imported one is called as in its table."""
    scorer = scorer_of(run)
    return scorer.title if scorer else run.metric


def short_title(run: MetricRun) -> str:
    """The title for a narrow column."""
    scorer = scorer_of(run)
    return scorer.short_title() if scorer else run.metric


def score_heading(run: MetricRun) -> str:
    """The name of the score itself."""
    scorer = scorer_of(run)
    return scorer.heading() if scorer else "score"


def repeated_part(run: MetricRun) -> str:
    """The part that repeats the score itself, which pages show already; empty where there is none."""
    scorer = scorer_of(run)
    return scorer.repeated_part() if scorer else ""


def run_note(run: MetricRun) -> str:
    """What distinguishes runs of the same metric: settings other than the defaults, and references."""
    if run.is_imported:
        return IMPORTED
    notes = [_setting(name, value) for name, value in unusual_settings(run).items()]
    if run.references_name:
        notes.append(run.references_name)
    if run.annotator is not None:
        notes.append(f"annotator {run.annotator}")
    return ", ".join(notes)


def unusual_settings(run: MetricRun) -> dict[str, Any]:
    """Settings that differ from the metric's defaults, but for those that stand in its title."""
    scorer = scorer_of(run)
    if scorer is None:
        return {}
    defaults = type(scorer)().settings()
    return {
        name: run.settings[name]
        for name, default in defaults.items()
        if name in run.settings and run.settings[name] != default and name not in scorer.settings_in_heading
    }


def _setting(name: str, value: object) -> str:
    """A setting with its value: `beta 0.25`."""
    shown = {True: "yes", False: "no"}[value] if isinstance(value, bool) else value
    return f"{in_words(name)} {shown}"
