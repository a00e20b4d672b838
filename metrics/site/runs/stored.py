"""Stored scores as results: of one run, of several side by side, and for a comparison with people."""

from collections.abc import Sequence

from appraise_gec.present.table import Table, capital
from metrics.models import MetricRun, SystemScore
from metrics.scorers.results import Score, Scores, TypeScore
from metrics.sections import scores as tables
from metrics.site.runs.names import run_note, scorer_of, short_title
from metrics.validation.score_table import MetricScores

SENTENCES_AT_ONCE = 500


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

    The recipe keeps the order: databases do not keep that of the keys of an object.
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
            tables.ComparedMetric(str(run.key), capital(short_title(run)), run_note(run), by_run[run.pk])
            for run in runs
        ]
    )


def metric_scores(run: MetricRun, name: str) -> MetricScores:
    """All scores of a finished run, as those that are compared with people, under this name."""
    scorer = scorer_of(run)
    has_parts = scorer is not None and scorer.is_f_of_parts
    scores: dict[str, float] = {}
    precision: dict[str, float] = {}
    recall: dict[str, float] = {}
    sentences: dict[str, dict[str, float]] = {}
    for system, score, values in run.system_scores.values_list("system__name", "score", "parts"):
        scores[system] = score
        if has_parts and {"precision", "recall"} <= set(values):
            precision[system], recall[system] = values["precision"], values["recall"]
    rows = run.sentence_scores.order_by("index").values_list("index", "scores")
    for index, of_systems in rows.iterator(chunk_size=SENTENCES_AT_ONCE):
        for system, numbers in of_systems.items():
            sentences.setdefault(system, {})[str(index)] = numbers[0]
    return MetricScores(name, scores, precision, recall, sentences)
