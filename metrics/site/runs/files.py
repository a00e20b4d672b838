"""Files of a run: tables of systems, error types and sentences, and everything in one document."""

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from django.http import Http404
from django.http.response import HttpResponseBase

from appraise_gec.present import csv
from appraise_gec.present.downloads import TABLE_FILES, download, streamed_download, table_file
from appraise_gec.present.table import Table
from metrics.models import MetricRun
from metrics.scorers.results import Scores, SentenceScore, scores_document
from metrics.sections import scores as tables
from metrics.site.runs.names import scorer_of
from metrics.site.runs.stored import SENTENCES_AT_ONCE, part_names, stored_scores

DOCUMENT = ("scores", "json")
SENTENCES = ("sentences", "csv")


def systems_table(run: MetricRun, scores: Scores) -> Table:
    scorer = scorer_of(run)
    if scorer is None:
        return tables.systems(scores, title=run.metric)
    return tables.systems(
        scores, title=scorer.title, heading=scorer.heading(), repeated=scorer.repeated_part()
    )


TABLES: dict[str, Callable[[MetricRun, Scores], Table]] = {
    "scores": systems_table,
    "types": lambda run, scores: tables.types(scores),
}


def file_names() -> Iterator[tuple[str, str]]:
    """Name and extension of every file."""
    yield DOCUMENT
    yield SENTENCES
    yield from ((name, extension) for name in TABLES for extension in TABLE_FILES)


def run_file(run: MetricRun, name: str, extension: str) -> HttpResponseBase:
    """One file of a finished run; Http404 for one that there is not."""
    if (name, extension) not in set(file_names()):
        raise Http404
    metric = "".join(letter if letter.isalnum() else "-" for letter in run.metric)
    file = f"{run.campaign.slug}-{metric}-{name}-{str(run.key)[:8]}"
    if (name, extension) == SENTENCES:
        return streamed_download(_sentences_csv(run), "text/csv; charset=utf-8", f"{file}.csv")
    scores = stored_scores(run)
    if (name, extension) == DOCUMENT:
        whole = {"recipe": run.recipe, "result": scores_document(scores)}
        content = json.dumps(whole, ensure_ascii=False, indent=1, sort_keys=True).encode() + b"\n"
        return download(content, "application/json", f"{file}.json")
    return table_file(TABLES[name](run, scores), file, extension)


def _sentences_csv(run: MetricRun) -> Iterator[bytes]:
    """One line for each sentence and system, piece by piece; `sentence` counts from 1."""
    names = part_names(run, "sentence_parts")
    yield csv.write(tables.sentences(names, []))
    rows = run.sentence_scores.order_by("index").values_list("index", "scores")
    for index, scores in rows.iterator(chunk_size=SENTENCES_AT_ONCE):
        lines = [(index + 1, system, _sentence(names, numbers)) for system, numbers in sorted(scores.items())]
        yield csv.write(tables.sentences(names, lines), with_keys=False)


def _sentence(names: Sequence[str], numbers: Sequence[Any]) -> SentenceScore:
    """A system's entry in `SentenceScores.scores`: the score, and the parts with these names or None."""
    parts = {name: value for name, value in zip(names, numbers[1:], strict=True) if value is not None}
    return SentenceScore(numbers[0], parts)
