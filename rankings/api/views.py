"""The REST API. Access is decided by the same services as for pages."""

from typing import Any, cast

from django.db.models import Q, QuerySet
from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from appraise_gec.present.downloads import download_of
from rankings.access.audience import campaigns_of
from rankings.api.base import ApiView
from rankings.api.documenting import documented
from rankings.api.problems import Conflict
from rankings.api.renderers import JUDGMENT_RENDERERS
from rankings.api.rows import Rows
from rankings.api.serializers import CampaignDetailSerializer, CampaignSerializer
from rankings.formats.records import FormatError
from rankings.judgments.exporting import EXPORTS, export_judgments
from rankings.models import Campaign, Membership


class RootDocument(serializers.Serializer[Any]):
    """Where to begin."""

    campaigns = serializers.URLField()
    uploads = serializers.URLField()
    judging = serializers.URLField()
    schema = serializers.URLField()


class Root(ApiView):
    """Where to begin."""

    @documented("Where to begin", RootDocument)
    def get(self, request: Request) -> Response:
        names = {
            "campaigns": "api:campaigns",
            "uploads": "api:uploads",
            "judging": "api:judgeships",
            "schema": "api:schema",
            "reference": "api-reference",
        }
        return Response({key: reverse(name, request=request) for key, name in names.items()})


class Campaigns(Rows):
    """Campaigns that the person manages or reads, newest first."""

    many_are = "Campaigns that you manage or read, newest first"
    document = CampaignSerializer
    filters = (
        OpenApiParameter("state", str, enum=Campaign.State.values, description="only in this state"),
        OpenApiParameter("role", str, enum=Membership.Role.values, description="yours in it"),
        OpenApiParameter("search", str, description="words in title or address"),
        OpenApiParameter("archived", bool, description="whether it is in the archive"),
    )

    def rows(self, **asked: Any) -> QuerySet[Campaign]:
        rows = campaigns_of(self.person)
        if state := asked["state"]:
            rows = rows.filter(state=state)
        if role := asked["role"]:
            roles = Membership.objects.filter(user=self.person, role=role)
            rows = rows.filter(pk__in=roles.values("campaign"))
        if words := asked["search"]:
            rows = rows.filter(Q(title__icontains=words) | Q(slug__icontains=words))
        if (archived := asked["archived"]) is not None:
            rows = rows.filter(archived_at__isnull=not archived)
        return rows


class OneCampaign(ApiView):
    """A campaign with its systems and judges."""

    @documented("A campaign with its systems and judges", CampaignDetailSerializer)
    def get(self, request: Request, slug: str) -> Response:
        access = self.open(slug)
        campaign = campaigns_of(self.person).get(pk=access.campaign.pk)
        return Response(CampaignDetailSerializer(campaign, context={"request": request}).data)


class Judgments(ApiView):
    """All current rankings: `?format=` is `json`, `xml` (the 2015 result XML), `csv` or another format of
    `appraise-gec convert`, or by the Accept header.
    """

    renderer_classes = JUDGMENT_RENDERERS

    @documented(
        "All current rankings: `?format=json`, `xml`, `csv` or another format of `appraise-gec convert`",
        OpenApiTypes.ANY,
        media_types=tuple(dict.fromkeys(renderer.media_type for renderer in JUDGMENT_RENDERERS)),
        query=(OpenApiParameter("format", str, enum=list(EXPORTS)),),
    )
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        access = self.open(slug)
        chosen = str(cast("Any", request).accepted_renderer.format)
        try:
            exported = export_judgments(access.campaign, chosen)
        except FormatError as error:
            raise Conflict(f"{chosen} cannot hold these rankings: {error}") from error
        record_event(cast("User", request.user), "judgments.export", access.campaign.pk, format=chosen)
        return download_of(exported.pieces, exported.content_type, exported.name, is_short=exported.is_short)
