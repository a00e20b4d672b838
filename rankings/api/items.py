"""Items of a campaign for programs: samples, single items, known answers, flags, and what judges hold."""

from typing import Any, ClassVar

from django.db.models import Count, Q, QuerySet
from drf_spectacular.utils import OpenApiParameter, extend_schema_field
from rest_framework import serializers

from rankings.api.base import Rows
from rankings.desk.item_actions import decided_flags, leases, open_flags
from rankings.models import Assignment, Item, Ranking
from rankings.plan.known_answers import ranks_from_expected


class OutputOfItem(serializers.Serializer[Any]):
    """A distinct output, and who wrote it."""

    text = serializers.CharField(allow_blank=True)
    systems = serializers.ListField(child=serializers.CharField())


class ItemOfCampaign(serializers.ModelSerializer[Item]):
    """An item as managers see it. `ranks` are those that are expected of a check or training item."""

    sentence = serializers.IntegerField(source="sentence.index")
    source = serializers.CharField(source="sentence.text")  # type: ignore[assignment]
    outputs = serializers.SerializerMethodField()
    check_kind = serializers.CharField(allow_blank=True)
    rankings = serializers.IntegerField(source="rankings_count")
    ranks = serializers.SerializerMethodField(help_text="of the outputs; null where any will do")

    class Meta:
        model = Item
        fields: ClassVar = [
            *("number", "purpose", "sentence", "source", "retired_at", "top_up", "outputs", "rankings"),
            *("check_kind", "ranks", "explanation"),
        ]
        read_only_fields = fields

    @extend_schema_field(OutputOfItem(many=True))
    def get_outputs(self, item: Item) -> list[dict[str, Any]]:
        return [
            {"text": output.text, "systems": sorted(one.system.name for one in output.producers.all())}
            for output in item.outputs.all()
        ]

    @extend_schema_field(serializers.ListField(child=serializers.IntegerField(allow_null=True)))
    def get_ranks(self, item: Item) -> list[int | None]:
        return ranks_from_expected(item.expected, len(item.outputs.all()))


class Items(Rows):
    """Items that judges rank, check and training items included."""

    many_are = "Items by number, without the copies that judges are shown again"
    one_is = "An item: its sentence, its outputs with their systems, and how often it is ranked"
    document, key = ItemOfCampaign, "number"
    filters = (
        OpenApiParameter("purpose", str, enum=Item.Purpose.values, description="only these"),
        OpenApiParameter("retired", bool, description="whether they are handed out no more"),
    )

    def rows(self, purpose: str | None = None, retired: bool | None = None) -> QuerySet[Item]:
        counted = Count("rankings", filter=Q(rankings__is_current=True, rankings__skipped=False))
        items = self.campaign.items.filter(original=None).annotate(rankings_count=counted)
        if purpose:
            items = items.filter(purpose=purpose)
        if retired is not None:
            items = items.filter(retired_at__isnull=not retired)
        return (
            items.order_by("number").select_related("sentence").prefetch_related("outputs__producers__system")
        )


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
        source="flag_outcome", choices=Ranking.FlagOutcome.values, allow_blank=True
    )
    answer = serializers.CharField(source="flag_answer", allow_blank=True)


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
    document = FlagDocument
    filters = (OpenApiParameter("state", str, enum=("open", "decided"), description="open unless told"),)

    def rows(self, state: str | None = None) -> QuerySet[Ranking]:
        return decided_flags(self.campaign) if state == "decided" else open_flags(self.campaign)


class Leases(Rows):
    """Items that judges hold."""

    many_are = "Items lent and not finished, the oldest first"
    document = Lease

    def rows(self) -> QuerySet[Assignment]:
        return leases(self.campaign)
