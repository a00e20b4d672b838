"""Name a report, make it the one that everybody sees first, or delete it."""

from collections.abc import Callable
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from appraise_gec.accounts.models import User
from rankings.access.audience import CampaignAccess
from rankings.access.pages import opened, signed_in, tell_refusal
from rankings.access.refusals import Refused
from rankings.models import Report
from rankings.reports import keeping

Step = Callable[[CampaignAccess, User, Report], None]


@login_required
@require_POST
def name(request: HttpRequest, slug: str, key: UUID) -> HttpResponse:
    """Give the report a name."""

    def step(access: CampaignAccess, user: User, report: Report) -> None:
        keeping.name_report(access, user, report, request.POST.get("name", ""))

    return _do(request, slug, key, step, _("The name is saved."))


@login_required
@require_POST
def pin(request: HttpRequest, slug: str, key: UUID) -> HttpResponse:
    """Make the report the campaign's first."""
    return _do(request, slug, key, keeping.pin_report, _("Everybody sees this report first now."))


@login_required
@require_POST
def unpin(request: HttpRequest, slug: str, key: UUID) -> HttpResponse:
    """Leave the first place to the fullest report again."""
    said = _("No report is pinned now. The fullest one comes first.")
    return _do(request, slug, key, keeping.unpin_report, said)


@login_required
@require_POST
def delete(request: HttpRequest, slug: str, key: UUID) -> HttpResponse:
    """Delete the report."""
    said = _("The report is deleted. The rankings are all there.")
    return _do(request, slug, key, keeping.delete_report, said, to_overview=True)


def _do(
    request: HttpRequest, slug: str, key: UUID, step: Step, said: str, *, to_overview: bool = False
) -> HttpResponse:
    access = opened(request, slug)
    report = get_object_or_404(access.campaign.reports.defer("result", "recipe"), key=key)
    try:
        step(access, signed_in(request), report)
    except Refused as refusal:
        tell_refusal(request, refusal)
        return redirect(report)
    messages.success(request, said)
    return redirect("reports:overview", slug) if to_overview else redirect(report)
