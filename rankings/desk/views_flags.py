"""Flags raised by judges, and items that they hold."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from rankings.access.pages import managed, page, signed_in, tell_refusal
from rankings.access.refusals import Refused
from rankings.desk import flags as service
from rankings.desk import leases as plan_leases
from rankings.models import Assignment, FlagDecision, Ranking

PER_PAGE = 20
DECIDED_SHOWN = 20
LARGEST_KEY = 2**63 - 1


@login_required
@require_safe
def flags(request: HttpRequest, slug: str) -> HttpResponse:
    """Flags without a decision, then those with one."""
    access = managed(request, slug)
    shown = Paginator(service.open_flags(access.campaign), PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "tab": "desk",
        "shown": shown,
        "decided": service.decided_flags(access.campaign)[:DECIDED_SHOWN],
        "outcomes": FlagDecision.Outcome,
    }
    return page(request, access, "desk/flags.html", context)


@login_required
@require_POST
def decide_flag(request: HttpRequest, slug: str, ranking: int) -> HttpResponse:
    """Retire the item, answer the judge, or dismiss the flag."""
    campaign = managed(request, slug).campaign
    _refuse_impossible(ranking)
    get_object_or_404(Ranking, judge__campaign=campaign, pk=ranking)
    try:
        decision = service.decide(
            campaign,
            ranking,
            request.POST.get("outcome", ""),
            request.POST.get("answer", ""),
            signed_in(request),
        )
    except Refused as refusal:
        tell_refusal(request, refusal)
    else:
        messages.success(request, f"{decision.get_outcome_display()}.")
    return redirect("campaigns:flags", slug=slug)


@login_required
@require_safe
def leases(request: HttpRequest, slug: str) -> HttpResponse:
    """Which items judges hold."""
    access = managed(request, slug)
    shown = Paginator(plan_leases.leases(access.campaign), 100).get_page(request.GET.get("page"))
    return page(request, access, "desk/leases.html", {"tab": "judges", "shown": shown, "now": timezone.now()})


@login_required
@require_POST
def revoke_lease(request: HttpRequest, slug: str, assignment: int) -> HttpResponse:
    """Take the item back."""
    campaign = managed(request, slug).campaign
    _refuse_impossible(assignment)
    get_object_or_404(Assignment, judge__campaign=campaign, pk=assignment)
    try:
        plan_leases.revoke(campaign, assignment, timezone.now(), signed_in(request))
    except Refused as refusal:
        tell_refusal(request, refusal)
    else:
        messages.success(request, "The item is available to others.")
    return redirect("campaigns:leases", slug=slug)


def _refuse_impossible(key: int) -> None:
    """Raise Http404 for a number that cannot be a database key."""
    if key > LARGEST_KEY:
        raise Http404
