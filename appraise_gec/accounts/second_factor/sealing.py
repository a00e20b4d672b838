"""Secrets that the site needs again, as those of authenticator apps, encrypted before they are stored.

The key is derived from SECRET_KEY, which no backup holds unless asked to: a copy of the database alone gives
no codes. Where the site got another SECRET_KEY, what was sealed cannot be opened any more.
"""

import base64

from cryptography.fernet import Fernet, InvalidToken
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

PURPOSE = b"appraise_gec.accounts.second_factor 1"


def seal(secret: bytes) -> str:
    """Encrypt and sign."""
    return _box().encrypt(secret).decode("ascii")


def unseal(sealed: str) -> bytes | None:
    """What was sealed; None when it was sealed under another key, or damaged."""
    try:
        return _box().decrypt(sealed.encode("ascii", "replace"))
    except InvalidToken:
        return None


def _box() -> Fernet:
    key = HKDF(SHA256(), length=32, salt=None, info=PURPOSE).derive(settings.SECRET_KEY.encode())
    return Fernet(base64.urlsafe_b64encode(key))
