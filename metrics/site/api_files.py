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
from metrics.site.api import ScoresDocument, run_document
from metrics.site.forms import NAME_CHARACTERS, ReferencesForm, ScoreTableForm
from metrics.site.references.services import (
    refuse_name,
    remove_references,
    stage_references,
    store_references,
    stored_files,
)
from metrics.site.references.uploads import ReadReferences, read_references
from metrics.site.runs.importing import STAGED_KIND, ScoreTable, import_scores, read_score_table, stage_scores
from rankings.access.states import refuse_when_frozen
from rankings.api.access import MANAGING
from rankings.api.base import ApiView, made
from rankings.api.documenting import FILE, PAGING, documented, page_of
from rankings.api.form_fields import check
from rankings.api.new_campaigns import ProblemInFile
from rankings.api.problems import problem_of_file
from rankings.api.serializers import KnownFields
from rankings.corpus.staging import CorpusFile
from rankings.formats.records import FormatError
from rankings.models import Campaign


class ReferencesUpload(KnownFields):
    """Gold edits (M2 files) or reference texts (plain files, one for each annotator)."""

    uploads = serializers.ListField(
        child=serializers.FileField(), help_text="the files; the field may be repeated"
    )
    name = serializers.CharField(
        max_length=NAME_CHARACTERS,
        required=False,
        allow_blank=True,
        help_text="how tables call them; the names of the files if left out",
    )
    replaces = serializers.UUIDField(required=False, help_text="key of the references to replace")
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
    changed_at = serializers.DateTimeField()
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


class ReferencesView(ApiView):
    """References are for everybody on the team to read, and for managers to change."""

    needs = MANAGING

    def references(self, campaign: Campaign, key: UUID) -> ReferenceSet:
        return get_object_or_404(_sets(campaign), key=key)

    def described(self, campaign: Campaign, stored: Any) -> dict[str, Any]:
        def url(number: int) -> str:
            place = [campaign.slug, stored.key, number]
            return str(reverse("metrics-api:references-file", args=place, request=self.request))

        return {
            "key": str(stored.key),
            "name": stored.name,
            "kind": stored.kind,
            "sha256": stored.sha256,
            "files": [{**file, "url": url(number)} for number, file in enumerate(stored.files)],
            "summary": stored.summary,
            "scores": stored.run_count,
            "changed_at": stored.changed_at,
            "url": reverse(
                "metrics-api:one-references", args=[campaign.slug, stored.key], request=self.request
            ),
            "page_url": reverse("metrics:references", args=[campaign.slug, stored.key], request=self.request),
        }


class References(ReferencesView):
    """Gold edits and reference texts of a campaign."""

    parser_classes = [MultiPartParser]

    @documented("References, by name", page_of(ReferencesDocument), query=PAGING)
    def get(self, request: Request, slug: str) -> Response:
        campaign = self.open(slug).campaign
        return self.paged(_sets(campaign), lambda row: self.described(campaign, row))

    @documented(
        "Add references or replace some, or with `dry_run` say what is in the files",
        ReadReferencesDocument,
        asks=ReferencesUpload,
        status=201,
        or_status=200,
        files=True,
    )
    def post(self, request: Request, slug: str) -> Response:
        campaign = self.managed(slug).campaign
        asked = ReferencesUpload(data=request.data)
        asked.is_valid(raise_exception=True)
        wanted = asked.validated_data
        replaces = wanted.get("replaces")
        if replaces is not None and not campaign.reference_sets.filter(key=replaces).exists():
            raise serializers.ValidationError({"replaces": ["The campaign has no such references."]})
        form = ReferencesForm(
            campaign, {"name": wanted.get("name", ""), "replaces": str(replaces or "")}, request.FILES
        )
        check(form)
        refuse_when_frozen(campaign)
        files = form.uploaded()
        name = form.chosen_name(files)
        replaced = form.replaced()
        if replaced is None:
            refuse_name(campaign, name)
        read = read_references(campaign, files)
        if not read.usable:
            raise FormatError(list(read.problems))
        if wanted["dry_run"]:
            return Response(_read(read, replaced.name if replaced else name))
        with transaction.atomic():
            staged = stage_references(campaign, self.person, files, name, replaced)
            key = store_references(campaign, self.person, staged, read).key
        document = self.described(campaign, self.references(campaign, key))
        return made(
            {**_read(read, document["name"]), "dry_run": False, "references": document}, document["url"]
        )


class OneReferences(ReferencesView):
    """References of a campaign."""

    @documented("What is known of the references", ReferencesDocument)
    def get(self, request: Request, slug: str, key: UUID) -> Response:
        campaign = self.open(slug).campaign
        return Response(self.described(campaign, self.references(campaign, key)))

    @documented("Remove them; scores that were made from them stay. Managers only", status=204)
    def delete(self, request: Request, slug: str, key: UUID) -> Response:
        remove_references(self.managed(slug).campaign, self.person, key)
        return Response(status=204)


class ReferencesFile(ReferencesView):
    """One of the files."""

    def perform_content_negotiation(self, request: Request, force: bool = False) -> Any:
        """Whatever a program accepts, it gets the file, or why there is none."""
        return super().perform_content_negotiation(request, force=True)

    @documented(
        "A file of the references, as it was uploaded", FILE, media_types=("application/octet-stream",)
    )
    def get(self, request: Request, slug: str, key: UUID, number: int) -> HttpResponse:
        files = stored_files(get_object_or_404(self.open(slug).campaign.reference_sets, key=key))
        if number >= len(files):
            raise Http404
        return download(files[number].content, "application/octet-stream", files[number].name)


class ScoreFiles(ApiView):
    """Tables of scores that were computed elsewhere."""

    needs = MANAGING
    parser_classes = [MultiPartParser]

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
        asked = ScoresUpload(data=request.data)
        asked.is_valid(raise_exception=True)
        form = ScoreTableForm({}, request.FILES)
        check(form)
        refuse_when_frozen(campaign)
        chosen = form.cleaned_data["file"]
        file = CorpusFile(STAGED_KIND, str(chosen.name), chosen.read())
        table = read_score_table(file, list(campaign.systems.values_list("name", flat=True)))
        if not table.usable:
            raise FormatError(list(table.problems))
        if asked.validated_data["dry_run"]:
            return Response(_table(table, dry_run=True))
        with transaction.atomic():
            staged = stage_scores(campaign, self.person, file)
            runs = import_scores(campaign, self.person, staged, table)
        stored = [run_document(run, request) for run in runs]
        url = reverse("metrics-api:scores", args=[slug], request=request)
        return made({**_table(table, dry_run=False), "stored": stored}, url)


def _sets(campaign: Campaign) -> QuerySet[ReferenceSet]:
    return campaign.reference_sets.defer("content").annotate(run_count=Count("runs")).order_by("name")


def _read(read: ReadReferences, name: str) -> dict[str, Any]:
    return {
        "dry_run": True,
        "name": name,
        "kind": read.kind,
        "summary": read.summary,
        "problems": [problem_of_file(one) for one in read.problems],
        "references": None,
    }


def _table(table: ScoreTable, *, dry_run: bool) -> dict[str, Any]:
    return {
        "dry_run": dry_run,
        "scores": table.scores,
        "problems": [problem_of_file(one) for one in table.problems],
        "stored": [],
    }
