"""Reports for programs: ask for one and follow it; its files, its archive, its link."""

from dataclasses import replace
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import path
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from appraise_gec.accounts.services import record_event
from appraise_gec.jobs.models import State
from appraise_gec.present.table import capital
from appraise_gec.report.options import DECLARED, DEFAULTS, ReportOptions
from appraise_gec.report.site import folders
from appraise_gec.report.site.forms import field_of
from appraise_gec.report.site.inputs import site_time_zone
from appraise_gec.report.site.services import judgments_of, request_report
from rankings.analysis.choices import judges_spoken_for
from rankings.api.access import COMPUTING
from rankings.api.base import ApiView, Conflict, ReportThrottle, Rows, made
from rankings.api.documents import (
    FILE,
    Address,
    KnownFields,
    PageAddress,
    WorkFields,
    documented,
    field_in_call,
)
from rankings.formats.filtering import check_time_zone
from rankings.formats.records import FormatError
from rankings.judgments.exporting import EXPORTS, export
from rankings.models import Report, ReportFolder


class OptionsDocument(KnownFields):
    """What a program asks of a report."""

    time_zone = serializers.CharField(max_length=64, required=False, help_text=DECLARED["time_zone"].help)

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        for name, option in DECLARED.items():
            if name not in self._declared_fields:
                of_form = field_of(replace(option, percent=False), DEFAULTS[name])
                self._declared_fields[name] = field_in_call(of_form)
        return super().get_fields()

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        asked = {"time_zone": site_time_zone(), **super().validate(attrs)}
        field = "time_zone"
        try:
            check_time_zone(asked["time_zone"])
            field = "speaks_for"
            judges_spoken_for(asked.get("speaks_for"), asked.get("unit", DEFAULTS["unit"]))
            field = "non_field_errors"
            self.asked = ReportOptions.from_json(asked)
        except ValueError as error:
            raise serializers.ValidationError({field: [f"{capital(str(error)).rstrip('.')}."]}) from None
        return asked


class FileDocument(serializers.Serializer[Any]):
    """A file of a report."""

    name = serializers.CharField()
    url = serializers.URLField()


class ReportSerializer(WorkFields, serializers.ModelSerializer[Report]):
    """A report and its progress."""

    url = Address("report-api:report", "campaign.slug", "key")
    page_url = PageAddress()
    files_url = Address("report-api:report-files", "campaign.slug", "key")

    class Meta:
        model = Report
        fields = (
            *("key", "name", "job", "state", "progress", "message", "error", "options"),
            *("created_at", "finished_at", "url", "page_url", "files_url"),
        )


class ReportDetailSerializer(ReportSerializer):
    """A report with its recipe and its result; both null until it is done. Managers see its public link."""

    public_url = serializers.SerializerMethodField(help_text="nothing stands there until it is written")

    class Meta(ReportSerializer.Meta):
        fields = (*ReportSerializer.Meta.fields, "public_url", "recipe", "result")  # type: ignore[assignment]

    def get_public_url(self, report: Report) -> str | None:
        link = folders.link_of(report) if self.context["may_manage"] else None
        if link is None:
            return None
        return str(reverse("public-report", args=[link.token], request=self.context["request"]))


STATES = OpenApiParameter("state", str, enum=(*State.values, "lost"), description="only in this state")


class ReportView(ApiView):
    """Reports are for everybody on the team."""

    def report(self, slug: str, key: UUID) -> Report:
        campaign = self.open(slug).campaign
        known = campaign.reports.select_related("campaign", "job", "created_by")
        return get_object_or_404(known, key=key)

    def finished(self, slug: str, key: UUID) -> Report:
        report = self.report(slug, key)
        if report.result is None:
            raise Conflict("The report is not done yet. Ask for it until its state is “done”.")
        return report


class Reports(Rows):
    """Reports of a campaign."""

    needs, post_throttle = COMPUTING, ReportThrottle
    many_are, document = "Reports, newest first; `?state=` for those in one", ReportSerializer
    filters = (STATES,)

    def rows(self, state: str | None = None) -> QuerySet[Report]:
        reports = self.open(self.kwargs["slug"]).campaign.reports
        rows = reports.select_related("campaign", "job").defer("recipe", "result")
        match state:
            case None:
                return rows
            case "done":
                return rows.filter(finished_at__isnull=False)
            case "lost":
                return rows.filter(finished_at__isnull=True, job=None)
        return rows.filter(finished_at__isnull=True, job__state=state)

    @documented(
        "Ask for a report; an equal one is given again with 200",
        ReportSerializer,
        asks=OptionsDocument,
        status=201,
        or_status=200,
    )
    def post(self, request: Request, slug: str) -> Response:
        campaign = self.open(slug).campaign
        asked = OptionsDocument(data=request.data)
        asked.is_valid(raise_exception=True)
        requested = request_report(campaign, self.person, asked.asked)
        answer = ReportSerializer(requested.report, context={"request": request}).data
        return made(answer, answer["url"], is_new=requested.is_new)


class OneReport(ReportView):
    """A report."""

    @documented("State and progress; recipe and result once it is done", ReportDetailSerializer)
    def get(self, request: Request, slug: str, key: UUID) -> Response:
        context = {"request": request, "may_manage": self.open(slug).may_manage}
        return Response(ReportDetailSerializer(self.report(slug, key), context=context).data)


class FolderView(ReportView):
    """The files of a report's folder."""

    def _folder(self, slug: str, key: UUID) -> tuple[Report, ReportFolder]:
        report = self.finished(slug, key)
        folder = folders.folder_of(report, is_public=False)
        if folder is None or not folder.page:
            folders.asked_folder(report, self.person, is_public=False)
            raise Conflict("The files are being written. Ask again in some seconds.")
        return report, folder


class ReportFiles(FolderView):
    """The files that there are."""

    @documented("The files of a finished report", FileDocument(many=True))
    def get(self, request: Request, slug: str, key: UUID) -> Response:
        report, folder = self._folder(slug, key)
        names = [*folders.members(folder), *(f"rankings.{name}" for name in EXPORTS)]
        return Response([{"name": name, "url": self._address(report, name)} for name in names])

    def _address(self, report: Report, name: str) -> str:
        place = [report.campaign.slug, report.key, name]
        return str(reverse("report-api:report-file", args=place, request=self.request))


class ReportFile(FolderView):
    """One file of a report."""

    gives_file = True

    @documented("A file of the folder, the whole folder, or the rankings", FILE, media_types=("*/*",))
    def get(self, request: Request, slug: str, key: UUID, path: str) -> HttpResponseBase:
        stem, _, end = path.rpartition(".")
        if stem == "rankings" and end in EXPORTS:
            return self._rankings(self.finished(slug, key), end)
        _, folder = self._folder(slug, key)
        return folders.member(request, folder, path, f"{slug}-{str(key)[:8]}")

    def _rankings(self, report: Report, name: str) -> HttpResponseBase:
        stem = f"{report.campaign.slug}-judgments-{str(report.key)[:8]}"
        try:
            made = export(judgments_of(report), stem, name)
        except FormatError as error:
            raise Conflict(f"{name} cannot hold these rankings: {error}") from error
        record_event(self.person, "judgments.export", report.campaign_id, format=name, report=str(report.key))
        return made.response()


class Archive(ReportView):
    """The archive of a report for a paper."""

    gives_file = True

    @documented("The archive, once it is written", FILE, media_types=("application/zip",))
    def get(self, request: Request, slug: str, key: UUID) -> HttpResponse:
        report = self.finished(slug, key)
        folder = folders.folder_of(report, is_public=True)
        if folder is None:
            raise Http404
        if not folder.page:
            error = folder.job.error if folder.job and folder.job.is_final else ""
            raise Conflict(error or "The archive is being written. Ask again in some seconds.")
        record_event(self.person, "paper.download", report.campaign_id, report=str(report.key))
        return folders.member(request, folder, folders.WHOLE, f"{slug}-{str(key)[:8]}")


app_name = "report-api"

urlpatterns = [
    path("reports/", Reports.many(), name="reports"),
    path("reports/<uuid:key>/", OneReport.as_view(), name="report"),
    path("reports/<uuid:key>/files/", ReportFiles.as_view(), name="report-files"),
    path("reports/<uuid:key>/files/<path:path>", ReportFile.as_view(), name="report-file"),
    path("reports/<uuid:key>/archive/", Archive.as_view(), name="report-archive"),
]
