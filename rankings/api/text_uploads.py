"""Files that change the texts of a campaign, in the two steps of the pages: upload and look, then confirm."""

from typing import Any
from uuid import UUID

from django.utils.datastructures import MultiValueDict
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from rankings.api.base import made
from rankings.api.campaigns import ManagedView
from rankings.api.documenting import documented
from rankings.api.form_fields import check
from rankings.api.new_campaigns import ProblemInFile
from rankings.api.parsers import StrictJSONParser
from rankings.api.problems import Conflict, problem_of_file
from rankings.corpus import upload_jobs
from rankings.desk.texts import systems, uploads
from rankings.desk.texts.forms import Documents, OutputFileForm, SentencesForm
from rankings.desk.texts.obstacles import change_obstacles
from rankings.desk.texts.preview import SystemPreview
from rankings.desk.texts.readings import chosen_name, usual_documents
from rankings.formats.results import to_json
from rankings.models import Campaign, StagedUpload

FIELDS = {
    uploads.ADD: {"change", "outputs", "name"},
    uploads.SENTENCES: {"change", "source", "outputs", "documents", "documents_file"},
}
"""What may be sent with each change."""


class TextUploadRequest(serializers.Serializer[Any]):
    """Files for one of two changes: a system more, or sentences more."""

    change = serializers.ChoiceField(choices=list(FIELDS))
    outputs = serializers.ListField(
        child=serializers.FileField(),
        help_text="`add`: one file with a line for every sentence; `sentences`: one file per system or a zip "
        "of them, the field may be repeated",
    )
    name = serializers.CharField(
        max_length=100, required=False, help_text="`add`: of the system; that of the file if left out"
    )
    source = serializers.FileField(  # type: ignore[assignment]
        required=False, help_text="`sentences`: only those to be added, one per line"
    )
    documents = serializers.ChoiceField(
        choices=[value for value, _ in Documents.choices],
        required=False,
        help_text="`sentences`: where documents end",
    )
    documents_file = serializers.FileField(required=False, help_text="one document id per source line")


class TextUploadDocument(serializers.Serializer[Any]):
    """Files that wait. With `state` `ready` and without obstacles, `POST` to `url` makes the change."""

    key = serializers.UUIDField()
    change = serializers.ChoiceField(choices=list(FIELDS), allow_null=True)
    state = serializers.ChoiceField(choices=["reading", "unusable", "ready", "storing", "failed", "stored"])
    progress = serializers.FloatField()
    error = serializers.CharField(allow_blank=True)
    files = serializers.ListField(child=serializers.DictField())
    left_out = serializers.ListField(child=serializers.CharField())
    problems = ProblemInFile(many=True)
    obstacles = serializers.ListField(
        child=serializers.CharField(), help_text="why nothing can be changed now"
    )
    preview = serializers.DictField(
        allow_null=True, help_text="what the files would change; null while nobody knows"
    )
    expires_at = serializers.DateTimeField()
    url = serializers.URLField()
    page_url = serializers.URLField()
    system_url = serializers.URLField(allow_null=True, help_text="the system, once it is added")


class TextUploads(ManagedView):
    """Files that wait to change the texts of a campaign."""

    parser_classes = [MultiPartParser]

    @documented("Own files that wait for confirmation", TextUploadDocument(many=True))
    def get(self, request: Request, slug: str) -> Response:
        campaign = self.managed(slug).campaign
        return Response(
            [self.document(campaign, kept) for kept in uploads.waiting_uploads(campaign, self.person)]
        )

    @documented(
        "Upload outputs of a system or further sentences, and see what they would change. Nothing is changed",
        TextUploadDocument,
        asks=TextUploadRequest,
        status=201,
        files=True,
    )
    def post(self, request: Request, slug: str) -> Response:
        campaign = self.managed(slug).campaign
        change = _change(request)
        kept = self._sentences(campaign) if change == uploads.SENTENCES else self._outputs(campaign)
        document = self.document(campaign, kept)
        return made(document, document["url"])

    def _outputs(self, campaign: Campaign) -> StagedUpload:
        request: Any = self.request
        form = OutputFileForm(request.data, request.FILES)
        check(form)
        if len(request.FILES.getlist("outputs")) > 1:
            raise serializers.ValidationError({"outputs": ["Send the outputs of one system."]})
        file = form.cleaned_data["outputs"]
        name = chosen_name(file.name, form.cleaned_data["name"])
        systems.refuse_name(campaign, name)
        return uploads.stage_outputs(campaign, self.person, (file.name, file.read()), name)

    def _sentences(self, campaign: Campaign) -> StagedUpload:
        request: Any = self.request
        sent = {"documents": request.data.get("documents", usual_documents(campaign))}
        form = SentencesForm(MultiValueDict({name: [value] for name, value in sent.items()}), request.FILES)
        check(form)
        cleaned = form.cleaned_data
        ends = cleaned["documents_file"]
        return uploads.stage_sentences(
            campaign,
            self.person,
            (cleaned["source"].name, cleaned["source"].read()),
            ((file.name or "outputs", file) for file in cleaned["outputs"]),
            documents=cleaned["documents"],
            documents_file=(ends.name, ends.read()) if ends else None,
        )

    def document(self, campaign: Campaign, kept: StagedUpload) -> Any:
        known = uploads.standing_of(campaign, kept, self.person)
        at_work = known.state in {"reading", "storing"} and known.job is not None
        preview = known.preview
        groups = (*preview.errors, *preview.warnings) if preview else ()
        place: list[Any] = [campaign.slug, kept.token]
        system = [campaign.slug, known.system] if known.system else None
        document = {
            "key": kept.token,
            "change": kept.form.get("details", {}).get("change"),
            "state": known.state,
            "progress": known.job.progress if at_work and known.job else 1.0,
            "error": known.error,
            "files": [
                {"kind": file["kind"], "name": file["name"], "size": file["size"]}
                for file in kept.form["files"]
            ],
            "left_out": kept.form.get("left_out", []),
            "problems": [problem_of_file(found) for group in groups for found in group.shown],
            "obstacles": change_obstacles(campaign, kept) if known.state == "ready" else [],
            "preview": _preview(preview),
            "expires_at": kept.expires_at,
            "url": reverse("api:text-upload", args=place, request=self.request),
            "page_url": reverse("campaigns:text-upload", args=place, request=self.request),
            "system_url": reverse("api:system", args=system, request=self.request) if system else None,
        }
        return TextUploadDocument(document).data


class OneTextUpload(TextUploads):
    """Files that wait to change the texts of a campaign."""

    parser_classes = [StrictJSONParser]

    @documented("What the files would change, or how far the work on them is", TextUploadDocument)
    def get(self, request: Request, slug: str, key: UUID) -> Response:  # type: ignore[override]
        campaign = self.managed(slug).campaign
        return Response(self.document(campaign, uploads.waiting_upload(campaign, self.person, key)))

    @documented(
        "Make the change; large ones by a worker: 202, then follow it",
        TextUploadDocument,
        or_status=202,
    )
    def post(self, request: Request, slug: str, key: UUID) -> Response:  # type: ignore[override]
        campaign = self.managed(slug).campaign
        kept = uploads.waiting_upload(campaign, self.person, key)
        known = uploads.standing_of(campaign, kept, self.person)
        if known.state in {"reading", "storing"}:
            return Response(self.document(campaign, kept), status=202)
        if known.state != "stored":
            if known.preview is None or known.state == "unusable":
                raise Conflict("These files cannot be used: see their problems, or upload them again.")
            uploads.confirm(campaign, kept, self.person)
        after = uploads.waiting_upload(campaign, self.person, key)
        document = self.document(campaign, after)
        return Response(document, status=200 if document["state"] == "stored" else 202)

    @documented("Drop the files; nothing was changed", status=204)
    def delete(self, request: Request, slug: str, key: UUID) -> Response:
        upload_jobs.drop(uploads.waiting_upload(self.managed(slug).campaign, self.person, key))
        return Response(status=204)


def _change(request: Request) -> str:
    """The change that is asked for, with the fields of no other."""
    sent: Any = request.data
    try:
        change: str = serializers.ChoiceField(choices=list(FIELDS)).run_validation(sent.get("change", ""))
    except serializers.ValidationError as error:
        raise serializers.ValidationError({"change": error.detail}) from None
    unknown = sorted(set(sent) - FIELDS[change])
    if unknown:
        reason = f"There is no such option with the change {change}."
        raise serializers.ValidationError({name: [reason] for name in unknown})
    return change


def _preview(preview: uploads.AnyPreview | None) -> dict[str, Any] | None:
    """The numbers of a preview, without the problems, which stand beside it, and the examples."""
    if preview is None or preview.fatal:
        return None
    document: dict[str, Any] = to_json(preview)
    for name in ("form", "version", "errors", "warnings"):
        document.pop(name, None)
    if not isinstance(preview, SystemPreview):
        return {name: document[name] for name in ("sentences", "words", "documents", "systems")}
    return document
