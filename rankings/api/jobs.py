"""Work that a person has asked for, of whatever kind: followed, cancelled, tried again."""

from typing import ClassVar
from uuid import UUID

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from appraise_gec.jobs import services
from appraise_gec.jobs.models import Job, State
from rankings.api.base import Conflict, Rows
from rankings.api.documents import Address, documented


class JobDocument(serializers.ModelSerializer[Job]):
    """Work that a worker does."""

    key = serializers.UUIDField(source="pk")
    url = Address("api:job", "pk")
    result_page_url = serializers.SerializerMethodField()

    class Meta:
        model = Job
        fields: ClassVar = [
            *("key", "kind", "state", "progress", "message", "error", "created_at", "finished_at"),
            *("url", "result_page_url"),
        ]
        read_only_fields = fields

    def get_result_page_url(self, job: Job) -> str | None:
        return self.context["request"].build_absolute_uri(job.result_url) if job.result_url else None


class Jobs(Rows):
    """Own work: everybody sees the work that they have asked for, and no other."""

    many_are, one_is = "Work that you have asked for, the latest first", "How far the work is"
    document, named = JobDocument, "key"
    filters = (OpenApiParameter("state", str, enum=State.values, description="only in this state"),)

    def rows(self, state: str | None = None) -> QuerySet[Job]:
        rows = Job.objects.filter(requested_by=self.person).order_by("-created_at", "pk")
        return rows.filter(state=state) if state else rows


class OneJob(Jobs):
    """A piece of own work."""

    @documented("Try work again that has failed or was cancelled", JobDocument)
    def post(self, request: Request, key: UUID) -> Response:
        job = self.row()
        if not services.retry(job):
            raise Conflict("Only work that has failed or was cancelled is tried again.")
        return Response(self.described(job))

    @documented("Cancel the work", status=204)
    def delete(self, request: Request, key: UUID) -> Response:
        if not services.cancel(self.row()):
            raise Conflict("The work has ended already.")
        return Response(status=204)
