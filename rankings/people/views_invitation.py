"""The page behind an invitation link: take up a place with a new account, or with one's own."""

from typing import Any, cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from appraise_gec.accounts.addresses import neighbourhood
from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import sign_in
from appraise_gec.accounts.throttle import WRONG_LINKS
from rankings.access.audience import MANAGERS
from rankings.access.refusals import Refused
from rankings.models import Campaign, Invitation, Judge, TeamInvitation
from rankings.people import invitations
from rankings.people import team_invitations as invitations_team
from rankings.people.forms import AccountForm, RestoreAccessForm
from rankings.people.invitations import Standing

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
    invite: Invitation | TeamInvitation | None
    invite, standing = invitations.look_up(secret)
    if invite is None:
        invite, standing = invitations_team.look_up(secret)
    if standing is Standing.UNKNOWN:
        WRONG_LINKS.count(where)
    if invite is None or standing is not Standing.VALID:
        return _sorry(request, standing.value, STATUS.get(standing, 410))
    if isinstance(invite, TeamInvitation):
        return _join_team(request, secret, invite)
    if invite.restores_access:
        return _restore_access(request, secret, invite)
    return _become_judge(request, secret, invite)


def _become_judge(request: HttpRequest, secret: str, invite: Invitation) -> HttpResponse:
    form = _account_form(request)
    reasons: list[str] = []
    if request.method == "POST":
        try:
            if _with_own_account(request):
                return _welcome(request, invitations.accept(secret, cast("User", request.user)))
            if form.is_valid():
                judge = invitations.accept_with_new_account(secret, form)
                sign_in(request, cast("User", judge.user))
                return _welcome(request, judge)
        except Refused as refusal:
            reasons = refusal.reasons
    context = {"invitation": invite, "campaign": invite.judge.campaign, "form": form, "reasons": reasons}
    return _page(request, "people/invitation.html", context)


def _join_team(request: HttpRequest, secret: str, invite: TeamInvitation) -> HttpResponse:
    form = _account_form(request)
    reasons: list[str] = []
    if request.method == "POST":
        try:
            if _with_own_account(request):
                invitations_team.accept(secret, cast("User", request.user))
                return _welcome_to_team(request, invite)
            if form.is_valid():
                _, user = invitations_team.accept_with_new_account(secret, form)
                sign_in(request, user)
                return _welcome_to_team(request, invite)
        except Refused as refusal:
            reasons = refusal.reasons
    context = {"invitation": invite, "campaign": invite.campaign, "form": form, "reasons": reasons}
    return _page(request, "people/invitation_team.html", context)


def _restore_access(request: HttpRequest, secret: str, invite: Invitation) -> HttpResponse:
    user = cast("User", invite.judge.user)
    form = RestoreAccessForm(user, request.POST if request.method == "POST" else None)
    reasons: list[str] = []
    if request.method == "POST" and form.is_valid():
        try:
            judge = invitations.restore_access(secret, form)
        except Refused as refusal:
            reasons = refusal.reasons
        else:
            sign_in(request, user)
            return _welcome(request, judge)
    context = {"invitation": invite, "campaign": invite.judge.campaign, "form": form, "reasons": reasons}
    return _page(request, "people/invitation_access.html", context)


def _account_form(request: HttpRequest) -> AccountForm:
    sent = request.method == "POST" and "username" in request.POST
    return AccountForm(request.POST if sent else None)


def _with_own_account(request: HttpRequest) -> bool:
    return "username" not in request.POST and request.user.is_authenticated


def _page(request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
    failed = context["reasons"] or context["form"].errors
    return render(request, template, context, status=422 if failed else 200)


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


def _welcome_to_team(request: HttpRequest, invite: TeamInvitation) -> HttpResponse:
    role = invite.get_role_display().lower()
    messages.success(request, f"Welcome! You are {role} of “{invite.campaign.title}” now.")
    page = "campaigns:desk" if invite.role in MANAGERS else "reports:overview"
    return redirect(page, slug=invite.campaign.slug)


def _sorry(request: HttpRequest, reason: str, status: int) -> HttpResponse:
    return render(request, "people/invitation_refused.html", {"reason": reason}, status=status)
