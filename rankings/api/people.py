"""The people of a campaign, as rows: judges, links, the team, and the public link."""

from typing import Any, ClassVar

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from rankings.api.base import ApiView
from rankings.api.documenting import PAGING, documented, page_of
from rankings.models import Campaign, CrowdEntry, Link, Membership
from rankings.people.crowd_settings import public_url
from rankings.people.judge_list import STANDINGS, JudgeRow, judge_rows
from rankings.plan.progress import judge_progress


class JudgeDocument(serializers.Serializer[Any]):
    """A judge, with the work done."""

    number = serializers.IntegerField(source="judge.pk")
    name = serializers.CharField(source="judge.name")
    standing = serializers.ChoiceField(choices=STANDINGS)
    quota = serializers.IntegerField(source="judge.quota", allow_null=True)
    done = serializers.IntegerField(source="progress.done")
    planned = serializers.IntegerField(source="progress.planned")
    skipped = serializers.IntegerField(source="progress.skipped")
    last_active = serializers.DateTimeField(source="progress.last_active", allow_null=True)
    url = serializers.SerializerMethodField()

    def get_url(self, row: JudgeRow) -> str:
        arguments = [self.context["slug"], row.judge.pk]
        return reverse("api:judge", args=arguments, request=self.context["request"])


class PersonsLink(serializers.ModelSerializer[Link]):
    """A link that stands: of a judge, or to a role in the team. Its secret was told when it was made."""

    number = serializers.IntegerField(source="pk")
    judge = serializers.IntegerField(source="judge_id", allow_null=True)
    name = serializers.CharField()

    class Meta:
        model = Link
        fields: ClassVar = [
            *("number", "kind", "judge", "role", "name", "created_at", "expires_at", "used_at"),
            *("one_device", "letter"),
        ]


class MemberDocument(serializers.ModelSerializer[Membership]):
    """A person with a role in the campaign."""

    number = serializers.IntegerField(source="pk")
    user_name = serializers.CharField(source="user.username")
    name = serializers.CharField(source="user.get_full_name")

    class Meta:
        model = Membership
        fields: ClassVar = ["number", "user_name", "name", "role"]


class CrowdDocument(serializers.Serializer[Any]):
    """The public link; no address as long as nothing is stored."""

    is_on = serializers.BooleanField()
    public_url = serializers.CharField(
        allow_null=True, help_text="with the places that the recruiting site fills in"
    )
    participants = serializers.IntegerField()


class Judges(ApiView):
    """The judges of a campaign."""

    @documented(
        "The judges, by name",
        page_of(JudgeDocument),
        query=(*PAGING, OpenApiParameter("standing", str, enum=STANDINGS, description="only these")),
    )
    def get(self, request: Request, slug: str) -> Response:
        rows = _judges(self.managed(slug).campaign)
        context = {"request": request, "slug": slug}
        if standing := self.chosen("standing", STANDINGS):
            rows = [row for row in rows if row.standing == standing]
        return self.paged(rows, lambda row: JudgeDocument(row, context=context).data)


class OneJudge(ApiView):
    """One judge."""

    @documented("A judge, with the work done", JudgeDocument)
    def get(self, request: Request, slug: str, number: int) -> Response:
        campaign = self.managed(slug).campaign
        judge = get_object_or_404(campaign.judges, pk=number)
        row = next(row for row in _judges(campaign) if row.judge == judge)
        return Response(JudgeDocument(row, context={"request": request, "slug": slug}).data)


class Links(ApiView):
    """Links of judges; for owners, of the team too."""

    @documented("Links that stand, the newest first", page_of(PersonsLink), query=PAGING)
    def get(self, request: Request, slug: str) -> Response:
        access = self.managed(slug)
        links = access.campaign.links.standing().select_related("judge")
        if not access.is_owner:
            links = links.exclude(kind=Link.Kind.ROLE)
        return self.paged(links, lambda link: PersonsLink(link).data)


class Team(ApiView):
    """Owners, managers and researchers."""

    @documented("The team, by user name", page_of(MemberDocument), query=PAGING)
    def get(self, request: Request, slug: str) -> Response:
        members = self.managed(slug).campaign.memberships.select_related("user").order_by("user__username")
        return self.paged(members, lambda member: MemberDocument(member).data)


class Crowd(ApiView):
    """The public link for participants."""

    @documented("The public link", CrowdDocument)
    def get(self, request: Request, slug: str) -> Response:
        entry = CrowdEntry.objects.filter(campaign=self.managed(slug).campaign).first()
        site = request.build_absolute_uri("/").rstrip("/")
        return Response(
            {
                "is_on": entry is not None and entry.is_on,
                "public_url": public_url(entry, site) if entry else None,
                "participants": entry.participants.count() if entry else 0,
            }
        )


def _judges(campaign: Campaign) -> list[JudgeRow]:
    return judge_rows(campaign, judge_progress(campaign))
