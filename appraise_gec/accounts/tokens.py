"""Tokens with which programs act for a person: made, recognised, revoked.

A token is shown once, when it is made; the database keeps its hash. What a token may do is what its person
may do, narrowed by its scope (rankings.api.access).
"""

import hashlib
import secrets
from datetime import timedelta

from django.db.models import QuerySet
from django.utils import timezone

from appraise_gec.accounts.models import ApiToken, User
from appraise_gec.accounts.services import record_event

PREFIX = "agec_"
"""Lets people, and programs that look for leaked secrets, recognise a token."""

NAME_LENGTH = 80
DAYS = (30, 90, 365)
DAYS_DEFAULT = 90
MOST = 20
"""Tokens of one person, without those that have ended."""

NOTED_AGAIN_AFTER = timedelta(minutes=1)
ENDED_ARE_KEPT = timedelta(days=90)


class TooManyTokens(Exception):  # noqa: N818 - named for what happened
    """The person has as many tokens as one may have."""


def make_token(user: User, name: str, scope: str, days: int) -> tuple[ApiToken, str]:
    """Make a token. Returns its row and the token itself, which is kept nowhere."""
    if working_tokens(user).count() >= MOST:
        raise TooManyTokens
    secret = PREFIX + secrets.token_urlsafe(32)
    token = ApiToken.objects.create(
        user=user,
        name=name,
        scope=ApiToken.Scope(scope),
        secret_hash=hash_of(secret),
        expires_at=timezone.now() + timedelta(days=days),
    )
    record_event(user, "token.make", name=name, scope=scope, days=days)
    return token, secret


def revoke_token(token: ApiToken) -> None:
    """End a token at once. Its line in the audit trail stays."""
    token.delete()
    record_event(token.user, "token.revoke", name=token.name, scope=token.scope)


def find_token(secret: str) -> ApiToken | None:
    """The token with its person, whether or not it has ended."""
    return ApiToken.objects.select_related("user").filter(secret_hash=hash_of(secret)).first()


def has_ended(token: ApiToken) -> bool:
    return token.expires_at <= timezone.now()


def note_use(token: ApiToken) -> None:
    """Remember that the token was used just now. A busy program costs one statement a minute."""
    now = timezone.now()
    if token.last_used_at is None or token.last_used_at < now - NOTED_AGAIN_AFTER:
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)


def working_tokens(user: User) -> "QuerySet[ApiToken]":
    return user.api_tokens.filter(expires_at__gt=timezone.now())


def forget_ended() -> int:
    """Delete tokens that ended long ago. Returns how many went."""
    return ApiToken.objects.filter(expires_at__lt=timezone.now() - ENDED_ARE_KEPT).delete()[0]


def hash_of(secret: str) -> str:
    """What the database keeps. Tokens are long and random, so a plain hash hides them."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()
