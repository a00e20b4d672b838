"""Invitation links: one judge's place, one use, an end. The database keeps only a hash of the secret.

A link is for a place that nobody has taken up, or it restores access: then it lets the person who took up
the place before choose a new password.
"""

from django.contrib.auth.forms import BaseUserCreationForm, SetPasswordForm
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from rankings.access.refusals import Refused
from rankings.access.states import refuse_when_frozen
from rankings.models import Invitation, Judge
from rankings.people.links import (
    Standing,
    create_link,
    find_link,
    reaches_further,
    save_account,
    standing_of,
    use_link,
)


def issue(judge: Judge, actor: User) -> str:
    """Make a link for the judge's place and return its secret, which is kept nowhere. Earlier links end."""
    refuse_when_frozen(judge.campaign)
    with transaction.atomic():
        current = Judge.objects.select_for_update().get(pk=judge.pk)
        if current.user_id is not None:
            raise Refused(f"{judge.name} has already accepted the invitation and signs in with a password.")
        secret = _new_link(judge, actor, restores_access=False)
        record_event(actor, "invitation.issue", judge.campaign_id, judge=judge.name)
    return secret


def issue_access(judge: Judge, actor: User) -> str:
    """Make a link with which the judge's person chooses a new password. Earlier links end.

    Raises `Refused` where the link would reach further than this campaign; see `access_obstacles`.
    """
    refuse_when_frozen(judge.campaign)
    with transaction.atomic():
        current = Judge.objects.select_for_update().get(pk=judge.pk)
        if reasons := access_obstacles(current):
            raise Refused(*reasons)
        secret = _new_link(judge, actor, restores_access=True)
        record_event(actor, "invitation.restore-access", judge.campaign_id, judge=judge.name)
    return secret


def access_obstacles(judge: Judge) -> list[str]:
    """Why a campaign's manager may not give out a link to the judge's account; empty when it is fine.

    Whoever holds the link gets the account. So it must be one that an invitation to this place made, and one
    that opens nothing but this place.
    """
    user = judge.user
    if user is None:
        return ["Nobody has accepted this invitation yet. Make an invitation link instead."]
    if not user.is_active or not judge.is_active:
        return ["The judge is on hold, or the account is disabled."]
    if not user.has_usable_password():
        return ["This account has no password, so there is none to reset."]
    if not judge.invitations.filter(made_account=True).exists():
        return [
            (
                "The account was not created by an invitation to this campaign, so this campaign "
                "cannot reset its password. The person can ask for a new one on the sign-in page."
            )
        ]
    if reaches_further(user, judge):
        return [
            (
                "The account is also used outside this campaign. The person can ask for a new "
                "password on the sign-in page, or the operator of this site can make a link."
            )
        ]
    return []


def revoke(judge: Judge, actor: User) -> None:
    """End the judge's links that have not been used."""
    refuse_when_frozen(judge.campaign)
    with transaction.atomic():
        if judge.invitations.unused().update(revoked_at=timezone.now()):
            record_event(actor, "invitation.revoke", judge.campaign_id, judge=judge.name)


def look_up(secret: str) -> tuple[Invitation | None, Standing]:
    """The invitation behind a link and its state. Changes nothing."""
    links = Invitation.objects.select_related("judge__campaign", "judge__user")
    invitation = find_link(links, secret)
    return invitation, _standing(invitation)


def accept(secret: str, user: User, *, made_account: bool = False) -> Judge:
    """Use the link: `user` becomes the judge. Raises `Refused` when the link is no good (any more)."""
    with transaction.atomic():
        invitation = _use(secret, restores_access=False, made_account=made_account)
        judge = invitation.judge
        if Judge.objects.filter(campaign_id=judge.campaign_id, user=user).exists():
            raise Refused(
                _("You judge in this campaign already, as %(name)s. The link stays unused.")
                % {"name": user.get_username()}
            )
        try:
            with transaction.atomic():
                taken = Judge.objects.filter(pk=judge.pk, user=None).update(user=user)
        except IntegrityError:
            taken = 0
        if not taken:
            raise Refused(Standing.USED.words)
        record_event(user, "invitation.accept", judge.campaign_id, judge=judge.name)
    judge.refresh_from_db()
    return judge


def accept_with_new_account(secret: str, form: "BaseUserCreationForm[User]") -> User:
    """Make the account of a valid form and use the link with it; both or neither."""
    with transaction.atomic():
        user = save_account(form)
        accept(secret, user, made_account=True)
    return user


def restore_access(secret: str, form: "SetPasswordForm[User]") -> Judge:
    """Use a link that restores access: the valid form's password becomes the account's."""
    with transaction.atomic():
        judge = _use(secret, restores_access=True).judge
        if judge.user_id != form.user.pk:
            raise Refused(Standing.USED.words)
        form.save()
        record_event(form.user, "invitation.access-restored", judge.campaign_id, judge=judge.name)
    return judge


def _new_link(judge: Judge, actor: User, *, restores_access: bool) -> str:
    judge.invitations.unused().update(revoked_at=timezone.now())
    return create_link(Invitation, actor, judge=judge, restores_access=restores_access)


def _use(secret: str, *, restores_access: bool, made_account: bool = False) -> Invitation:
    invitation, standing = look_up(secret)
    if invitation is None or standing is not Standing.VALID:
        raise Refused(standing.words)
    if invitation.restores_access != restores_access:
        raise Refused(Standing.UNKNOWN.words)
    use_link(invitation, made_account=made_account)
    return invitation


def _standing(invitation: Invitation | None) -> Standing:
    standing = standing_of(invitation)
    if invitation is None or standing is not Standing.VALID:
        return standing
    if not invitation.judge.is_active:
        return Standing.ON_HOLD
    if invitation.restores_access:
        # Checked again, because the account may have gained rights since the link was made.
        return Standing.REVOKED if access_obstacles(invitation.judge) else Standing.VALID
    return Standing.USED if invitation.judge.user_id is not None else Standing.VALID
