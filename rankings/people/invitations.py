"""Invitation links: one judge's place, one use, an end. The database keeps only a hash of the secret.

A link is for a place that nobody has taken up, or it restores access: then it lets the person who took up
the place before choose a new password.
"""

import hashlib
import secrets
from datetime import timedelta
from enum import Enum

from django.contrib.auth.forms import BaseUserCreationForm, SetPasswordForm
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from appraise_gec.accounts.models import User
from appraise_gec.accounts.passwords import welcome_back
from appraise_gec.accounts.services import record_event
from rankings.access.refusals import Refused
from rankings.access.states import refuse_when_frozen
from rankings.models import Invitation, Judge, TeamInvitation

VALID_FOR = timedelta(days=14)


class Standing(Enum):
    """The state of an invitation link. The value is the message for the person."""

    VALID = ""
    UNKNOWN = "This invitation link is not valid. It may be mistyped, incomplete, or replaced by a newer one."
    USED = "This invitation link has been used already. If it was you, sign in with the name you chose."
    EXPIRED = "This invitation link has expired. Ask the person who invited you for a new one."
    REVOKED = "This invitation link has been withdrawn. Ask the person who invited you for a new one."
    ON_HOLD = "This judge is on hold. Ask the person who invited you."


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
    if not judge.invitations.filter(made_account=True).exists() or not user.has_usable_password():
        return [
            "The account was not created by an invitation to this campaign, so this campaign cannot "
            "reset its password. The person can ask for a new one on the sign-in page."
        ]
    reaches_further = (
        user.is_superuser
        or user.is_staff
        or user.may_create_campaigns
        or user.memberships.exists()
        or user.judgeships.exclude(pk=judge.pk).exists()
    )
    if reaches_further:
        return [
            "The account is also used outside this campaign. The person can ask for a new password on the "
            "sign-in page, or the operator of this site can make a link."
        ]
    return []


def renew_secret(invitation: Invitation | TeamInvitation) -> str | None:
    """Give an open invitation another secret and return it; the link with the earlier one ends.

    None when the invitation has been used, withdrawn or overtaken by time meanwhile.
    """
    secret = new_secret()
    is_open = type(invitation).objects.filter(
        pk=invitation.pk, used_at=None, revoked_at=None, expires_at__gt=timezone.now()
    )
    return secret if is_open.update(secret_hash=hash_of(secret)) else None


def revoke(judge: Judge, actor: User) -> None:
    """End the judge's links that have not been used."""
    refuse_when_frozen(judge.campaign)
    with transaction.atomic():
        if _live(judge).update(revoked_at=timezone.now()):
            record_event(actor, "invitation.revoke", judge.campaign_id, judge=judge.name)


def look_up(secret: str) -> tuple[Invitation | None, Standing]:
    """The invitation behind a link and its state. Changes nothing."""
    invitation = (
        Invitation.objects.select_related("judge__campaign", "judge__user", "created_by")
        .filter(secret_hash=hash_of(secret))
        .first()
    )
    return invitation, _standing(invitation)


def accept(secret: str, user: User, *, made_account: bool = False) -> Judge:
    """Use the link: `user` becomes the judge. Raises `Refused` when the link is no good (any more)."""
    with transaction.atomic():
        invitation = _use(secret, restores_access=False, made_account=made_account)
        judge = invitation.judge
        if Judge.objects.filter(campaign_id=judge.campaign_id, user=user).exists():
            raise Refused(
                f"You judge in this campaign already, as {user.get_username()}. The link stays unused."
            )
        try:
            with transaction.atomic():
                taken = Judge.objects.filter(pk=judge.pk, user=None).update(user=user)
        except IntegrityError:
            taken = 0
        if not taken:
            raise Refused(Standing.USED.value)
        record_event(user, "invitation.accept", judge.campaign_id, judge=judge.name)
    judge.refresh_from_db()
    return judge


def accept_with_new_account(secret: str, form: "BaseUserCreationForm[User]") -> Judge:
    """Make the account of a valid form and use the link with it; both or neither."""
    with transaction.atomic():
        return accept(secret, save_account(form), made_account=True)


def restore_access(secret: str, form: "SetPasswordForm[User]") -> Judge:
    """Use a link that restores access: the valid form's password becomes the account's."""
    with transaction.atomic():
        judge = _use(secret, restores_access=True).judge
        if judge.user_id != form.user.pk:
            raise Refused(Standing.USED.value)
        form.save()
        welcome_back(form.user)
        record_event(form.user, "invitation.access-restored", judge.campaign_id, judge=judge.name)
    return judge


def save_account(form: "BaseUserCreationForm[User]") -> User:
    """The account of a valid form; `Refused` if somebody took its user name a moment ago."""
    try:
        with transaction.atomic():
            return form.save()
    except IntegrityError:
        raise Refused("This user name has just been taken. Choose another one.") from None


def hash_of(secret: str) -> str:
    """The stored hash of a secret. Secrets are long and random, so a plain hash hides them."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


def new_secret() -> str:
    return secrets.token_urlsafe(32)


def _new_link(judge: Judge, actor: User, *, restores_access: bool) -> str:
    now = timezone.now()
    _live(judge).update(revoked_at=now)
    secret = new_secret()
    Invitation.objects.create(
        judge=judge,
        secret_hash=hash_of(secret),
        created_by=actor,
        expires_at=now + VALID_FOR,
        restores_access=restores_access,
    )
    return secret


def _use(secret: str, *, restores_access: bool, made_account: bool = False) -> Invitation:
    invitation, standing = look_up(secret)
    if invitation is None or standing is not Standing.VALID:
        raise Refused(standing.value)
    if invitation.restores_access != restores_access:
        raise Refused(Standing.UNKNOWN.value)
    # Whoever changes the row first has used the link; a second request changes nothing and gets a message.
    if not Invitation.objects.filter(pk=invitation.pk, used_at=None, revoked_at=None).update(
        used_at=timezone.now(), made_account=made_account
    ):
        raise Refused(Standing.USED.value)
    return invitation


def _standing(invitation: Invitation | None) -> Standing:  # noqa: PLR0911 - one line per reason
    if invitation is None:
        return Standing.UNKNOWN
    if invitation.used_at is not None:
        return Standing.USED
    if invitation.revoked_at is not None:
        return Standing.REVOKED
    if invitation.expires_at <= timezone.now():
        return Standing.EXPIRED
    if not invitation.judge.is_active:
        return Standing.ON_HOLD
    if invitation.restores_access:
        # Checked again, because the account may have gained rights since the link was made.
        return Standing.REVOKED if access_obstacles(invitation.judge) else Standing.VALID
    return Standing.USED if invitation.judge.user_id is not None else Standing.VALID


def _live(judge: Judge) -> QuerySet[Invitation]:
    return Invitation.objects.filter(judge=judge, used_at=None, revoked_at=None)
