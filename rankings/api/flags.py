"""Flags that judges have raised, and items that they hold."""

from typing import Any, ClassVar

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers

from rankings.api.rows import Rows
from rankings.desk.flags import open_flags
from rankings.desk.leases import leases
from rankings.models import Assignment, FlagDecision, Ranking


class FlagDocument(serializers.Serializer[Any]):
    """A flag that a judge has raised, and the decision about it."""

    number = serializers.IntegerField(source="pk")
    judge = serializers.CharField(source="judge.name")
    item = serializers.IntegerField(source="item.number")
    source = serializers.CharField(source="item.sentence.text")  # type: ignore[assignment]
    reason = serializers.CharField(source="flag_reason", allow_blank=True)
    note = serializers.CharField(source="flag_note", allow_blank=True)
    skipped = serializers.BooleanField()
    raised_at = serializers.DateTimeField(source="submitted_at", allow_null=True)
    outcome = serializers.ChoiceField(
        source="flag_decision.outcome", choices=FlagDecision.Outcome.values, allow_null=True
    )
    answer = serializers.SerializerMethodField()

    def get_answer(self, ranking: Ranking) -> str:
        return ranking.flag_decision.answer if hasattr(ranking, "flag_decision") else ""


class Lease(serializers.ModelSerializer[Assignment]):
    """An item that a judge holds."""

    number = serializers.IntegerField(source="pk")
    judge = serializers.CharField(source="judge.name")
    item = serializers.IntegerField(source="item.number")

    class Meta:
        model = Assignment
        fields: ClassVar = ["number", "judge", "item", "lent_at", "lease_expires_at"]
        read_only_fields = fields


class Flags(Rows):
    """Flags that judges have raised."""

    many_are = "Flags without a decision, or with `?state=decided` those with one"
    one_is = "A flag that has not been decided"
    document = FlagDocument
    filters = (OpenApiParameter("state", str, enum=("open", "decided"), description="open unless told"),)

    def rows(self, state: str | None = None) -> QuerySet[Ranking]:
        if state != "decided":
            return open_flags(self.campaign).select_related("flag_decision")
        rankings = Ranking.objects.filter(judge__campaign=self.campaign, flag_decision__isnull=False)
        return rankings.select_related("judge", "item__sentence", "flag_decision").order_by(
            "-flag_decision__decided_at", "-flag_decision__pk"
        )


class Leases(Rows):
    """Items that judges hold."""

    many_are, one_is = "Items lent and not finished, the oldest first", "An item that a judge holds"
    document = Lease

    def rows(self) -> QuerySet[Assignment]:
        return leases(self.campaign)
