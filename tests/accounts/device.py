"""A device that holds passkeys, in software: makes them and answers as browsers do (WebAuthn level 2)."""

import json
import secrets
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from fido2.cose import ES256
from fido2.utils import websafe_encode
from fido2.webauthn import AttestationObject, AttestedCredentialData, AuthenticatorData

FLAG = AuthenticatorData.FLAG


@dataclass
class Device:
    """What a page of `origin` is answered. `verifies`: whether the device asks who holds it."""

    origin: str = "https://testserver"
    verifies: bool = True
    key: Any = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    id: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    user_handle: str = ""

    def create(self, question: dict[str, Any]) -> str:
        """The answer to `navigator.credentials.create`."""
        asked = question["publicKey"]
        self.user_handle = asked["user"]["id"]
        made = AttestedCredentialData.create(
            bytes(16), self.id, ES256.from_cryptography_key(self.key.public_key())
        )
        data = AuthenticatorData.create(
            sha256(asked["rp"]["id"].encode()).digest(), self._flags() | FLAG.AT, 0, bytes(made)
        )
        return self._told(
            attestationObject=websafe_encode(bytes(AttestationObject.create("none", data, {}))),
            clientDataJSON=websafe_encode(self._client_data("webauthn.create", asked["challenge"])),
            transports=["internal"],
        )

    def get(self, question: dict[str, Any]) -> str:
        """The answer to `navigator.credentials.get`."""
        asked = question["publicKey"]
        data = AuthenticatorData.create(sha256(asked["rpId"].encode()).digest(), self._flags(), 0)
        client_data = self._client_data("webauthn.get", asked["challenge"])
        signed = bytes(data) + sha256(client_data).digest()
        return self._told(
            authenticatorData=websafe_encode(bytes(data)),
            clientDataJSON=websafe_encode(client_data),
            signature=websafe_encode(self.key.sign(signed, ec.ECDSA(SHA256()))),
            userHandle=self.user_handle or None,
        )

    def _flags(self) -> FLAG:
        return FLAG.UP | FLAG.UV if self.verifies else FLAG.UP

    def _client_data(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode()

    def _told(self, **response: Any) -> str:
        name = websafe_encode(self.id)
        kind = {"type": "public-key", "clientExtensionResults": {}}
        return json.dumps({"id": name, "rawId": name, "response": response, **kind})
