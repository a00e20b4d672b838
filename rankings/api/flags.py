"""Flags that judges have raised, and items that they hold."""

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from appraise_gec.addresses import LARGEST_KEY
from rankings.api.campaigns import ManagedView
from rankings.api.documenting import PAGING, documented, page_of
from rankings.desk import flags as desk_flags
from rankings.desk import leases as desk_leases
from rankings.models import FlagDecision, Ranking

FLAG_STATES = ("open", "decided")


class FlagDocument(serializers.Serializer[Any]):
    """A flag that a judge has raised, and the decision about it."""

    number = serializers.IntegerField()
    judge = serializers.CharField()
    item = serializers.IntegerField()
    source = serializers.CharField()  # type: ignore[assignment]
    reason = serializers.CharField(allow_blank=True)
    note = serializers.CharField(allow_blank=True)
    skipped = serializers.BooleanField()
    raised_at = serializers.DateTimeField(allow_null=True)
    outcome = serializers.ChoiceField(choices=FlagDecision.Outcome.values, allow_null=True)
    answer = serializers.CharField(allow_blank=True)


class Lease(serializers.Serializer[Any]):
    """An item that a judge holds."""

    number = serializers.IntegerField(source="pk")
    judge = serializers.CharField(source="judge.name")
    item = serializers.IntegerField(source="item.number")
    lent_at = serializers.DateTimeField()
    lease_expires_at = serializers.DateTimeField()


class Flags(ManagedView):
    """Flags that judges have raised."""

    @documented(
        "Flags without a decision, or with `?state=decided` those with one",
        page_of(FlagDocument),
        query=(*PAGING, OpenApiParameter("state", str, enum=FLAG_STATES, description="open unless told")),
    )
    def get(self, request: Request, slug: str) -> Response:
        campaign = self.managed(slug).campaign
        if self.chosen("state", FLAG_STATES) == "decided":
            return self.paged(desk_flags.decided_flags(campaign), lambda one: _flag(one.ranking, one))
        return self.paged(desk_flags.open_flags(campaign), _flag)


class OneFlag(ManagedView):
    """A flag."""

    @documented("A flag that has not been decided", FlagDocument)
    def get(self, request: Request, slug: str, number: int) -> Response:
        raised = desk_flags.open_flags(self.managed(slug).campaign)
        return Response(_flag(get_object_or_404(raised, pk=min(number, LARGEST_KEY))))


class Leases(ManagedView):
    """Items that judges hold."""

    @documented("Items lent and not finished, the oldest first", page_of(Lease), query=PAGING)
    def get(self, request: Request, slug: str) -> Response:
        return self.paged(desk_leases.leases(self.managed(slug).campaign), lambda one: Lease(one).data)


class OneLease(ManagedView):
    """An item that a judge holds."""

    @documented("An item that a judge holds", Lease)
    def get(self, request: Request, slug: str, number: int) -> Response:
        lent = desk_leases.leases(self.managed(slug).campaign)
        return Response(Lease(get_object_or_404(lent, pk=min(number, LARGEST_KEY))).data)


def _flag(ranking: Ranking, decision: FlagDecision | None = None) -> dict[str, Any]:
    return {
        "number": ranking.pk,
        "judge": ranking.judge.name,
        "item": ranking.item.number,
        "source": ranking.item.sentence.text,
        "reason": ranking.flag_reason,
        "note": ranking.flag_note,
        "skipped": ranking.skipped,
        "raised_at": ranking.submitted_at,
        "outcome": decision.outcome if decision else None,
        "answer": decision.answer if decision else "",
    }
