"""Signatures of messages, as the Standard Webhooks specification (version 1) describes them.

What is signed is `ID.TIMESTAMP.BODY` with HMAC-SHA256; a receiver knows by it that the message is the
site's, and by the timestamp that it is not an old one.
"""

import base64
import hashlib
import hmac
import secrets

PREFIX = "whsec_"
SECRET_BYTES = 32


def make_secret() -> str:
    """A new secret, as people copy it."""
    return PREFIX + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode("ascii")


def signed_headers(secret: str, key: str, timestamp: int, body: bytes) -> dict[str, str]:
    """The headers that prove where a message comes from.

    Args:
        secret: of the webhook.
        key: of the message; stays the same when it is sent again.
        timestamp: of this try, in seconds since 1970.
        body: what is sent.
    """
    key_bytes = base64.b64decode(secret.removeprefix(PREFIX))
    signed = hmac.new(key_bytes, f"{key}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    return {
        "webhook-id": key,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": f"v1,{base64.b64encode(signed).decode('ascii')}",
    }
