"""While judging is open: rankings over time."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from rankings.access.pages import managed, page
from rankings.desk.progress_page import pace_context
from rankings.plan.pace import campaign_pace
from rankings.plan.progress import campaign_progress


@login_required
@require_safe
def progress(request: HttpRequest, slug: str) -> HttpResponse:
    """Rankings a day and in all, beside the plan."""
    access = managed(request, slug)
    counts = campaign_progress(access.campaign)
    pace = campaign_pace(access.campaign, counts, timezone.now())
    context = {"tab": "desk", "counts": counts, **pace_context(pace)}
    return page(request, access, "desk/progress.html", context)
