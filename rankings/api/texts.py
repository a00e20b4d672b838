"""The systems of a campaign, and their work."""

from typing import Any

from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from rankings.api.campaigns import ManagedView
from rankings.api.documenting import PAGING, documented, page_of
from rankings.corpus.overview import SystemRow, system_rows
from rankings.models import Campaign


class SystemDocument(serializers.Serializer[Any]):
    """A system of a campaign, and what judges have made of it."""

    number = serializers.IntegerField(source="system.pk")
    name = serializers.CharField(source="system.name")
    is_input = serializers.BooleanField(source="system.is_input")
    items = serializers.IntegerField(help_text="of the plan that show it")
    pairs = serializers.IntegerField(help_text="of the rankings so far that compare it")
    retired_at = serializers.DateTimeField(
        source="system.retired_at",
        allow_null=True,
        help_text="in no new item and no new metric score since then",
    )
    rankings_before = serializers.IntegerField(
        source="system.rankings_before", help_text="rankings that counted when it joined; 0 from the start"
    )
    url = serializers.SerializerMethodField()

    def get_url(self, row: SystemRow) -> str:
        place = [self.context["slug"], row.system.pk]
        return str(reverse("api:system", args=place, request=self.context["request"]))


class SystemView(ManagedView):
    """A view of systems."""

    def row(self, campaign: Campaign, number: int) -> SystemRow:
        found = next((row for row in system_rows(campaign) if row.system.pk == number), None)
        if found is None:
            raise NotFound
        return found

    def described(self, row: SystemRow, slug: str) -> Any:
        return SystemDocument(row, context={"request": self.request, "slug": slug}).data


class Systems(SystemView):
    """The systems of a campaign."""

    @documented("Systems by name, retired ones last", page_of(SystemDocument), query=PAGING)
    def get(self, request: Request, slug: str) -> Response:
        rows = system_rows(self.managed(slug).campaign)
        return self.paged(rows, lambda row: self.described(row, slug))


class OneSystem(SystemView):
    """A system."""

    @documented("A system", SystemDocument)
    def get(self, request: Request, slug: str, number: int) -> Response:
        return Response(self.described(self.row(self.managed(slug).campaign, number), slug))
