"""The design of a campaign for programs: the plan page's search for the cheapest designs, and its answer."""

import math
from dataclasses import asdict, fields
from typing import Any, cast

from django.urls import reverse
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from appraise_gec.accounts.models import User
from rankings.access.audience import MANAGERS, open_campaign
from rankings.api.access import COMPUTING
from rankings.api.base import ApiView, ReportThrottle
from rankings.api.documenting import WorkFields, documented
from rankings.api.serializers import KnownFields
from rankings.formats.results import to_json
from rankings.models import Campaign
from rankings.plan.design import LIMITS, Design, DesignTerms, ask_for_design, newest_design

_USUAL = DesignTerms()


def _whole_number(name: str, **more: Any) -> serializers.IntegerField:
    least, most = LIMITS[name]
    return serializers.IntegerField(min_value=int(least), max_value=int(most), **more)


class DesignTermsSerializer(KnownFields):
    """What a program asks of a design."""

    wanted_percent = _whole_number("wanted_percent", default=_USUAL.wanted_percent)
    most_judges = _whole_number("most_judges", default=_USUAL.most_judges)
    most_sentences = _whole_number("most_sentences", default=_USUAL.most_sentences)
    margin = serializers.FloatField(
        min_value=LIMITS["margin"][0], max_value=LIMITS["margin"][1], default=_USUAL.margin
    )

    def validate_margin(self, margin: float) -> float:
        if not math.isfinite(margin):  # no comparison finds NaN out of range
            raise serializers.ValidationError("A valid number is required.")
        return margin

    def terms(self) -> DesignTerms:
        """The terms of valid data."""
        return DesignTerms(**{one.name: self.validated_data[one.name] for one in fields(DesignTerms)})


class DesignDocument(WorkFields):
    """The newest answer, or the work on it; `state` is null while nobody has asked."""

    asked = serializers.DictField(allow_null=True)
    seconds_from = serializers.ChoiceField(choices=["campaign", "2015"], allow_null=True)
    is_current = serializers.BooleanField()
    too_few = serializers.CharField(allow_blank=True)
    result = serializers.DictField(allow_null=True)
    page_url = serializers.URLField()


class CampaignDesign(ApiView):
    """The newest answer to which design gives the same order again at least cost; POST asks for one."""

    needs = COMPUTING

    post_throttle = ReportThrottle

    @documented("The newest answer to which design is enough", DesignDocument)
    def get(self, request: Request, slug: str) -> Response:
        # A 404 would say that there is no such campaign.
        return Response(_document(request, slug, newest_design(self._managed(slug))))

    @documented(
        "Ask which design gives the same order again at least cost",
        DesignDocument,
        asks=DesignTermsSerializer,
        status=201,
        or_status=200,
    )
    def post(self, request: Request, slug: str) -> Response:
        campaign = self._managed(slug)
        asked = DesignTermsSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        earlier = newest_design(campaign)
        job = ask_for_design(campaign, cast("User", request.user), asked.terms())
        is_new = earlier is None or earlier.job.pk != job.pk
        made = status.HTTP_201_CREATED if is_new else status.HTTP_200_OK
        return Response(_document(request, slug, newest_design(campaign)), status=made)

    def _managed(self, slug: str) -> Campaign:
        """The campaign of a manager, as on the plan's page; 404 for everybody else."""
        return open_campaign(cast("User", self.request.user), slug, MANAGERS).campaign


def _document(request: Request, slug: str, design: Design | None) -> dict[str, Any]:
    """The newest answer, or the job that works on it; nothing but its page where nobody has asked."""
    job = design.job if design else None
    plan = design.plan if design else None
    page = f"{reverse('campaigns:plan-forecast', kwargs={'slug': slug})}#design"
    return {
        "state": job.state if job else None,
        "progress": job.progress if job else 0.0,
        "message": job.message if job else "",
        "error": job.error if job else "",
        "asked": asdict(design.asked) if design else None,
        "seconds_from": design.seconds_from if design else None,
        "is_current": design is not None and design.is_current,
        "too_few": design.too_few if design else "",
        "result": None if plan is None else to_json(plan),
        "page_url": request.build_absolute_uri(page),
    }
