"""The people of a campaign, as rows: judges, links, and the team."""

from typing import Any, ClassVar

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter, extend_schema_field
from rest_framework import serializers

from rankings.api.base import Rows
from rankings.api.documents import Address
from rankings.desk.judge_facts import STANDINGS, JudgeRow, judge_rows
from rankings.models import Link, Membership


class AlarmDocument(serializers.Serializer[Any]):
    """Something odd about a judge."""

    kind = serializers.CharField()
    reason = serializers.CharField()


class JudgeDocument(serializers.Serializer[Any]):
    """A judge, with the work done."""

    number = serializers.IntegerField(source="judge.pk")
    name = serializers.CharField(source="judge.name")
    standing = serializers.ChoiceField(choices=STANDINGS)
    quota = serializers.IntegerField(source="judge.quota", allow_null=True)
    done = serializers.IntegerField(source="progress.done")
    planned = serializers.IntegerField(source="progress.planned")
    skipped = serializers.IntegerField(source="progress.skipped")
    median_seconds = serializers.FloatField(source="progress.median_seconds", allow_null=True)
    last_active = serializers.DateTimeField(source="progress.last_active", allow_null=True)
    alarms = serializers.SerializerMethodField(help_text="why a manager should have a look")
    url = Address("api:judge", "judge.campaign.slug", "judge.pk")

    @extend_schema_field(AlarmDocument(many=True))
    def get_alarms(self, row: JudgeRow) -> list[dict[str, str]]:
        found = row.alarm
        if found is None:
            return []
        sentences = [sentence for _title, sentence in found.reasons]
        return [{"kind": kind, "reason": reason} for kind, reason in zip(found.kinds, sentences, strict=True)]


class PersonsLink(serializers.ModelSerializer[Link]):
    """A link that stands: of a judge, or to a role in the team. Its secret was told when it was made."""

    number = serializers.IntegerField(source="pk")
    judge = serializers.IntegerField(source="judge_id", allow_null=True)
    name = serializers.CharField()

    class Meta:
        model = Link
        fields: ClassVar = [
            *("number", "kind", "judge", "role", "name", "created_at", "expires_at", "used_at"),
            "letter",
        ]


class MemberDocument(serializers.ModelSerializer[Membership]):
    """A person with a role in the campaign."""

    number = serializers.IntegerField(source="pk")
    user_name = serializers.CharField(source="user.username")
    name = serializers.CharField(source="user.get_full_name")

    class Meta:
        model = Membership
        fields: ClassVar = ["number", "user_name", "name", "role"]


class Judges(Rows):
    """The judges of a campaign."""

    many_are, one_is = "The judges, by name", "A judge, with the work done"
    document, key = JudgeDocument, "judge.pk"
    filters = (OpenApiParameter("standing", str, enum=STANDINGS, description="only these"),)

    def rows(self, standing: str | None = None) -> list[JudgeRow]:
        return [row for row in judge_rows(self.campaign) if standing in (None, row.standing)]


class Links(Rows):
    """Links of judges; for owners, of the team too."""

    many_are = "Links that stand, the newest first"
    document = PersonsLink

    def rows(self) -> QuerySet[Link]:
        access = self.managed(self.kwargs["slug"])
        links = access.campaign.links.standing().select_related("judge")
        return links if access.is_owner else links.exclude(kind=Link.Kind.ROLE)


class Team(Rows):
    """Owners, managers and researchers."""

    many_are = "The team, by user name"
    document = MemberDocument

    def rows(self) -> QuerySet[Membership]:
        return self.campaign.memberships.select_related("user").order_by("user__username")
