"""Files of a report: everything that its pages offer, for programs."""

from collections.abc import Iterator
from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from appraise_gec.accounts.services import record_event
from appraise_gec.present.downloads import TABLE_FILES, download, table_file
from appraise_gec.present.figure import CONTENT_TYPES
from appraise_gec.report.figures import FIGURES
from appraise_gec.report.methods_text import METHODS_FILES, methods_files
from appraise_gec.report.report_files import is_shown
from appraise_gec.report.result import ReportResult, report_result
from appraise_gec.report.site.api import ReportView
from appraise_gec.report.site.contributed import contributed_tables, report_table
from appraise_gec.report.site.exporting import export_judgments_of, figure_of, short_key
from appraise_gec.report.site.views import report_json
from appraise_gec.report.tables import DESCRIBED
from rankings.api.documenting import FILE, documented
from rankings.api.problems import Conflict
from rankings.formats.records import FormatError
from rankings.judgments.exporting import EXPORTS
from rankings.models import Report

DOCUMENT = "report.json"
FOLDERS = {
    "document": "document",
    "table": "tables",
    "figure": "figures",
    "text": "texts",
    "rankings": "rankings",
}


class ReportFileDocument(serializers.Serializer[Any]):
    """A file of a report."""

    name = serializers.CharField()
    kind = serializers.ChoiceField(choices=list(FOLDERS))
    url = serializers.URLField()


class ReportFiles(ReportView):
    """What can be downloaded of a report."""

    @documented("The files of a finished report", ReportFileDocument(many=True))
    def get(self, request: Request, slug: str, key: UUID) -> Response:
        report = self.finished(slug, key)
        return Response(
            [
                {
                    "name": name,
                    "kind": kind,
                    "url": reverse(
                        "report-api:report-file",
                        args=[slug, report.key, FOLDERS[kind], name],
                        request=request,
                    ),
                }
                for kind, name in _names(report_result(report.result or {}))
            ]
        )


class ReportFile(ReportView):
    """One file of a report."""

    def perform_content_negotiation(self, request: Request, force: bool = False) -> Any:
        """Whatever a program accepts, it gets the file, or why there is none."""
        return super().perform_content_negotiation(request, force=True)

    @documented(
        "A table, a figure, the text on methods, its references, the rankings, or recipe and result as JSON",
        FILE,
        media_types=("*/*",),
    )
    def get(self, request: Request, slug: str, key: UUID, kind: str, name: str) -> HttpResponse:
        report = self.finished(slug, key)
        stem, _, end = name.rpartition(".")
        document = report.result or {}
        match kind:
            case "document" if name == DOCUMENT:
                return download(report_json(report), "application/json", f"{_full(report, stem)}.json")
            case "tables" if end in TABLE_FILES:
                if (table := report_table(report_result(document), stem)) is None:
                    raise Http404
                return table_file(table, _full(report, stem), end)
            case "figures" if stem in FIGURES and end in CONTENT_TYPES:
                return self._figure(report, stem, end)
            case "texts" if name in METHODS_FILES:
                content = methods_files(report_result(document), report.recipe or {})[name]
                return download(
                    content, f"{METHODS_FILES[name]}; charset=utf-8", f"{_full(report, stem)}.{end}"
                )
            case "rankings" if stem == "rankings" and end in EXPORTS:
                return self._rankings(report, end)
        raise Http404

    def _figure(self, report: Report, figure: str, end: str) -> HttpResponse:
        content = figure_of(report, figure, end)
        return download(content, CONTENT_TYPES[end], f"{_full(report, figure)}.{end}")

    def _rankings(self, report: Report, format_name: str) -> HttpResponse:
        try:
            exported = export_judgments_of(report, format_name)
        except FormatError as error:
            raise Conflict(f"{format_name} cannot hold these rankings: {error}") from error
        record_event(
            self.person,
            "judgments.export",
            report.campaign_id,
            format=format_name,
            report=str(report.key),
        )
        return download(exported.content, exported.content_type, exported.name)


def _names(result: ReportResult) -> Iterator[tuple[str, str]]:
    """Kinds and names of the files that have something in them."""
    yield "document", DOCUMENT
    for table, describe in DESCRIBED.items():
        if describe(result).rows:
            yield from (("table", f"{table}.{end}") for end in TABLE_FILES)
    for table in contributed_tables(result):
        yield from (("table", f"{table}.{end}") for end in TABLE_FILES)
    for figure in FIGURES:
        if is_shown(figure, result):
            yield from (("figure", f"{figure}.{end}") for end in CONTENT_TYPES)
    yield from (("text", name) for name in METHODS_FILES)
    yield from (("rankings", f"rankings.{name}") for name in EXPORTS)


def _full(report: Report, what: str) -> str:
    return f"{report.campaign.slug}-{what}-{short_key(report)}"
