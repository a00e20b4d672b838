"""The audit trail of a campaign, for its owners."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from appraise_gec.accounts.models import AuditEvent, User
from rankings.access import managed, page
from rankings.desk.event_words import action_in_words, details_in_words
from rankings.models import Campaign

PER_PAGE = 100


@dataclass(frozen=True, slots=True)
class PastEvent:
    """One line. `action` is what was done, and `details` are (name, value), in words."""

    event: AuditEvent
    action: str
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
    lines = past_events(access.campaign, shown)
    return page(request, access, "desk/history.html", {"tab": "settings", "page": shown, "lines": lines})


def past_events(campaign: Campaign, events: Iterable[AuditEvent]) -> list[PastEvent]:
    """Events in words; judges and users by the names that they have now."""
    events = list(events)
    users = {event.detail["user"] for event in events if isinstance(event.detail.get("user"), int)}
    names: dict[str, dict[int, str]] = {
        "judge": dict(campaign.judges.values_list("pk", "name")),
        "user": dict(User.objects.filter(pk__in=users).values_list("pk", "username")),
    }
    return [
        PastEvent(event, action_in_words(event.action), details_in_words(event.detail, names))
        for event in events
    ]
