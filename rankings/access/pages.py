"""What the pages of campaign managers have in common."""

from typing import Any, cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from appraise_gec.accounts.models import User
from rankings.access.audience import MANAGERS, RESEARCHERS, CampaignAccess, open_campaign
from rankings.access.refusals import Refused


def signed_in(request: HttpRequest) -> User:
    """The person behind a request that `login_required` has let through."""
    return cast("User", request.user)


def opened(request: HttpRequest, slug: str, *, to_manage: bool = False) -> CampaignAccess:
    """The campaign, for its team, or for its managers alone; Http404 for everybody else, judges included."""
    return open_campaign(signed_in(request), slug, MANAGERS if to_manage else RESEARCHERS)


def managed(request: HttpRequest, slug: str) -> CampaignAccess:
    """The campaign, for its owners and managers; Http404 for everybody else."""
    return opened(request, slug, to_manage=True)


def page(
    request: HttpRequest, access: CampaignAccess, template: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    """A page of a campaign, with the context of its head and tabs."""
    shared = {"campaign": access.campaign, "access": access, "frozen": access.campaign.is_read_only}
    return render(request, template, {**shared, **context}, status=status)


def tell_refusal(request: HttpRequest, refusal: Refused) -> None:
    """Show on the next page why something was not done."""
    for reason in refusal.reasons:
        messages.error(request, reason)
