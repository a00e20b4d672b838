"""Archives of reports for programs: ask for `paper.zip`, follow it, take it. Rules are those of the page."""

from typing import Any, cast
from uuid import UUID

from django.http import StreamingHttpResponse
from django.shortcuts import get_object_or_404
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from appraise_gec.presentation.downloads import streamed_download
from rankings.access.audience import CampaignAccess
from rankings.access.refusals import Refused
from rankings.api.access import COMPUTING
from rankings.api.serializers import KnownFields
from rankings.api.views import ApiView, Conflict, ReportThrottle
from rankings.corpus.parts import parts_of
from rankings.models import Paper, Report
from rankings.reports import sharing
from rankings.reports.forms_sharing import TITLE_LENGTH
from rankings.reports.paper.licences import LICENCES


class ArchiveRequest(KnownFields):
    """What an archive should say, and whether it names systems."""

    title = serializers.CharField(default="", allow_blank=True, max_length=TITLE_LENGTH)
    licence = serializers.ChoiceField(choices=["", *LICENCES], default="", allow_blank=True)
    masked = serializers.BooleanField(default=False)


class Archives(ApiView):
    """Archives of a finished report, newest first; POST asks for one."""

    needs = COMPUTING

    def get_throttles(self) -> list[Any]:
        asked = [ReportThrottle()] if self.request.method == "POST" else []
        return [*super().get_throttles(), *asked]

    def get(self, request: Request, slug: str, key: UUID) -> Response:
        _, report = self._report(slug, key)
        return Response([_archive(paper, slug, key, request) for paper in sharing.papers_of(report)])

    def post(self, request: Request, slug: str, key: UUID) -> Response:
        access, report = self._report(slug, key)
        asked = ArchiveRequest(data=request.data)
        asked.is_valid(raise_exception=True)
        data = asked.validated_data
        wish = sharing.Wish(data["title"].strip() or access.campaign.title, data["licence"], data["masked"])
        earlier = {paper.pk for paper in sharing.papers_of(report)}
        try:
            paper = sharing.request_paper(access, report, cast("User", request.user), wish)
        except Refused as refusal:
            raise Conflict(" ".join(refusal.reasons)) from refusal
        document = _archive(paper, slug, key, request)
        made = status.HTTP_200_OK if paper.pk in earlier else status.HTTP_201_CREATED
        return Response(document, status=made, headers={"Location": document["url"]})

    def _report(self, slug: str, key: UUID) -> tuple[CampaignAccess, Report]:
        access = self.open(slug)
        return access, get_object_or_404(Report, campaign=access.campaign, key=key)


class OneArchive(ApiView):
    """An archive: how far it is."""

    def get(self, request: Request, slug: str, key: UUID, archive: UUID) -> Response:
        access = self.open(slug)
        report = get_object_or_404(Report, campaign=access.campaign, key=key)
        found = next((paper for paper in sharing.papers_of(report) if paper.key == archive), None)
        if found is None:
            return Response({"detail": "No archive matches the given query."}, status=404)
        return Response(_archive(found, slug, key, request))


class ArchiveFile(ApiView):
    """The zip archive itself."""

    def perform_content_negotiation(self, request: Request, force: bool = False) -> Any:
        """Whatever a program accepts, it gets the archive, or why there is none."""
        return super().perform_content_negotiation(request, force=True)

    def get(self, request: Request, slug: str, key: UUID, archive: UUID) -> StreamingHttpResponse | Response:
        access = self.open(slug)
        report = get_object_or_404(Report, campaign=access.campaign, key=key)
        found = sharing.paper_to_download(report, archive)
        if found is None:
            if any(paper.key == archive for paper in sharing.papers_of(report)):
                raise Conflict("The archive is not made yet. Ask for it until its state is “done”.")
            return Response({"detail": "No archive matches the given query."}, status=404)
        record_event(cast("User", request.user), "paper.download", access.campaign.pk, report=str(key))
        answer = streamed_download(parts_of(found), "application/zip", "paper.zip")
        answer["Content-Length"] = str(found.size)
        return answer


def _archive(paper: Paper, slug: str, report: UUID, request: Request) -> dict[str, Any]:
    file_url = reverse("api:archive-file", args=[slug, report, paper.key], request=request)
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
        "licence": paper.licence or None,
        "masked": paper.is_masked,
        **work,
        "size": paper.size,
        "created_at": paper.created_at,
        "expires_at": paper.expires_at,
        "url": reverse("api:archive", args=[slug, report, paper.key], request=request),
        "file_url": file_url if paper.size else None,
        "page_url": reverse("reports:share", args=[slug, report], request=request),
    }
