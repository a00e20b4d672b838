"""Judgments from files, in the two steps of the page: upload and look, then import."""

from typing import Any
from uuid import UUID

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
from rankings.api.serializers import KnownFields
from rankings.corpus import upload_jobs
from rankings.corpus.staging import staged_upload
from rankings.items.sentence_numbers import NUMBERINGS
from rankings.judgments import confirming
from rankings.judgments.forms import JudgmentFileForm
from rankings.judgments.uploads import stage_judgments
from rankings.models import Campaign, StagedUpload


class JudgeInFileDocument(serializers.Serializer[Any]):
    """One judge's judgments in the file."""

    name = serializers.CharField()
    rankings = serializers.IntegerField()
    skipped = serializers.IntegerField()


class ImportDocument(serializers.Serializer[Any]):
    """A file of judgments that waits. `state` is `ready` when `POST` to `url` imports it."""

    key = serializers.UUIDField()
    name = serializers.CharField(allow_blank=True)
    state = serializers.ChoiceField(
        choices=["reading", "unusable", "ready", "importing", "failed", "imported"]
    )
    progress = serializers.FloatField()
    error = serializers.CharField(allow_blank=True)
    problems = ProblemInFile(many=True)
    first_sentence = serializers.IntegerField(help_text="the number that the file's first sentence has")
    rankings = serializers.IntegerField()
    skipped = serializers.IntegerField()
    sentences = serializers.IntegerField()
    systems = serializers.IntegerField()
    judges = JudgeInFileDocument(many=True)
    expires_at = serializers.DateTimeField()
    url = serializers.URLField()
    page_url = serializers.URLField()


class ImportUpload(KnownFields):
    """A file of judgments in one of the exchange formats."""

    file = serializers.FileField()
    first_sentence = serializers.ChoiceField(
        choices=list(NUMBERINGS), default=0, help_text="the number that the file's first sentence has"
    )


class Imports(ManagedView):
    """Files of judgments for a campaign."""

    parser_classes = [MultiPartParser]

    @documented(
        "Upload a file of judgments, and see what is in it",
        ImportDocument,
        asks=ImportUpload,
        status=201,
        files=True,
    )
    def post(self, request: Request, slug: str) -> Response:
        campaign = self.managed(slug).campaign
        sent: Any = request.data
        form = JudgmentFileForm(sent, request.FILES)
        check(form)
        file = form.cleaned_data["file"]
        first = form.cleaned_data["first_sentence"]
        upload = stage_judgments(campaign, self.person, str(file.name), file, first)
        document = self.document(campaign, upload)
        return made(document, document["url"])

    def document(self, campaign: Campaign, upload: StagedUpload) -> Any:
        known = confirming.standing_of(campaign, upload, self.person)
        shown = known.preview
        names = ("first_sentence", "rankings", "skipped", "sentences", "systems")
        url = reverse("api:import", args=[campaign.slug, upload.token], request=self.request)
        document = {
            "key": upload.token,
            "name": next((file["name"] for file in upload.form["files"]), ""),
            "state": known.state,
            "progress": known.job.progress if known.job else 1.0,
            "error": known.error,
            "problems": [problem_of_file(one) for one in shown.problems] if shown else [],
            **{name: getattr(shown, name) if shown else 0 for name in names},
            "judges": shown.judges if shown else [],
            "expires_at": upload.expires_at,
            "url": url,
            "page_url": reverse(
                "reports:import-preview", args=[campaign.slug, upload.token], request=self.request
            ),
        }
        return ImportDocument(document).data


class OneImport(Imports):
    """A file of judgments that waits for confirmation."""

    parser_classes = [StrictJSONParser]

    @documented("What is in the file, or how far the work on it is", ImportDocument)
    def get(self, request: Request, slug: str, key: UUID) -> Response:
        campaign = self.managed(slug).campaign
        return Response(self.document(campaign, staged_upload(self.person, key, campaign)))

    @documented(
        "Import the file; large ones by a worker: 202, then follow it",
        ImportDocument,
        or_status=202,
    )
    def post(self, request: Request, slug: str, key: UUID) -> Response:  # type: ignore[override]
        campaign = self.managed(slug).campaign
        upload = staged_upload(self.person, key, campaign)
        known = confirming.standing_of(campaign, upload, self.person)
        if known.state in {"reading", "importing"}:
            return Response(self.document(campaign, upload), status=202)
        if known.preview is None or known.state == "unusable":
            raise Conflict("This file cannot be imported: see its problems, or upload it again.")
        imported = confirming.confirm(campaign, upload, self.person)
        after = staged_upload(self.person, key, campaign)
        return Response(self.document(campaign, after), status=202 if imported is None else 200)

    @documented("Drop the file; nothing was imported", status=204)
    def delete(self, request: Request, slug: str, key: UUID) -> Response:
        upload_jobs.drop(staged_upload(self.person, key, self.managed(slug).campaign))
        return Response(status=204)
