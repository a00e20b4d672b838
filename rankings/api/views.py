"""The REST API. Access is decided by the same services as for pages."""

from typing import Any, cast
from uuid import UUID

from django.shortcuts import get_object_or_404
from rest_framework import status
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from rankings.access.audience import campaigns_of
from rankings.api.access import COMPUTING
from rankings.api.base import ApiView, Pages, ReportThrottle
from rankings.api.problems import Conflict
from rankings.api.renderers import JUDGMENT_RENDERERS
from rankings.api.serializers import (
    CampaignDetailSerializer,
    CampaignSerializer,
    OptionsSerializer,
    ReportDetailSerializer,
    ReportSerializer,
)
from rankings.formats.records import FormatError
from rankings.judgments.exporting import export_judgments
from rankings.models import Campaign, Report
from rankings.reports.services import request_report


class Root(ApiView):
    """Where to begin."""

    def get(self, request: Request) -> Response:
        return Response({"campaigns": reverse("api:campaigns", request=request)})


class Campaigns(ApiView, ListAPIView[Campaign]):
    """Campaigns that the person manages or reads, newest first."""

    serializer_class = CampaignSerializer
    pagination_class = Pages

    def get_queryset(self) -> Any:
        return campaigns_of(cast("User", self.request.user))


class OneCampaign(ApiView):
    """A campaign with its systems and judges."""

    def get(self, request: Request, slug: str) -> Response:
        access = self.open(slug)
        campaign = campaigns_of(cast("User", request.user)).get(pk=access.campaign.pk)
        return Response(CampaignDetailSerializer(campaign, context={"request": request}).data)


class Judgments(ApiView):
    """All current rankings: `?format=json`, `xml` (the 2015 result XML) or `csv`, or by the Accept header."""

    renderer_classes = JUDGMENT_RENDERERS

    def get(self, request: Request, slug: str) -> Response:
        access = self.open(slug)
        chosen = str(cast("Any", request).accepted_renderer.format)
        try:
            exported = export_judgments(access.campaign, chosen)
        except FormatError as error:
            raise Conflict(f"{chosen} cannot hold these rankings: {error}") from error
        record_event(cast("User", request.user), "judgments.export", access.campaign.pk, format=chosen)
        headers = {
            "Content-Disposition": f'attachment; filename="{exported.name}"',
            "X-Content-Type-Options": "nosniff",
        }
        return Response(exported.content, headers=headers)


class Reports(ApiView, ListAPIView[Report]):
    """Reports of a campaign, newest first; POST asks for one."""

    needs = COMPUTING
    serializer_class = ReportSerializer
    pagination_class = Pages

    post_throttle = ReportThrottle

    def get_queryset(self) -> Any:
        campaign = self.open(self.kwargs["slug"]).campaign
        return campaign.reports.select_related("campaign", "job").defer("recipe", "result")

    def post(self, request: Request, slug: str) -> Response:
        campaign = self.open(slug).campaign
        asked = OptionsSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        requested = request_report(campaign, self.person, asked.options())
        answer = ReportSerializer(requested.report, context={"request": request})
        made = status.HTTP_201_CREATED if requested.is_new else status.HTTP_200_OK
        return Response(answer.data, status=made, headers={"Location": answer.data["url"]})


class OneReport(ApiView):
    """A report: its state and progress, and its recipe and result once it is done."""

    def get(self, request: Request, slug: str, key: UUID) -> Response:
        campaign = self.open(slug).campaign
        report = get_object_or_404(
            Report.objects.select_related("campaign", "job"), campaign=campaign, key=key
        )
        return Response(ReportDetailSerializer(report, context={"request": request}).data)
