"""Invitation links of judges and team members: one use, an end. The database keeps a hash of the secret."""

import hashlib
import secrets
from datetime import timedelta
from enum import Enum
from typing import Any, TypeVar

from django.contrib.auth.forms import BaseUserCreationForm
from django.db import IntegrityError, models, transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from appraise_gec.accounts.models import User
from appraise_gec.accounts.throttle import WRONG_LINKS
from rankings.access.refusals import Refused
from rankings.models import Invitation, Judge, TeamInvitation

VALID_FOR = timedelta(days=14)
Link = TypeVar("Link", Invitation, TeamInvitation)


class Standing(Enum):
    """What an invitation link is good for."""

    VALID = ""
    UNKNOWN = gettext_noop(
        "This invitation link is not valid. It may be mistyped, incomplete, or replaced by a newer one."
    )
    USED = gettext_noop(
        "This invitation link has been used already. If it was you, sign in with the name you chose."
    )
    EXPIRED = gettext_noop("This invitation link has expired. Ask the person who invited you for a new one.")
    REVOKED = gettext_noop(
        "This invitation link has been withdrawn. Ask the person who invited you for a new one."
    )
    ON_HOLD = gettext_noop("This judge is on hold. Ask the person who invited you.")

    @property
    def words(self) -> str:
        """What the person is told, in the person's language; "" of a valid link."""
        return _(self.value) if self.value else ""


def create_link(model: type[Invitation | TeamInvitation], actor: User, **of: Any) -> str:
    """Make a link and return its secret, which is kept nowhere."""
    secret = secrets.token_urlsafe(32)
    expires_at = timezone.now() + VALID_FOR
    model.objects.create(secret_hash=hash_of(secret), created_by=actor, expires_at=expires_at, **of)
    return secret


def renew_secret(link: Invitation | TeamInvitation) -> str | None:
    """Give a pending link another secret and return it; the one with the earlier secret ends.

    None when the link has been used, withdrawn or overtaken by time meanwhile.
    """
    secret = secrets.token_urlsafe(32)
    pending = type(link).objects.pending().filter(pk=link.pk)
    return secret if pending.update(secret_hash=hash_of(secret)) else None


def find_link(links: "models.QuerySet[Link]", secret: str) -> Link | None:
    """The link with this secret."""
    return links.filter(secret_hash=hash_of(secret)).first()


def standing_of(link: Invitation | TeamInvitation | None) -> Standing:
    """What can be said of a link without knowing what it is for."""
    if link is None:
        return Standing.UNKNOWN
    if link.used_at is not None:
        return Standing.USED
    if link.revoked_at is not None:
        return Standing.REVOKED
    return Standing.EXPIRED if link.expires_at <= timezone.now() else Standing.VALID


def use_link(link: Invitation | TeamInvitation, **changes: bool) -> None:
    """Mark a link as used. Raises `Refused` when somebody else has just used it."""
    # Whoever changes the row first has used the link; a second request changes nothing and is told so.
    unused = type(link).objects.unused().filter(pk=link.pk)
    if not unused.update(used_at=timezone.now(), **changes):
        raise Refused(Standing.USED.words)


def save_account(form: "BaseUserCreationForm[User]") -> User:
    """The account of a valid form; `Refused` if somebody took its user name a moment ago."""
    try:
        with transaction.atomic():
            return form.save()
    except IntegrityError:
        raise Refused(_("This user name has just been taken. Choose another one.")) from None


def reaches_further(user: User, place: Judge) -> bool:
    """Whether the account opens more than this judge's place."""
    return (
        user.is_superuser
        or user.is_staff
        or user.may_create_campaigns
        or user.memberships.exists()
        or user.judgeships.exclude(pk=place.pk).exists()
    )


def hash_of(secret: str) -> str:
    """What the database keeps of a secret. Secrets are long and random, so a plain hash hides them."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


def too_many_wrong_links() -> str:
    """What is said to an address from which too many wrong links were opened."""
    minutes = WRONG_LINKS.minutes
    return ngettext(
        "Too many wrong links were opened from here. Wait %(minutes)s minute.",
        "Too many wrong links were opened from here. Wait %(minutes)s minutes.",
        minutes,
    ) % {"minutes": minutes}
