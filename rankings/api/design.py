"""The design of a campaign for programs: the plan page's search for the cheapest designs, and its answer."""

from dataclasses import asdict
from typing import Any

from django.urls import reverse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from rankings.api.base import ApiView
from rankings.api.documenting import WorkFields, documented
from rankings.formats.results import to_json
from rankings.plan.design import Design, newest_design


class DesignDocument(WorkFields):
    """The newest answer, or the work on it; `state` is null while nobody has asked."""

    asked = serializers.DictField(allow_null=True)
    seconds_from = serializers.ChoiceField(choices=["campaign", "2015"], allow_null=True)
    is_current = serializers.BooleanField()
    too_few = serializers.CharField(allow_blank=True)
    result = serializers.DictField(allow_null=True)
    page_url = serializers.URLField()


class CampaignDesign(ApiView):
    """The newest answer to which design gives the same order again at least cost."""

    @documented("The newest answer to which design is enough", DesignDocument)
    def get(self, request: Request, slug: str) -> Response:
        # A 404 would say that there is no such campaign.
        return Response(_document(request, slug, newest_design(self.managed(slug).campaign)))


def _document(request: Request, slug: str, design: Design | None) -> dict[str, Any]:
    """The newest answer, or the job that works on it; nothing but its page where nobody has asked."""
    job = design.job if design else None
    plan = design.plan if design else None
    page = f"{reverse('campaigns:design', kwargs={'slug': slug})}#design"
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
