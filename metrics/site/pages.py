"""What the pages of metrics have in common."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from django import forms
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.utils.http import content_disposition_header

from rankings.campaigns.access import MANAGERS, RESEARCHERS, CampaignAccess, open_campaign
from rankings.campaigns.pages import signed_in
from rankings.campaigns.rules import Refused

Response = TypeVar("Response", HttpResponse, StreamingHttpResponse)


def opened(request: HttpRequest, slug: str, *, to_manage: bool = False) -> CampaignAccess:
    """The campaign, for its team, or for its managers alone; Http404 for everybody else, judges included."""
    return open_campaign(signed_in(request), slug, MANAGERS if to_manage else RESEARCHERS)


def page(
    request: HttpRequest, access: CampaignAccess, template: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    """A page of a campaign's metrics, with what its head needs."""
    shared = {
        "campaign": access.campaign,
        "access": access,
        "tab": "metrics",
        "may_change": access.may_manage and access.campaign.state != "frozen",
    }
    return render(request, f"metrics/{template}", {**shared, **context}, status=status)


def is_allowed(form: forms.Form, *rules: Callable[[], object]) -> bool:
    """Whether the form is valid and no rule refuses what it asks for; a refusal is told as its error."""
    if not form.is_valid():
        return False
    try:
        for rule in rules:
            rule()
    except Refused as refusal:
        form.add_error(None, refusal.reasons)
        return False
    return True


def download(content: bytes, content_type: str, name: str) -> HttpResponse:
    """A file to keep."""
    return _attached(HttpResponse(content, content_type=content_type), name)


def streamed_download(pieces: Iterable[bytes], content_type: str, name: str) -> StreamingHttpResponse:
    """A file that is too long to be held in memory."""
    return _attached(StreamingHttpResponse(pieces, content_type=content_type), name)


def _attached(response: Response, name: str) -> Response:
    response["Content-Disposition"] = content_disposition_header(True, name) or "attachment"
    response["X-Content-Type-Options"] = "nosniff"
    return response
