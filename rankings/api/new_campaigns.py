"""New campaigns from files, in the two steps of the page: upload and look, then create."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.utils.datastructures import MultiValueDict
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from appraise_gec.accounts.models import User
from rankings.access.refusals import Refused
from rankings.api.base import made
from rankings.api.campaigns import ManagedView, campaign_made
from rankings.api.documenting import documented
from rankings.api.form_fields import check, document_of
from rankings.api.parsers import StrictJSONParser
from rankings.api.problems import problem_of_file
from rankings.api.serializers import CampaignDetailSerializer
from rankings.corpus import creation, new_campaign, staging, upload_jobs
from rankings.corpus.forms import CampaignDetailsForm, NewCampaignForm
from rankings.corpus.preview import FileProblems, Preview
from rankings.models import Campaign, StagedUpload

USUAL = {
    name: field.initial
    for name, field in CampaignDetailsForm.base_fields.items()
    if field.initial is not None
}


class SystemInFiles(serializers.Serializer[Any]):
    """One system's outputs. Numbers count sentences."""

    name = serializers.CharField()
    is_input = serializers.BooleanField()
    sentences = serializers.IntegerField()
    unchanged = serializers.IntegerField()
    empty = serializers.IntegerField()
    shared = serializers.IntegerField()
    alone = serializers.IntegerField()


class ProblemInFile(serializers.Serializer[Any]):
    """Something wrong with a file; a fatal problem prevents the campaign."""

    file = serializers.CharField(allow_blank=True)
    line = serializers.IntegerField(allow_null=True)
    message = serializers.CharField()
    fatal = serializers.BooleanField()


class CampaignPreview(serializers.Serializer[Any]):
    """What the files would become."""

    sentences = serializers.IntegerField()
    words = serializers.IntegerField()
    documents = serializers.IntegerField()
    systems = SystemInFiles(many=True)


class CampaignUploadDocument(serializers.Serializer[Any]):
    """Files that wait for confirmation. `state` is `ready` when `POST` to `create_url` makes the campaign."""

    key = serializers.UUIDField()
    state = serializers.ChoiceField(choices=["reading", "unusable", "ready", "creating", "failed", "created"])
    progress = serializers.FloatField()
    error = serializers.CharField(allow_blank=True)
    details = serializers.DictField()
    files = serializers.ListField(child=serializers.DictField())
    left_out = serializers.ListField(child=serializers.CharField())
    problems = ProblemInFile(many=True)
    preview = CampaignPreview(allow_null=True)
    expires_at = serializers.DateTimeField()
    url = serializers.URLField()
    create_url = serializers.URLField()
    page_url = serializers.URLField()
    campaign_url = serializers.URLField(allow_null=True)


CampaignUploadRequest = document_of(
    "CampaignUploadRequest",
    CampaignDetailsForm(),
    source=serializers.FileField(help_text="UTF-8 text, one sentence per line"),
    outputs=serializers.ListField(
        child=serializers.FileField(),
        help_text="one file per system, or a zip of them; the field may be repeated",
    ),
    documents_file=serializers.FileField(required=False, help_text="one document id per source line"),
)


class MakerView(ManagedView):
    """A view of people who may make campaigns: 403 for all others."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        self.check_maker()


class CampaignUploads(MakerView):
    """Files of new campaigns."""

    parser_classes = [MultiPartParser]

    @documented(
        "Own uploads that wait to become campaigns, the newest first", CampaignUploadDocument(many=True)
    )
    def get(self, request: Request) -> Response:
        return Response([self.document(upload) for upload in staging.unfinished(self.person)])

    @documented(
        "Upload texts and outputs, and see what they would become. Nothing is created",
        CampaignUploadDocument,
        asks=CampaignUploadRequest,
        status=201,
        files=True,
    )
    def post(self, request: Request) -> Response:
        sent = MultiValueDict({**{name: [value] for name, value in USUAL.items()}, **_fields(request)})
        unknown = sorted(set(sent) - set(CampaignDetailsForm.base_fields))
        if unknown:
            raise serializers.ValidationError({name: ["There is no such option."] for name in unknown})
        form = NewCampaignForm(sent, request.FILES)
        check(form)
        upload = new_campaign.stage_form(self.person, form, None, removed=set())
        document = self.document(upload)
        return made(document, document["url"])

    def document(self, upload: StagedUpload) -> Any:
        return CampaignUploadDocument(_upload(upload, self.request, self.person)).data


class OneCampaignUpload(CampaignUploads):
    """Files of a new campaign."""

    parser_classes = [StrictJSONParser, MultiPartParser]

    @documented("What the files would become, or how far the work on them is", CampaignUploadDocument)
    def get(self, request: Request, key: UUID) -> Response:  # type: ignore[override]
        return Response(self.document(staging.staged_upload(self.person, key)))

    @documented(
        "Create the campaign; large ones by a worker: 202, then follow the upload",
        CampaignDetailSerializer,
        status=201,
        or_status=202,
    )
    def post(self, request: Request, key: UUID) -> Response:  # type: ignore[override]
        upload = staging.staged_upload(self.person, key)
        document = _upload(upload, request, self.person)
        if document["state"] in {"reading", "creating"}:
            return Response(CampaignUploadDocument(document).data, status=202)
        campaign = new_campaign.confirm(upload, self.person)
        if campaign is None:
            return Response(self.document(upload), status=202)
        return campaign_made(request, self.person, campaign)

    @documented("Drop the files; nothing was created", status=204)
    def delete(self, request: Request, key: UUID) -> Response:
        upload_jobs.drop(staging.staged_upload(self.person, key))
        return Response(status=204)


@dataclass(frozen=True, slots=True)
class _Reading:
    """How far files are, and what is known of them."""

    state: str
    preview: Preview | None = None
    problems: Sequence[dict[str, Any]] = ()
    error: str = ""


def _fields(request: Request) -> dict[str, Any]:
    """The fields of a request that are no files."""
    sent: Any = request.data  # a plain dictionary where the request has no body
    return {name: sent.getlist(name) for name in sent if name not in request.FILES}


def _upload(upload: StagedUpload, request: Request, person: User) -> dict[str, Any]:
    campaign = Campaign.objects.filter(pk=upload.form.get("campaign")).first()
    if "campaign" in upload.form:
        known = _Reading("created" if campaign else "unusable")
    else:
        known = _reading(upload, person)
    job = upload.job if known.state in {"reading", "creating"} else None
    url = reverse("api:campaign-upload", args=[upload.token], request=request)
    return {
        "key": upload.token,
        "state": known.state,
        "progress": job.progress if job else 1.0,
        "error": known.error,
        "details": upload.form.get("details", {}),
        "files": [
            {"kind": file["kind"], "name": file["name"], "size": file["size"]}
            for file in upload.form["files"]
        ],
        "left_out": upload.form.get("left_out", []),
        "problems": known.problems,
        "preview": known.preview,
        "expires_at": upload.expires_at,
        "url": url,
        "create_url": url,
        "page_url": reverse("campaigns:preview", args=[upload.token], request=request),
        "campaign_url": reverse("api:campaign", args=[campaign.slug], request=request) if campaign else None,
    }


def _reading(upload: StagedUpload, person: User) -> _Reading:
    """How far files are that are no campaign yet."""
    try:
        details = creation.checked_details(upload)
    except Refused as refusal:
        return _Reading("unusable", error=str(refusal))
    if new_campaign.is_being_made(upload):
        return _Reading("creating")
    preview = new_campaign.preview_of(upload, details, person)
    job = upload.job
    if preview is None:
        failed = job is not None and job.is_final
        return _Reading("failed" if failed else "reading", error=job.error if job and failed else "")
    problems = _problems((*preview.errors, *preview.warnings))
    if preview.fatal:
        return _Reading("unusable", problems=problems)
    error = job.error if job is not None and job.kind == upload_jobs.CREATE_KIND else ""
    return _Reading("failed" if error else "ready", preview, problems, error)


def _problems(files: tuple[FileProblems, ...]) -> list[dict[str, Any]]:
    return [problem_of_file(found) for file in files for found in file.shown]
