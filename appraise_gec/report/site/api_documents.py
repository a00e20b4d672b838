"""The documents of reports that the API accepts and returns; what may be asked is in `ReportOptions`."""

from typing import Any, cast

from rest_framework import serializers
from rest_framework.reverse import reverse

from appraise_gec.declared import Told
from appraise_gec.present.table import capital
from appraise_gec.report.options import DECLARED, DEFAULTS, ReportOptions
from appraise_gec.report.site.filtering import site_time_zone
from rankings.analysis.choices import judges_spoken_for
from rankings.api.documents import KnownFields, WorkFields
from rankings.formats.filtering import check_time_zone
from rankings.models import PublicReport, Report

MOST_NAMES, NAME_LENGTH = 100_000, 255


def field_of(  # noqa: PLR0911 - one for each kind of option
    option: Told, default: Any
) -> serializers.Field[Any, Any, Any, Any]:
    """The field of an option."""
    told: dict[str, Any] = {"default": default, "help_text": option.help or None}
    if isinstance(default, bool):
        return serializers.BooleanField(**told)
    if isinstance(default, tuple):
        child: serializers.Field[Any, Any, Any, Any] = (
            serializers.ChoiceField(choices=list(option.choices))
            if option.choices
            else serializers.CharField(max_length=NAME_LENGTH)
        )
        most = len(option.choices) or MOST_NAMES
        return serializers.ListField(child=child, max_length=most, **told | {"default": list})
    if option.choices:
        return serializers.ChoiceField(choices=list(option.choices), **told)
    if isinstance(default, str):
        return serializers.CharField(max_length=64, **told)
    if option.least is None:
        return serializers.DateField(allow_null=True, **told)
    bounds: dict[str, Any] = {"min_value": option.least, "max_value": option.most}
    if isinstance(default, int):
        return serializers.IntegerField(**bounds, **told)
    return serializers.FloatField(allow_null=default is None, **bounds, **told)


class OptionsDocument(KnownFields):
    """What a program asks of a report."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        for name, option in DECLARED.items():
            if name not in self._declared_fields:
                self._declared_fields[name] = field_of(option, DEFAULTS[name])
        return super().get_fields()

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        attrs = super().validate(attrs)
        given = cast("dict[str, Any]", self.initial_data)
        if "time_zone" not in given:
            attrs["time_zone"] = site_time_zone()
        try:
            check_time_zone(attrs["time_zone"])
        except ValueError as error:
            raise serializers.ValidationError({"time_zone": [str(error)]}) from None
        if "speaks_for" in given:
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


class FileDocument(serializers.Serializer[Any]):
    """A file of a report."""

    name = serializers.CharField()
    url = serializers.URLField()


class LinkDocument(serializers.Serializer[Any]):
    """A public link. Nothing stands at its address until a worker has written the page."""

    created_at = serializers.DateTimeField()
    public_url = serializers.SerializerMethodField()

    def get_public_url(self, link: PublicReport) -> str:
        return str(reverse("public-report", args=[link.token], request=self.context["request"]))


class ReportSerializer(WorkFields, serializers.ModelSerializer[Report]):
    """A report and its progress."""

    url = serializers.SerializerMethodField()
    page_url = serializers.SerializerMethodField()
    files_url = serializers.SerializerMethodField()

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
            "files_url",
        )

    def get_url(self, report: Report) -> str:
        return reverse(
            "report-api:report", args=[report.campaign.slug, report.key], request=self.context["request"]
        )

    def get_files_url(self, report: Report) -> str:
        place = [report.campaign.slug, report.key]
        return reverse("report-api:report-files", args=place, request=self.context["request"])

    def get_page_url(self, report: Report) -> str:
        address: str = self.context["request"].build_absolute_uri(report.get_absolute_url())
        return address


class ReportDetailSerializer(ReportSerializer):
    """A report with its recipe and its result; both null until it is done."""

    class Meta(ReportSerializer.Meta):
        fields = (*ReportSerializer.Meta.fields, "recipe", "result")  # type: ignore[assignment]
