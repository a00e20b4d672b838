"""Metrics for programs: ask for scores and comparisons, follow and read them. Rules are those of pages."""

from typing import Any, cast
from uuid import UUID

from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from appraise_gec.accounts.models import User
from appraise_gec.accounts.throttle import API_METRICS
from appraise_gec.report.options import SEED_MOST, UNITS
from metrics.models import MetricRun, MetricStudy, ReferenceSet
from metrics.scorers.registry import metric_names
from metrics.scorers.results import scores_document
from metrics.site.runs import services as runs
from metrics.site.runs.stored import stored_scores
from metrics.site.studies import services as studies
from metrics.site.studies.options import REPLICATES_MOST, StudyOptions
from metrics.validation.results import PAIR_KINDS
from rankings.analysis.choices import REPLICATES, SEED
from rankings.analysis.methods import OFFERED
from rankings.api.access import COMPUTING, MANAGING
from rankings.api.base import ApiView, PersonThrottle
from rankings.api.documenting import PAGING, WorkFields, documented, page_of
from rankings.api.serializers import KnownFields
from rankings.formats.results import to_json
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


class StudyRequest(KnownFields):
    """A request for a comparison with people."""

    metrics = serializers.ListField(child=serializers.UUIDField(), default=list)
    campaigns = serializers.ListField(child=serializers.SlugField(allow_unicode=True), default=list)
    method = serializers.ChoiceField(choices=OFFERED, default=OFFERED[0])
    unit = serializers.ChoiceField(choices=list(UNITS), default="sentences")
    replicates = serializers.IntegerField(min_value=1, max_value=REPLICATES_MOST, default=REPLICATES)
    confidence = serializers.FloatField(min_value=0.5, max_value=0.999, default=0.95)
    seed = serializers.IntegerField(min_value=0, max_value=SEED_MOST, default=SEED)
    pairs = serializers.ChoiceField(choices=list(PAIR_KINDS), default="outputs")
    beta_sweep = serializers.BooleanField(default=True)
    judged_only = serializers.BooleanField(default=False)
    without = serializers.ListField(child=serializers.CharField(max_length=100), default=list)

    def options(self) -> StudyOptions:
        """The options of valid data. Raises ValueError for more than is allowed at once."""
        data = self.validated_data
        return StudyOptions.from_json({**data, "metrics": [str(key) for key in data["metrics"]]})


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
    """Scores with recipe and result, which are null until they are there."""

    recipe = serializers.DictField(allow_null=True)
    result = serializers.DictField(allow_null=True)


class StudyDocument(WorkFields):
    """A comparison of metrics with people."""

    key = serializers.UUIDField()
    options = serializers.DictField()
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)
    url = serializers.URLField()
    page_url = serializers.URLField()


class StudyDetailDocument(StudyDocument):
    """A comparison with recipe and result, which are null until it is done."""

    recipe = serializers.DictField(allow_null=True)
    result = serializers.DictField(allow_null=True)


class AskedView(ApiView):
    """A list to which a POST adds."""

    needs = COMPUTING

    post_throttle = MetricThrottle


class Scores(AskedView):
    """Scores of a campaign's systems, newest first; POST asks for those of a metric."""

    @documented("Scores of metrics, newest first", page_of(ScoresDocument), query=PAGING)
    def get(self, request: Request, slug: str) -> Response:
        campaign = self.open(slug).campaign
        rows = campaign.metric_runs.select_related("job", "campaign", "reference_set").defer(
            "recipe", "reference_set__content"
        )
        return self.paged(rows, lambda run: run_document(run, request))

    @documented(
        "Ask for the scores of a metric", ScoresDocument, asks=ScoresRequest, status=201, or_status=200
    )
    def post(self, request: Request, slug: str) -> Response:
        campaign = self.open(slug).campaign
        asked = ScoresRequest(data=request.data)
        asked.is_valid(raise_exception=True)
        data = asked.validated_data
        wanted = runs.MetricRequest(
            data["metric"], data["settings"], _references(campaign, data["references"]), data["annotator"]
        )
        (requested,) = runs.request_runs(campaign, cast("User", request.user), [wanted])
        return _made(run_document(requested.run, request), is_new=requested.is_new)


class OneScores(ApiView):
    """Scores of one metric: state and progress, recipe and result once they are there."""

    needs = MANAGING

    @documented("Scores of one metric", ScoresDetailDocument)
    def get(self, request: Request, slug: str, key: UUID) -> Response:
        run = runs.open_run(self.open(slug).campaign, key)
        result = None
        if run.recipe is not None:
            result = scores_document(stored_scores(run))
        return Response({**run_document(run, request), "recipe": run.recipe, "result": result})

    @documented("Remove the scores; managers only", status=204)
    def delete(self, request: Request, slug: str, key: UUID) -> Response:
        runs.remove_run(self.managed(slug).campaign, self.person, key)
        return Response(status=204)


class Studies(AskedView):
    """Comparisons of metrics with people, newest first; POST asks for one."""

    @documented("Comparisons with people, newest first", page_of(StudyDocument), query=PAGING)
    def get(self, request: Request, slug: str) -> Response:
        campaign = self.open(slug).campaign
        rows = studies.recent_studies(cast("User", request.user), campaign)
        return self.paged(rows, lambda study: _study(study, request))

    @documented(
        "Ask for a comparison with people", StudyDocument, asks=StudyRequest, status=201, or_status=200
    )
    def post(self, request: Request, slug: str) -> Response:
        campaign = self.open(slug).campaign
        asked = StudyRequest(data=request.data)
        asked.is_valid(raise_exception=True)
        try:
            requested = studies.request_study(campaign, cast("User", request.user), asked.options())
        except ValueError as error:
            raise serializers.ValidationError({"detail": [str(error)]}) from error
        return _made(_study(requested.study, request), is_new=requested.is_new)


class OneStudy(ApiView):
    """A comparison: state and progress, recipe and result once it is done."""

    @documented("A comparison with people", StudyDetailDocument)
    def get(self, request: Request, slug: str, key: UUID) -> Response:
        campaign = self.open(slug).campaign
        study = studies.open_study(cast("User", request.user), campaign, key)
        result = None if study.result is None else to_json(studies.study_result(study))
        return Response({**_study(study, request), "recipe": study.recipe, "result": result})


def _references(campaign: Campaign, name: str) -> ReferenceSet | None:
    if not name:
        return None
    references = campaign.reference_sets.filter(name=name).first()
    if references is None:
        raise serializers.ValidationError({"references": [f"There are no references called {name}."]})
    return references


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
        "url": reverse("metrics-api:one-scores", args=[run.campaign.slug, run.key], request=request),
        "page_url": request.build_absolute_uri(run.get_absolute_url()),
    }


def _study(study: MetricStudy, request: Request) -> dict[str, Any]:
    return {
        "key": str(study.key),
        "options": study.options,
        **_progress(study),
        "url": reverse("metrics-api:study", args=[study.campaign.slug, study.key], request=request),
        "page_url": request.build_absolute_uri(study.get_absolute_url()),
    }


def _progress(work: MetricRun | MetricStudy) -> dict[str, Any]:
    job = work.job
    done = work.finished_at is not None
    return {
        "state": "done" if done else job.state if job else "lost",
        "progress": 1.0 if done else job.progress if job else 0.0,
        "message": job.message if job else "",
        "error": job.error if job else "",
        "created_at": work.created_at,
        "finished_at": work.finished_at,
    }


def _made(answer: dict[str, Any], *, is_new: bool) -> Response:
    made = status.HTTP_201_CREATED if is_new else status.HTTP_200_OK
    return Response(answer, status=made, headers={"Location": answer["url"]})
