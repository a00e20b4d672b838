"""Files of the edits that judges could mark, for programs."""

from typing import Any
from uuid import UUID

from django.http import Http404, StreamingHttpResponse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from appraise_gec.presentation.downloads import streamed_download
from rankings.api.access import COMPUTING
from rankings.api.base import ApiView, ReportThrottle, made
from rankings.api.documenting import FILE, WorkFields, documented
from rankings.api.problems import Conflict
from rankings.api.serializers import KnownFields
from rankings.corpus.parts import parts_of
from rankings.judgments import edit_marks_files
from rankings.judgments.edit_marks import CONTENT_TYPES, WRITERS
from rankings.models import Campaign, EditMarksFile


class EditMarksRequest(KnownFields):
    """The format of a file of marked edits."""

    extension = serializers.ChoiceField(choices=list(WRITERS))


class EditMarksDocument(WorkFields):
    """A file of every edit that judges could mark, with its marks."""

    key = serializers.UUIDField()
    extension = serializers.ChoiceField(choices=list(WRITERS))
    name = serializers.CharField(allow_blank=True)
    size = serializers.IntegerField(help_text="bytes; 0 until it is written")
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()
    url = serializers.URLField()
    file_url = serializers.URLField(allow_null=True)
    page_url = serializers.URLField()


class EditMarksView(ApiView):
    """Files of marked edits are for everybody on the team; asking for one takes the scope `compute`."""

    needs = COMPUTING

    def described(self, campaign: Campaign, file: EditMarksFile) -> dict[str, Any]:
        job = file.job
        work: dict[str, Any] = {"state": "done", "progress": 1.0, "message": "", "error": ""}
        if not file.size:
            work = {"state": "lost", "progress": 0.0, "message": "", "error": ""}
            if job is not None:
                work = {name: getattr(job, name) for name in work}
        place = [campaign.slug, file.key]
        file_url = reverse("api:edit-marks-content", args=place, request=self.request)
        return {
            "key": file.key,
            "extension": file.extension,
            "name": file.name,
            "size": file.size,
            **work,
            "created_at": file.created_at,
            "expires_at": file.expires_at,
            "url": reverse("api:edit-marks-file", args=place, request=self.request),
            "file_url": file_url if file.size else None,
            "page_url": reverse("reports:edit-marks-files", args=[campaign.slug], request=self.request),
        }

    def file(self, campaign: Campaign, key: UUID) -> EditMarksFile:
        found = next((file for file in edit_marks_files.files_of(campaign) if file.key == key), None)
        if found is None:
            raise Http404
        return found


class EditMarks(EditMarksView):
    """Files of marked edits."""

    post_throttle = ReportThrottle

    @documented("Files of marked edits, newest first", EditMarksDocument(many=True))
    def get(self, request: Request, slug: str) -> Response:
        campaign = self.open(slug).campaign
        return Response([self.described(campaign, file) for file in edit_marks_files.files_of(campaign)])

    @documented(
        "Ask for a file of marked edits; one that is on its way is given again with 200",
        EditMarksDocument,
        asks=EditMarksRequest,
        status=201,
        or_status=200,
    )
    def post(self, request: Request, slug: str) -> Response:
        campaign = self.open(slug).campaign
        asked = EditMarksRequest(data=request.data)
        asked.is_valid(raise_exception=True)
        earlier = {file.pk for file in edit_marks_files.files_of(campaign)}
        file = edit_marks_files.request_file(campaign, asked.validated_data["extension"], self.person)
        document = self.described(campaign, file)
        return made(document, document["url"], is_new=file.pk not in earlier)


class OneEditMarksFile(EditMarksView):
    """A file of marked edits."""

    @documented("How far a file of marked edits is", EditMarksDocument)
    def get(self, request: Request, slug: str, key: UUID) -> Response:
        campaign = self.open(slug).campaign
        return Response(self.described(campaign, self.file(campaign, key)))


class EditMarksContent(EditMarksView):
    """The file itself."""

    def perform_content_negotiation(self, request: Request, force: bool = False) -> Any:
        """Whatever a program accepts, it gets the file, or why there is none."""
        return super().perform_content_negotiation(request, force=True)

    @documented("The file of marked edits", FILE, media_types=("text/csv", "application/json"))
    def get(self, request: Request, slug: str, key: UUID) -> StreamingHttpResponse:
        file = self.file(self.open(slug).campaign, key)
        if not file.size:
            raise Conflict("The file is not written yet. Ask for it until its state is “done”.")
        answer = streamed_download(parts_of(file), CONTENT_TYPES[file.extension], file.name)
        answer["Content-Length"] = str(file.size)
        return answer
