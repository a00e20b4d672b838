"""Work that a person has asked for, of whatever kind: followed, cancelled, tried again."""

from typing import Any
from uuid import UUID

from django.http import Http404
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from appraise_gec.jobs import services
from appraise_gec.jobs.models import Job, State
from rankings.api.access import MANAGING
from rankings.api.base import ApiView
from rankings.api.documenting import PAGING, documented, page_of
from rankings.api.problems import Conflict


class JobDocument(serializers.Serializer[Any]):
    """Work that a worker does."""

    key = serializers.UUIDField()
    kind = serializers.CharField()
    state = serializers.ChoiceField(choices=State.values)
    progress = serializers.FloatField()
    message = serializers.CharField(allow_blank=True)
    error = serializers.CharField(allow_blank=True)
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)
    url = serializers.URLField()
    result_page_url = serializers.URLField(allow_null=True)


class JobView(ApiView):
    """Everybody sees the work that they have asked for, and no other."""

    needs = MANAGING

    def job(self, key: UUID) -> Job:
        found = Job.objects.filter(pk=key, requested_by=self.person).first()
        if found is None:
            raise Http404
        return found

    def described(self, job: Job) -> Any:
        document = {
            "key": job.pk,
            "kind": job.kind,
            "state": job.state,
            "progress": job.progress,
            "message": job.message,
            "error": job.error,
            "created_at": job.created_at,
            "finished_at": job.finished_at,
            "url": reverse("api:job", args=[job.pk], request=self.request),
            "result_page_url": self.request.build_absolute_uri(job.result_url) if job.result_url else None,
        }
        return JobDocument(document).data


class Jobs(JobView):
    """Own work."""

    @documented(
        "Work that you have asked for, the latest first",
        page_of(JobDocument),
        query=(*PAGING, OpenApiParameter("state", str, enum=State.values, description="only in this state")),
    )
    def get(self, request: Request) -> Response:
        rows = Job.objects.filter(requested_by=self.person).order_by("-created_at", "pk")
        if state := self.chosen("state", State.values):
            rows = rows.filter(state=state)
        return self.paged(rows, self.described)


class OneJob(JobView):
    """A piece of own work."""

    @documented("How far the work is", JobDocument)
    def get(self, request: Request, key: UUID) -> Response:
        return Response(self.described(self.job(key)))

    @documented("Try work again that has failed or was cancelled", JobDocument)
    def post(self, request: Request, key: UUID) -> Response:
        job = self.job(key)
        if not services.retry(job):
            raise Conflict("Only work that has failed or was cancelled is tried again.")
        return Response(self.described(job))

    @documented("Cancel the work", status=204)
    def delete(self, request: Request, key: UUID) -> Response:
        if not services.cancel(self.job(key)):
            raise Conflict("The work has ended already.")
        return Response(status=204)
