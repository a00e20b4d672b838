"""Managing a campaign: its progress, alarms and history."""

from datetime import datetime
from typing import Any

from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from rankings.api.access import MANAGING
from rankings.api.base import ApiView
from rankings.api.documenting import documented
from rankings.api.rows import Rows
from rankings.desk.history import known_actions
from rankings.desk.judge_facts import known_judges, raised_alarms
from rankings.plan.progress import campaign_progress


class JudgeWork(serializers.Serializer[Any]):
    """What one judge has done. Rankings of check and training items are in no number."""

    number = serializers.IntegerField(source="judge.pk")
    name = serializers.CharField(source="judge.name")
    done = serializers.IntegerField()
    planned = serializers.IntegerField()
    skipped = serializers.IntegerField()
    median_seconds = serializers.FloatField(allow_null=True)
    last_active = serializers.DateTimeField(allow_null=True)


class Progress(serializers.Serializer[Any]):
    """How far judging is: planned rankings of the target, and each judge's work."""

    documents = serializers.IntegerField()
    sentences = serializers.IntegerField()
    systems = serializers.IntegerField()
    items = serializers.IntegerField()
    retired_items = serializers.IntegerField()
    done = serializers.IntegerField()
    planned = serializers.IntegerField()
    skipped = serializers.IntegerField()
    target = serializers.IntegerField()
    percent = serializers.IntegerField()
    top_up_done = serializers.IntegerField()
    top_up_target = serializers.IntegerField()
    judges_ready = serializers.IntegerField()
    judges = JudgeWork(many=True)


class Alarm(serializers.Serializer[Any]):
    """A judge who needs a look, and why."""

    number = serializers.IntegerField(source="judge.pk")
    name = serializers.CharField(source="judge.name")
    kinds = serializers.ListField(child=serializers.CharField())
    reasons = serializers.ListField(child=serializers.CharField())


class Event(serializers.Serializer[Any]):
    """An action in the campaign."""

    at = serializers.DateTimeField()
    action = serializers.CharField()
    actor = serializers.CharField(source="actor.username", allow_null=True)
    detail = serializers.DictField()


class ManagedView(ApiView):
    """A view of managers: tokens read with `read`, and change with `manage`."""

    needs = MANAGING


class CampaignProgress(ManagedView):
    """How far judging is."""

    @documented("Planned rankings that are done, and each judge's work", Progress)
    def get(self, request: Request, slug: str) -> Response:
        return Response(Progress(campaign_progress(self.managed(slug).campaign)).data)


class Alarms(ManagedView):
    """Judges who need a look."""

    @documented("Judges who need a look, those with most reasons first", Alarm(many=True))
    def get(self, request: Request, slug: str) -> Response:
        campaign = self.managed(slug).campaign
        known = known_judges(campaign, campaign_progress(campaign), timezone.now())
        rows = [
            {"judge": one.judge, "kinds": one.kinds, "reasons": [words for _title, words in one.reasons]}
            for one in raised_alarms(known)
        ]
        return Response(Alarm(rows, many=True).data)


class History(Rows):
    """Actions in the campaign."""

    many_are = "Actions and who took them, the latest first"
    document = Event
    filters = (
        OpenApiParameter("action", str, enum=known_actions(), description="only of this kind"),
        OpenApiParameter("since", OpenApiTypes.DATETIME, description="only from this time on"),
    )

    def rows(self, action: str | None = None, since: datetime | None = None) -> Any:
        events = self.managed(self.kwargs["slug"]).campaign.audit_events.select_related("actor")
        wanted = {"action": action, "at__gte": since}
        return events.filter(**{name: value for name, value in wanted.items() if value is not None})
