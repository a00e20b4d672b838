"""Passkeys: made, asked for after the password or alone, and every answer that proves nothing refused.

The device is software (device.py); tests/browser/test_two_steps.py does the same with a browser.
"""

import html
import json
import re
from typing import Any

import pytest
from django.test import Client

from appraise_gec.accounts.models import AuditEvent, Passkey, User
from appraise_gec.accounts.second_factor import codes, factors, passkeys
from appraise_gec.accounts.throttle import WRONG_PASSKEYS
from tests.accounts.device import Device
from tests.factories import make_passkey

pytestmark = pytest.mark.django_db
PASSWORD = "correct horse"
SECOND = "/sign-in/second-step/"


class Browser(Client):
    """A client that speaks HTTPS."""

    def generic(self, *args: Any, **kwargs: Any) -> Any:
        return super().generic(*args, **{**kwargs, "secure": True})

    def is_in(self) -> bool:
        return self.get("/account/").status_code == 200

    def type_password(self, name: str = "alice", **more: str) -> Any:
        return self.post("/sign-in/", {"username": name, "password": PASSWORD, **more})


def question_on(page: Any) -> dict[str, Any]:
    [text] = re.findall(r'data-question="([^"]+)"', page.text)
    return dict(json.loads(html.unescape(text)))


def asked_alone(browser: Client) -> dict[str, Any]:
    return dict(browser.post("/sign-in/passkey/").json())


def add(user: User, device: Device, name: str = "laptop") -> Any:
    browser = Browser()
    browser.force_login(user)
    form = browser.post("/account/two-step/passkeys/add/", {"name": name, "password": PASSWORD}, follow=True)
    return browser.post(
        "/account/two-step/passkeys/make/", {"passkey": device.create(question_on(form))}, follow=True
    )


@pytest.fixture
def device(alice: User) -> Device:
    """Alice's, with a passkey for this site."""
    device = Device()
    assert "Keep these recovery codes" in add(alice, device).text
    return device


def test_a_passkey_is_asked_for_after_the_password(alice: User, device: Device):
    browser = Browser()
    assert browser.type_password(next="/account/tokens/")["Location"] == SECOND
    assert not browser.is_in()
    question = question_on(browser.get(SECOND))
    assert [one["id"] for one in question["publicKey"]["allowCredentials"]] == [
        Passkey.objects.get().credential_id
    ]
    answer = browser.post(SECOND, {"passkey": device.get(question)})
    assert answer["Location"] == "/account/tokens/"
    assert browser.is_in()
    assert Passkey.objects.get().last_used_at is not None


def test_a_passkey_alone_signs_in(alice: User, device: Device):
    browser = Browser()
    question = asked_alone(browser)
    assert "allowCredentials" not in question["publicKey"]
    assert question["publicKey"]["userVerification"] == "required"
    answer = browser.post("/sign-in/passkey/", {"passkey": device.get(question), "next": "/account/"})
    assert answer["Location"] == "/account/"
    assert browser.is_in()


def test_alone_it_must_be_known_who_holds_the_device(alice: User, device: Device):
    device.verifies = False
    browser = Browser()
    answer = browser.post("/sign-in/passkey/", {"passkey": device.get(asked_alone(browser))})
    assert answer["Location"] == "/sign-in/"
    assert not browser.is_in()
    browser.type_password()  # as a second step it is enough to hold it
    browser.post(SECOND, {"passkey": device.get(question_on(browser.get(SECOND)))})
    assert browser.is_in()


def test_alone_the_device_must_say_whose_passkey_it_is(alice: User, device: Device):
    browser = Browser()
    for handle in ("", "c29tZWJvZHkgZWxzZQ"):
        device.user_handle = handle
        browser.post("/sign-in/passkey/", {"passkey": device.get(asked_alone(browser))})
        assert not browser.is_in()


def damaged(answer: str, part: str) -> str:
    told = json.loads(answer)
    text = told["response"][part]
    middle = len(text) // 2
    told["response"][part] = text[:middle] + ("A" if text[middle] != "A" else "B") + text[middle + 1 :]
    return json.dumps(told)


@pytest.mark.parametrize("part", ["clientDataJSON", "authenticatorData", "signature"])
def test_a_changed_answer_proves_nothing(alice: User, device: Device, part: str):
    browser = Browser()
    browser.type_password()
    answer = device.get(question_on(browser.get(SECOND)))
    browser.post(SECOND, {"passkey": damaged(answer, part)})
    assert not browser.is_in()


def test_an_answer_counts_once_and_for_its_own_question_only(alice: User, device: Device):
    first, second = Browser(), Browser()
    device.counts = False
    Passkey.objects.update(sign_count=0)
    first.type_password()
    second.type_password()
    old = device.get(question_on(first.get(SECOND)))
    first.post(SECOND, {"passkey": "{}"})  # answers the question
    first.post(SECOND, {"passkey": old})
    assert not first.is_in()
    mine = device.get(question_on(first.get(SECOND)))
    second.get(SECOND)
    second.post(SECOND, {"passkey": mine})
    assert not second.is_in()
    first.post(SECOND, {"passkey": mine})
    assert first.is_in()


def test_an_answer_that_comes_late_is_refused(alice: User, device: Device, monkeypatch: pytest.MonkeyPatch):
    browser = Browser()
    answer = device.get(asked_alone(browser))
    monkeypatch.setattr(passkeys, "QUESTION_SECONDS", -1)
    browser.post("/sign-in/passkey/", {"passkey": answer})
    assert not browser.is_in()


def test_a_false_site_gets_nothing_that_is_worth_anything_here(alice: User, device: Device):
    device.origin = "https://testserver.example.net"
    browser = Browser()
    browser.type_password()
    browser.post(SECOND, {"passkey": device.get(question_on(browser.get(SECOND)))})
    assert not browser.is_in()


def test_a_copy_of_a_device_is_noticed(alice: User, device: Device):
    copied = Device(key=device.key, id=device.id, user_handle=device.user_handle, count=device.count)
    browser = Browser()
    browser.type_password()
    browser.post(SECOND, {"passkey": device.get(question_on(browser.get(SECOND)))})
    assert browser.is_in()
    thief = Browser()
    thief.type_password()
    thief.post(SECOND, {"passkey": copied.get(question_on(thief.get(SECOND)))})
    assert not thief.is_in()


def test_somebody_elses_passkey_does_not_open_an_account(alice: User, bob: User, device: Device):
    bobs = Device()
    add(bob, bobs)
    browser = Browser()
    browser.type_password()
    browser.post(SECOND, {"passkey": bobs.get(question_on(browser.get(SECOND)))})
    assert not browser.is_in()


def test_a_disabled_account_stays_closed(alice: User, device: Device):
    User.objects.filter(pk=alice.pk).update(is_active=False)
    browser = Browser()
    answer = browser.post("/sign-in/passkey/", {"passkey": device.get(asked_alone(browser))})
    assert answer["Location"] == "/sign-in/"
    assert "_auth_user_id" not in browser.session


def test_guesses_are_limited_by_address(alice: User, device: Device):
    for _ in range(WRONG_PASSKEYS.allowed):
        browser = Browser()
        asked_alone(browser)
        browser.post("/sign-in/passkey/", {"passkey": "{}"})
    browser = Browser()
    assert browser.post("/sign-in/passkey/").status_code == 429
    assert Browser(REMOTE_ADDR="192.0.2.9").post("/sign-in/passkey/").status_code == 200


def test_passkeys_are_listed_renamed_and_removed(alice: User, bob: User, device: Device):
    add(alice, Device(), "blue key")
    browser = Browser()
    browser.force_login(alice)
    page = browser.get("/account/two-step/").text
    assert "laptop" in page
    assert "blue key" in page
    laptop = Passkey.objects.get(name="laptop")
    answer = browser.post(
        f"/account/two-step/passkeys/{laptop.pk}/rename/", {"name": "old laptop"}, follow=True
    )
    assert "old laptop" in answer.text
    remove = f"/account/two-step/passkeys/{laptop.pk}/remove/"
    assert browser.post(remove, {"password": "wrong"}).status_code == 422
    other = Browser()
    other.force_login(bob)
    assert other.post(remove, {"password": PASSWORD}).status_code == 404
    answer = browser.post(remove, {"password": PASSWORD}, follow=True)
    assert "The passkey “old laptop” is removed." in answer.text
    assert factors.is_on(alice)
    actions = AuditEvent.objects.filter(actor=alice).values_list("action", flat=True)
    assert sorted(actions) == ["account.passkey-add", "account.passkey-add", "account.passkey-remove"]
    assert "laptop" not in str(list(AuditEvent.objects.values_list("detail", flat=True)))


def test_a_passkey_of_another_name_of_the_site_is_not_asked_for_and_spares_nothing(alice: User):
    make_passkey(alice, host="elsewhere.example")
    made = codes.make_recovery_codes(alice)
    browser = Browser()
    browser.type_password()
    page = browser.get(SECOND).text
    assert "elsewhere.example" in page
    assert "data-question" not in page
    assert not browser.is_in()
    browser.post("/sign-in/recovery-code/", {"code": made[0]})
    assert browser.is_in()
