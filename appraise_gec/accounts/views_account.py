"""A person's own account: name, e-mail address, campaigns."""

from typing import cast

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from appraise_gec.accounts.forms import ProfileForm
from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import is_demo_person
from rankings.campaigns.access import campaigns_of, judgeships_of


@sensitive_post_parameters("current_password")
@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def account(request: HttpRequest) -> HttpResponse:
    """What the site knows about the person, and what the person can do about it."""
    user = cast("User", request.user)
    form = ProfileForm(user, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        form.save()
        messages.success(request, "Saved.")
        return redirect("accounts:account")
    context = {
        "form": form,
        "campaigns": campaigns_of(user),
        "judgeships": judgeships_of(user),
        "is_demo_person": is_demo_person(user),
        "mail_is_configured": settings.MAIL_IS_CONFIGURED,
    }
    return render(request, "accounts/account.html", context, status=422 if form.errors else 200)
