"""Top-ups for programs."""

from typing import Any

from django.db.models import Count, Q, QuerySet
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from rankings.api.campaigns import ManagedView
from rankings.api.documenting import PAGING, documented, page_of
from rankings.models import Campaign, TopUp


class TopUpDocument(serializers.Serializer[Any]):
    """Items that were added later."""

    number = serializers.IntegerField()
    seed = serializers.IntegerField()
    items = serializers.IntegerField()
    created_at = serializers.DateTimeField()


class TopUps(ManagedView):
    """Items that are added once the plan is complete."""

    @documented("Items that were added later, the latest first", page_of(TopUpDocument), query=PAGING)
    def get(self, request: Request, slug: str) -> Response:
        return self.paged(_top_ups(self.managed(slug).campaign), lambda row: TopUpDocument(_top_up(row)).data)


def _top_ups(campaign: Campaign) -> QuerySet[TopUp]:
    """With the number of their items, without the copies that judges are shown again."""
    counted = campaign.top_ups.annotate(item_count=Count("items", filter=Q(items__original__isnull=True)))
    return counted.order_by("-created_at", "-pk")


def _top_up(row: Any) -> dict[str, Any]:
    return {"number": row.pk, "seed": row.seed, "items": row.item_count, "created_at": row.created_at}
