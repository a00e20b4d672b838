"""Top-ups for programs."""

from typing import Any

from django.db.models import Count, Q, QuerySet
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from rankings.api.base import PersonThrottle, ReportThrottle, made
from rankings.api.campaigns import ManagedView
from rankings.api.documenting import PAGING, documented, page_of
from rankings.api.serializers import KnownFields
from rankings.models import Campaign, TopUp
from rankings.plan import top_ups
from rankings.plan.forms import LARGEST_SEED, fresh_seed
from rankings.plan.top_ups import Proposal


class TopUpDocument(serializers.Serializer[Any]):
    """Items that were added later."""

    number = serializers.IntegerField()
    seed = serializers.IntegerField()
    items = serializers.IntegerField()
    created_at = serializers.DateTimeField()


class TopUpRequest(KnownFields):
    """How many items to add."""

    items = serializers.IntegerField(min_value=1, max_value=top_ups.MOST_ITEMS, default=50)
    seed = serializers.IntegerField(min_value=0, max_value=LARGEST_SEED, required=False)
    items_before = serializers.IntegerField(
        required=False,
        min_value=0,
        help_text="how many items there were when this was decided: 409 otherwise",
    )
    dry_run = serializers.BooleanField(default=False)


class TopUpAnswer(serializers.Serializer[Any]):
    """What was added, or would be with `dry_run`."""

    dry_run = serializers.BooleanField()
    seed = serializers.IntegerField()
    items = serializers.IntegerField()
    new_sentences = serializers.IntegerField(help_text="of the items show a sentence that no item shows yet")
    items_before = serializers.IntegerField()


class TopUps(ManagedView):
    """Items that are added once the plan is complete."""

    post_throttle: type[PersonThrottle] | None = ReportThrottle

    @documented("Items that were added later, the latest first", page_of(TopUpDocument), query=PAGING)
    def get(self, request: Request, slug: str) -> Response:
        return self.paged(_top_ups(self.managed(slug).campaign), lambda row: TopUpDocument(_top_up(row)).data)

    @documented(
        "Add items, or with `dry_run` say how many it would be",
        TopUpAnswer,
        asks=TopUpRequest,
        status=201,
        or_status=200,
    )
    def post(self, request: Request, slug: str) -> Response:
        campaign = self.managed(slug).campaign
        asked = TopUpRequest(data=request.data)
        asked.is_valid(raise_exception=True)
        wanted = asked.validated_data
        before = wanted.get("items_before", top_ups.planned_items(campaign))
        seed = wanted.get("seed", fresh_seed())
        proposal = top_ups.propose(campaign, wanted["items"], seed)
        document = TopUpAnswer(_proposed(proposal, before, dry_run=wanted["dry_run"])).data
        if wanted["dry_run"]:
            return Response(document)
        top_ups.add_top_up(campaign, proposal, self.person, items_before=before)
        return made(document, reverse("api:top-ups", args=[slug], request=request))


def _top_ups(campaign: Campaign) -> QuerySet[TopUp]:
    """With the number of their items, without the copies that judges are shown again."""
    counted = campaign.top_ups.annotate(item_count=Count("items", filter=Q(items__original__isnull=True)))
    return counted.order_by("-created_at", "-pk")


def _top_up(row: Any) -> dict[str, Any]:
    return {"number": row.pk, "seed": row.seed, "items": row.item_count, "created_at": row.created_at}


def _proposed(proposal: Proposal, before: int, *, dry_run: bool) -> dict[str, Any]:
    return {
        "dry_run": dry_run,
        "seed": proposal.seed,
        "items": len(proposal.items),
        "new_sentences": proposal.new_sentences,
        "items_before": before,
    }
