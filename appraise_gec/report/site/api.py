"""Reports for programs: ask for one and follow it; its files, its archive, its link."""

from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from appraise_gec.accounts.services import record_event
from appraise_gec.jobs import services as jobs
from appraise_gec.jobs.models import State
from appraise_gec.jobs.views import may_change
from appraise_gec.present.downloads import download
from appraise_gec.report.site import folders
from appraise_gec.report.site.api_documents import (
    FileDocument,
    LinkDocument,
    OptionsDocument,
    ReportDetailSerializer,
    ReportSerializer,
)
from appraise_gec.report.site.services import judgments_of, request_report
from rankings.api.access import COMPUTING
from rankings.api.base import ApiView, Conflict, ReportThrottle, made
from rankings.api.campaigns import ManagedView
from rankings.api.documents import FILE, PAGING, documented, page_of
from rankings.formats.records import FormatError
from rankings.judgments.exporting import EXPORTS, export
from rankings.models import Report, ReportFolder

STATES = OpenApiParameter("state", str, enum=(*State.values, "lost"), description="only in this state")


class ReportView(ApiView):
    """Reports are for everybody on the team; asking for one takes the scope `compute`."""

    needs = {**COMPUTING, "DELETE": COMPUTING["POST"]}

    def report(self, slug: str, key: UUID) -> Report:
        campaign = self.open(slug).campaign
        known = campaign.reports.select_related("campaign", "job", "created_by")
        return get_object_or_404(known, key=key)

    def finished(self, slug: str, key: UUID) -> Report:
        report = self.report(slug, key)
        if report.result is None:
            raise Conflict("The report is not done yet. Ask for it until its state is “done”.")
        return report


class Reports(ReportView):
    """Reports of a campaign."""

    post_throttle = ReportThrottle

    @documented(
        "Reports, newest first; `?state=` for those in one",
        page_of(ReportSerializer),
        query=(*PAGING, STATES),
    )
    def get(self, request: Request, slug: str) -> Response:
        campaign = self.open(slug).campaign
        rows = campaign.reports.select_related("campaign", "job")
        rows = rows.defer("recipe", "result")
        match self.asked(STATES):
            case None:
                pass
            case "done":
                rows = rows.filter(finished_at__isnull=False)
            case "lost":
                rows = rows.filter(finished_at__isnull=True, job=None)
            case state:
                rows = rows.filter(finished_at__isnull=True, job__state=state)
        return self.paged(rows, lambda row: ReportSerializer(row, context={"request": request}).data)

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
        requested = request_report(campaign, self.person, asked.options())
        answer = ReportSerializer(requested.report, context={"request": request}).data
        return made(answer, answer["url"], is_new=requested.is_new)


class OneReport(ReportView):
    """A report."""

    @documented("State and progress; recipe and result once it is done", ReportDetailSerializer)
    def get(self, request: Request, slug: str, key: UUID) -> Response:
        report = self.report(slug, key)
        return Response(ReportDetailSerializer(report, context={"request": request}).data)

    @documented("Cancel the work on a report, which only who asked for it may", status=204)
    def delete(self, request: Request, slug: str, key: UUID) -> Response:
        report = self.report(slug, key)
        if report.job is None or report.job.is_final:
            raise Conflict("The report is not being computed. Delete it with do/report.delete/.")
        if not may_change(self.person, report.job):
            raise PermissionDenied("Only the person who asked for the report may cancel it.")
        if not jobs.cancel(report.job):
            raise Conflict("The work has ended already.")
        return Response(status=204)


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
    def get(self, request: Request, slug: str, key: UUID, path: str) -> HttpResponse:
        stem, _, end = path.rpartition(".")
        if stem == "rankings" and end in EXPORTS:
            return self._rankings(self.finished(slug, key), end)
        _, folder = self._folder(slug, key)
        return folders.member(request, folder, path, f"{slug}-{str(key)[:8]}")

    def _rankings(self, report: Report, name: str) -> HttpResponse:
        stem = f"{report.campaign.slug}-judgments-{str(report.key)[:8]}"
        try:
            made = export(judgments_of(report), stem, name)
        except FormatError as error:
            raise Conflict(f"{name} cannot hold these rankings: {error}") from error
        record_event(self.person, "judgments.export", report.campaign_id, format=name, report=str(report.key))
        return download(made.content, made.content_type, made.name)


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


class PublicLink(ManagedView):
    """The public link of a report. For managers, as on the page."""

    @documented("The public link of a report", LinkDocument)
    def get(self, request: Request, slug: str, key: UUID) -> Response:
        report = get_object_or_404(self.managed(slug).campaign.reports, key=key)
        if (link := folders.link_of(report)) is None:
            raise Http404
        return Response(LinkDocument(link, context={"request": request}).data)
