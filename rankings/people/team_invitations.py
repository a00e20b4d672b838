"""Links to a role in a campaign's team, for people who may not have an account yet."""

from django.contrib.auth.forms import BaseUserCreationForm
from django.db import transaction
from django.utils import timezone

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from rankings.access.refusals import Refused
from rankings.models import Campaign, Membership, TeamInvitation
from rankings.people.invitations import VALID_FOR, Standing, hash_of, new_secret, save_account

MOST_OPEN_INVITATIONS = 100


def invite(campaign: Campaign, invitee: str, role: str, actor: User) -> str:
    """Make a link to the role and return its secret, which is kept nowhere. Earlier ones of `invitee` end."""
    invitee = " ".join(invitee.split())
    now = timezone.now()
    with transaction.atomic():
        Campaign.objects.select_for_update().get(pk=campaign.pk)
        open_ones = campaign.team_invitations.filter(used_at=None, revoked_at=None)
        open_ones.filter(invitee__iexact=invitee).update(revoked_at=now)
        if open_ones.filter(expires_at__gt=now).count() >= MOST_OPEN_INVITATIONS:
            raise Refused(f"{MOST_OPEN_INVITATIONS} invitations are already pending. Withdraw some first.")
        secret = new_secret()
        TeamInvitation.objects.create(
            campaign=campaign,
            role=role,
            invitee=invitee,
            secret_hash=hash_of(secret),
            created_by=actor,
            expires_at=now + VALID_FOR,
        )
        record_event(actor, "team.invite", campaign.pk, invitee=invitee, role=role)
    return secret


def revoke(invitation: TeamInvitation, actor: User) -> None:
    """End the link if it has not been used."""
    with transaction.atomic():
        unused = TeamInvitation.objects.filter(pk=invitation.pk, used_at=None, revoked_at=None)
        if unused.update(revoked_at=timezone.now()):
            record_event(actor, "team.revoke-invitation", invitation.campaign_id, invitee=invitation.invitee)


def look_up(secret: str) -> tuple[TeamInvitation | None, Standing]:
    """The team invitation behind a link and its state. Changes nothing."""
    invitation = (
        TeamInvitation.objects.select_related("campaign", "created_by")
        .filter(secret_hash=hash_of(secret))
        .first()
    )
    return invitation, _standing(invitation)


def accept(secret: str, user: User) -> TeamInvitation:
    """Use the link: `user` gets the role. Raises `Refused` when the link is no good (any more)."""
    with transaction.atomic():
        invitation, standing = look_up(secret)
        if invitation is None or standing is not Standing.VALID:
            raise Refused(standing.value)
        campaign = Campaign.objects.select_for_update().get(pk=invitation.campaign_id)
        if not TeamInvitation.objects.filter(pk=invitation.pk, used_at=None, revoked_at=None).update(
            used_at=timezone.now()
        ):
            raise Refused(Standing.USED.value)
        before = Membership.objects.filter(campaign=campaign, user=user).first()
        if before is not None:
            raise Refused(
                f"You are {before.get_role_display().lower()} of this campaign already. The link stays "
                "unused; an owner can change your role."
            )
        Membership.objects.create(campaign=campaign, user=user, role=invitation.role)
        record_event(user, "team.accept", campaign.pk, role=invitation.role, invitee=invitation.invitee)
    return invitation


def accept_with_new_account(secret: str, form: "BaseUserCreationForm[User]") -> tuple[TeamInvitation, User]:
    """Make the account of a valid form and use the link with it; both or neither."""
    with transaction.atomic():
        user = save_account(form)
        return accept(secret, user), user


def _standing(invitation: TeamInvitation | None) -> Standing:
    if invitation is None:
        return Standing.UNKNOWN
    if invitation.used_at is not None:
        return Standing.USED
    if invitation.revoked_at is not None or not _may_still_invite(invitation):
        return Standing.REVOKED
    if invitation.expires_at <= timezone.now():
        return Standing.EXPIRED
    return Standing.VALID


def _may_still_invite(invitation: TeamInvitation) -> bool:
    """A link does not outlive its maker's own right to give out roles."""
    maker = invitation.created_by
    if maker is None or not maker.is_active:
        return False
    owns = Membership.objects.filter(
        campaign=invitation.campaign_id, user=maker, role=Membership.Role.OWNER
    ).exists()
    return owns or maker.is_superuser
