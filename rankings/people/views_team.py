"""The team of a campaign: owners, managers and researchers."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.validators import validate_email
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from rankings.access.audience import CampaignAccess
from rankings.access.pages import managed, page, signed_in, tell_refusal
from rankings.access.refusals import Refused
from rankings.models import Campaign, Membership, TeamInvitation
from rankings.people import invitation_mail, team_invitations
from rankings.people import members as people
from rankings.people.forms import MemberForm, TeamInvitationForm
from rankings.people.invitation_mail import mail_is_configured, mail_report
from rankings.people.links import VALID_FOR, hash_of

Role = Membership.Role
NOW_IN_ROLE = {
    Role.OWNER: "%(name)s is owner of this campaign now.",
    Role.MANAGER: "%(name)s is manager of this campaign now.",
    Role.RESEARCHER: "%(name)s is researcher of this campaign now.",
}


@dataclass(frozen=True, slots=True)
class NewLink:
    """The link of a team invitation, shown once."""

    invitee: str
    role: str
    address: str


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def team(request: HttpRequest, slug: str) -> HttpResponse:
    """Who is in the team. Only owners change it."""
    access = managed(request, slug)
    form = MemberForm(request.POST if request.method == "POST" else None)
    if request.method == "POST":
        if not access.is_owner:
            raise PermissionDenied
        if form.is_valid():
            try:
                member = people.add_member(
                    access.campaign,
                    form.cleaned_data["username"],
                    form.cleaned_data["role"],
                    signed_in(request),
                )
            except Refused as refusal:
                form.add_error("username", refusal)
            else:
                name = member.user.get_username()
                messages.success(request, NOW_IN_ROLE[Role(member.role)] % {"name": name})
                return redirect("campaigns:team", slug=slug)
    return _team_page(request, access, form=form, status=422 if form.errors else 200)


@login_required
@require_POST
def invite_member(request: HttpRequest, slug: str) -> HttpResponse:
    """Make a link for somebody who has no account yet."""
    access = _owned(request, slug)
    form = TeamInvitationForm(request.POST, prefix="invite")
    if form.is_valid():
        wanted = form.cleaned_data
        try:
            if wanted["send"]:
                _refuse_unsendable(wanted["invitee"])
            secret = team_invitations.invite(
                access.campaign, wanted["invitee"], wanted["role"], signed_in(request)
            )
        except Refused as refusal:
            form.add_error("invitee", refusal)
        else:
            if wanted["send"]:
                _send(request, access.campaign, secret)
                return redirect("campaigns:team", slug=slug)
            address = request.build_absolute_uri(reverse("invitations:accept", args=[secret]))
            link = NewLink(wanted["invitee"], wanted["role"], address)
            return _team_page(request, access, link=link)
    return _team_page(request, access, invite_form=form, status=422)


@login_required
@require_POST
def revoke_member_invitation(request: HttpRequest, slug: str, invitation: int) -> HttpResponse:
    """Withdraw a link."""
    access = _owned(request, slug)
    open_invitation = get_object_or_404(TeamInvitation, campaign=access.campaign, pk=invitation)
    team_invitations.revoke(open_invitation, signed_in(request))
    messages.success(request, f"The link of {open_invitation.invitee} is withdrawn.")
    return redirect("campaigns:team", slug=slug)


@login_required
@require_POST
def remove_member(request: HttpRequest, slug: str, member: int) -> HttpResponse:
    """Remove somebody's role."""
    access = _owned(request, slug)
    membership = get_object_or_404(
        Membership.objects.select_related("user"), campaign=access.campaign, pk=member
    )
    try:
        people.remove_member(membership, signed_in(request))
    except Refused as refusal:
        tell_refusal(request, refusal)
    else:
        messages.success(
            request,
            f"{membership.user.get_username()} has no role in this campaign any more.",
        )
        if membership.user_id == signed_in(request).pk and not signed_in(request).is_superuser:
            return redirect("home")
    return redirect("campaigns:team", slug=slug)


def _owned(request: HttpRequest, slug: str) -> CampaignAccess:
    access = managed(request, slug)
    if not access.is_owner:
        raise PermissionDenied
    return access


def _team_page(
    request: HttpRequest,
    access: CampaignAccess,
    *,
    form: MemberForm | None = None,
    invite_form: TeamInvitationForm | None = None,
    link: NewLink | None = None,
    status: int = 200,
) -> HttpResponse:
    context: dict[str, Any] = {
        "tab": "team",
        "form": form or MemberForm(),
        "invite_form": invite_form or TeamInvitationForm(prefix="invite"),
        "members": access.campaign.memberships.select_related("user").order_by("user__username"),
        "waiting": access.campaign.team_invitations.pending(),
        "link": link,
        "me": signed_in(request),
        "mail_is_configured": mail_is_configured(),
        "mail": mail_report(access.campaign, invitation_mail.TEAM) if access.is_owner else None,
        "valid_days": VALID_FOR.days,
    }
    response = page(request, access, "people/team.html", context, status=status)
    if link:
        response["Cache-Control"] = "no-store"
    return response


def _refuse_unsendable(invitee: str) -> None:
    if not mail_is_configured():
        raise Refused("This copy has no mail server. Clear “Send” and send the link yourself.")
    try:
        validate_email(invitee)
    except ValidationError:
        raise Refused("To send the link, write an e-mail address.") from None


def _send(request: HttpRequest, campaign: Campaign, secret: str) -> None:
    """Have a new invitation sent to the address for which it was made."""
    invitation = TeamInvitation.objects.get(secret_hash=hash_of(secret))
    invitation_mail.ask_to_send(
        campaign,
        invitation_mail.TEAM,
        {invitation.pk: invitation.invitee},
        site=request.build_absolute_uri("/").rstrip("/"),
        actor=signed_in(request),
    )
