"""Single edits for programs: judgments of edits from files, and files of the edits that judges could mark."""

from typing import Any, cast
from uuid import UUID

from django.http import Http404, StreamingHttpResponse
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from appraise_gec.presentation.downloads import streamed_download
from rankings.api.access import COMPUTING
from rankings.api.base import ApiView, ReportThrottle, made
from rankings.api.campaigns import ManagedView
from rankings.api.documenting import FILE, PAGING, WorkFields, documented, page_of
from rankings.api.form_fields import check
from rankings.api.new_campaigns import ProblemInFile
from rankings.api.problems import Conflict, problem_of_file
from rankings.api.serializers import KnownFields
from rankings.corpus.parts import parts_of
from rankings.judgments import edit_marks_files
from rankings.judgments.edit_annotations import (
    annotation_imports,
    import_annotations,
    read_annotation_files,
    remove_annotations,
)
from rankings.judgments.edit_marks import CONTENT_TYPES, WRITERS
from rankings.judgments.forms import EditAnnotationsForm
from rankings.judgments.views_edit_annotations import name_of_import
from rankings.models import Campaign, CampaignFile, EditMarksFile

LARGEST_KEY = 2**63 - 1


class AnnotationFiles(KnownFields):
    """Judgments of single edits: one file per sentence, or a zip archive with a folder for each annotator."""

    chosen = serializers.ListField(
        child=serializers.FileField(), help_text="files or a zip archive; the field may be repeated"
    )
    annotator = serializers.CharField(
        max_length=80, required=False, allow_blank=True, help_text="of files that lie in no folder"
    )


class AnnotationImport(serializers.Serializer[Any]):
    """Judgments of edits that were imported."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    size = serializers.IntegerField()
    corrections = serializers.IntegerField()
    annotators = serializers.IntegerField()
    created_at = serializers.DateTimeField()
    url = serializers.URLField()


class MadeAnnotationImport(AnnotationImport):
    """What was imported, and what was left out or looks wrong."""

    edits = serializers.IntegerField()
    problems = ProblemInFile(many=True)


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


class AnnotationView(ManagedView):
    """A view of imported judgments of edits."""

    def imported(self, campaign: Campaign, number: int) -> CampaignFile:
        found = next((one for one in annotation_imports(campaign) if one.pk == number), None)
        if found is None:
            raise NotFound
        return found

    def described(self, campaign: Campaign, file: Any) -> dict[str, Any]:
        return {
            "number": file.pk,
            "name": file.name,
            "size": file.size,
            "corrections": file.corrections,
            "annotators": file.annotators,
            "created_at": file.created_at,
            "url": reverse("api:edit-annotation", args=[campaign.slug, file.pk], request=self.request),
        }


class EditAnnotations(AnnotationView):
    """Judgments of single edits from files."""

    parser_classes = [MultiPartParser]

    @documented("Imports of judgments of edits", page_of(AnnotationImport), query=PAGING)
    def get(self, request: Request, slug: str) -> Response:
        campaign = self.managed(slug).campaign
        return self.paged(annotation_imports(campaign), lambda file: self.described(campaign, file))

    @documented(
        "Import judgments of single edits: all of them, or none where a file has problems",
        MadeAnnotationImport,
        asks=AnnotationFiles,
        status=201,
        files=True,
    )
    def post(self, request: Request, slug: str) -> Response:
        campaign = self.managed(slug).campaign
        asked = AnnotationFiles(data=request.data)
        asked.is_valid(raise_exception=True)
        form = EditAnnotationsForm(cast("Any", request.data), request.FILES)
        check(form)
        named = [(str(file.name), file.read()) for file in form.cleaned_data["chosen"]]
        annotations = read_annotation_files(named, form.cleaned_data["annotator"].strip())
        stored = import_annotations(
            campaign, annotations, name_of_import([name for name, _ in named]), self.person
        )
        document = {
            **self.described(campaign, self.imported(campaign, stored.file)),
            "edits": stored.edits,
            "problems": [problem_of_file(one) for one in stored.warnings],
        }
        return made(document, document["url"])


class OneEditAnnotation(AnnotationView):
    """An import of judgments of edits."""

    @documented("An import of judgments of edits", AnnotationImport)
    def get(self, request: Request, slug: str, number: int) -> Response:
        campaign = self.managed(slug).campaign
        return Response(self.described(campaign, self.imported(campaign, number)))

    @documented("Remove the import; the next report is without it", status=204)
    def delete(self, request: Request, slug: str, number: int) -> Response:
        campaign = self.managed(slug).campaign
        remove_annotations(campaign, self.imported(campaign, number).pk, self.person)
        return Response(status=204)


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
