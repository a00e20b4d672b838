"""The public page of a report behind a link, for programs: made and revoked by managers."""

from typing import Any
from uuid import UUID

from django.http import Http404
from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from appraise_gec.report.site import sharing
from appraise_gec.report.site.forms_sharing import TITLE_LENGTH, TitleForm
from rankings.access.audience import CampaignAccess
from rankings.api.base import ReportThrottle, made
from rankings.api.campaigns import ManagedView
from rankings.api.documenting import documented
from rankings.api.form_fields import check
from rankings.api.problems import Conflict
from rankings.api.serializers import KnownFields
from rankings.models import PublicReport, Report


class PublicLinkRequest(KnownFields):
    """What the page is called."""

    title = serializers.CharField(required=False, max_length=TITLE_LENGTH)


class PublicLinkDocument(serializers.Serializer[Any]):
    """The link. Its address is there as long as something stands at it."""

    title = serializers.CharField(source="paper.title")
    state = serializers.SerializerMethodField()
    created_at = serializers.DateTimeField()
    public_url = serializers.SerializerMethodField()

    def get_state(self, link: PublicReport) -> sharing.LinkState:
        return sharing.state_of(link)

    def get_public_url(self, link: PublicReport) -> str | None:
        if not link.paper.size:
            return None
        address: str = reverse("public-report", args=[link.token], request=self.context["request"])
        return address


class PublicLink(ManagedView):
    """The public link of a report. For managers, as on the page."""

    post_throttle = ReportThrottle

    @documented("The public link of a report", PublicLinkDocument)
    def get(self, request: Request, slug: str, key: UUID) -> Response:
        return Response(self._described(self._link(slug, key)[1]))

    @documented(
        "Make a public page; its address is there when a worker has made it",
        PublicLinkDocument,
        asks=PublicLinkRequest,
        status=201,
    )
    def post(self, request: Request, slug: str, key: UUID) -> Response:
        access, report = self._finished(slug, key)
        asked = PublicLinkRequest(data=request.data)
        asked.is_valid(raise_exception=True)
        form = TitleForm(access, {"title": access.campaign.title, **asked.validated_data})
        check(form)
        link = sharing.publish(access, report, self.person, form.cleaned_data["title"])
        url = reverse("report-api:public-link", args=[slug, key], request=request)
        return made(self._described(link), url)

    @documented("Revoke the link: its page is gone for good", status=204)
    def delete(self, request: Request, slug: str, key: UUID) -> Response:
        access, link = self._link(slug, key)
        sharing.revoke(access, link, self.person)
        return Response(status=204)

    def _finished(self, slug: str, key: UUID) -> tuple[CampaignAccess, Report]:
        access = self.managed(slug)
        report = get_object_or_404(access.campaign.reports, key=key)
        if report.result is None:
            raise Conflict("The report is not done yet. Ask for it until its state is “done”.")
        return access, report

    def _link(self, slug: str, key: UUID) -> tuple[CampaignAccess, PublicReport]:
        access, report = self._finished(slug, key)
        link = sharing.link_of(report)
        if link is None:
            raise Http404
        return access, link

    def _described(self, link: PublicReport) -> Any:
        return PublicLinkDocument(link, context={"request": self.request}).data
