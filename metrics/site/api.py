"""Metrics for programs: ask for scores, follow and read them. Rules are those of the pages."""

from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.http.response import HttpResponseBase
from django.urls import path
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from appraise_gec.accounts.throttle import API_METRICS
from metrics.models import MetricRun, ReferenceSet
from metrics.scorers.registry import metric_names
from metrics.scorers.results import scores_document
from metrics.site import files, runs
from metrics.site.references import file_of_references, reference_sets
from metrics.site.stored import stored_scores
from rankings.api.access import COMPUTING
from rankings.api.base import ApiView, PersonThrottle, Rows, made
from rankings.api.documents import FILE, Address, KnownFields, PageAddress, WorkFields, documented
from rankings.models import Campaign


class MetricThrottle(PersonThrottle):
    """Scores that one person asks for."""

    bound = API_METRICS


class ScoresRequest(KnownFields):
    """A request for the scores of a metric. References are given by name."""

    metric = serializers.ChoiceField(choices=list(metric_names()))
    settings = serializers.DictField(default=dict)
    references = serializers.CharField(default="", allow_blank=True, max_length=100)
    annotator = serializers.IntegerField(default=None, allow_null=True, min_value=0)


class ScoresDocument(WorkFields, serializers.ModelSerializer[MetricRun]):
    """Scores of a campaign's systems by one metric."""

    url = Address("metrics-api:one-scores", "campaign.slug", "key")
    page_url = PageAddress()
    references = serializers.CharField(source="references_name")

    class Meta:
        model = MetricRun
        fields = (
            *("key", "metric", "origin", "settings", "signature", "references", "annotator"),
            *("state", "progress", "message", "error", "created_at", "finished_at", "url", "page_url"),
        )


class ScoresDetailDocument(ScoresDocument):
    """Scores with recipe, result and files, which are null until they are there."""

    result = serializers.SerializerMethodField()
    files = serializers.SerializerMethodField()

    class Meta(ScoresDocument.Meta):
        fields = (*ScoresDocument.Meta.fields, "recipe", "result", "files")  # type: ignore[assignment]

    def get_result(self, run: MetricRun) -> dict[str, Any] | None:
        return None if run.recipe is None else scores_document(stored_scores(run))

    def get_files(self, run: MetricRun) -> dict[str, str] | None:
        if run.recipe is None:
            return None
        place, request = [run.campaign.slug, run.key], self.context["request"]
        return {
            ".".join(one): reverse("metrics-api:scores-file", args=[*place, *one], request=request)
            for one in files.names_of_run()
        }


class ReferencesDocument(serializers.ModelSerializer[ReferenceSet]):
    """References of a campaign: gold edits or reference texts."""

    url = Address("metrics-api:one-references", "campaign.slug", "key")
    page_url = PageAddress()
    files = serializers.SerializerMethodField(help_text="name, size, sha256 and url")
    scores = serializers.IntegerField(source="run_count", help_text="how many were computed from them")

    class Meta:
        model = ReferenceSet
        fields = (
            *("key", "name", "kind", "sha256", "files", "summary", "scores", "created_at", "url", "page_url"),
        )

    def get_files(self, stored: ReferenceSet) -> list[dict[str, Any]]:
        place, request = [stored.campaign.slug, stored.key], self.context["request"]
        return [
            {**file, "url": reverse("metrics-api:references-file", args=[*place, number], request=request)}
            for number, file in enumerate(stored.files)
        ]


class AllScores(Rows):
    """Scores of a campaign's systems, newest first; POST asks for those of a metric."""

    needs = COMPUTING
    post_throttle = MetricThrottle
    many_are, document = "Scores of metrics, newest first", ScoresDocument

    def rows(self) -> QuerySet[MetricRun]:
        campaign = self.open(self.kwargs["slug"]).campaign
        return campaign.metric_runs.select_related("job", "campaign").defer("recipe")

    @documented(
        "Ask for the scores of a metric", ScoresDocument, asks=ScoresRequest, status=201, or_status=200
    )
    def post(self, request: Request, slug: str) -> Response:
        campaign = self.open(slug).campaign
        asked = ScoresRequest(data=request.data)
        asked.is_valid(raise_exception=True)
        wanted = asked.validated_data
        wanted["references"] = _references(campaign, wanted["references"])
        ((run, is_new),) = runs.request_runs(campaign, self.person, [runs.MetricRequest(**wanted)])
        document = ScoresDocument(run, context={"request": request}).data
        return made(document, document["url"], is_new=is_new)


class OneScores(ApiView):
    """Scores of a metric: state and progress, recipe and result once they are done."""

    @documented("Scores of a metric", ScoresDetailDocument)
    def get(self, request: Request, slug: str, key: UUID) -> Response:
        run = runs.open_run(self.open(slug).campaign, key)
        return Response(ScoresDetailDocument(run, context={"request": request}).data)


class ScoresFile(ApiView):
    """A table of scores, or the whole document."""

    gives_file = True

    @documented("A file of finished scores", FILE, media_types=("application/octet-stream",))
    def get(self, request: Request, slug: str, key: UUID, name: str, extension: str) -> HttpResponseBase:
        run = runs.open_run(self.open(slug).campaign, key, finished=True)
        return files.run_file(run, name, extension)


class References(Rows):
    """Gold edits and reference texts of a campaign."""

    many_are, one_is = "References, by name", "What is known of the references"
    document, named, key = ReferencesDocument, "key", "key"

    def rows(self) -> QuerySet[ReferenceSet]:
        return reference_sets(self.open(self.kwargs["slug"]).campaign)


class ReferencesFile(ApiView):
    """One of the files."""

    gives_file = True

    @documented(
        "A file of the references, as it was uploaded", FILE, media_types=("application/octet-stream",)
    )
    def get(self, request: Request, slug: str, key: UUID, number: int) -> HttpResponseBase:
        return file_of_references(self.open(slug).campaign, key, number)


def _references(campaign: Campaign, name: str) -> ReferenceSet | None:
    if not name:
        return None
    references = campaign.reference_sets.filter(name=name).first()
    if references is None:
        raise serializers.ValidationError({"references": [f"There are no references called {name}."]})
    return references


app_name = "metrics-api"

urlpatterns = [
    path("metrics/", AllScores.many(), name="scores"),
    path("metrics/<uuid:key>/", OneScores.as_view(), name="one-scores"),
    path("metrics/<uuid:key>/<slug:name>.<slug:extension>", ScoresFile.as_view(), name="scores-file"),
    path("references/", References.many(), name="references"),
    path("references/<uuid:key>/", References.one(), name="one-references"),
    path("references/<uuid:key>/files/<int:number>/", ReferencesFile.as_view(), name="references-file"),
]
