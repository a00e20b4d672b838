"""Files that programs hand in, in the steps of the page: send them, look, confirm."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django import forms
from django.utils.datastructures import MultiValueDict
from django.utils.functional import lazy
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from rankings.api.access import StrictJSONParser
from rankings.api.base import made, problem_of_file
from rankings.api.campaigns import ManagedView
from rankings.api.documents import documented
from rankings.models import Campaign, Upload
from rankings.uploads import flow
from rankings.uploads.kinds import UploadForm, UploadKind, kinds
from rankings.uploads.views import may_see, target_of


class ProblemInFile(serializers.Serializer[Any]):
    """Something wrong with a file; with a fatal problem the upload cannot be confirmed."""

    file = serializers.CharField(allow_blank=True)
    line = serializers.IntegerField(allow_null=True)
    message = serializers.CharField()
    fatal = serializers.BooleanField()


class FileOfUpload(serializers.Serializer[Any]):
    """A file of an upload. Its role is the name of the field that it was sent in."""

    role = serializers.CharField()
    name = serializers.CharField()
    size = serializers.IntegerField()


class UploadDocument(serializers.Serializer[Any]):
    """Files that wait for confirmation. `POST` to `url` confirms them once `state` is `ready`."""

    key = serializers.UUIDField()
    kind = serializers.CharField()
    state = serializers.ChoiceField(choices=Upload.State.values)
    campaign_url = serializers.URLField(allow_null=True, help_text="that they are for, or that was made")
    progress = serializers.FloatField(help_text="of the worker that reads or stores them; 1 where none does")
    error = serializers.CharField(allow_blank=True, help_text="why the worker has failed")
    form = serializers.DictField(help_text="values by field; PATCH changes them")
    errors = serializers.DictField(help_text="reasons by field")  # type: ignore[assignment]
    files = FileOfUpload(many=True)
    left_out = serializers.ListField(child=serializers.CharField())
    problems = ProblemInFile(many=True)
    facts = serializers.DictField(allow_null=True, help_text="what was read, by kind; null where nothing was")
    told = serializers.CharField(allow_blank=True, help_text="what came of it")
    expires_at = serializers.DateTimeField()
    url = serializers.URLField()
    page_url = serializers.URLField()


def described_kinds() -> str:
    """Every kind with the fields of its form."""
    forms = {name: kind.form.base_fields for name, kind in sorted(kinds().items())}
    return "; ".join(f"{name} ({', '.join(fields)})" for name, fields in forms.items())


class UploadRequest(serializers.Serializer[Any]):
    """The kind decides about further fields and files: those of its form on the page, by the same names."""

    kind = serializers.CharField(help_text=lazy(described_kinds, str)())
    campaign = serializers.CharField(
        required=False, help_text="address of the campaign that the files are for; none for a new one"
    )


class Uploads(ManagedView):
    """Own uploads."""

    parser_classes = [MultiPartParser]

    @documented("Own uploads that are not confirmed, the newest first", UploadDocument(many=True))
    def get(self, request: Request) -> Response:
        rows = flow.waiting_uploads(self.person).filter(kind__in=kinds()).select_related("campaign", "owner")
        return Response([self.document(row) for row in rows])

    @documented(
        "Send files, and see what they would become. Nothing is stored yet",
        UploadDocument,
        asks=UploadRequest,
        status=201,
        files=True,
    )
    def post(self, request: Request) -> Response:
        sent = _fields(request)
        (name,), (slug,) = sent.pop("kind", [""]), sent.pop("campaign", [""])
        kind = kinds().get(name)
        if kind is None:
            raise serializers.ValidationError(
                {"kind": [f"“{name}” is none of {', '.join(sorted(kinds()))}."]}
            )
        campaign = target_of(self.person, kind, slug)
        blank = kind.form(campaign=campaign)
        _refuse_unknown(blank, [*sent, *request.FILES])
        data = MultiValueDict({**_usual(kind, blank, campaign), **sent})
        upload, form = flow.stage(kind, self.person, campaign, data, request.FILES)
        if upload is None:
            raise serializers.ValidationError(_errors(form))
        document = self.document(upload)
        return made(document, document["url"])

    def document(self, upload: Upload) -> Any:
        form = flow.form_of(upload) if upload.state == Upload.State.UNUSABLE else None
        standing = upload.standing
        works = standing in (Upload.State.READING, Upload.State.STORING)
        campaign = upload.campaign
        url = reverse("api:upload", args=[upload.key], request=self.request)
        document = {
            "key": upload.key,
            "kind": upload.kind,
            "state": standing,
            "campaign_url": reverse("api:campaign", args=[campaign.slug], request=self.request)
            if campaign
            else None,
            "progress": upload.job.progress if works and upload.job else 1.0,
            "error": upload.job.error if standing == Upload.State.FAILED and upload.job else "",
            "form": upload.form,
            "errors": _errors(form) if form else {},
            "files": upload.files,
            "left_out": upload.left_out,
            "problems": [problem_of_file(problem) for problem in flow.problems_of(upload)],
            "facts": flow.facts_of(upload),
            "told": upload.told,
            "expires_at": upload.expires_at,
            "url": url,
            "page_url": self.request.build_absolute_uri(upload.leads_to or flow.address_of(upload)),
        }
        return UploadDocument(document).data


class OneUpload(Uploads):
    """An own upload."""

    parser_classes = [StrictJSONParser, MultiPartParser]

    @documented("What the files would become, or how far the work on them is", UploadDocument)
    def get(self, request: Request, key: UUID) -> Response:  # type: ignore[override]
        return Response(self.document(self.own(key)))

    @documented("Change values, add or replace files, and have them read again", UploadDocument, asks=dict)
    def patch(self, request: Request, key: UUID) -> Response:
        upload = self.own(key)
        sent = _fields(request)
        removed = set(sent.pop("remove", []))
        _refuse_unknown(flow.form_of(upload), [*sent, *request.FILES])
        given = {name: value if isinstance(value, list) else [value] for name, value in upload.form.items()}
        changed, _ = flow.change(upload, MultiValueDict({**given, **sent}), request.FILES, removed)
        return Response(self.document(changed))

    @documented(
        "Confirm; large files are stored by a worker: 202, then follow", UploadDocument, or_status=202
    )
    def post(self, request: Request, key: UUID) -> Response:  # type: ignore[override]
        upload = flow.confirm(self.own(key))
        return Response(self.document(upload), status=200 if upload.state == Upload.State.DONE else 202)

    @documented("Drop the files; nothing is stored", status=204)
    def delete(self, request: Request, key: UUID) -> Response:
        flow.drop(self.own(key))
        return Response(status=204)

    def own(self, key: UUID) -> Upload:
        """The upload, if the person may still bring such files."""
        upload = flow.own_upload(self.person, key)
        may_see(self.person, upload)
        return upload


def _fields(request: Request) -> dict[str, list[Any]]:
    """The fields of a request that are no files."""
    sent: Any = request.data
    if not hasattr(sent, "getlist"):
        return {name: value if isinstance(value, list) else [value] for name, value in sent.items()}
    return {name: sent.getlist(name) for name in sent if name not in request.FILES}


def _usual(kind: UploadKind, form: UploadForm, campaign: Campaign | None) -> Mapping[str, list[Any]]:
    """What the fields of the page begin with."""
    initial = {name: field.initial for name, field in form.fields.items() if field.initial is not None}
    return {name: [value] for name, value in {**initial, **kind.initial(campaign)}.items()}


def _refuse_unknown(form: UploadForm, sent: list[str]) -> None:
    if unknown := sorted(set(sent) - set(form.fields)):
        raise serializers.ValidationError({name: ["There is no such option."] for name in unknown})


def _errors(form: forms.Form) -> dict[str, list[str]]:
    return {
        "non_field_errors" if name == "__all__" else name: [str(reason) for reason in reasons]
        for name, reasons in form.errors.items()
    }
