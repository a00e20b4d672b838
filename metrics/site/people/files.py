"""What the page shows of a comparison, described once for the page and for files."""

import json
from collections.abc import Iterator, Mapping

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse

from appraise_gec.present.blocks import Section
from appraise_gec.present.downloads import TABLE_FILES, download, drawn_once, show_figure, table_file
from appraise_gec.present.figure import CONTENT_TYPES, file
from appraise_gec.present.html import write_blocks
from metrics.models import Comparison
from metrics.sections.people import describe
from metrics.site.pages import FILE_TITLES
from metrics.site.people.asking import compared

DOCUMENT = ("comparison", "json")


def section_of(comparison: Comparison) -> Section:
    """Tables, figures and words of a finished comparison."""
    found = compared(comparison)
    return describe(found.study, found.scores, people=found.people)


def on_page(comparison: Comparison) -> str:
    """The section as HTML, drawn once."""

    def addresses(folder: str, key: str) -> Mapping[str, str]:
        extensions = TABLE_FILES if folder == "tables" else ("svg", "pdf")
        place = [comparison.campaign.slug, key]
        return {FILE_TITLES[one]: reverse("metrics:people-file", args=[*place, one]) for one in extensions}

    return drawn_once(
        f"metrics-people:{comparison.key}",
        lambda: write_blocks(section_of(comparison).blocks, addresses).encode(),
    ).decode()


def file_names(comparison: Comparison) -> Iterator[tuple[str, str]]:
    """Name and extension of every file."""
    section = section_of(comparison)
    yield DOCUMENT
    yield from ((table.key, extension) for table in section.tables for extension in TABLE_FILES)
    yield from ((figure.key, extension) for figure in section.figures for extension in CONTENT_TYPES)


def comparison_file(request: HttpRequest, comparison: Comparison, name: str, extension: str) -> HttpResponse:
    """One file; Http404 for one that there is not."""
    file_name = f"{comparison.campaign.slug}-metrics-people-{name}"
    if (name, extension) == DOCUMENT:
        whole = {"recipe": comparison.recipe, "result": comparison.result}
        content = json.dumps(whole, ensure_ascii=False, indent=1, sort_keys=True).encode() + b"\n"
        return download(content, "application/json", f"{file_name}.json")
    section = section_of(comparison)
    for table in section.tables:
        if table.key == name and extension in TABLE_FILES:
            return table_file(table, file_name, extension)
    for figure in section.figures:
        if figure.key == name and extension in CONTENT_TYPES:
            content = file(figure, extension)
            return show_figure(request, content, f"{file_name}.{extension}", seconds=60)
    raise Http404
