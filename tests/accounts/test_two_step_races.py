"""The same code from many windows at once, and many wrong ones."""

import time
from typing import Any

import pytest
from allauth.mfa.totp.internal import auth
from django.test import Client

from appraise_gec.accounts.models import User
from appraise_gec.accounts.throttle import WRONG_CODES
from tests.at_once import at_once

pytestmark = pytest.mark.django_db(transaction=True)
WINDOWS = 8


def at_second_step() -> Client:
    client = Client()
    client.post("/sign-in/", {"username": "alice", "password": "correct horse"})
    return client


def sent_at_once(code: str) -> list[Any]:
    windows = [at_second_step() for _ in range(WINDOWS)]

    def send(client: Client) -> Any:
        return client.post("/sign-in/second-step/", {"code": code}).status_code

    return sorted(at_once(*[lambda client=client: send(client) for client in windows]))


def test_a_code_lets_one_of_many_windows_in_and_wrong_ones_are_counted(alice: User):
    secret = auth.generate_totp_secret()
    auth.TOTP.activate(alice, secret)
    right = auth.format_hotp_value(auth.hotp_value(secret, int(time.time()) // 30))
    assert sent_at_once(right) == [200] * 7 + [302]
    WRONG_CODES.forget(str(alice.pk))
    sent_at_once("000000")
    assert WRONG_CODES.is_over(str(alice.pk))
