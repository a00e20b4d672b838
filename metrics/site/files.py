"""Files of runs: tables, all sentences, and everything in one document."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase

from appraise_gec.present import csv
from appraise_gec.present.downloads import download, streamed_download, table_file
from appraise_gec.present.files import TABLE_FILES
from appraise_gec.present.table import Table
from metrics.models import MetricRun
from metrics.scorers.results import SentenceScore, scores_document
from metrics.sections import scores as tables
from metrics.site.stored import SENTENCES_AT_ONCE, part_names, scorer_of, stored_scores

Name = tuple[str, str]
"""Name and extension."""
SCORES: Name = ("scores", "json")
SENTENCES: Name = ("sentences", "csv")


def tables_of(run: MetricRun) -> tuple[Table, Table]:
    """Of systems, and of error types."""
    scores, scorer = stored_scores(run), scorer_of(run)
    told = {"heading": scorer.heading(), "repeated": scorer.repeated_part()} if scorer else {}
    return tables.systems(scores, title=scorer.title if scorer else run.metric, **told), tables.types(scores)


def names_of_run() -> Iterator[Name]:
    """Every file of a run."""
    yield from (SCORES, SENTENCES)
    yield from ((name, extension) for name in ("scores", "types") for extension in TABLE_FILES)


def run_file(run: MetricRun, name: str, extension: str) -> HttpResponseBase:
    """One file of a finished run; Http404 for one that there is not."""
    if (name, extension) not in set(names_of_run()):
        raise Http404
    metric = "".join(letter if letter.isalnum() else "-" for letter in run.metric)
    called = f"{run.campaign.slug}-{metric}-{name}-{str(run.key)[:8]}"
    if (name, extension) == SENTENCES:
        return streamed_download(_sentences_csv(run), "text/csv; charset=utf-8", f"{called}.csv")
    if (name, extension) == SCORES:
        return _document(run.recipe, scores_document(stored_scores(run)), called)
    table = next(table for table in tables_of(run) if table.key == name)
    return table_file(table, called, extension)


def _document(recipe: Any, result: Any, called: str) -> HttpResponse:
    whole = {"recipe": recipe, "result": result}
    content = json.dumps(whole, ensure_ascii=False, indent=1, sort_keys=True).encode() + b"\n"
    return download(content, "application/json", f"{called}.json")


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
