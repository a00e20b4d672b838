"""Copy a campaign."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from appraise_gec.jobs.views import may_change
from rankings.access.pages import managed, page, signed_in
from rankings.access.refusals import Refused
from rankings.corpus.forms import NamedCampaignForm
from rankings.desk import copying
from rankings.models import Campaign


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def copy(request: HttpRequest, slug: str) -> HttpResponse:
    """Name the copy and make it, or follow the job that makes it."""
    access = managed(request, slug)
    user = signed_in(request)
    if not user.can_create_campaigns():
        raise PermissionDenied
    # What was typed for a copy that could not be made, or was cancelled, need not be typed again.
    copying_now = copying.newest_copying(access.campaign, user)
    form = NamedCampaignForm(
        request.POST or None,
        initial=dict(copying_now.form["copy"])
        if copying_now
        else {"title": f"Copy of {access.campaign.title}"[:200]},
    )
    if request.method == "POST" and form.is_valid():
        name = copying.NewName(form.cleaned_data["title"], form.cleaned_data["slug"])
        try:
            made = copying.copy_campaign(access.campaign, name, user)
        except Refused as refusal:
            form.add_error("slug", refusal.reasons)
        else:
            if not isinstance(made, Campaign):
                return redirect("campaigns:copy", slug=slug)
            messages.success(request, "The copy is made. Next: sample the items that judges will rank.")
            return redirect(made)
    job = copying_now.job if copying_now else None
    context = {
        "tab": "settings",
        "form": form,
        "job": job,
        "may_change_job": job is not None and may_change(user, job),
        "copy_title": copying_now.form["copy"]["title"] if copying_now else "",
    }
    return page(request, access, "desk/copy.html", context, status=422 if form.errors else 200)
