"""Two-step sign-in with an app and recovery codes: set up, signing in, no way round it, taken off."""

import base64
import hmac
import re
import struct
import time
from typing import Any

import pytest
from django.core import mail
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client

from appraise_gec.accounts.models import (
    AuditEvent,
    AuthenticatorApp,
    RecoveryCode,
    User,
)
from appraise_gec.accounts.passwords import password_path
from appraise_gec.accounts.second_factor import codes, factors
from appraise_gec.accounts.throttle import PASSWORD_AGAIN, WRONG_CODES, WRONG_CODES_A_DAY

pytestmark = pytest.mark.django_db
PASSWORD = "correct horse"
# RFC 6238, appendix B, for SHA-1: the last six of the eight digits.
OF_THE_RFC = [
    (59, "287082"),
    (1111111109, "081804"),
    (1111111111, "050471"),
    (1234567890, "005924"),
    (2000000000, "279037"),
    (20000000000, "353130"),
]


def code_at(secret: bytes, seconds: float) -> str:
    """What any authenticator app shows, written down from RFC 4226 and RFC 6238."""
    digest = hmac.digest(secret, struct.pack(">Q", int(seconds) // 30), "sha1")
    place = digest[-1] & 15
    number = struct.unpack(">I", digest[place : place + 4])[0] & 0x7FFFFFFF
    return f"{number % 1_000_000:06}"


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Stands still in the middle of 30 seconds, until a test moves it: `clock.now += 30`."""

    class Clock:
        now = time.time() // 30 * 30 + 15

    monkeypatch.setattr("appraise_gec.accounts.second_factor.codes.time.time", lambda: Clock.now)
    return Clock


@pytest.fixture
def secret(alice: User, clock: Any) -> bytes:
    """The secret of alice's app, which was set up a while ago."""
    secret = codes.new_secret()
    assert factors.add_app(alice, secret, code_at(secret, clock.now))
    clock.now += 300
    return secret


def with_password(client: Client | None = None, **more: Any) -> Any:
    form = {"username": "alice", "password": PASSWORD, **more}
    return (client or Client()).post("/sign-in/", form)


def second(client: Client, code: str, page: str = "second-step") -> Any:
    return client.post(f"/sign-in/{page}/", {"code": code})


def is_in(client: Client) -> bool:
    return client.get("/account/").status_code == 200


@pytest.mark.parametrize(("seconds", "code"), OF_THE_RFC)
def test_the_codes_are_those_of_the_standard(seconds: int, code: str):
    secret = b"12345678901234567890"
    assert codes.code_of(secret, seconds // 30) == code == code_at(secret, seconds)
    assert codes.matching_step(secret, code, seconds) == seconds // 30


def test_setting_up_an_app_from_its_page_and_signing_in_with_it(client: Client, alice: User, clock: Any):
    client.force_login(alice)
    page = client.get("/account/two-step/app/").text
    [shown] = re.findall(r'id="secret">([A-Z2-7 ]+)<', page)
    secret = base64.b32decode(shown.replace(" ", ""))
    assert len(secret) == 20
    assert "data:image/svg+xml" in page
    assert shown in client.get("/account/two-step/app/").text  # a page loaded anew keeps its secret
    for wrong in (
        {"code": "000000", "password": PASSWORD},
        {"code": code_at(secret, clock.now), "password": "x"},
    ):
        assert client.post("/account/two-step/app/", wrong).status_code == 422
        assert not factors.is_on(alice)
    form = {"code": code_at(secret, clock.now), "password": PASSWORD}
    made = client.post("/account/two-step/app/", form)
    shown_codes = re.findall(r"<code>([a-z2-9]{4}(?:-[a-z2-9]{4}){3})</code>", made.text)
    assert len(set(shown_codes)) == 10
    assert "10 of 10" in client.get("/account/two-step/").text

    other = Client()
    answer = with_password(other, next="/account/tokens/")
    assert answer["Location"] == "/sign-in/second-step/"
    assert not is_in(other)
    assert second(other, code_at(secret, clock.now)).status_code == 422  # the one of the set-up
    clock.now += 30
    assert second(other, code_at(secret, clock.now))["Location"] == "/account/tokens/"
    assert is_in(other)


def test_nothing_of_it_can_be_read_from_the_database(client: Client, alice: User, secret: bytes):
    made = codes.make_recovery_codes(alice)
    with connection.cursor() as cursor:
        rows = ""
        for table in ("accounts_authenticatorapp", "accounts_recoverycode", "accounts_auditevent"):
            cursor.execute(f"SELECT * FROM {table}")  # noqa: S608
            rows += str(cursor.fetchall())
    forms = (
        secret.hex(),
        base64.b32encode(secret).decode(),
        base64.b64encode(secret).decode(),
        str(secret)[2:-1],
    )
    assert not [text for text in (*forms, *made, *(code.replace("-", "") for code in made)) if text in rows]


@pytest.mark.parametrize("steps", [-1, 0, 1])
def test_a_clock_may_be_one_step_wrong(alice: User, secret: bytes, clock: Any, steps: int):
    client = Client()
    with_password(client)
    code = code_at(secret, clock.now + 30 * steps)
    assert second(client, f" {code[:3]} {code[3:]}").status_code == 302
    assert is_in(client)


@pytest.mark.parametrize("steps", [-2, 2])
def test_a_clock_may_not_be_two_steps_wrong(alice: User, secret: bytes, clock: Any, steps: int):
    client = Client()
    with_password(client)
    assert second(client, code_at(secret, clock.now + 30 * steps)).status_code == 422
    assert not is_in(client)


def test_a_code_works_once_and_none_before_it_any_more(alice: User, secret: bytes, clock: Any):
    now, before = code_at(secret, clock.now), code_at(secret, clock.now - 30)
    first, again = Client(), Client()
    with_password(first)
    with_password(again)
    assert second(first, now).status_code == 302
    assert second(again, now).status_code == 422
    assert second(again, before).status_code == 422
    assert not is_in(again)


def test_wrong_codes_are_limited_and_other_ways_stay_open(alice: User, secret: bytes, clock: Any, settings):
    settings.MAIL_IS_CONFIGURED = True
    alice.email = "alice@example.org"
    alice.save()
    recovery = codes.make_recovery_codes(alice)[0]
    client = Client()
    with_password(client)
    for _ in range(WRONG_CODES.allowed - 1):
        assert second(client, "000000").status_code == 422
    last = second(client, "000000")
    right = second(client, code_at(secret, clock.now))
    for answer in (last, right):
        assert answer.status_code == 429
        assert 880 <= int(answer["Retry-After"]) <= 900
        assert "accepted again in 15 minutes" in answer.text
    elsewhere = Client(REMOTE_ADDR="192.0.2.9")
    with_password(elsewhere)
    assert second(elsewhere, code_at(secret, clock.now)).status_code == 429
    assert AuditEvent.objects.filter(actor=alice, action="account.wrong-codes").count() == 1
    assert second(client, recovery, "recovery-code").status_code == 302
    assert is_in(client)


def test_a_day_has_a_limit_of_its_own(alice: User, secret: bytes, clock: Any):
    for _ in range(WRONG_CODES_A_DAY.allowed):
        WRONG_CODES_A_DAY.count(str(alice.pk))
    client = Client()
    with_password(client)
    answer = second(client, code_at(secret, clock.now))
    assert answer.status_code == 429
    assert int(answer["Retry-After"]) > 80_000
    assert not is_in(client)


def test_a_recovery_code_works_once_however_it_is_typed(alice: User, secret: bytes):
    made = codes.make_recovery_codes(alice)
    client = Client()
    with_password(client)
    assert second(client, f" {made[3].upper().replace('-', ' ')}", "recovery-code").status_code == 302
    assert "9 recovery codes left" in client.get("/", follow=True).text
    again = Client()
    with_password(again)
    assert second(again, made[3], "recovery-code").status_code == 422
    assert not is_in(again)
    assert second(again, made[4], "recovery-code").status_code == 302


def test_guessing_recovery_codes_is_limited(alice: User, secret: bytes):
    codes.make_recovery_codes(alice)
    client = Client()
    with_password(client)
    answers = [second(client, "aaaa-aaaa-aaaa-aaaa", "recovery-code").status_code for _ in range(11)]
    assert answers == [422] * 10 + [429]


def test_the_note_of_the_first_step_ends(alice: User, secret: bytes, clock: Any, monkeypatch):
    client = Client()
    with_password(client)
    later = clock.now + 601
    monkeypatch.setattr("appraise_gec.accounts.second_factor.first_step.time.time", lambda: later)
    clock.now = later
    answer = second(client, code_at(secret, later))
    assert answer["Location"] == "/sign-in/?late=1"
    assert "took too long" in client.get(answer["Location"]).text
    assert not is_in(client)


@pytest.mark.parametrize("change", ["password", "inactive"])
def test_the_note_of_the_first_step_dies_with_the_password_and_the_account(
    alice: User, secret: bytes, clock: Any, change: str
):
    client = Client()
    with_password(client)
    if change == "password":
        alice.set_password("another horse")
    else:
        alice.is_active = False
    alice.save()
    assert second(client, code_at(secret, clock.now))["Location"] == "/sign-in/?late=1"
    assert not is_in(client)


def test_the_session_changes_its_name_at_both_steps(client: Client, alice: User, secret: bytes, clock: Any):
    client.get("/sign-in/")
    with_password(client)
    between = client.session.session_key
    assert second(client, code_at(secret, clock.now)).status_code == 302
    assert client.session.session_key != between
    assert "first_step" not in client.session


def test_a_forgotten_password_does_not_spare_the_second_step(alice: User, secret: bytes):
    client = Client()
    form = client.get(password_path(alice), follow=True)
    new = {"new_password1": "purple giraffe 9", "new_password2": "purple giraffe 9"}
    answer = client.post(form.redirect_chain[-1][0], new, follow=True)
    assert answer.redirect_chain[-1][0] == "/sign-in/"
    assert not is_in(client)
    assert with_password(client, password="purple giraffe 9")["Location"] == "/sign-in/second-step/"


def test_every_change_asks_for_the_password(client: Client, alice: User, secret: bytes, clock: Any):
    client.force_login(alice)
    for address, form in {
        "/account/two-step/app/": {"code": code_at(secret, clock.now)},
        "/account/two-step/app/remove/": {},
        "/account/two-step/recovery-codes/": {},
        "/account/two-step/passkeys/add/": {"name": "x"},
    }.items():
        for password in ({}, {"password": "wrong"}):
            answer = client.post(address, {**form, **password}, secure=True)
            assert answer.status_code == 422
    assert AuditEvent.objects.filter(actor=alice).count() == 1
    assert factors.is_on(alice)


def test_a_browser_left_open_cannot_try_passwords(client: Client, alice: User, secret: bytes):
    client.force_login(alice)
    for _ in range(PASSWORD_AGAIN.allowed):
        client.post("/account/two-step/app/remove/", {"password": "guess"})
    answer = client.post("/account/two-step/app/remove/", {"password": PASSWORD})
    assert "too many wrong passwords. Try again in 15 min." in answer.text
    assert factors.is_on(alice)


def test_every_change_is_noted_and_told_by_mail(
    client: Client, alice: User, clock: Any, settings, django_capture_on_commit_callbacks
):
    settings.MAIL_IS_CONFIGURED = True
    alice.email = "alice@example.org"
    alice.save()
    secret = codes.new_secret()
    with django_capture_on_commit_callbacks(execute=True):
        factors.add_app(alice, secret, code_at(secret, clock.now))
        factors.codes_for_the_first(alice)
        factors.renew_recovery_codes(alice)
        factors.remove_app(alice, keep_last=False)
    assert [message.to for message in mail.outbox] == [["alice@example.org"]] * 3
    bodies = [str(message.body) for message in mail.outbox]
    assert ["app was set up" in bodies[0], "New recovery codes" in bodies[1], "removed" in bodies[2]] == [
        True
    ] * 3
    client.force_login(alice)
    page = client.get("/account/two-step/").text
    assert "An authenticator app was set up." in page
    assert "The authenticator app was removed." in page


def test_another_secret_key_makes_codes_unreadable_and_says_so(
    client: Client, alice: User, secret: bytes, clock: Any, settings
):
    made = codes.make_recovery_codes(alice)
    settings.SECRET_KEY = "another key of this site, with enough characters"
    with_password(client)
    page = client.get("/sign-in/second-step/").text
    assert "another secret key" in page
    assert second(client, code_at(secret, clock.now)).status_code in {422, 429}
    assert second(client, made[0], "recovery-code").status_code == 302
    assert "another secret key" in client.get("/account/two-step/").text


def test_the_operator_takes_it_off(alice: User, secret: bytes, capsys: pytest.CaptureFixture[str]):
    codes.make_recovery_codes(alice)
    for _ in range(WRONG_CODES.allowed):
        WRONG_CODES.count(str(alice.pk))
    call_command("remove_second_factor", "alice")
    assert "alice signs in with the password alone now." in capsys.readouterr().out
    assert not factors.is_on(alice)
    assert not RecoveryCode.objects.exists()
    assert not WRONG_CODES.is_over(str(alice.pk))
    event = AuditEvent.objects.get(action="account.second-factor-remove")
    assert (event.actor, event.detail) == (None, {"user": alice.pk})
    words = [words for event, words in factors.recent_changes(alice)]
    assert "The operator switched two-step sign-in off." in words
    for name, reason in {"alice": "no second factor", "nobody": "no account"}.items():
        with pytest.raises(CommandError, match=reason):
            call_command("remove_second_factor", name)


def test_an_account_that_is_deleted_takes_it_along(client: Client, bob: User, clock: Any):
    secret = codes.new_secret()
    factors.add_app(bob, secret, code_at(secret, clock.now))
    factors.codes_for_the_first(bob)
    client.force_login(bob)
    client.post("/account/delete/", {"password": PASSWORD, "sure": "on"})
    assert not User.objects.filter(username="bob").exists()
    assert not AuthenticatorApp.objects.exists()
    assert not RecoveryCode.objects.exists()
