"""The systems of a campaign, and their work."""

from typing import Any

from rest_framework import serializers

from rankings.api.rows import Rows
from rankings.api.serializers import Address
from rankings.corpus.overview import SystemRow, system_rows


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
    url = Address("api:system", "system.campaign.slug", "system.pk")


class Systems(Rows):
    """The systems of a campaign."""

    many_are, one_is = "Systems by name, retired ones last", "A system"
    document, key = SystemDocument, "system.pk"

    def rows(self) -> list[SystemRow]:
        return system_rows(self.campaign)
