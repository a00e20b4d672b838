"""Name a report, make it the one that everybody sees first, or delete it."""

from collections.abc import Callable
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_http_methods, require_POST

from appraise_gec.accounts.models import User
from appraise_gec.report.site import keeping
from rankings.access.audience import CampaignAccess
from rankings.access.pages import opened, page, signed_in, tell_refusal
from rankings.access.refusals import Refused
from rankings.models import Report

Step = Callable[[CampaignAccess, User, Report], None]


@login_required
@require_POST
def name(request: HttpRequest, slug: str, key: UUID) -> HttpResponse:
    """Give the report a name."""

    def step(access: CampaignAccess, user: User, report: Report) -> None:
        keeping.name_report(access, user, report, request.POST.get("name", ""))

    return _do(request, slug, key, step, "The name is saved.")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest, slug: str, key: UUID) -> HttpResponse:
    """Say what goes with the report, and delete it when that is confirmed."""
    access, report = _opened_report(request, slug, key)
    user = signed_in(request)
    reasons: list[str] = []
    if request.method == "POST":
        try:
            keeping.delete_report(access, user, report, with_links="with_links" in request.POST)
        except Refused as refusal:
            reasons = refusal.reasons
        else:
            messages.success(request, "The report is deleted. The rankings are all there.")
            return redirect("reports:overview", slug)
    going = keeping.goes_with(report)
    context = {
        "tab": "report",
        "report": report,
        "going": going,
        "reasons": reasons,
        "obstacles": keeping.deletion_obstacles(access, user, report, going),
    }
    return page(request, access, "reports/delete.html", context, status=422 if reasons else 200)


def _do(request: HttpRequest, slug: str, key: UUID, step: Step, said: str) -> HttpResponse:
    access, report = _opened_report(request, slug, key)
    try:
        step(access, signed_in(request), report)
    except Refused as refusal:
        tell_refusal(request, refusal)
    else:
        messages.success(request, said)
    return redirect(report)


def _opened_report(request: HttpRequest, slug: str, key: UUID) -> tuple[CampaignAccess, Report]:
    access = opened(request, slug)
    reports = access.campaign.reports.select_related("campaign", "job").defer("result", "recipe")
    return access, get_object_or_404(reports, key=key)
