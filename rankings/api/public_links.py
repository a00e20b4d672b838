"""Public pages of a report behind links, for programs: made, listed and revoked by managers."""

from typing import Any
from uuid import UUID

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from rankings.access.audience import CampaignAccess
from rankings.api.base import ReportThrottle, made
from rankings.api.campaigns import ManagedView
from rankings.api.documenting import documented
from rankings.api.form_fields import check
from rankings.api.problems import Conflict
from rankings.api.serializers import KnownFields
from rankings.models import PublicReport, Report
from rankings.people.judge_list import LARGEST_KEY
from rankings.reports import sharing
from rankings.reports.forms_sharing import SHORTEST_PASSWORD, TITLE_LENGTH, LinkForm
from rankings.reports.paper.licences import LICENCES


class PublicLinkRequest(KnownFields):
    """What the page should say, and who may open it until when."""

    title = serializers.CharField(required=False, max_length=TITLE_LENGTH)
    licence = serializers.ChoiceField(choices=["", *LICENCES], default="", allow_blank=True)
    masked = serializers.BooleanField(default=False)
    password = serializers.CharField(
        default="",
        allow_blank=True,
        trim_whitespace=False,
        max_length=sharing.LONGEST_PASSWORD,
        help_text=f"empty for none, else at least {SHORTEST_PASSWORD} characters",
    )
    ends_on = serializers.DateField(default=None, allow_null=True, help_text="the last day, in UTC")


class PublicLinkDocument(serializers.Serializer[Any]):
    """A link. Its address is there as long as something stands at it."""

    number = serializers.IntegerField(source="pk")
    title = serializers.CharField(source="paper.title")
    licence = serializers.CharField(source="paper.licence")
    masked = serializers.BooleanField(source="paper.is_masked")
    with_password = serializers.SerializerMethodField()
    state = serializers.SerializerMethodField()
    ends_at = serializers.DateTimeField(allow_null=True)
    created_at = serializers.DateTimeField()
    public_url = serializers.SerializerMethodField()

    def get_with_password(self, link: PublicReport) -> bool:
        return bool(link.password)

    def get_state(self, link: PublicReport) -> sharing.LinkState:
        return sharing.state_key(link)

    def get_public_url(self, link: PublicReport) -> str | None:
        if not link.is_open or not link.paper.size:
            return None
        address: str = reverse("public-report", args=[link.token], request=self.context["request"])
        return address


class PublicLinkView(ManagedView):
    """Public links are for managers, as on the page."""

    def finished(self, slug: str, key: UUID) -> tuple[CampaignAccess, Report]:
        access = self.managed(slug)
        report = get_object_or_404(access.campaign.reports, key=key)
        if report.result is None:
            raise Conflict("The report is not done yet. Ask for it until its state is “done”.")
        return access, report

    def describe(self, link: PublicReport) -> Any:
        return PublicLinkDocument(link, context={"request": self.request}).data


class PublicLinks(PublicLinkView):
    """Links to public pages of a report."""

    post_throttle = ReportThrottle

    @documented("Public links of a report, newest first", PublicLinkDocument(many=True))
    def get(self, request: Request, slug: str, key: UUID) -> Response:
        _, report = self.finished(slug, key)
        return Response([self.describe(link) for link in sharing.links_of(report)])

    @documented(
        "Make a public page; its address is there when a worker has made it",
        PublicLinkDocument,
        asks=PublicLinkRequest,
        status=201,
    )
    def post(self, request: Request, slug: str, key: UUID) -> Response:
        access, report = self.finished(slug, key)
        asked = PublicLinkRequest(data=request.data)
        asked.is_valid(raise_exception=True)
        form = LinkForm(access, {"title": access.campaign.title, **asked.validated_data})
        check(form)
        link = sharing.publish(access, report, self.person, form.wish())
        url = reverse("api:public-link", args=[slug, key, link.pk], request=request)
        return made(self.describe(link), url)


class OnePublicLink(PublicLinkView):
    """A public link."""

    @documented("A public link", PublicLinkDocument)
    def get(self, request: Request, slug: str, key: UUID, number: int) -> Response:
        return Response(self.describe(self._link(slug, key, number)[1]))

    @documented("Revoke the link: its page is gone for good", status=204)
    def delete(self, request: Request, slug: str, key: UUID, number: int) -> Response:
        access, link = self._link(slug, key, number)
        sharing.revoke(access, link, self.person)
        return Response(status=204)

    def _link(self, slug: str, key: UUID, number: int) -> tuple[CampaignAccess, PublicReport]:
        access, report = self.finished(slug, key)
        known = PublicReport.objects.select_related("paper__job").defer("paper__page")
        return access, get_object_or_404(known, pk=min(number, LARGEST_KEY), paper__report=report)
