"""The REST API. Access is decided by the same services as for pages."""

from collections.abc import Mapping
from typing import Any, cast
from uuid import UUID

from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils.cache import add_never_cache_headers
from rest_framework import status
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import APIException
from rest_framework.generics import ListAPIView
from rest_framework.pagination import PageNumberPagination
from rest_framework.permissions import IsAuthenticated
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from appraise_gec.accounts.models import ApiToken, User
from appraise_gec.accounts.services import record_event
from appraise_gec.accounts.throttle import API_REPORTS, API_REQUESTS, Throttle
from appraise_gec.presentation.downloads import download_of
from rankings.access.audience import RESEARCHERS, CampaignAccess, campaigns_of, open_campaign
from rankings.access.refusals import Refused
from rankings.api.access import COMPUTING, READING, BearerAuthentication, WithinScope
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


class Conflict(APIException):
    """The request cannot be fulfilled now, for a reason that people can understand."""

    status_code = status.HTTP_409_CONFLICT
    default_code = "conflict"


class PersonThrottle(BaseThrottle):
    """Bounds how often one person asks, whichever web process answers."""

    bound: Throttle
    _who = ""

    def allow_request(self, request: Request, view: APIView) -> bool:
        self._who = str(request.user.pk)
        return self.bound.take(self._who)

    def wait(self) -> float | None:
        return self.bound.seconds_left(self._who)


class RequestThrottle(PersonThrottle):
    """All requests of one person."""

    bound = API_REQUESTS


class ReportThrottle(PersonThrottle):
    """Reports that one person asks for."""

    bound = API_REPORTS


class ApiView(APIView):
    """Signed in by token or session, bounded in number, never kept by a cache."""

    authentication_classes = [BearerAuthentication, SessionAuthentication]
    permission_classes = [IsAuthenticated, WithinScope]
    needs: Mapping[str, ApiToken.Scope] = READING
    """The scope that a token needs, by method. A method that is not named is closed to tokens."""
    throttle_classes: list[type[BaseThrottle]] = [RequestThrottle]

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        response = super().finalize_response(request, response, *args, **kwargs)
        add_never_cache_headers(response)
        return response

    def open(self, slug: str) -> CampaignAccess:
        """The campaign in which the person may read reports; 404 for everybody else."""
        return open_campaign(cast("User", self.request.user), slug, RESEARCHERS)


class Pages(PageNumberPagination):
    page_size = 50


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
    """All current rankings: `?format=` is `json`, `xml` (the 2015 result XML), `csv` or another format of
    `appraise-gec convert`, or by the Accept header.
    """

    renderer_classes = JUDGMENT_RENDERERS

    def get(self, request: Request, slug: str) -> HttpResponseBase:
        access = self.open(slug)
        chosen = str(cast("Any", request).accepted_renderer.format)
        try:
            exported = export_judgments(access.campaign, chosen)
        except FormatError as error:
            raise Conflict(f"{chosen} cannot hold these rankings: {error}") from error
        record_event(cast("User", request.user), "judgments.export", access.campaign.pk, format=chosen)
        return download_of(exported.pieces, exported.content_type, exported.name, is_short=exported.is_short)

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        if getattr(response, "exception", False):
            request.accepted_renderer = JSONRenderer()
            request.accepted_media_type = JSONRenderer.media_type
        return super().finalize_response(request, response, *args, **kwargs)


class Reports(ApiView, ListAPIView[Report]):
    """Reports of a campaign, newest first; POST asks for one."""

    needs = COMPUTING
    serializer_class = ReportSerializer
    pagination_class = Pages

    def get_throttles(self) -> list[Any]:
        asked = [ReportThrottle()] if self.request.method == "POST" else []
        return [*super().get_throttles(), *asked]

    def get_queryset(self) -> Any:
        campaign = self.open(self.kwargs["slug"]).campaign
        return campaign.reports.select_related("campaign", "job").defer("recipe", "result")

    def post(self, request: Request, slug: str) -> Response:
        campaign = self.open(slug).campaign
        asked = OptionsSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        try:
            requested = request_report(campaign, cast("User", request.user), asked.options())
        except Refused as refusal:
            raise Conflict(" ".join(refusal.reasons)) from refusal
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
