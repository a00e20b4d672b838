"""Invitation links: one judge's place, one use, an end. The database keeps only a hash of the secret."""

import hashlib
import secrets
from datetime import timedelta
from enum import Enum

from django.contrib.auth.forms import BaseUserCreationForm
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from rankings.campaigns.rules import Refused
from rankings.campaigns.states import refuse_when_frozen
from rankings.models import Invitation, Judge

VALID_FOR = timedelta(days=14)


class Standing(Enum):
    """What an invitation link is good for. The value is what the person is told."""

    VALID = ""
    UNKNOWN = "This invitation link is not known. It may be mistyped, cut off, or replaced by a newer one."
    USED = "This invitation link has been used already. If it was you, sign in with the name you chose."
    EXPIRED = "This invitation link has expired. Ask the person who invited you for a new one."
    REVOKED = "This invitation link has been withdrawn. Ask the person who invited you for a new one."
    ON_HOLD = "This judge's place is on hold. Ask the person who invited you."


def issue(judge: Judge, actor: User) -> str:
    """Make a link for the judge's place and return its secret, which is kept nowhere. Earlier links end."""
    refuse_when_frozen(judge.campaign)
    with transaction.atomic():
        current = Judge.objects.select_for_update().get(pk=judge.pk)
        if current.user_id is not None:
            raise Refused(f"{judge.name} has taken up the place already and signs in with an own password.")
        now = timezone.now()
        _live(judge).update(revoked_at=now)
        secret = secrets.token_urlsafe(32)
        Invitation.objects.create(
            judge=judge, secret_hash=_hash(secret), created_by=actor, expires_at=now + VALID_FOR
        )
        record_event(actor, "invitation.issue", judge.campaign_id, judge=judge.name)
    return secret


def revoke(judge: Judge, actor: User) -> None:
    """End the judge's links that have not been used."""
    refuse_when_frozen(judge.campaign)
    with transaction.atomic():
        if _live(judge).update(revoked_at=timezone.now()):
            record_event(actor, "invitation.revoke", judge.campaign_id, judge=judge.name)


def look_up(secret: str) -> tuple[Invitation | None, Standing]:
    """The invitation behind a link and what it is good for. Changes nothing."""
    invitation = (
        Invitation.objects.select_related("judge__campaign", "created_by")
        .filter(secret_hash=_hash(secret))
        .first()
    )
    return invitation, _standing(invitation)


def accept(secret: str, user: User) -> Judge:
    """Use the link: `user` becomes the judge. Raises `Refused` when the link is no good (any more)."""
    with transaction.atomic():
        invitation, standing = look_up(secret)
        if invitation is None or standing is not Standing.VALID:
            raise Refused(standing.value)
        judge = invitation.judge
        # Whoever changes the row first has used the link; a second request changes nothing and is told so.
        if not Invitation.objects.filter(pk=invitation.pk, used_at=None, revoked_at=None).update(
            used_at=timezone.now()
        ):
            raise Refused(Standing.USED.value)
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
        try:
            with transaction.atomic():
                user = form.save()
        except IntegrityError:
            raise Refused("Somebody has just taken this user name. Choose another one.") from None
        return accept(secret, user)


def _standing(invitation: Invitation | None) -> Standing:
    if invitation is None:
        return Standing.UNKNOWN
    if invitation.used_at is not None:
        return Standing.USED
    if invitation.revoked_at is not None:
        return Standing.REVOKED
    if invitation.expires_at <= timezone.now():
        return Standing.EXPIRED
    if invitation.judge.user_id is not None:
        return Standing.USED
    return Standing.VALID if invitation.judge.is_active else Standing.ON_HOLD


def _live(judge: Judge) -> QuerySet[Invitation]:
    return Invitation.objects.filter(judge=judge, used_at=None, revoked_at=None)


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()
