"""The documents that the API accepts and returns."""

from collections.abc import Mapping
from typing import Any, cast

from rest_framework import serializers
from rest_framework.fields import empty
from rest_framework.reverse import reverse

from appraise_gec.present.table import capital
from appraise_gec.report.options import (
    CONFIDENCE_DEFAULT,
    PARTS,
    PARTS_DEFAULT,
    REPLICATES_MOST,
    SEED_MOST,
    UNITS,
    ReportOptions,
)
from appraise_gec.report.site.filtering import site_time_zone
from rankings.analysis.choices import REPLICATES, SEED, SPEAKS_FOR, judges_spoken_for
from rankings.analysis.methods import OFFERED
from rankings.formats.judgment_filter import MOST_SECONDS, check_time_zone
from rankings.models import Campaign, Report

# Choices that an error names, so that nobody has to look them up.
MOST_NAMED = 30


class CampaignSerializer(serializers.ModelSerializer[Campaign]):
    """A campaign as its members know it."""

    url = serializers.SerializerMethodField()
    role = serializers.SerializerMethodField()
    rankings = serializers.IntegerField(source="ranking_count", read_only=True)
    judgments_url = serializers.SerializerMethodField()
    reports_url = serializers.SerializerMethodField()

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

    def get_url(self, campaign: Campaign) -> str:
        return self._address("api:campaign", campaign)

    def get_judgments_url(self, campaign: Campaign) -> str:
        return self._address("api:judgments", campaign)

    def get_reports_url(self, campaign: Campaign) -> str:
        return self._address("report-api:reports", campaign)

    def _address(self, name: str, campaign: Campaign) -> str:
        return reverse(name, args=[campaign.slug], request=self.context["request"])


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


class OptionsSerializer(KnownFields):
    """What a program asks of a report."""

    unit = serializers.ChoiceField(choices=list(UNITS), default="sentences")
    replicates = serializers.IntegerField(min_value=1, max_value=REPLICATES_MOST, default=REPLICATES)
    confidence = serializers.FloatField(min_value=0.5, max_value=0.999, default=CONFIDENCE_DEFAULT)
    seed = serializers.IntegerField(min_value=0, max_value=SEED_MOST, default=SEED)
    excluded_judges = serializers.ListField(
        child=serializers.CharField(max_length=160), default=list, max_length=1000
    )
    method = serializers.ChoiceField(choices=OFFERED, default=OFFERED[0])
    parts = serializers.ListField(
        child=serializers.ChoiceField(choices=list(PARTS)), default=list(PARTS_DEFAULT), max_length=len(PARTS)
    )
    without_top_ups = serializers.BooleanField(default=False)
    speaks_for = serializers.ChoiceField(choices=list(SPEAKS_FOR), default="judges-like-these")
    with_discarded = serializers.BooleanField(default=False)
    documents = serializers.ListField(
        child=serializers.CharField(max_length=255), default=list, max_length=100_000
    )
    first_day = serializers.DateField(default=None, allow_null=True)
    last_day = serializers.DateField(default=None, allow_null=True)
    time_zone = serializers.CharField(
        max_length=64, default=site_time_zone, help_text="of the days; the site's where it is left out"
    )
    least_active_seconds = serializers.FloatField(
        min_value=0.1, max_value=MOST_SECONDS, default=None, allow_null=True
    )
    least_checks_passed = serializers.FloatField(min_value=0.001, max_value=1, default=None, allow_null=True)
    without_systems = serializers.ListField(
        child=serializers.CharField(max_length=255), default=list, max_length=1000
    )

    def validate_time_zone(self, name: str) -> str:
        try:
            check_time_zone(name)
        except ValueError as error:
            raise serializers.ValidationError(str(error)) from None
        return name

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        attrs = super().validate(attrs)
        if "speaks_for" in cast("dict[str, Any]", self.initial_data):
            try:
                judges_spoken_for(attrs["speaks_for"], attrs["unit"])
            except ValueError as error:
                raise serializers.ValidationError({"speaks_for": [f"{capital(str(error))}."]}) from None
        if attrs["first_day"] and attrs["last_day"] and attrs["last_day"] < attrs["first_day"]:
            raise serializers.ValidationError({"last_day": ["The last day is before the first."]})
        return attrs

    def options(self) -> ReportOptions:
        """The options of valid data."""
        return ReportOptions.from_json(self.validated_data)


class ReportSerializer(serializers.ModelSerializer[Report]):
    """A report and its progress."""

    url = serializers.SerializerMethodField()
    page_url = serializers.SerializerMethodField()
    state = serializers.SerializerMethodField()
    progress = serializers.SerializerMethodField()
    message = serializers.SerializerMethodField()
    error = serializers.SerializerMethodField()

    class Meta:
        model = Report
        fields = (
            "key",
            "name",
            "state",
            "progress",
            "message",
            "error",
            "options",
            "created_at",
            "finished_at",
            "url",
            "page_url",
        )

    def get_url(self, report: Report) -> str:
        return reverse(
            "report-api:report", args=[report.campaign.slug, report.key], request=self.context["request"]
        )

    def get_page_url(self, report: Report) -> str:
        address: str = self.context["request"].build_absolute_uri(report.get_absolute_url())
        return address

    def get_state(self, report: Report) -> str:
        if report.finished_at is not None:
            return "done"
        return report.job.state if report.job is not None else "lost"

    def get_progress(self, report: Report) -> float:
        if report.finished_at is not None:
            return 1.0
        return report.job.progress if report.job is not None else 0.0

    def get_message(self, report: Report) -> str:
        return report.job.message if report.job is not None else ""

    def get_error(self, report: Report) -> str:
        return report.job.error if report.job is not None else ""


class ReportDetailSerializer(ReportSerializer):
    """A report with its recipe and its result; both null until it is done."""

    class Meta(ReportSerializer.Meta):
        fields = (*ReportSerializer.Meta.fields, "recipe", "result")  # type: ignore[assignment]
