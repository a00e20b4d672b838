"""Copy a campaign."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from rankings.access.pages import managed, page, signed_in
from rankings.access.refusals import Refused
from rankings.corpus.forms import NamedCampaignForm
from rankings.desk import copying


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
