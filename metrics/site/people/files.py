"""Files of a comparison: tables, figures, and everything in one document."""

import json
from collections.abc import Iterator

from django.http import Http404, HttpRequest, HttpResponse

from appraise_gec.present.downloads import TABLE_FILES, download, show_figure, table_file
from appraise_gec.present.figure import CONTENT_TYPES, file
from metrics.models import Comparison
from metrics.site.people.asking import compared
from metrics.site.people.shown import FIGURES, TABLES, strongest_first

DOCUMENT = ("comparison", "json")


def file_names() -> Iterator[tuple[str, str]]:
    """Name and extension of every file."""
    yield DOCUMENT
    yield from ((name, extension) for name in TABLES for extension in TABLE_FILES)
    yield from ((name, extension) for name in FIGURES for extension in CONTENT_TYPES)


def comparison_file(request: HttpRequest, comparison: Comparison, name: str, extension: str) -> HttpResponse:
    """One file; Http404 for one that there is not. `?metric=` names the metric that a scatter is about."""
    if (name, extension) not in set(file_names()):
        raise Http404
    stem = f"{comparison.campaign.slug}-metrics-people-{name}"
    if (name, extension) == DOCUMENT:
        whole = {"recipe": comparison.recipe, "result": comparison.result}
        content = json.dumps(whole, ensure_ascii=False, indent=1, sort_keys=True).encode() + b"\n"
        return download(content, "application/json", f"{stem}.json")
    found = compared(comparison)
    if extension in TABLE_FILES:
        return table_file(TABLES[name](found), stem, extension)
    metrics = strongest_first(found)
    asked = request.GET.get("metric", "")
    figure = FIGURES[name](found, asked if asked in metrics else metrics[0])
    return show_figure(request, file(figure, extension), f"{stem}.{extension}", seconds=60)
