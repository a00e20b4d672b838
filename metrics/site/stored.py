"""Stored scores: what they are called, as results, side by side, and after systems were renamed."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from appraise_gec.present.table import Table, capital
from metrics.models import MetricRun, SentenceScores, SystemScore
from metrics.scorers.registry import METRICS, make_scorer, scorer_class
from metrics.scorers.results import Score, Scores, TypeScore
from metrics.scorers.scorer import Scorer, SettingError
from metrics.sections import scores as tables
from metrics.sections.scores import in_words
from metrics.site.texts import texts_mark
from metrics.validation.score_table import MetricScores
from rankings.models import Campaign

SENTENCES_AT_ONCE = 500
ROWS_AT_ONCE = 500
IMPORTED = "imported"


def scorer_of(run: MetricRun) -> Scorer[Any] | None:
    """The metric with the settings of the run; None where it was imported, or is not known here any more."""
    if run.is_imported or run.metric not in METRICS:
        return None
    try:
        return make_scorer(run.metric, **run.settings)
    except SettingError:  # stored by a version that allowed it
        return scorer_class(run.metric)()


def run_title(run: MetricRun, *, short: bool = False) -> str:
    """The metric, or what is short enough for a narrow column; an imported one is called as in its table."""
    scorer = scorer_of(run)
    return (scorer.short_title() if short else scorer.title) if scorer else run.metric


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
    titles = [run_title(run, short=True) for run in runs]
    names: list[str] = []
    for run, title in zip(runs, titles, strict=True):
        name = f"{title} ({run_note(run)})" if titles.count(title) > 1 and run_note(run) else title
        number = 2
        while name in names:
            name, number = f"{name.removesuffix(f' #{number - 1}')} #{number}", number + 1
        names.append(name)
    return names


def stored_scores(run: MetricRun) -> Scores:
    """Scores of all systems, best first, without those of sentences."""
    names = part_names(run)
    systems = [
        Score(
            row.system.name,
            row.score,
            {name: row.parts[name] for name in names if name in row.parts},
            tuple(TypeScore.of(*values) for values in row.types),
        )
        for row in run.system_scores.select_related("system")
    ]
    return Scores(run.metric, tuple(systems))


def part_names(run: MetricRun, of: str = "parts") -> list[str]:
    """Names of the parts of a system's score, or of a sentence's (`sentence_parts`), in the metric's order.

    They are those of the recipe, because databases do not keep the order of an object's keys.
    """
    names: list[str] = run.recipe.get(of, []) if run.recipe else []
    return names


def compared_table(runs: Sequence[MetricRun]) -> Table:
    """The scores of several runs side by side."""
    by_run: dict[int, dict[str, float]] = {run.pk: {} for run in runs}
    rows = SystemScore.objects.filter(run__in=runs).values_list("run_id", "system__name", "score")
    for run_id, system, score in rows:
        by_run[run_id][system] = score
    return tables.compared(
        [
            tables.ComparedMetric(
                str(run.key), capital(run_title(run, short=True)), run_note(run), by_run[run.pk]
            )
            for run in runs
        ]
    )


def metric_scores(run: MetricRun, name: str, without: Collection[str] = ()) -> MetricScores:
    """All scores of a finished run, as those that are compared with people, under this name."""
    scorer = scorer_of(run)
    has_parts = scorer is not None and scorer.is_f_of_parts
    scores: dict[str, float] = {}
    precision: dict[str, float] = {}
    recall: dict[str, float] = {}
    sentences: dict[str, dict[str, float]] = {}
    for system, score, values in run.system_scores.values_list("system__name", "score", "parts"):
        if system in without:
            continue
        scores[system] = score
        if has_parts and {"precision", "recall"} <= set(values):
            precision[system], recall[system] = values["precision"], values["recall"]
    rows = run.sentence_scores.order_by("index").values_list("index", "scores")
    for index, of_systems in rows.iterator(chunk_size=SENTENCES_AT_ONCE):
        for system in of_systems.keys() - set(without):
            sentences.setdefault(system, {})[str(index)] = of_systems[system][0]
    return MetricScores(name, scores, precision, recall, sentences)


def follow(campaign: Campaign, renamed: Mapping[str, str], **further: Any) -> None:
    """Rename systems in the scores of sentences, and keep scores of the present texts up to date.

    Called by `rankings.corpus.systems.systems_renamed`.
    """
    rows = SentenceScores.objects.filter(run__campaign=campaign)
    changed: list[SentenceScores] = []
    for row in rows.iterator(chunk_size=ROWS_AT_ONCE):
        row.scores = _renamed(row.scores, renamed)
        row.edits = _renamed(row.edits, renamed)
        changed.append(row)
        if len(changed) == ROWS_AT_ONCE:
            SentenceScores.objects.bulk_update(changed, ["scores", "edits"])
            changed.clear()
    SentenceScores.objects.bulk_update(changed, ["scores", "edits"])
    before = texts_mark(campaign, {now: former for former, now in renamed.items()})
    runs = MetricRun.objects.filter(campaign=campaign, texts_mark=before)
    runs.update(texts_mark=texts_mark(campaign))


def _renamed(by_name: Mapping[str, Any], renamed: Mapping[str, str]) -> dict[str, Any]:
    return {renamed.get(name, name): value for name, value in by_name.items()}
