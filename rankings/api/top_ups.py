"""Top-ups: items that are added once the plan is complete."""

from typing import Any, ClassVar

from django.db.models import Count, Q
from rest_framework import serializers

from rankings.api.rows import Rows
from rankings.models import TopUp


class TopUpDocument(serializers.ModelSerializer[TopUp]):
    """Items that were added later."""

    number = serializers.IntegerField(source="pk")
    items = serializers.IntegerField(source="item_count")

    class Meta:
        model = TopUp
        fields: ClassVar = ["number", "seed", "items", "created_at"]
        read_only_fields = fields


class TopUps(Rows):
    """Items that are added once the plan is complete."""

    many_are = "Items that were added later, the latest first"
    document = TopUpDocument

    def rows(self) -> Any:
        # Without the copies that judges are shown again.
        counted = Count("items", filter=Q(items__original__isnull=True))
        return self.campaign.top_ups.annotate(item_count=counted).order_by("-created_at", "-pk")
