"""Flags raised by judges, and items that they hold."""

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from rankings.access import managed, page
from rankings.desk import flags as service
from rankings.desk import leases as plan_leases

PER_PAGE = 20
DECIDED_SHOWN = 20


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
    }
    return page(request, access, "desk/flags.html", context)


@login_required
@require_safe
def leases(request: HttpRequest, slug: str) -> HttpResponse:
    """Which items judges hold."""
    access = managed(request, slug)
    shown = Paginator(plan_leases.leases(access.campaign), 100).get_page(request.GET.get("page"))
    return page(request, access, "desk/leases.html", {"tab": "judges", "shown": shown, "now": timezone.now()})
