"""Files of runs and of the comparison with people: tables, figures, and everything in one document."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse

from appraise_gec.present import csv
from appraise_gec.present.blocks import Section
from appraise_gec.present.downloads import (
    TABLE_FILES,
    download,
    drawn_once,
    show_figure,
    streamed_download,
    table_file,
)
from appraise_gec.present.figure import CONTENT_TYPES, file
from appraise_gec.present.html import write_blocks
from appraise_gec.present.table import Table
from metrics.models import Comparison, MetricRun
from metrics.scorers.results import SentenceScore, scores_document
from metrics.sections import people
from metrics.sections import scores as tables
from metrics.site.comparisons import compared
from metrics.site.pages import FILE_TITLES
from metrics.site.stored import SENTENCES_AT_ONCE, part_names, scorer_of, stored_scores

Name = tuple[str, str]
"""Name and extension."""
COMPARISON: Name = ("comparison", "json")
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


def section_of(comparison: Comparison) -> Section:
    """Tables, figures and words of a finished comparison."""
    found = compared(comparison)
    return people.describe(found.study, found.scores, people=found.people)


def comparison_on_page(comparison: Comparison) -> str:
    """The section as HTML, drawn once."""

    def addresses(folder: str, key: str) -> Mapping[str, str]:
        extensions = TABLE_FILES if folder == "tables" else ("svg", "pdf")
        place = [comparison.campaign.slug, key]
        return {FILE_TITLES[one]: reverse("metrics:people-file", args=[*place, one]) for one in extensions}

    return drawn_once(
        f"metrics-people:{comparison.key}",
        lambda: write_blocks(section_of(comparison).blocks, addresses).encode(),
    ).decode()


def names_of_comparison(comparison: Comparison) -> Iterator[Name]:
    """Every file of a finished comparison."""
    section = section_of(comparison)
    yield COMPARISON
    yield from ((table.key, extension) for table in section.tables for extension in TABLE_FILES)
    yield from ((figure.key, extension) for figure in section.figures for extension in CONTENT_TYPES)


def comparison_file(
    request: HttpRequest, comparison: Comparison | None, name: str, extension: str
) -> HttpResponse:
    """One file of the newest comparison; Http404 for one that there is not."""
    if comparison is None:
        raise Http404
    called = f"{comparison.campaign.slug}-metrics-people-{name}"
    if (name, extension) == COMPARISON:
        return _document(comparison.recipe, comparison.result, called)
    section = section_of(comparison)
    for table in section.tables:
        if table.key == name and extension in TABLE_FILES:
            return table_file(table, called, extension)
    for figure in section.figures:
        if figure.key == name and extension in CONTENT_TYPES:
            return show_figure(request, file(figure, extension), f"{called}.{extension}", seconds=60)
    raise Http404


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
