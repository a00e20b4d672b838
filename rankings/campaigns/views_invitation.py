"""The page behind an invitation link: take up a judge's place with a new account, or with one's own."""

from typing import cast

from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from appraise_gec.accounts.addresses import neighbourhood
from appraise_gec.accounts.models import User
from appraise_gec.accounts.throttle import WRONG_LINKS
from rankings.campaigns import invitations
from rankings.campaigns.forms import AccountForm
from rankings.campaigns.invitations import Standing
from rankings.campaigns.rules import Refused
from rankings.models import Campaign, Judge

STATUS = {Standing.UNKNOWN: 404, Standing.VALID: 200}


@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, secret: str) -> HttpResponse:
    """Opening the link changes nothing; only the form on it uses the link."""
    where = neighbourhood(request)
    if WRONG_LINKS.is_over(where):
        reason = f"Too many wrong links were opened from here. Wait {WRONG_LINKS.minutes} minutes."
        return _sorry(request, reason, 429)
    found, standing = invitations.look_up(secret)
    if standing is Standing.UNKNOWN:
        WRONG_LINKS.count(where)
    if found is None or standing is not Standing.VALID:
        return _sorry(request, standing.value, STATUS.get(standing, 410))
    form = AccountForm(request.POST if request.method == "POST" and "username" in request.POST else None)
    reasons: list[str] = []
    if request.method == "POST":
        try:
            if "username" not in request.POST and request.user.is_authenticated:
                return _welcome(request, invitations.accept(secret, request.user))
            if form.is_valid():
                judge = invitations.accept_with_new_account(secret, form)
                login(request, cast("User", judge.user), backend="django.contrib.auth.backends.ModelBackend")
                return _welcome(request, judge)
        except Refused as refusal:
            reasons = refusal.reasons
    context = {"invitation": found, "campaign": found.judge.campaign, "form": form, "reasons": reasons}
    return render(
        request, "campaigns/invitation.html", context, status=422 if reasons or form.errors else 200
    )


def _welcome(request: HttpRequest, judge: Judge) -> HttpResponse:
    if judge.campaign.state == Campaign.State.OPEN:
        messages.success(request, "Welcome! From now on, sign in with your user name and password.")
        return redirect("judging:task", slug=judge.campaign.slug)
    messages.success(
        request,
        f"You are a judge of “{judge.campaign.title}” now. Judging is not open yet; your task will be here "
        "when it is.",
    )
    return redirect("home")


def _sorry(request: HttpRequest, reason: str, status: int) -> HttpResponse:
    return render(request, "campaigns/invitation_refused.html", {"reason": reason}, status=status)
