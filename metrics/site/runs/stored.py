"""Stored scores as results, and their tables."""

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from appraise_gec.present import csv
from appraise_gec.present.table import Table, capital
from metrics.models import MetricRun, SystemScore
from metrics.scorers.results import Score, Scores, SentenceScore, TypeScore, scores_document
from metrics.site.runs.names import repeated_part, run_note, run_title, score_heading, short_title
from metrics.tables import scores as tables

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


def part_names(run: MetricRun) -> list[str]:
    """Names of the parts of a system's score, in the order of the metric.

    The recipe keeps the order: databases do not keep that of the keys of an object.
    """
    names: list[str] = run.recipe.get("parts", []) if run.recipe else []
    return names


def systems_table(run: MetricRun, scores: Scores) -> Table:
    return tables.systems(
        scores, title=run_title(run), heading=score_heading(run), repeated=repeated_part(run)
    )


TABLES: dict[str, Callable[[MetricRun, Scores], Table]] = {
    "scores": systems_table,
    "types": lambda run, scores: tables.types(scores),
}


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


def sentences_csv(run: MetricRun) -> Iterator[bytes]:
    """One line for each sentence and system, piece by piece; `sentence` counts from 1."""
    names: list[str] = run.recipe["sentence_parts"] if run.recipe else []
    yield csv.write(tables.sentences(names, []))
    rows = run.sentence_scores.order_by("index").values_list("index", "scores")
    for index, scores in rows.iterator(chunk_size=SENTENCES_AT_ONCE):
        lines = [(index + 1, system, _sentence(names, numbers)) for system, numbers in sorted(scores.items())]
        yield csv.write(tables.sentences(names, lines), with_keys=False)


def _sentence(names: Sequence[str], numbers: Sequence[Any]) -> SentenceScore:
    """A system's entry in `SentenceScores.scores`: the score, and the parts with these names or None."""
    parts = {name: value for name, value in zip(names, numbers[1:], strict=True) if value is not None}
    return SentenceScore(numbers[0], parts)


def run_json(run: MetricRun, scores: Scores) -> bytes:
    """Recipe and result: the same recipe gives the same bytes."""
    whole: dict[str, Any] = {"recipe": run.recipe, "result": scores_document(scores)}
    return json.dumps(whole, ensure_ascii=False, indent=1, sort_keys=True).encode() + b"\n"
