"""The documents that the API accepts and returns."""

from collections.abc import Mapping
from operator import attrgetter
from typing import Any

from rest_framework import serializers
from rest_framework.fields import empty
from rest_framework.reverse import reverse

from rankings.models import Campaign

# Choices that an error names, so that nobody has to look them up.
MOST_NAMED = 30


class Address(serializers.URLField):
    """The address of a row, or of something below it. The attributes of the row name it."""

    def __init__(self, route: str, *attributes: str) -> None:
        super().__init__(source="*", read_only=True)
        self.route, self.attributes = route, attributes

    def to_representation(self, row: Any) -> str:
        arguments = [attrgetter(one)(row) for one in self.attributes]
        return str(reverse(self.route, args=arguments, request=self.context["request"]))


class CampaignSerializer(serializers.ModelSerializer[Campaign]):
    """A campaign as its members know it."""

    url = Address("api:campaign", "slug")
    role = serializers.SerializerMethodField()
    rankings = serializers.IntegerField(source="ranking_count", read_only=True)
    judgments_url = Address("api:judgments", "slug")
    reports_url = Address("report-api:reports", "slug")

    class Meta:
        model = Campaign
        fields = (
            "slug",
            "title",
            "state",
            "language",
            "role",
            "rankings",
            "created_at",
            "url",
            "judgments_url",
            "reports_url",
        )

    def get_role(self, campaign: Campaign) -> str:
        return str(getattr(campaign, "role", "owner"))


class CampaignDetailSerializer(CampaignSerializer):
    """A campaign with its systems and judges."""

    sentences = serializers.SerializerMethodField()
    systems = serializers.SerializerMethodField()
    judges = serializers.SerializerMethodField()

    class Meta(CampaignSerializer.Meta):
        fields = (*CampaignSerializer.Meta.fields, "sentences", "systems", "judges")  # type: ignore[assignment]

    def get_sentences(self, campaign: Campaign) -> int:
        return campaign.sentences.count()

    def get_systems(self, campaign: Campaign) -> list[str]:
        return list(campaign.systems.taking_part().values_list("name", flat=True))

    def get_judges(self, campaign: Campaign) -> list[str]:
        return list(campaign.judges.values_list("name", flat=True))


class KnownFields(serializers.Serializer[Any]):
    """Refuses fields that do not exist, instead of passing over them."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        fields = super().get_fields()
        for field in fields.values():
            chosen = getattr(field, "child", field)
            if isinstance(chosen, serializers.ChoiceField) and len(chosen.choices) <= MOST_NAMED:
                choices = ", ".join(str(choice) for choice in chosen.choices if choice != "")
                chosen.error_messages["invalid_choice"] = f'"{{input}}" is none of the choices: {choices}.'
        return fields

    def run_validation(self, data: Any = empty) -> Any:
        value = super().run_validation(data)
        unknown = sorted(set(data) - set(self.fields)) if isinstance(data, Mapping) else ()
        if unknown:
            raise serializers.ValidationError({name: ["There is no such option."] for name in unknown})
        return value
