"""The audit trail of a campaign, for its owners."""

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from appraise_gec.accounts.models import AuditEvent
from rankings.access.pages import managed, page

PER_PAGE = 100


@dataclass(frozen=True, slots=True)
class PastEvent:
    """One line. `details` are (name, value) in words."""

    event: AuditEvent
    details: list[tuple[str, str]]


@login_required
@require_safe
def history(request: HttpRequest, slug: str) -> HttpResponse:
    """Actions in the campaign and who took them, the latest first."""
    access = managed(request, slug)
    if not access.is_owner:
        raise PermissionDenied
    events = access.campaign.audit_events.select_related("actor")
    shown = Paginator(events, PER_PAGE).get_page(request.GET.get("page"))
    lines = [PastEvent(event, _in_words(event.detail)) for event in shown]
    return page(request, access, "desk/history.html", {"tab": "team", "page": shown, "lines": lines})


def _in_words(detail: dict[str, Any]) -> list[tuple[str, str]]:
    return [
        (name.replace("_", " "), ", ".join(map(str, value)) if isinstance(value, list) else str(value))
        for name, value in detail.items()
        if value not in ("", None, [], {})
    ]
