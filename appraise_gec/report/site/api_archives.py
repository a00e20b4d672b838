"""Archives of reports for programs: ask for `paper.zip`, follow it, take it. Rules are those of the page."""

from typing import Any
from uuid import UUID

from django.http import Http404, StreamingHttpResponse
from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from appraise_gec.accounts.services import record_event
from appraise_gec.present.downloads import streamed_download
from appraise_gec.report.site import sharing
from appraise_gec.report.site.forms_sharing import TITLE_LENGTH, TitleForm
from rankings.access.audience import CampaignAccess
from rankings.access.refusals import Refused
from rankings.api.access import COMPUTING
from rankings.api.base import ApiView, ReportThrottle, made
from rankings.api.documenting import FILE, WorkFields, documented
from rankings.api.form_fields import check
from rankings.api.problems import Conflict
from rankings.api.serializers import KnownFields
from rankings.corpus.parts import parts_of
from rankings.models import Paper, Report


class ArchiveRequest(KnownFields):
    """What an archive is called."""

    title = serializers.CharField(default="", allow_blank=True, max_length=TITLE_LENGTH)


class ArchiveDocument(WorkFields):
    """An archive of a report, and where its file is."""

    key = serializers.UUIDField()
    title = serializers.CharField()
    size = serializers.IntegerField()
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()
    url = serializers.URLField()
    file_url = serializers.URLField(allow_null=True)
    page_url = serializers.URLField()


class ArchiveView(ApiView):
    """Archives are for everybody on the team; asking for one takes the scope `compute`."""

    needs = COMPUTING

    def open_report(self, slug: str, key: UUID) -> tuple[CampaignAccess, Report]:
        access = self.open(slug)
        return access, get_object_or_404(access.campaign.reports, key=key)

    def archive(self, report: Report, key: UUID) -> Paper:
        found = next((paper for paper in sharing.papers_of(report) if paper.key == key), None)
        if found is None:
            raise Http404
        return found


class Archives(ArchiveView):
    """Archives of a finished report."""

    post_throttle = ReportThrottle

    @documented("Archives of a report, newest first", ArchiveDocument(many=True))
    def get(self, request: Request, slug: str, key: UUID) -> Response:
        _, report = self.open_report(slug, key)
        return Response([_archive(paper, slug, key, request) for paper in sharing.papers_of(report)])

    @documented(
        "Ask for an archive; an equal one is given again with 200",
        ArchiveDocument,
        asks=ArchiveRequest,
        status=201,
        or_status=200,
    )
    def post(self, request: Request, slug: str, key: UUID) -> Response:
        access, report = self.open_report(slug, key)
        asked = ArchiveRequest(data=request.data)
        asked.is_valid(raise_exception=True)
        form = TitleForm(access, {"title": asked.validated_data["title"].strip() or access.campaign.title})
        check(form)
        earlier = {paper.pk for paper in sharing.papers_of(report)}
        try:
            paper = sharing.request_paper(access, report, self.person, form.cleaned_data["title"])
        except Refused as refusal:
            raise Conflict(" ".join(refusal.reasons)) from refusal
        document = _archive(paper, slug, key, request)
        return made(document, document["url"], is_new=paper.pk not in earlier)


class OneArchive(ArchiveView):
    """An archive."""

    @documented("How far an archive is, and where its file is", ArchiveDocument)
    def get(self, request: Request, slug: str, key: UUID, archive: UUID) -> Response:
        _, report = self.open_report(slug, key)
        return Response(_archive(self.archive(report, archive), slug, key, request))


class ArchiveFile(ArchiveView):
    """The zip archive itself."""

    def perform_content_negotiation(self, request: Request, force: bool = False) -> Any:
        """Whatever a program accepts, it gets the archive, or why there is none."""
        return super().perform_content_negotiation(request, force=True)

    @documented("The archive", FILE, media_types=("application/zip",))
    def get(self, request: Request, slug: str, key: UUID, archive: UUID) -> StreamingHttpResponse:
        access, report = self.open_report(slug, key)
        found = sharing.paper_to_download(report, archive)
        if found is None:
            self.archive(report, archive)
            raise Conflict("The archive is not made yet. Ask for it until its state is “done”.")
        record_event(self.person, "paper.download", access.campaign.pk, report=str(key))
        answer = streamed_download(parts_of(found), "application/zip", "paper.zip")
        answer["Content-Length"] = str(found.size)
        return answer


def _archive(paper: Paper, slug: str, report: UUID, request: Request) -> dict[str, Any]:
    file_url = reverse("report-api:report-archive-file", args=[slug, report, paper.key], request=request)
    job = paper.job
    work: dict[str, Any] = {"state": "done", "progress": 1.0, "message": "", "error": ""}
    if not paper.size:
        work = {"state": "lost", "progress": 0.0, "message": "", "error": ""}
        if job is not None:
            work = {
                "state": job.state,
                "progress": job.progress,
                "message": job.message,
                "error": job.error,
            }
    return {
        "key": paper.key,
        "title": paper.title,
        **work,
        "size": paper.size,
        "created_at": paper.created_at,
        "expires_at": paper.expires_at,
        "url": reverse("report-api:report-archive", args=[slug, report, paper.key], request=request),
        "file_url": file_url if paper.size else None,
        "page_url": reverse("reports:share", args=[slug, report], request=request),
    }
