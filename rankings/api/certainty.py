"""How certain the ranking will be, for programs: a simulation of the plan, and its newest answer."""

from typing import Any

from django.urls import reverse as page_address
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from rankings.api.access import COMPUTING
from rankings.api.base import ApiView, ReportThrottle
from rankings.api.documenting import WorkFields, documented
from rankings.api.serializers import KnownFields
from rankings.formats.json_form import to_json
from rankings.models import Campaign
from rankings.plan.certainty import DEFAULT_TARGET, DEFAULT_TOP, ask_for_certainty, newest_certainty

MOST_SYSTEMS = 1_000


class CertaintyRequest(KnownFields):
    """What the plan should show, and how surely."""

    top = serializers.IntegerField(
        min_value=1,
        max_value=MOST_SYSTEMS,
        default=DEFAULT_TOP,
        help_text="best systems to separate from all others",
    )
    target_percent = serializers.IntegerField(
        min_value=1,
        max_value=99,
        default=DEFAULT_TARGET,
        help_text="share of simulated evaluations that should show it",
    )


class CertaintyDocument(WorkFields):
    """The newest simulation, or the work on it; `state` is null while nobody has asked."""

    top = serializers.IntegerField(allow_null=True)
    target_percent = serializers.IntegerField(allow_null=True)
    is_current = serializers.BooleanField(help_text="whether it belongs to the present plan")
    result = serializers.DictField(allow_null=True)
    page_url = serializers.URLField()


class CampaignCertainty(ApiView):
    """How often the plan will separate the best systems from the others."""

    needs = COMPUTING
    post_throttle = ReportThrottle

    @documented("The newest answer to how certain the ranking will be", CertaintyDocument)
    def get(self, request: Request, slug: str) -> Response:
        return Response(self.document(self.managed(slug).campaign))

    @documented(
        "Ask how often the plan separates the best systems from the others",
        CertaintyDocument,
        asks=CertaintyRequest,
        status=201,
        or_status=200,
    )
    def post(self, request: Request, slug: str) -> Response:
        campaign = self.managed(slug).campaign
        asked = CertaintyRequest(data=request.data)
        asked.is_valid(raise_exception=True)
        earlier = newest_certainty(campaign)
        job = ask_for_certainty(campaign, self.person, **asked.validated_data)
        is_new = earlier is None or earlier.job.pk != job.pk
        return Response(
            self.document(campaign), status=status.HTTP_201_CREATED if is_new else status.HTTP_200_OK
        )

    def document(self, campaign: Campaign) -> dict[str, Any]:
        newest = newest_certainty(campaign)
        job = newest.job if newest else None
        page = page_address("campaigns:plan-forecast", kwargs={"slug": campaign.slug})
        return {
            "state": job.state if job else None,
            "progress": job.progress if job else 0.0,
            "message": job.message if job else "",
            "error": job.error if job else "",
            "top": job.arguments["top"] if job else None,
            "target_percent": job.arguments["target_percent"] if job else None,
            "is_current": newest is not None and newest.is_current,
            "result": to_json(newest.plan) if newest and newest.plan else None,
            "page_url": self.request.build_absolute_uri(f"{page}#certainty"),
        }
