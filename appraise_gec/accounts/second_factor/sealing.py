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


def seal(secret: bytes, purpose: bytes = PURPOSE) -> str:
    """Encrypt and sign. What was sealed for one purpose is not opened for another."""
    return _box(purpose).encrypt(secret).decode("ascii")


def unseal(sealed: str, purpose: bytes = PURPOSE) -> bytes | None:
    """What was sealed; None when it was sealed under another key, or damaged."""
    try:
        return _box(purpose).decrypt(sealed.encode("ascii", "replace"))
    except InvalidToken:
        return None


def _box(purpose: bytes) -> Fernet:
    key = HKDF(SHA256(), length=32, salt=None, info=purpose).derive(settings.SECRET_KEY.encode())
    return Fernet(base64.urlsafe_b64encode(key))
