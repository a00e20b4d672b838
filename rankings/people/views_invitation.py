"""The page behind an invitation link: take up a place with a new account, or with one's own."""

from typing import cast

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from appraise_gec.accounts.addresses import neighbourhood
from appraise_gec.accounts.models import User
from appraise_gec.accounts.signing_in import sign_in
from appraise_gec.accounts.throttle import WRONG_LINKS
from rankings.access.audience import MANAGERS
from rankings.access.pages import signed_in
from rankings.access.refusals import Refused
from rankings.models import Campaign, Invitation, Membership, TeamInvitation
from rankings.people import invitations, team_invitations
from rankings.people.account_forms import AccountForm, RestoreAccessForm
from rankings.people.links import Standing, too_many_wrong_links

WELCOME = {
    Membership.Role.OWNER: gettext_lazy("Welcome! You are owner of “%(title)s” now."),
    Membership.Role.MANAGER: gettext_lazy("Welcome! You are manager of “%(title)s” now."),
    Membership.Role.RESEARCHER: gettext_lazy("Welcome! You are researcher of “%(title)s” now."),
}
STATUS = {Standing.UNKNOWN: 404, Standing.VALID: 200}


@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, secret: str) -> HttpResponse:
    """Opening the link changes nothing; only the form on it uses the link."""
    where = neighbourhood(request)
    if WRONG_LINKS.is_over(where):
        reason = too_many_wrong_links()
        return _sorry(request, reason, 429)
    invite: Invitation | TeamInvitation | None
    invite, standing = invitations.look_up(secret)
    if invite is None:
        invite, standing = team_invitations.look_up(secret)
    if standing is Standing.UNKNOWN:
        WRONG_LINKS.take(where)
    if invite is None or standing is not Standing.VALID:
        return _sorry(request, standing.words, STATUS.get(standing, 410))
    if isinstance(invite, Invitation) and invite.restores_access:
        return _restore_access(request, secret, invite)
    return _accept(request, secret, invite)


def _accept(request: HttpRequest, secret: str, link: Invitation | TeamInvitation) -> HttpResponse:
    service = team_invitations if isinstance(link, TeamInvitation) else invitations
    form = _account_form(request)
    reasons: list[str] = []
    if request.method == "POST":
        try:
            if _with_own_account(request):
                service.accept(secret, signed_in(request))
                return _welcome(request, link)
            if form.is_valid():
                user = service.accept_with_new_account(secret, form)
                return sign_in(request, user, _welcome(request, link))
        except Refused as refusal:
            reasons = refusal.reasons
    name = "invitation_team" if isinstance(link, TeamInvitation) else "invitation"
    return _page(request, f"people/{name}.html", link, form, reasons)


def _restore_access(request: HttpRequest, secret: str, invite: Invitation) -> HttpResponse:
    user = cast("User", invite.judge.user)
    form = RestoreAccessForm(user, request.POST if request.method == "POST" else None)
    reasons: list[str] = []
    if request.method == "POST" and form.is_valid():
        try:
            invitations.restore_access(secret, form)
        except Refused as refusal:
            reasons = refusal.reasons
        else:
            return sign_in(request, user, _welcome(request, invite))
    return _page(request, "people/invitation_access.html", invite, form, reasons)


def _account_form(request: HttpRequest) -> AccountForm:
    sent = request.method == "POST" and "username" in request.POST
    return AccountForm(request.POST if sent else None)


def _with_own_account(request: HttpRequest) -> bool:
    return "username" not in request.POST and request.user.is_authenticated


def _page(
    request: HttpRequest,
    template: str,
    link: Invitation | TeamInvitation,
    form: forms.BaseForm,
    reasons: list[str],
) -> HttpResponse:
    context = {"invitation": link, "campaign": link.campaign, "form": form, "reasons": reasons}
    return render(request, template, context, status=422 if reasons or form.errors else 200)


def _welcome(request: HttpRequest, link: Invitation | TeamInvitation) -> HttpResponse:
    campaign = link.campaign
    if isinstance(link, TeamInvitation):
        messages.success(request, WELCOME[Membership.Role(link.role)] % {"title": campaign.title})
        page = "campaigns:desk" if link.role in MANAGERS else "reports:overview"
        return redirect(page, slug=campaign.slug)
    if campaign.state == Campaign.State.OPEN:
        messages.success(request, _("Welcome! From now on, sign in with your user name and password."))
        return redirect("judging:task", slug=campaign.slug)
    messages.success(
        request,
        _("You are a judge of “%(title)s” now. Judging is not open yet; your task will be here when it is.")
        % {"title": campaign.title},
    )
    return redirect("home")


def _sorry(request: HttpRequest, reason: str, status: int) -> HttpResponse:
    return render(request, "people/invitation_refused.html", {"reason": reason}, status=status)
