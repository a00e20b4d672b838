"""Messages that a site sends to a webhook: whether they are the site's, and what they say."""

import base64
import hashlib
import hmac
import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from appraise_gec.client.documents import _Document

PREFIX = "whsec_"
TOLERANCE = 300.0


class ForgedMessageError(Exception):
    """The message is not the site's, or an old one: do not act on it."""


@dataclass(frozen=True, slots=True)
class Message(_Document):
    """What has happened. A message may come twice; its `id` stays the same."""

    id: str
    event: str
    created_at: str
    campaign: dict[str, Any]
    data: dict[str, Any]


def read_message(
    secret: str,
    headers: Mapping[str, str],
    body: bytes,
    *,
    tolerance: float = TOLERANCE,
    now: float | None = None,
) -> Message:
    """The message in a request, whose signature is right.

    Args:
        secret: of the webhook, as the site has told it once.
        headers: of the request, in any case.
        body: of the request, to the byte.
        tolerance: seconds that the clocks of site and receiver may differ, with the time on the way.
        now: seconds since 1970; the time of the clock unless told.

    Raises:
        ForgedMessageError: signature or time is wrong or missing.
    """
    told = {name.lower(): value for name, value in headers.items()}
    try:
        key, timestamp = told["webhook-id"], told["webhook-timestamp"]
        sent_at = int(timestamp)
        signing = base64.b64decode(secret.removeprefix(PREFIX), validate=True)
        signatures = [
            one.removeprefix("v1,") for one in told["webhook-signature"].split() if one.startswith("v1,")
        ]
    except (KeyError, ValueError) as error:
        raise ForgedMessageError("The headers or the secret are none of a webhook.") from error
    right = base64.b64encode(
        hmac.new(signing, f"{key}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    ).decode("ascii")
    if not any(hmac.compare_digest(right, one) for one in signatures):
        raise ForgedMessageError("The signature does not fit the message.")
    if abs((time.time() if now is None else now) - sent_at) > tolerance:
        raise ForgedMessageError("The message is too old, or from the future.")
    return Message.of(json.loads(body))
