"""While judging is open: rankings over time, and results so far."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from rankings.access.audience import judges_as
from rankings.access.pages import managed, page, signed_in
from rankings.desk.live_page import results_context
from rankings.desk.progress_page import pace_context
from rankings.desk.results_so_far import LEAST_RANKINGS, results_so_far
from rankings.models import Campaign
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


@login_required
@require_safe
def live(request: HttpRequest, slug: str) -> HttpResponse:
    """Results so far, for managers who do not judge themselves."""
    access = managed(request, slug)
    campaign = access.campaign
    counts = campaign_progress(campaign)
    context = {"tab": "desk", "counts": counts, "least": LEAST_RANKINGS}
    if campaign.state == Campaign.State.OPEN and judges_as(signed_in(request), slug).exists():
        return page(request, access, "desk/live.html", {**context, "judges_here": True})
    if counts.done >= LEAST_RANKINGS:
        context |= results_context(results_so_far(campaign))
    return page(request, access, "desk/live.html", context)
