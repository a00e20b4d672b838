"""Metrics for programs: ask for scores and for the comparison with people, follow and read them.

Rules are those of the pages.
"""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.http import Http404
from django.http.response import HttpResponseBase
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from appraise_gec.accounts.throttle import API_METRICS
from metrics.models import Comparison, MetricRun, ReferenceSet
from metrics.scorers.registry import metric_names
from metrics.scorers.results import scores_document
from metrics.site.people import asking
from metrics.site.people import files as people_files
from metrics.site.runs import files as run_files
from metrics.site.runs import services as runs
from metrics.site.runs.stored import stored_scores
from rankings.analysis.choices import REPLICATES, SEED
from rankings.analysis.methods import OFFERED
from rankings.api.access import COMPUTING, MANAGING
from rankings.api.base import ApiView, PersonThrottle, made
from rankings.api.documenting import FILE, PAGING, WorkFields, documented, page_of
from rankings.api.serializers import KnownFields
from rankings.models import Campaign


class MetricThrottle(PersonThrottle):
    """Scores and comparisons that one person asks for."""

    bound = API_METRICS


class ScoresRequest(KnownFields):
    """A request for the scores of a metric. References are given by name."""

    metric = serializers.ChoiceField(choices=list(metric_names()))
    settings = serializers.DictField(default=dict)
    references = serializers.CharField(default="", allow_blank=True, max_length=100)
    annotator = serializers.IntegerField(default=None, allow_null=True, min_value=0)


class ComparisonRequest(KnownFields):
    """A request for a comparison with people."""

    metrics = serializers.ListField(child=serializers.UUIDField(), default=list)
    without = serializers.ListField(child=serializers.CharField(max_length=100), default=list)
    judged_only = serializers.BooleanField(default=False)
    method = serializers.ChoiceField(choices=OFFERED, default=OFFERED[0])
    unit = serializers.ChoiceField(choices=list(asking.UNITS), default="sentences")
    replicates = serializers.IntegerField(min_value=1, max_value=asking.REPLICATES_MOST, default=REPLICATES)
    confidence = serializers.FloatField(min_value=0.5, max_value=0.999, default=0.95)
    seed = serializers.IntegerField(min_value=0, max_value=asking.SEED_MOST, default=SEED)

    def options(self) -> asking.ComparisonOptions:
        """The options of valid data. Raises ValidationError."""
        data = self.validated_data
        lists = {"metrics": tuple(map(str, data["metrics"])), "without": tuple(data["without"])}
        try:
            return asking.ComparisonOptions(**data | lists)
        except ValueError as error:
            raise serializers.ValidationError({"detail": [str(error)]}) from error


class ScoresDocument(WorkFields):
    """Scores of a campaign's systems by one metric."""

    key = serializers.UUIDField()
    metric = serializers.CharField()
    origin = serializers.CharField()
    settings = serializers.DictField()
    signature = serializers.CharField(allow_blank=True)
    references = serializers.CharField(allow_blank=True)
    annotator = serializers.IntegerField(allow_null=True)
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)
    url = serializers.URLField()
    page_url = serializers.URLField()


class ScoresDetailDocument(ScoresDocument):
    """Scores with recipe, result and files, which are null until they are there."""

    recipe = serializers.DictField(allow_null=True)
    result = serializers.DictField(allow_null=True)
    files = serializers.DictField(child=serializers.URLField(), allow_null=True)


class ComparisonDocument(WorkFields):
    """The newest comparison that is done, and how far the work on the next is; all null before the first."""

    options = serializers.DictField(allow_null=True)
    is_current = serializers.BooleanField(help_text="whether rankings and scores are still the same")
    finished_at = serializers.DateTimeField(allow_null=True)
    recipe = serializers.DictField(allow_null=True)
    result = serializers.DictField(allow_null=True)
    files = serializers.DictField(child=serializers.URLField(), allow_null=True)
    page_url = serializers.URLField()


class FileView(ApiView):
    """One file."""

    def perform_content_negotiation(self, request: Request, force: bool = False) -> Any:
        """Whatever a program accepts, it gets the file, or why there is none."""
        return super().perform_content_negotiation(request, force=True)


class AllScores(ApiView):
    """Scores of a campaign's systems, newest first; POST asks for those of a metric."""

    needs = COMPUTING
    post_throttle = MetricThrottle

    @documented("Scores of metrics, newest first", page_of(ScoresDocument), query=PAGING)
    def get(self, request: Request, slug: str) -> Response:
        campaign = self.open(slug).campaign
        rows = campaign.metric_runs.select_related("job", "campaign").defer("recipe")
        return self.paged(rows, lambda run: run_document(run, request))

    @documented(
        "Ask for the scores of a metric", ScoresDocument, asks=ScoresRequest, status=201, or_status=200
    )
    def post(self, request: Request, slug: str) -> Response:
        campaign = self.open(slug).campaign
        asked = ScoresRequest(data=request.data)
        asked.is_valid(raise_exception=True)
        wanted = asked.validated_data
        (requested,) = runs.request_runs(
            campaign,
            self.person,
            [
                runs.MetricRequest(
                    wanted["metric"],
                    wanted["settings"],
                    _references(campaign, wanted["references"]),
                    wanted["annotator"],
                )
            ],
        )
        document = run_document(requested.run, request)
        return made(document, document["url"], is_new=requested.is_new)


class OneScores(ApiView):
    """Scores of a metric: state and progress, recipe and result once they are done."""

    needs = MANAGING

    @documented("Scores of a metric", ScoresDetailDocument)
    def get(self, request: Request, slug: str, key: UUID) -> Response:
        run = runs.open_run(self.open(slug).campaign, key)
        result = files = None
        if run.recipe is not None:
            result = scores_document(stored_scores(run))
            place = (request, "metrics-api:scores-file", [slug, key])
            files = _links(*place, run_files.file_names())
        return Response(
            {**run_document(run, request), "recipe": run.recipe, "result": result, "files": files}
        )

    @documented("Remove the scores; managers only", status=204)
    def delete(self, request: Request, slug: str, key: UUID) -> Response:
        runs.remove_run(self.managed(slug).campaign, self.person, key)
        return Response(status=204)


class ScoresFile(FileView):
    """A table of scores, or the whole document."""

    @documented("A file of finished scores", FILE, media_types=("application/octet-stream",))
    def get(self, request: Request, slug: str, key: UUID, name: str, extension: str) -> HttpResponseBase:
        return run_files.run_file(
            runs.open_run(self.open(slug).campaign, key, finished=True), name, extension
        )


class People(ApiView):
    """How far metrics agree with people; POST asks for it anew."""

    needs = COMPUTING
    post_throttle = MetricThrottle

    @documented("The newest comparison with people", ComparisonDocument)
    def get(self, request: Request, slug: str) -> Response:
        return Response(self._document(self.open(slug).campaign))

    @documented(
        "Ask for a comparison with people",
        ComparisonDocument,
        asks=ComparisonRequest,
        status=201,
        or_status=200,
    )
    def post(self, request: Request, slug: str) -> Response:
        campaign = self.open(slug).campaign
        asked = ComparisonRequest(data=request.data)
        asked.is_valid(raise_exception=True)
        requested = asking.request_comparison(campaign, self.person, asked.options())
        url = reverse("metrics-api:people", args=[slug], request=request)
        return made(self._document(campaign), url, is_new=requested.is_new)

    def _document(self, campaign: Campaign) -> dict[str, Any]:
        done, waiting = asking.newest_comparisons(campaign)
        newest = waiting or done
        files = None
        if done is not None:
            place = (self.request, "metrics-api:people-file", [campaign.slug])
            files = _links(*place, people_files.file_names(done))
        return {
            **(_progress(newest) if newest else {"state": None, "progress": 0.0, "message": "", "error": ""}),
            "options": newest.options if newest else None,
            "is_current": done is not None and not asking.changes_since(done),
            "finished_at": done.finished_at if done else None,
            "recipe": done.recipe if done else None,
            "result": done.result if done else None,
            "files": files,
            "page_url": reverse("metrics:people", args=[campaign.slug], request=self.request),
        }


class PeopleFile(FileView):
    """A table, a figure or the whole document of the newest comparison."""

    @documented("A file of the newest comparison", FILE, media_types=("application/octet-stream",))
    def get(self, request: Request, slug: str, name: str, extension: str) -> HttpResponseBase:
        done, _ = asking.newest_comparisons(self.open(slug).campaign)
        if done is None:
            raise Http404
        return people_files.comparison_file(request, done, name, extension)


def run_document(run: MetricRun, request: Request) -> dict[str, Any]:
    return {
        "key": str(run.key),
        "metric": run.metric,
        "origin": run.origin,
        "settings": run.settings,
        "signature": run.signature,
        "references": run.references_name,
        "annotator": run.annotator,
        **_progress(run),
        "created_at": run.created_at,
        "finished_at": run.finished_at,
        "url": reverse("metrics-api:one-scores", args=[run.campaign.slug, run.key], request=request),
        "page_url": request.build_absolute_uri(run.get_absolute_url()),
    }


def _references(campaign: Campaign, name: str) -> ReferenceSet | None:
    if not name:
        return None
    references = campaign.reference_sets.filter(name=name).first()
    if references is None:
        raise serializers.ValidationError({"references": [f"There are no references called {name}."]})
    return references


def _progress(work: MetricRun | Comparison) -> dict[str, Any]:
    job = work.job
    done = work.finished_at is not None
    return {
        "state": "done" if done else job.state if job else "lost",
        "progress": 1.0 if done else job.progress if job else 0.0,
        "message": job.message if job else "",
        "error": job.error if job else "",
    }


def _links(
    request: Request, address: str, place: list[Any], names: Iterable[tuple[str, str]]
) -> dict[str, str]:
    """By name, where a file lies."""
    return {
        f"{name}.{extension}": reverse(address, args=[*place, name, extension], request=request)
        for name, extension in names
    }
