"""Passkeys and security keys (WebAuthn): what browsers are asked, and what their answers prove.

A passkey belongs to the name of a host: it never answers to a page of another one.
"""

import json
import secrets
import time
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _
from fido2.server import Fido2Server
from fido2.utils import websafe_encode
from fido2.webauthn import (
    AttestationConveyancePreference,
    AttestedCredentialData,
    AuthenticationResponse,
    PublicKeyCredentialDescriptor,
    PublicKeyCredentialRpEntity,
    PublicKeyCredentialType,
    PublicKeyCredentialUserEntity,
    RegistrationResponse,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from appraise_gec.accounts.models import Passkey, User
from appraise_gec.accounts.second_factor.codes import ISSUER

MOST = 20
"""Passkeys of one person."""

QUESTION_SECONDS = 600
"""An answer that comes later is refused."""

MOST_CHARACTERS = 20_000
QUESTION = "passkey_question"
TRANSPORTS = {"usb", "nfc", "ble", "smart-card", "hybrid", "internal"}


class WrongPasskey(Exception):  # noqa: N818 - named for what happened
    """The browser's answer proves nothing."""


@dataclass(frozen=True, slots=True)
class Obstacle:
    """Why there can be no passkeys at this address of the site."""

    reason: str
    better_address: str = ""


def host_of(request: HttpRequest) -> str:
    """The name to which passkeys made here belong, without a port."""
    return urlsplit(f"//{request.get_host()}").hostname or ""


def obstacle(request: HttpRequest) -> Obstacle | None:
    """Why browsers would refuse passkeys here; None when they would not."""
    host = host_of(request)
    if _is_number(host):
        reason = _("Passkeys belong to the name of a site, and %(host)s is the number of a machine.") % {
            "host": host
        }
        if host not in {"127.0.0.1", "::1"}:
            return Obstacle(reason)
        port = request.get_port()
        return Obstacle(reason, f"{request.scheme}://localhost:{port}")
    if not request.is_secure() and host != "localhost":
        return Obstacle(_("Browsers offer passkeys only where a site has HTTPS."))
    return None


def ask_for_new(request: HttpRequest, user: User) -> dict[str, Any]:
    """What the browser is to be asked for a new passkey of this person."""
    mine = list(user.passkeys.filter(host=host_of(request)))
    # One random number for all of a person's passkeys on a host: a device keeps one passkey for each.
    handle = mine[0].user_handle if mine else secrets.token_urlsafe(32)
    person = PublicKeyCredentialUserEntity(
        id=handle.encode("ascii"),
        name=user.get_username(),
        display_name=user.get_full_name() or user.get_username(),
    )
    options, state = _server(request).register_begin(
        person,
        _described(mine),
        resident_key_requirement=ResidentKeyRequirement.PREFERRED,
        user_verification=UserVerificationRequirement.PREFERRED,
    )
    _remember(request, state, what="new", user=user.pk, handle=handle)
    return dict(options)


def keep_new(request: HttpRequest, user: User, name: str, answer: str) -> Passkey:
    """Keep the passkey that the browser has made. Raises WrongPasskey."""
    state = _recall(request, what="new", user=user.pk)
    try:
        response = RegistrationResponse.from_dict(_parsed(answer))
        credential = _server(request).register_complete(state, response)
        made = credential.credential_data
        reported = _parsed(answer)["response"].get("transports") or []
        transports = sorted(TRANSPORTS & {str(transport) for transport in reported})
    except Exception as error:  # whatever the package meets in bytes of a stranger
        raise WrongPasskey from error
    if made is None:
        raise WrongPasskey
    identity = websafe_encode(made.credential_id)
    if len(identity) > Passkey.ID_LENGTH or Passkey.objects.filter(credential_id=identity).exists():
        raise WrongPasskey
    return Passkey.objects.create(
        user=user,
        name=name,
        host=host_of(request),
        credential_id=identity,
        credential=bytes(made),
        user_handle=state["handle"],
        sign_count=credential.counter,
        transports=transports,
    )


def ask_for_one_of(request: HttpRequest, user: User) -> dict[str, Any] | None:
    """What the browser is to be asked after the password; None when the person has no passkey here."""
    here = list(user.passkeys.filter(host=host_of(request)))
    if not here or obstacle(request):
        return None
    options, state = _server(request).authenticate_begin(
        _described(here), user_verification=UserVerificationRequirement.PREFERRED
    )
    _remember(request, state, what="second", user=user.pk)
    return dict(options)


def ask_for_any(request: HttpRequest) -> dict[str, Any]:
    """What the browser is to be asked in place of user name and password.

    The device has to make sure who uses it, by a PIN or a finger: two factors in one.
    """
    options, state = _server(request).authenticate_begin(
        user_verification=UserVerificationRequirement.REQUIRED
    )
    _remember(request, state, what="alone", user=None)
    return dict(options)


def accept_passkey(request: HttpRequest, user: User | None, answer: str) -> Passkey:
    """The passkey that has answered: one of this person's, or with None anybody's. Raises WrongPasskey."""
    state = _recall(request, what="second" if user else "alone", user=user.pk if user else None)
    try:
        response = AuthenticationResponse.from_dict(_parsed(answer))
        wanted = Passkey.objects.filter(credential_id=websafe_encode(response.raw_id), host=host_of(request))
        passkey = (wanted.filter(user=user) if user else wanted).select_related("user").get()
        known = AttestedCredentialData(bytes(passkey.credential))
        _server(request).authenticate_complete(state, [known], response)
        handle = response.response.user_handle
        count = response.response.authenticator_data.counter
    except Exception as error:  # whatever the package meets in bytes of a stranger
        raise WrongPasskey from error
    # Without a name in the request the handle has to say whose passkey it is.
    if (user is None and handle is None) or (handle is not None and handle != passkey.user_handle.encode()):
        raise WrongPasskey
    # A count that does not grow is that of a copy. Devices that do not count always say 0.
    grown = Q(sign_count__lt=count) if count else Q(sign_count=0)
    if not Passkey.objects.filter(grown, pk=passkey.pk).update(sign_count=count, last_used_at=timezone.now()):
        raise WrongPasskey
    return passkey


def _server(request: HttpRequest) -> Fido2Server:
    own = {f"{request.scheme}://{request.get_host()}", *settings.CSRF_TRUSTED_ORIGINS}
    return Fido2Server(
        PublicKeyCredentialRpEntity(name=ISSUER, id=host_of(request)),
        attestation=AttestationConveyancePreference.NONE,
        verify_origin=lambda origin: origin in own,
    )


def _described(passkeys: Iterable[Passkey]) -> list[PublicKeyCredentialDescriptor]:
    return [
        PublicKeyCredentialDescriptor.from_dict(
            {
                "type": PublicKeyCredentialType.PUBLIC_KEY.value,
                "id": passkey.credential_id,
                "transports": passkey.transports or None,
            }
        )
        for passkey in passkeys
    ]


def _remember(request: HttpRequest, state: dict[str, Any], **more: Any) -> None:
    """Keep in the session what was asked: an answer is worth something only for its question."""
    verification = state["user_verification"]
    request.session[QUESTION] = {
        "challenge": state["challenge"],
        "user_verification": UserVerificationRequirement(verification).value,
        "host": host_of(request),
        "at": time.time(),
        **more,
    }


def _recall(request: HttpRequest, *, what: str, user: int | None) -> dict[str, Any]:
    """The question, which can be answered once. Raises WrongPasskey when this was not asked, or long ago."""
    state = request.session.pop(QUESTION, None)
    if (
        not state
        or (state["what"], state["user"], state["host"]) != (what, user, host_of(request))
        or not 0 <= time.time() - state["at"] <= QUESTION_SECONDS
    ):
        raise WrongPasskey
    return dict(state)


def _parsed(answer: str) -> dict[str, Any]:
    if len(answer) > MOST_CHARACTERS:
        raise ValueError("too long")
    return dict(json.loads(answer))


def _is_number(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
