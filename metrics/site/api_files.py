"""Files of references and of scores, for programs. Rules are those of the pages."""

from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Count, QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from appraise_gec.present.downloads import download
from metrics.models import ReferenceSet
from metrics.site.api import FileView, ScoresDocument
from metrics.site.references.services import remove_references, stored_files
from metrics.site.uploads import NAME_CHARACTERS, REFERENCES, SCORE_TABLES, UploadKind
from rankings.api.access import MANAGING
from rankings.api.base import ApiView, made
from rankings.api.documenting import FILE, PAGING, documented, page_of
from rankings.api.form_fields import check
from rankings.api.new_campaigns import ProblemInFile
from rankings.api.problems import problem_of_file
from rankings.api.serializers import KnownFields
from rankings.formats.records import FormatError
from rankings.models import Campaign


class ReferencesUpload(KnownFields):
    """Gold edits (M2 files) or reference texts (plain files, one for each annotator)."""

    uploads = serializers.ListField(
        child=serializers.FileField(), help_text="the files; the field may be repeated"
    )
    name = serializers.CharField(
        max_length=NAME_CHARACTERS,
        default="",
        allow_blank=True,
        help_text="what tables call them; the names of the files if left out",
    )
    dry_run = serializers.BooleanField(default=False, help_text="look the files through, and store nothing")


class ReferencesDocument(serializers.Serializer[Any]):
    """References of a campaign: gold edits or reference texts."""

    key = serializers.UUIDField()
    name = serializers.CharField()
    kind = serializers.ChoiceField(choices=ReferenceSet.Kind.values)
    sha256 = serializers.CharField()
    files = serializers.ListField(child=serializers.DictField(), help_text="name, size, sha256 and url")
    summary = serializers.DictField(help_text="sentences, annotators, edits and their types")
    scores = serializers.IntegerField(help_text="how many were computed from them")
    created_at = serializers.DateTimeField()
    url = serializers.URLField()
    page_url = serializers.URLField()


class ReadReferencesDocument(serializers.Serializer[Any]):
    """What is in the files; `references` is null with `dry_run`."""

    dry_run = serializers.BooleanField()
    name = serializers.CharField()
    kind = serializers.ChoiceField(choices=ReferenceSet.Kind.values)
    summary = serializers.DictField()
    problems = ProblemInFile(many=True)
    references = ReferencesDocument(allow_null=True)


class ScoresUpload(KnownFields):
    """A table of scores that were computed elsewhere."""

    file = serializers.FileField(
        help_text="CSV or TSV with the columns system, metric and score, or system and a column per metric"
    )
    dry_run = serializers.BooleanField(default=False, help_text="look the table through, and store nothing")


class ScoresUploadDocument(serializers.Serializer[Any]):
    """What is in the table: scores by metric and system; `stored` is empty with `dry_run`."""

    dry_run = serializers.BooleanField()
    scores = serializers.DictField(child=serializers.DictField(child=serializers.FloatField()))
    problems = ProblemInFile(many=True)
    stored = ScoresDocument(many=True)


class UploadView(ApiView):
    """Files that are looked through, and stored unless `dry_run` says not to."""

    needs = MANAGING
    parser_classes = [MultiPartParser]
    kind: UploadKind

    def take(self, campaign: Campaign, asked: serializers.Serializer[Any]) -> tuple[dict[str, Any], Any, Any]:
        """Details, what was read, and what was stored of it: None with `dry_run`.

        Raises:
            FormatError: the files cannot be used.
        """
        asked.is_valid(raise_exception=True)
        form = self.kind.form({"name": asked.validated_data.get("name", "")}, self.request.FILES)
        check(form)
        files, details = self.kind.take(campaign, form)
        read = self.kind.read(campaign, files)
        if not read.usable:
            raise FormatError(list(read.problems))
        if asked.validated_data["dry_run"]:
            return details, read, None
        with transaction.atomic():
            staged = self.kind.stage(campaign, self.person, files, details)
            return details, read, self.kind.store(campaign, self.person, staged, read)


class References(UploadView):
    """Gold edits and reference texts of a campaign."""

    kind = REFERENCES

    @documented("References, by name", page_of(ReferencesDocument), query=PAGING)
    def get(self, request: Request, slug: str) -> Response:
        campaign = self.open(slug).campaign
        return self.paged(_sets(campaign), lambda row: _described(request, campaign, row))

    @documented(
        "Add references, or with `dry_run` say what is in the files",
        ReadReferencesDocument,
        asks=ReferencesUpload,
        status=201,
        or_status=200,
        files=True,
    )
    def post(self, request: Request, slug: str) -> Response:
        campaign = self.managed(slug).campaign
        details, read, stored = self.take(campaign, ReferencesUpload(data=request.data))
        document = {
            "dry_run": stored is None,
            "name": details["name"],
            "kind": read.kind,
            "summary": read.summary,
            "problems": [problem_of_file(one) for one in read.problems],
            "references": None,
        }
        if stored is None:
            return Response(document)
        references = _described(request, campaign, _sets(campaign).get(pk=stored.pk))
        return made({**document, "references": references}, references["url"])


class OneReferences(ApiView):
    """References of a campaign: for everybody on the team to read, for managers to remove."""

    needs = MANAGING

    @documented("What is known of the references", ReferencesDocument)
    def get(self, request: Request, slug: str, key: UUID) -> Response:
        campaign = self.open(slug).campaign
        return Response(_described(request, campaign, get_object_or_404(_sets(campaign), key=key)))

    @documented("Remove them; scores that were made from them stay. Managers only", status=204)
    def delete(self, request: Request, slug: str, key: UUID) -> Response:
        remove_references(self.managed(slug).campaign, self.person, key)
        return Response(status=204)


class ReferencesFile(FileView):
    """One of the files."""

    @documented(
        "A file of the references, as it was uploaded", FILE, media_types=("application/octet-stream",)
    )
    def get(self, request: Request, slug: str, key: UUID, number: int) -> HttpResponse:
        files = stored_files(get_object_or_404(self.open(slug).campaign.reference_sets, key=key))
        if number >= len(files):
            raise Http404
        return download(files[number].content, "application/octet-stream", files[number].name)


class ScoreFiles(UploadView):
    """Tables of scores that were computed elsewhere."""

    kind = SCORE_TABLES

    @documented(
        "Import a table of scores, or with `dry_run` say what is in it",
        ScoresUploadDocument,
        asks=ScoresUpload,
        status=201,
        or_status=200,
        files=True,
    )
    def post(self, request: Request, slug: str) -> Response:
        campaign = self.managed(slug).campaign
        _, table, stored = self.take(campaign, ScoresUpload(data=request.data))
        document = {
            "dry_run": stored is None,
            "scores": {one.metric: dict(one.scores) for one in table.metrics},
            "problems": [problem_of_file(one) for one in table.problems],
            "stored": ScoresDocument(stored or (), many=True, context={"request": request}).data,
        }
        if stored is None:
            return Response(document)
        return made(document, reverse("metrics-api:scores", args=[slug], request=request))


def _sets(campaign: Campaign) -> QuerySet[ReferenceSet]:
    return campaign.reference_sets.defer("content").annotate(run_count=Count("runs")).order_by("name")


def _described(request: Request, campaign: Campaign, stored: Any) -> dict[str, Any]:
    def url(name: str, *more: object) -> str:
        return str(reverse(name, args=[campaign.slug, stored.key, *more], request=request))

    files = enumerate(stored.files)
    return {
        "key": str(stored.key),
        "name": stored.name,
        "kind": stored.kind,
        "sha256": stored.sha256,
        "files": [{**file, "url": url("metrics-api:references-file", number)} for number, file in files],
        "summary": stored.summary,
        "scores": stored.run_count,
        "created_at": stored.created_at,
        "url": url("metrics-api:one-references"),
        "page_url": url("metrics:references"),
    }
