"""Copy a campaign, and delete it."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from rankings.access.pages import managed, page, signed_in
from rankings.access.refusals import Refused
from rankings.corpus.forms import NamedCampaignForm
from rankings.desk import copying, deleting
from rankings.models import PublicReport


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def copy(request: HttpRequest, slug: str) -> HttpResponse:
    """Name the copy and make it."""
    access = managed(request, slug)
    user = signed_in(request)
    if not user.can_create_campaigns():
        raise PermissionDenied
    title = f"Copy of {access.campaign.title}"[:200]
    form = NamedCampaignForm(request.POST or None, initial={"title": title})
    if request.method == "POST" and form.is_valid():
        name = copying.NewName(form.cleaned_data["title"], form.cleaned_data["slug"])
        try:
            made = copying.copy_campaign(access.campaign, name, user)
        except Refused as refusal:
            form.add_error("slug", refusal.reasons)
        else:
            messages.success(request, "The copy is made. Next: sample the items that judges will rank.")
            return redirect(made)
    context = {"tab": "settings", "form": form}
    return page(request, access, "desk/copy.html", context, status=422 if form.errors else 200)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest, slug: str) -> HttpResponse:
    """Delete the campaign, after its title was typed."""
    access = managed(request, slug)
    if not access.is_owner:
        raise PermissionDenied
    campaign = access.campaign
    reasons: list[str] = []
    if request.method == "POST":
        try:
            job = deleting.delete_campaign(campaign, request.POST.get("typed", ""), signed_in(request))
        except Refused as refusal:
            reasons = refusal.reasons
        else:
            said = (
                "“%(title)s” is deleted."
                if job is None
                else "“%(title)s” is being deleted, and nobody can open it any more."
            )
            messages.success(request, said % {"title": campaign.title})
            return redirect("home")
    context = {
        "reasons": reasons,
        "obstacles": deleting.deletion_obstacles(campaign),
        "rankings": deleting.ranking_count(campaign),
        "public_links": PublicReport.objects.filter(report__campaign=campaign, revoked_at=None).count(),
        "judges": campaign.judges.filter(rankings__isnull=False).distinct().count(),
    }
    return page(request, access, "desk/delete.html", context, status=422 if reasons else 200)
