"""Two-step sign-in with an app and recovery codes, from setting up to a lost phone."""

import base64
import hmac
import re
import struct
import time
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.core import mail
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client

from appraise_gec.accounts.models import AuditEvent, User
from appraise_gec.accounts.second_factor import has_second_factor
from appraise_gec.accounts.throttle import WRONG_CODES, WRONG_CODES_A_DAY, WRONG_PASSWORDS_HERE
from appraise_gec.management.commands.password_link import password_path
from tests.factories import signed_in

pytestmark = pytest.mark.django_db
PASSWORD, NEW = "correct horse", "purple giraffe 9"
SECOND, AGAIN = "/sign-in/second-step/", "/sign-in/again/"
APP, CODES = "/account/two-step/app/", "/account/two-step/recovery-codes/"


def code_at(secret: str, seconds: float) -> str:
    """What any authenticator app shows, written down from RFC 4226 and RFC 6238."""
    digest = hmac.digest(base64.b32decode(secret), struct.pack(">Q", int(seconds) // 30), "sha1")
    place = digest[-1] & 15
    number = struct.unpack(">I", digest[place : place + 4])[0] & 0x7FFFFFFF
    return f"{number % 1_000_000:06}"


@pytest.fixture(autouse=True)
def clock(db: None, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Stands still in the middle of 30 seconds, until a test moves it: `clock.now += 30`."""
    cache.clear()

    class Clock:
        now = time.time() // 30 * 30 + 15

    monkeypatch.setattr("allauth.mfa.totp.internal.auth.time.time", lambda: Clock.now)
    return Clock


class Browser(Client):
    """One that remembers what it was answered last."""

    answer: Any = None

    def request(self, **request: Any) -> Any:
        self.answer = super().request(**request)
        return self.answer

    def is_in(self) -> bool:
        return self.get("/account/").status_code == 200


def set_up(user: User, clock: Any) -> tuple[str, list[str]]:
    """The secret of the person's new app, and the recovery codes that the site shows once."""
    client = signed_in(user)
    page = client.post(client.get(APP)["Location"], {"password": PASSWORD}, follow=True).text
    assert "data:image/svg+xml" in page
    [shown] = re.findall(r'id="secret">([A-Z2-7 ]+)<', page)
    secret = shown.replace(" ", "")
    assert client.post(APP, {"code": "000000"}).status_code == 200
    assert not has_second_factor(user)
    made = client.post(APP, {"code": code_at(secret, clock.now)}, follow=True).text
    codes = re.findall(r"<code>(\d{4}-\d{4}-\d{4})</code>", made)
    assert len(set(codes)) == 10
    assert codes[0] not in client.get(CODES).text
    assert "10 of 10" in client.get("/account/two-step/").text
    clock.now += 300
    return secret, codes


def password_sent(password: str = PASSWORD, **options: Any) -> Browser:
    """A browser after the first of the two steps."""
    browser = Browser(**options)
    browser.post("/sign-in/", {"username": "alice", "password": password, "next": "/account/tokens/"})
    assert browser.answer["Location"] == SECOND
    return browser


def second(code: str, **options: Any) -> Browser:
    """A browser that has sent the password and this code."""
    browser = password_sent(**options)
    browser.post(SECOND, {"code": code})
    return browser


def test_an_app_is_set_up_and_asked_for_at_every_sign_in(alice: User, clock: Any):
    secret, _ = set_up(alice, clock)
    between = password_sent()
    key = between.session.session_key
    assert not between.is_in()
    assert between.get("/sign-in/")["Location"] == SECOND
    code = code_at(secret, clock.now)
    between.post(SECOND, {"code": f" {code[:3]} {code[3:]}"})
    assert between.answer["Location"] == "/account/tokens/"
    assert between.is_in()
    assert between.session.session_key != key
    # Each code works once; a clock may be one step wrong.
    for seconds in (0, 29):
        clock.now += seconds
        assert not second(code).is_in()
    for steps, works in {1: True, -2: False, 2: False}.items():
        assert second(code_at(secret, clock.now + 30 * steps)).is_in() is works
    # Whoever is in between can go back.
    between = password_sent()
    between.post("/sign-out/")
    assert between.get("/sign-in/").status_code == 200


def test_a_recovery_code_works_once_however_it_is_typed(alice: User, clock: Any):
    _, made = set_up(alice, clock)
    browser = second(f" {made[3].replace('-', ' ')}")
    assert "9 recovery codes left" in browser.get("/").text
    assert not second(made[3]).is_in()
    assert second(made[4]).is_in()


def test_nothing_of_it_can_be_read_from_the_database(alice: User, clock: Any, settings: Any):
    secret, made = set_up(alice, clock)
    with connection.cursor() as cursor:
        rows = ""
        for table in ("mfa_authenticator", "accounts_auditevent"):
            cursor.execute(f"SELECT * FROM {table}")  # noqa: S608
            rows += str(cursor.fetchall())
    forms = (secret, base64.b32decode(secret).hex(), *made, *(code.replace("-", "") for code in made))
    assert not [text for text in forms if text in rows]
    settings.SECRET_KEY = "another key of this site, with enough characters"
    assert not second(code_at(secret, clock.now)).is_in()
    assert not second(made[0]).is_in()


def test_wrong_codes_are_limited_and_recovery_codes_work_meanwhile(alice: User, clock: Any):
    secret, made = set_up(alice, clock)
    for _ in range(WRONG_CODES.allowed):
        second("000000")
    assert not second(code_at(secret, clock.now), REMOTE_ADDR="192.0.2.9").is_in()
    assert "too many wrong codes. Try again in 15 min." in second("000000").answer.text
    assert second(made[0]).is_in()
    WRONG_CODES.forget(str(alice.pk))
    for _ in range(WRONG_CODES_A_DAY.allowed):
        WRONG_CODES_A_DAY.take(str(alice.pk))
    assert not second(code_at(secret, clock.now)).is_in()
    assert "too many wrong codes" in [second("1111-1111-1111") for _ in range(11)][-1].answer.text


@pytest.mark.parametrize("change", ["late", "inactive"])
def test_the_first_step_ends(alice: User, clock: Any, settings: Any, change: str):
    secret, _ = set_up(alice, clock)
    browser = password_sent()
    if change == "late":
        settings.ACCOUNT_LOGIN_TIMEOUT = -1
    else:
        User.objects.update(is_active=False)
    browser.post(SECOND, {"code": code_at(secret, clock.now)})
    assert not browser.is_in()


def test_no_link_spares_the_second_step(alice: User, clock: Any):
    secret, _ = set_up(alice, clock)
    browser = Browser()
    browser.get(password_path(alice))
    browser.post(browser.answer["Location"], {"password1": NEW, "password2": NEW})
    assert browser.answer["Location"] == "/sign-in/"
    assert not browser.is_in()
    assert second(code_at(secret, clock.now), password=NEW).is_in()


def test_every_change_asks_for_the_password(client: Client, alice: User, clock: Any):
    set_up(alice, clock)
    client.force_login(alice)
    for page in (f"{APP}remove/", f"{CODES}new/", "/account/two-step/passkeys/add/"):
        for answer in (client.get(page), client.post(page)):
            assert answer["Location"].startswith(AGAIN), page
    # A browser that was left open cannot try passwords.
    for _ in range(WRONG_PASSWORDS_HERE.allowed):
        assert client.post(AGAIN, {"password": "guess"}).status_code == 200
    assert client.post(AGAIN, {"password": PASSWORD}).status_code == 429
    assert has_second_factor(alice)


@pytest.mark.django_db(transaction=True)
def test_every_change_is_noted_and_told_by_mail(client: Client, alice: User, clock: Any, settings: Any):
    settings.MAIL_IS_CONFIGURED = True
    alice.email = "alice@example.org"
    alice.save()
    set_up(alice, clock)
    client.force_login(alice)
    client.post(client.get(f"{CODES}new/")["Location"], {"password": PASSWORD})
    assert "Keep these" in client.post(f"{CODES}new/", follow=True).text
    client.post(f"{APP}remove/")
    noted = AuditEvent.objects.filter(actor=alice).values_list("action", flat=True)
    changes = ["totp_activated", "recovery_codes_generated", "totp_deactivated"]
    assert sorted(noted) == sorted(f"account.{change}" for change in changes)
    assert [message.to for message in mail.outbox] == [["alice@example.org"]] * 3
    assert "An authenticator app was set up." in str(mail.outbox[0].body)
    assert "about the account alice" in str(mail.outbox[0].body)
    assert "127.0.0.1" in str(mail.outbox[0].body)
    assert not Authenticator.objects.exists()


def test_the_operator_takes_it_off(alice: User, clock: Any, capsys: pytest.CaptureFixture[str]):
    set_up(alice, clock)
    for _ in range(WRONG_CODES.allowed):
        WRONG_CODES.take(str(alice.pk))
    call_command("remove_second_factor", "alice")
    assert "alice signs in with the password alone now." in capsys.readouterr().out
    assert not Authenticator.objects.exists()
    assert not WRONG_CODES.is_over(str(alice.pk))
    event = AuditEvent.objects.get(action="account.second-factor-remove")
    assert (event.actor, event.detail) == (None, {"user": alice.pk})
    for name, reason in {"alice": "no second factor", "nobody": "no account"}.items():
        with pytest.raises(CommandError, match=reason):
            call_command("remove_second_factor", name)
