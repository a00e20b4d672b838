"""Guidelines: as judges would see them, and their versions."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods, require_safe

from rankings.access import managed, page
from rankings.desk.forms import SettingsForm
from rankings.models import Campaign, GuidelinesRevision

LONGEST = SettingsForm.MOST_GUIDELINES


@login_required
@require_safe
def guidelines(request: HttpRequest, slug: str) -> HttpResponse:
    """The versions; the chosen one as judges see it."""
    access = managed(request, slug)
    campaign = access.campaign
    versions = list(campaign.guidelines_revisions.select_related("created_by").order_by("version"))
    if not versions:
        # Nothing was ever changed, so nothing was ever stored beside the campaign.
        versions = [
            GuidelinesRevision(
                campaign=campaign,
                version=campaign.guidelines_version,
                text=campaign.guidelines,
                format=campaign.guidelines_format,
                created_by=campaign.created_by,
                created_at=campaign.created_at,
            )
        ]
    by_number = {str(revision.version): revision for revision in versions}
    shown = by_number.get(request.GET.get("version", ""), versions[-1])
    context = {
        "tab": "settings",
        "versions": versions[::-1],
        "shown": shown,
    }
    return page(request, access, "desk/guidelines.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def preview_guidelines(request: HttpRequest, slug: str) -> HttpResponse:
    """A text as judges would see it. Nothing is stored."""
    access = managed(request, slug)
    campaign = access.campaign
    posted = request.method == "POST"
    text = request.POST.get("guidelines", "") if posted else campaign.guidelines
    written_as = request.POST.get("guidelines_format", "") if posted else ""
    if written_as not in Campaign.GuidelinesFormat.values:
        written_as = campaign.guidelines_format
    context = {"text": text[:LONGEST], "written_as": written_as, "too_long": len(text) > LONGEST}
    return page(request, access, "desk/guidelines_preview.html", context)
