"""Guessing passwords is slowed down, without keeping out the rightful owner elsewhere."""

from typing import Any

import pytest
from django.test import Client

from appraise_gec.accounts.models import User
from appraise_gec.accounts.throttle import (
    FORGOTTEN_PASSWORDS,
    WRONG_LINKS,
    WRONG_PASSWORDS,
    WRONG_PASSWORDS_HERE,
    WRONG_PASSWORDS_OF_ACCOUNT,
)

pytestmark = pytest.mark.django_db
RIGHT = "a long enough pass phrase"
ADDRESS = "/sign-in/"


@pytest.fixture
def ada(db: None) -> User:
    return User.objects.create_user("ada", email="ada@example.org", password=RIGHT)


def attempt(password: str, username: str = "ada", **meta: Any):
    return Client().post(ADDRESS, {"username": username, "password": password}, **meta)


def lock_out(**meta: Any):
    answers = [attempt(f"guess {n}", **meta) for n in range(WRONG_PASSWORDS_HERE.allowed + 1)]
    assert [answer.status_code for answer in answers[:-1]] == [200] * WRONG_PASSWORDS_HERE.allowed
    return answers[-1]


def test_after_some_wrong_passwords_even_the_right_one_waits_here_and_nowhere_else(ada: User):
    last = lock_out(REMOTE_ADDR="192.0.2.1")
    for answer in (last, attempt(RIGHT, REMOTE_ADDR="192.0.2.1")):
        assert answer.status_code == 429
        assert "Please wait 15 minutes" in answer.text
        assert 880 <= int(answer["Retry-After"]) <= 900
    User.objects.create_user("bea", password=RIGHT)
    assert attempt(RIGHT, REMOTE_ADDR="192.0.2.2").status_code == 302
    assert attempt(RIGHT, "bea", REMOTE_ADDR="192.0.2.1").status_code == 302


def test_the_address_of_the_browser_counts_which_it_cannot_choose(ada: User, settings):
    lock_out()
    assert attempt(RIGHT, HTTP_X_FORWARDED_FOR="192.0.2.99").status_code == 429
    settings.TRUST_PROXY = True
    lock_out(HTTP_X_FORWARDED_FOR="198.51.100.7, 192.0.2.1")
    assert attempt(RIGHT, HTTP_X_FORWARDED_FOR="1.1.1.1, 192.0.2.1").status_code == 429
    assert attempt(RIGHT, HTTP_X_FORWARDED_FOR="192.0.2.1, 192.0.2.2").status_code == 302


def test_a_right_or_a_new_password_begins_the_counts_anew(ada: User):
    for password in ("guess", RIGHT) * WRONG_PASSWORDS_HERE.allowed:
        assert attempt(password).status_code == (302 if password == RIGHT else 200)
    lock_out()
    ada.set_password("purple giraffe 9")
    ada.save()
    assert attempt("purple giraffe 9").status_code == 302


def test_one_account_tried_from_many_addresses_is_slowed_down(ada: User):
    for _ in range(WRONG_PASSWORDS_OF_ACCOUNT.allowed - 1):
        WRONG_PASSWORDS_OF_ACCOUNT.take(f"ada {ada.password}")
    assert attempt("one more guess", REMOTE_ADDR="192.0.2.7").status_code == 200
    for where, name in (("192.0.2.8", "ada"), ("192.0.2.9", " ada ")):
        assert attempt(RIGHT, name, REMOTE_ADDR=where).status_code == 429


THROTTLED = {
    "wrong-passwords": ("/sign-in/", {"username": "ada", "password": RIGHT}, WRONG_PASSWORDS),
    "forgotten-passwords": ("/password/forgotten/", {"email": "ada"}, FORGOTTEN_PASSWORDS),
    "wrong-links": ("/join/no-such-key/", {}, WRONG_LINKS),
    "wrong-invitations": ("/link/no-such-key/", {}, WRONG_LINKS),
}


@pytest.mark.parametrize("name", THROTTLED)
def test_every_throttle_counts_a_whole_ipv6_network(ada: User, name: str):
    address, form, throttle = THROTTLED[name]
    for _ in range(throttle.allowed):
        throttle.take("2001:db8:0:1::/64")
    inside = Client().post(address, form, REMOTE_ADDR="2001:db8:0:1:ffff::1")
    outside = Client().post(address, form, REMOTE_ADDR="2001:db8:0:2::1")
    assert inside.status_code == 429
    assert outside.status_code != 429
