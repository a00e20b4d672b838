"""Managing a campaign: its settings, plan, progress, alarms and history."""

from typing import Any

from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from rankings.api.access import MANAGING
from rankings.api.base import ApiView
from rankings.api.documenting import PAGING, documented, page_of
from rankings.desk.alarms import alarms
from rankings.desk.event_words import known_actions
from rankings.desk.judge_facts import known_judges
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
    actor = serializers.CharField(allow_null=True)
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
        progress = campaign_progress(campaign)
        evidence = known_judges(campaign, progress.rankings).evidence
        raised = alarms(campaign, progress, evidence, timezone.now())
        rows = [
            {"judge": one.judge, "kinds": one.kinds, "reasons": [words for _title, words in one.reasons]}
            for one in raised
        ]
        return Response(Alarm(rows, many=True).data)


class History(ManagedView):
    """Actions in the campaign, for its owners."""

    @documented(
        "Actions and who took them, the latest first",
        page_of(Event),
        query=(
            *PAGING,
            OpenApiParameter("action", str, enum=known_actions(), description="only of this kind"),
            OpenApiParameter("since", OpenApiTypes.DATETIME, description="only from this time on"),
        ),
    )
    def get(self, request: Request, slug: str) -> Response:
        events = self.owned(slug).campaign.audit_events.select_related("actor")
        if action := self.chosen("action", known_actions()):
            events = events.filter(action=action)
        if since := self.time("since"):
            events = events.filter(at__gte=since)
        return self.paged(events, _event)


def _values(form: Any) -> dict[str, Any]:
    """What a form of a model shows."""
    return {name: getattr(form.instance, name) for name in form.fields}


def _event(event: Any) -> Any:
    return {
        "at": event.at,
        "action": event.action,
        "actor": event.actor.get_username() if event.actor else None,
        "detail": event.detail,
    }
