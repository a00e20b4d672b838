"""Codes of authenticator apps (TOTP, RFC 6238) and recovery codes."""

import base64
import hashlib
import re
import secrets
import time
import unicodedata

from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.totp import TOTP
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from appraise_gec.accounts.models import AuthenticatorApp, RecoveryCode, User
from appraise_gec.accounts.second_factor.sealing import unseal

ISSUER = "Appraise GEC"
SECRET_BYTES = 20
DIGITS = 6
STEP_SECONDS = 30
DRIFT_STEPS = 1
"""Codes of so many steps before and after now are accepted, for clocks that differ."""

RECOVERY_CODES = 10
RECOVERY_CHARACTERS = 16
# Without those that are taken for each other. 16 of 31 are 79 random bits, so a plain hash hides them.
ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"


def new_secret() -> bytes:
    return secrets.token_bytes(SECRET_BYTES)


def as_text(secret: bytes) -> str:
    """The secret as apps take it from the keyboard: Base32 in groups of four."""
    return " ".join(re.findall("....", base64.b32encode(secret).decode("ascii")))


def app_address(secret: bytes, user: User, host: str) -> str:
    """The otpauth address behind the QR code. Apps show the site's host and the user name."""
    return _totp(secret).get_provisioning_uri(f"{user.get_username()} ({host})", ISSUER)


def matching_step(secret: bytes, typed: str, now: float | None = None) -> int | None:
    """The number of the 30 seconds since 1970 whose code was typed; None when that is not now."""
    code = re.sub(r"[\s-]", "", unicodedata.normalize("NFKC", typed))
    if not re.fullmatch(f"[0-9]{{{DIGITS}}}", code):
        return None
    step = int(time.time() if now is None else now) // STEP_SECONDS
    around = range(step - DRIFT_STEPS, step + DRIFT_STEPS + 1)
    return next((one for one in around if constant_time_compare(code_of(secret, one), code)), None)


def code_of(secret: bytes, step: int) -> str:
    return _totp(secret).generate(step * STEP_SECONDS).decode("ascii")


def accept_code(app: AuthenticatorApp, typed: str) -> bool:
    """Whether the app shows this code now. Each code is taken once, and none older than the last one."""
    secret = unseal(app.sealed_secret)
    step = matching_step(secret, typed) if secret is not None else None
    if step is None:
        return False
    # One statement that names what it starts from: of two requests with the same code, one gets in.
    unused = AuthenticatorApp.objects.filter(pk=app.pk, last_step__lt=step)
    return bool(unused.update(last_step=step, last_used_at=timezone.now()))


def make_recovery_codes(user: User) -> list[str]:
    """New recovery codes in place of all earlier ones. They are kept as hashes: show them now or never."""
    codes = [_random_code() for _ in range(RECOVERY_CODES)]
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        user.recovery_codes.all().delete()
        RecoveryCode.objects.bulk_create(RecoveryCode(user=user, code_hash=_hash_of(code)) for code in codes)
    return ["-".join(re.findall("....", code)) for code in codes]


def accept_recovery_code(user: User, typed: str) -> bool:
    """Whether this is one of the person's recovery codes. Each works once."""
    code = re.sub(r"[\s-]", "", unicodedata.normalize("NFKC", typed)).lower()
    unused = RecoveryCode.objects.filter(user=user, code_hash=_hash_of(code), used_at=None)
    return bool(unused.update(used_at=timezone.now()))


def _random_code() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(RECOVERY_CHARACTERS))


def _totp(secret: bytes) -> TOTP:
    # SHA-1 and six digits, because some apps ignore what an address says of others.
    return TOTP(secret, DIGITS, SHA1(), STEP_SECONDS)  # noqa: S303


def _hash_of(code: str) -> str:
    return hashlib.sha256(code.encode("utf-8", "replace")).hexdigest()
