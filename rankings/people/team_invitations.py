"""Links to a role in a campaign's team, for people who may not have an account yet."""

from django.contrib.auth.forms import BaseUserCreationForm
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from rankings.access.refusals import Refused
from rankings.models import Campaign, Membership, TeamInvitation
from rankings.people.links import Standing, create_link, find_link, save_account, standing_of, use_link

MOST_OPEN_INVITATIONS = 100


def invite(campaign: Campaign, invitee: str, role: str, actor: User) -> str:
    """Make a link to the role and return its secret, which is kept nowhere. Earlier ones of `invitee` end."""
    invitee = " ".join(invitee.split())
    with transaction.atomic():
        Campaign.objects.select_for_update().get(pk=campaign.pk)
        unused = campaign.team_invitations.unused().filter(invitee__iexact=invitee)
        unused.update(revoked_at=timezone.now())
        if campaign.team_invitations.pending().count() >= MOST_OPEN_INVITATIONS:
            raise Refused(f"{MOST_OPEN_INVITATIONS} invitations are already pending. Withdraw some first.")
        secret = create_link(TeamInvitation, actor, campaign=campaign, role=role, invitee=invitee)
        record_event(actor, "team.invite", campaign.pk, invitee=invitee, role=role)
    return secret


def revoke(invitation: TeamInvitation, actor: User) -> None:
    """End the link if it has not been used."""
    with transaction.atomic():
        unused = TeamInvitation.objects.unused().filter(pk=invitation.pk)
        if unused.update(revoked_at=timezone.now()):
            record_event(actor, "team.revoke-invitation", invitation.campaign_id, invitee=invitation.invitee)


def look_up(secret: str) -> tuple[TeamInvitation | None, Standing]:
    """The team invitation behind a link and its state. Changes nothing."""
    invitation = find_link(TeamInvitation.objects.select_related("campaign", "created_by"), secret)
    return invitation, _standing(invitation)


def accept(secret: str, user: User) -> TeamInvitation:
    """Use the link: `user` gets the role. Raises `Refused` when the link is no good (any more)."""
    with transaction.atomic():
        invitation, standing = look_up(secret)
        if invitation is None or standing is not Standing.VALID:
            raise Refused(standing.words)
        campaign = Campaign.objects.select_for_update().get(pk=invitation.campaign_id)
        use_link(invitation)
        before = Membership.objects.filter(campaign=campaign, user=user).first()
        if before is not None:
            raise Refused(
                _(
                    "You have a role in this campaign already: %(role)s. The link stays unused; an owner can "
                    "change your role."
                )
                % {"role": before.get_role_display()}
            )
        Membership.objects.create(campaign=campaign, user=user, role=invitation.role)
        record_event(user, "team.accept", campaign.pk, role=invitation.role, invitee=invitation.invitee)
    return invitation


def accept_with_new_account(secret: str, form: "BaseUserCreationForm[User]") -> User:
    """Make the account of a valid form and use the link with it; both or neither."""
    with transaction.atomic():
        user = save_account(form)
        accept(secret, user)
    return user


def _standing(invitation: TeamInvitation | None) -> Standing:
    standing = standing_of(invitation)
    if invitation is not None and standing is Standing.VALID and not _may_still_invite(invitation):
        return Standing.REVOKED
    return standing


def _may_still_invite(invitation: TeamInvitation) -> bool:
    """A link does not outlive its maker's own right to give out roles."""
    maker = invitation.created_by
    if maker is None or not maker.is_active:
        return False
    owns = Membership.objects.filter(
        campaign=invitation.campaign_id, user=maker, role=Membership.Role.OWNER
    ).exists()
    return owns or maker.is_superuser
