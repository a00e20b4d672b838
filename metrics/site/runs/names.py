"""Names on pages for runs: the metric, its score, its settings."""

from collections.abc import Sequence
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


def run_note(run: MetricRun) -> str:
    """What distinguishes runs of the same metric: settings other than the defaults, and references.

    Settings that stand in the title are not repeated.
    """
    if run.is_imported:
        return IMPORTED
    scorer = scorer_of(run)
    notes = []
    for name, default in (type(scorer)().settings() if scorer else {}).items():
        value = run.settings.get(name, default)
        if scorer and value != default and name not in scorer.settings_in_heading:
            shown = ("no", "yes")[value] if isinstance(value, bool) else value
            notes.append(f"{in_words(name)} {shown}")
    if run.references_name:
        notes.append(run.references_name)
    if run.annotator is not None:
        notes.append(f"annotator {run.annotator}")
    return ", ".join(notes)


def distinct_names(runs: Sequence[MetricRun]) -> list[str]:
    """A distinct name for each run in tables."""
    titles = [short_title(run) for run in runs]
    names: list[str] = []
    for run, title in zip(runs, titles, strict=True):
        name = f"{title} ({run_note(run)})" if titles.count(title) > 1 and run_note(run) else title
        number = 2
        while name in names:
            name, number = f"{name.removesuffix(f' #{number - 1}')} #{number}", number + 1
        names.append(name)
    return names
