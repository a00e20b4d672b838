"""Reports: ask for one, follow it, cancel it, and take its files."""

from typing import Any, cast
from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from appraise_gec.accounts.services import record_event
from appraise_gec.jobs import services as jobs
from appraise_gec.jobs.views import may_change
from appraise_gec.presentation.downloads import TABLE_FILES, download, drawn_once, table_file
from appraise_gec.presentation.writers.figure import CONTENT_TYPES
from rankings.api.access import COMPUTING
from rankings.api.base import ApiView, ReportThrottle, made
from rankings.api.documenting import FILE, PAGING, documented, page_of
from rankings.api.problems import Conflict
from rankings.api.serializers import OptionsSerializer, ReportDetailSerializer, ReportSerializer
from rankings.formats.records import FormatError
from rankings.judgments.exporting import EXPORTS
from rankings.models import Report
from rankings.reports.exporting import export_judgments_of, short_key
from rankings.reports.figures import CHARTS, draw
from rankings.reports.result import report_result
from rankings.reports.services import request_report
from rankings.reports.tables import DESCRIBED
from rankings.reports.views import report_json

DOCUMENT = "report.json"
FOLDERS = {"document": "document", "table": "tables", "figure": "figures", "rankings": "rankings"}


class ReportFileDocument(serializers.Serializer[Any]):
    """A file of a report."""

    name = serializers.CharField()
    kind = serializers.ChoiceField(choices=list(FOLDERS))
    url = serializers.URLField()


class ReportView(ApiView):
    """Reports are for everybody on the team; asking for one takes the scope `compute`."""

    needs = {**COMPUTING, "DELETE": COMPUTING["POST"]}

    def report(self, slug: str, key: UUID) -> Report:
        campaign = self.open(slug).campaign
        known = Report.objects.select_related("campaign", "job", "created_by")
        return get_object_or_404(known, campaign=campaign, key=key)

    def finished(self, slug: str, key: UUID) -> Report:
        report = self.report(slug, key)
        if report.result is None:
            raise Conflict("The report is not done yet. Ask for it until its state is “done”.")
        return report


class Reports(ReportView):
    """Reports of a campaign."""

    post_throttle = ReportThrottle

    @documented("Reports, newest first; `?state=` for those in one", page_of(ReportSerializer), query=PAGING)
    def get(self, request: Request, slug: str) -> Response:
        campaign = self.open(slug).campaign
        rows = campaign.reports.select_related("campaign", "job").defer("recipe", "result")
        match request.query_params.get("state"):
            case None | "":
                pass
            case "done":
                rows = rows.filter(finished_at__isnull=False)
            case state:
                rows = rows.filter(finished_at__isnull=True, job__state=state)
        return self.paged(rows, lambda row: ReportSerializer(row, context={"request": request}).data)

    @documented(
        "Ask for a report; an equal one is given again with 200",
        ReportSerializer,
        asks=OptionsSerializer,
        status=201,
        or_status=200,
    )
    def post(self, request: Request, slug: str) -> Response:
        campaign = self.open(slug).campaign
        asked = OptionsSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        requested = request_report(campaign, self.person, asked.options())
        answer = ReportSerializer(requested.report, context={"request": request}).data
        return made(answer, answer["url"], is_new=requested.is_new)


class OneReport(ReportView):
    """A report."""

    @documented("State and progress; recipe and result once it is done", ReportDetailSerializer)
    def get(self, request: Request, slug: str, key: UUID) -> Response:
        report = self.report(slug, key)
        return Response(ReportDetailSerializer(report, context={"request": request}).data)

    @documented("Cancel the work on a report that is not done; only who asked for it may", status=204)
    def delete(self, request: Request, slug: str, key: UUID) -> Response:
        report = self.report(slug, key)
        if report.job is None or report.finished_at is not None:
            raise Conflict("The report is not being computed.")
        if not may_change(self.person, report.job):
            raise Conflict("Only the person who asked for the report may cancel it.")
        if not jobs.cancel(report.job):
            raise Conflict("The work has ended already.")
        return Response(status=204)


class ReportFiles(ReportView):
    """What can be downloaded of a report."""

    @documented("The files of a finished report", ReportFileDocument(many=True))
    def get(self, request: Request, slug: str, key: UUID) -> Response:
        report = self.finished(slug, key)
        result = report_result(report.result or {})
        names = [(DOCUMENT, "document")]
        names += [
            (f"{name}.{end}", "table")
            for name in DESCRIBED
            if DESCRIBED[name](result).rows
            for end in TABLE_FILES
        ]
        names += [(f"{name}.{end}", "figure") for name in CHARTS for end in CONTENT_TYPES]
        names += [(f"rankings.{name}", "rankings") for name in EXPORTS]
        return Response(
            [
                {
                    "name": name,
                    "kind": kind,
                    "url": reverse(
                        "api:report-file", args=[slug, report.key, FOLDERS[kind], name], request=request
                    ),
                }
                for name, kind in names
            ]
        )


class ReportFile(ReportView):
    """One file of a report."""

    def perform_content_negotiation(self, request: Request, force: bool = False) -> Any:
        """Whatever a program accepts, it gets the file, or why there is none."""
        return super().perform_content_negotiation(request, force=True)

    @documented("A table, a figure, the rankings, or recipe and result as JSON", FILE, media_types=("*/*",))
    def get(self, request: Request, slug: str, key: UUID, kind: str, name: str) -> HttpResponse:
        report = self.finished(slug, key)
        stem, _, end = name.rpartition(".")
        full = f"{report.campaign.slug}-{stem}-{short_key(report)}"
        result = cast("dict[str, Any]", report.result)
        match kind:
            case "document" if name == DOCUMENT:
                return download(report_json(report), "application/json", f"{full}.json")
            case "tables" if stem in DESCRIBED and end in TABLE_FILES:
                return table_file(DESCRIBED[stem](report_result(result)), full, end)
            case "figures" if stem in CHARTS and end in CONTENT_TYPES:
                drawn = drawn_once(f"figure:{report.key}:{stem}:{end}", lambda: draw(stem, end, result))
                return download(drawn, CONTENT_TYPES[end], f"{full}.{end}")
            case "rankings" if stem == "rankings" and end in EXPORTS:
                return self._rankings(report, end)
        raise Http404

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
