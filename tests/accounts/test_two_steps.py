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

from appraise_gec.accounts.adapters import has_second_factor
from appraise_gec.accounts.management.commands.password_link import password_path
from appraise_gec.accounts.models import AuditEvent, User
from appraise_gec.accounts.throttle import WRONG_CODES, WRONG_CODES_A_DAY, WRONG_PASSWORDS_HERE

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
def clock(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Stands still in the middle of 30 seconds, until a test moves it: `clock.now += 30`."""
    cache.clear()

    class Clock:
        now = time.time() // 30 * 30 + 15

    monkeypatch.setattr("allauth.mfa.totp.internal.auth.time.time", lambda: Clock.now)
    return Clock


def confirm(client: Client, page: str) -> Any:
    """Open a page that asks for the password first."""
    answer = client.get(page)
    assert answer["Location"].startswith(AGAIN)
    return client.post(answer["Location"], {"password": PASSWORD}, follow=True)


def set_up(user: User, clock: Any) -> tuple[str, list[str]]:
    """The secret of the person's new app, and the recovery codes that the site shows."""
    client = Client()
    client.force_login(user)
    page = confirm(client, APP).text
    [shown_secret] = re.findall(r'id="secret">([A-Z2-7 ]+)<', page)
    secret = shown_secret.replace(" ", "")
    assert "data:image/svg+xml" in page
    assert client.post(APP, {"code": "000000"}).status_code == 200
    assert not has_second_factor(user)
    shown = client.post(APP, {"code": code_at(secret, clock.now)}, follow=True)
    codes = re.findall(r"<code>(\d{4}-\d{4}-\d{4})</code>", shown.text)
    assert len(set(codes)) == 10
    assert codes[0] not in client.get(CODES).text  # shown once
    assert "10 of 10" in client.get("/account/two-step/").text
    clock.now += 300
    return secret, codes


def with_password(client: Client | None = None, **more: Any) -> Any:
    form = {"username": "alice", "password": PASSWORD, **more}
    return (client or Client()).post("/sign-in/", form)


class Browser(Client):
    """One that remembers what its code was answered."""

    answer: Any = None


def second(code: str, client: Browser | None = None, password: str = PASSWORD) -> Browser:
    """A browser that has sent the password and this code."""
    client = client or Browser()
    assert with_password(client, password=password, next="/account/tokens/")["Location"] == SECOND
    client.answer = client.post(SECOND, {"code": code})
    return client


def is_in(client: Client) -> bool:
    return client.get("/account/").status_code == 200


def test_an_app_is_set_up_and_asked_for_at_every_sign_in(alice: User, clock: Any):
    secret, _ = set_up(alice, clock)
    client = Client()
    with_password(client)
    assert not is_in(client)
    code = code_at(secret, clock.now)
    client = second(f" {code[:3]} {code[3:]}")
    assert client.answer["Location"] == "/account/tokens/"
    assert is_in(client)
    # Each code works once, whatever the minute; a clock may be one step wrong.
    assert not is_in(second(code))
    clock.now += 29
    assert not is_in(second(code))
    assert is_in(second(code_at(secret, clock.now + 30)))
    for steps in (-2, 2):
        assert not is_in(second(code_at(secret, clock.now + 30 * steps)))
    # A browser that is in between can go back.
    client = Client()
    with_password(client)
    assert client.get("/sign-in/")["Location"] == SECOND
    client.post("/sign-out/")
    assert client.get("/sign-in/").status_code == 200


def test_a_recovery_code_works_once_however_it_is_typed(alice: User, clock: Any):
    _, made = set_up(alice, clock)
    client = second(f" {made[3].replace('-', ' ')}")
    assert "9 recovery codes left" in client.get("/").text
    assert not is_in(second(made[3]))
    assert is_in(second(made[4]))


def test_nothing_of_it_can_be_read_from_the_database(alice: User, clock: Any):
    secret, made = set_up(alice, clock)
    with connection.cursor() as cursor:
        rows = ""
        for table in ("mfa_authenticator", "accounts_auditevent"):
            cursor.execute(f"SELECT * FROM {table}")  # noqa: S608
            rows += str(cursor.fetchall())
    forms = (secret, base64.b32decode(secret).hex(), *made, *(code.replace("-", "") for code in made))
    assert not [text for text in forms if text in rows]


def test_with_another_secret_key_codes_are_worth_nothing_and_the_operator_helps(
    alice: User, clock: Any, settings: Any
):
    secret, made = set_up(alice, clock)
    settings.SECRET_KEY = "another key of this site, with enough characters"
    assert not is_in(second(code_at(secret, clock.now)))
    assert not is_in(second(made[0]))
    call_command("remove_second_factor", "alice")
    client = Client()
    with_password(client)
    assert is_in(client)


def test_wrong_codes_are_limited_and_recovery_codes_work_meanwhile(alice: User, clock: Any):
    secret, made = set_up(alice, clock)
    client = Browser()
    for _ in range(WRONG_CODES.allowed):
        second("000000", client)
    assert not is_in(second(code_at(secret, clock.now), client))
    assert "too many wrong codes. Try again in 15 min." in client.answer.text
    assert not is_in(second(code_at(secret, clock.now), Browser(REMOTE_ADDR="192.0.2.9")))
    assert is_in(second(made[0], client))
    WRONG_CODES.forget(str(alice.pk))
    for _ in range(WRONG_CODES_A_DAY.allowed):
        WRONG_CODES_A_DAY.take(str(alice.pk))
    assert not is_in(second(code_at(secret, clock.now)))
    answers = [second("1111-1111-1111").answer.text for _ in range(11)]
    assert "too many wrong codes" in answers[-1]


@pytest.mark.parametrize("change", ["late", "inactive"])
def test_the_first_step_ends(alice: User, clock: Any, settings: Any, change: str):
    secret, _ = set_up(alice, clock)
    client = Client()
    with_password(client)
    if change == "late":
        settings.ACCOUNT_LOGIN_TIMEOUT = -1
    else:
        User.objects.update(is_active=False)
    client.post(SECOND, {"code": code_at(secret, clock.now)})
    assert not is_in(client)


def test_the_session_changes_its_name_when_a_person_is_in(alice: User, clock: Any):
    secret, _ = set_up(alice, clock)
    client = Browser()
    client.get("/sign-in/")
    with_password(client)
    between = client.session.session_key
    second(code_at(secret, clock.now), client)
    assert client.session.session_key != between


def test_no_link_spares_the_second_step(alice: User, clock: Any):
    secret, _ = set_up(alice, clock)
    client = Browser()
    form = client.get(password_path(alice), follow=True)
    choice = {"password1": NEW, "password2": NEW}
    assert client.post(form.redirect_chain[-1][0], choice)["Location"] == "/sign-in/"
    assert not is_in(client)
    assert is_in(second(code_at(secret, clock.now), client, NEW))


def test_every_change_asks_for_the_password(client: Client, alice: User, clock: Any):
    set_up(alice, clock)
    client.force_login(alice)
    for page in (f"{APP}remove/", f"{CODES}new/", "/account/two-step/passkeys/add/"):
        assert client.post(page)["Location"].startswith(AGAIN), page
        assert client.get(page)["Location"].startswith(AGAIN), page
    # A browser that was left open cannot try passwords.
    for _ in range(WRONG_PASSWORDS_HERE.allowed):
        assert "Wrong password" in client.post(AGAIN, {"password": "guess"}).text
    assert client.post(AGAIN, {"password": PASSWORD}).status_code == 429
    assert has_second_factor(alice)


def test_every_change_is_noted_and_told_by_mail(
    client: Client, alice: User, clock: Any, settings: Any, django_capture_on_commit_callbacks: Any
):
    settings.MAIL_IS_CONFIGURED = True
    alice.email = "alice@example.org"
    alice.save()
    with django_capture_on_commit_callbacks(execute=True):
        set_up(alice, clock)
        client.force_login(alice)
        confirm(client, f"{CODES}new/")
        assert "Keep these" in client.post(f"{CODES}new/", follow=True).text
        page = client.post(f"{APP}remove/", follow=True).text
    assert "The authenticator app is removed." in page
    assert [message.to for message in mail.outbox] == [["alice@example.org"]] * 3
    bodies = " ".join(str(message.body) for message in mail.outbox)
    for words in ("app was set up", "New recovery codes", "app was removed"):
        assert words in bodies
    noted = AuditEvent.objects.filter(actor=alice).values_list("action", flat=True)
    assert set(noted) == {"account.app-add", "account.recovery-codes", "account.app-remove"}
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


def test_an_account_that_is_deleted_takes_it_along(client: Client, bob: User, clock: Any):
    set_up(bob, clock)
    client.force_login(bob)
    client.post("/account/delete/", {"password": PASSWORD, "sure": "on"})
    assert not User.objects.filter(username="bob").exists()
    assert not Authenticator.objects.exists()
