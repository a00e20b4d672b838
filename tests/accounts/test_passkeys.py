"""Passkeys: made, asked for after the password or alone, and every answer that proves nothing refused.

The device is software (device.py); tests/browser/test_two_steps.py does the same with a browser.
"""

import html
import json
import re
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client

from appraise_gec.accounts.models import User
from appraise_gec.accounts.throttle import WRONG_PASSKEYS
from tests.accounts.device import Device

pytestmark = pytest.mark.django_db
PASSWORD = "correct horse"
SECOND, ALONE, ADD = "/sign-in/second-step/", "/sign-in/passkey/", "/account/two-step/passkeys/add/"


class Browser(Client):
    """A client that speaks HTTPS."""

    def generic(self, *args: Any, **kwargs: Any) -> Any:
        return super().generic(*args, **{**kwargs, "secure": True})

    def is_in(self) -> bool:
        return self.get("/account/").status_code == 200

    def type_password(self, name: str = "alice", **more: str) -> Any:
        return self.post("/sign-in/", {"username": name, "password": PASSWORD, **more})


def question_on(page: Any) -> dict[str, Any]:
    [text] = re.findall(r'<script id="passkey-question" type="application/json">(.+?)</script>', page.text)
    return dict(json.loads(html.unescape(text)))


def asked_alone(browser: Client) -> dict[str, Any]:
    return dict(browser.get(ALONE, headers={"Accept": "application/json"}).json()["request_options"])


def add(user: User, device: Device, name: str = "laptop") -> Any:
    browser = Browser()
    browser.force_login(user)
    again = browser.get(ADD)["Location"]
    page = browser.post(again, {"password": PASSWORD}, follow=True)
    made = {"name": name, "credential": device.create(question_on(page))}
    return browser.post(ADD, made, follow=True)


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
    assert len(question["publicKey"]["allowCredentials"]) == 1
    answer = browser.post(SECOND, {"credential": device.get(question)})
    assert answer["Location"] == "/account/tokens/"
    assert browser.is_in()
    assert Authenticator.objects.get(type="webauthn").last_used_at is not None


def test_a_passkey_alone_signs_in_where_its_device_knows_who_holds_it(alice: User, device: Device):
    browser = Browser()
    question = asked_alone(browser)
    assert not question["publicKey"].get("allowCredentials")
    assert question["publicKey"]["userVerification"] == "required"
    answer = browser.post(ALONE, {"credential": device.get(question), "next": "/account/"})
    assert answer["Location"] == "/account/"
    assert browser.is_in()
    device.verifies = False
    browser = Browser()
    answer = browser.post(ALONE, {"credential": device.get(asked_alone(browser))}, follow=True)
    assert "does not open an account here" in answer.text
    assert not browser.is_in()
    browser.type_password()  # as a second step it is enough to hold it
    browser.post(SECOND, {"credential": device.get(question_on(browser.get(SECOND)))})
    assert browser.is_in()


@pytest.mark.parametrize("why", ["no owner", "another owner", "disabled", "false site"])
def test_alone_it_opens_no_account_but_its_owners_here(alice: User, device: Device, why: str):
    browser = Browser()
    if why == "disabled":
        User.objects.filter(pk=alice.pk).update(is_active=False)
    elif why == "false site":
        device.origin = "https://testserver.example.net"
    else:
        device.user_handle = "" if why == "no owner" else "eno"
    assert browser.post(ALONE, {"credential": device.get(asked_alone(browser))})["Location"] == "/sign-in/"
    assert "_auth_user_id" not in browser.session


def damaged(answer: str, part: str) -> str:
    told = json.loads(answer)
    text = told["response"][part]
    middle = len(text) // 2
    told["response"][part] = text[:middle] + ("A" if text[middle] != "A" else "B") + text[middle + 1 :]
    return json.dumps(told)


@pytest.mark.parametrize(
    "answer",
    ["clientDataJSON", "authenticatorData", "signature", "", "{}", "[]", "null", '{"id": 1}', "x" * 30_000],
)
def test_a_changed_answer_proves_nothing(alice: User, device: Device, answer: str):
    for page, ask in ((SECOND, lambda one: question_on(one.get(SECOND))), (ALONE, asked_alone)):
        browser = Browser()
        if page == SECOND:
            browser.type_password()
        given = device.get(ask(browser))
        told = damaged(given, answer) if answer in json.loads(given)["response"] else answer
        assert browser.post(page, {"credential": told}).status_code in {200, 302}
        assert not browser.is_in()
    browser.force_login(alice)
    browser.post(browser.get(ADD)["Location"], {"password": PASSWORD})
    assert browser.post(ADD, {"name": "x", "credential": told}).status_code == 200
    assert Authenticator.objects.filter(type="webauthn").count() == 1


def test_an_answer_counts_for_its_own_question_only(alice: User, device: Device):
    first, second = Browser(), Browser()
    first.type_password()
    second.type_password()
    old = device.get(question_on(first.get(SECOND)))
    mine = device.get(question_on(first.get(SECOND)))
    first.post(SECOND, {"credential": old})
    assert not first.is_in()
    second.get(SECOND)
    second.post(SECOND, {"credential": mine})
    assert not second.is_in()


def test_somebody_elses_passkey_does_not_open_an_account(alice: User, bob: User, device: Device):
    bobs = Device()
    add(bob, bobs)
    browser = Browser()
    browser.type_password()
    browser.post(SECOND, {"credential": bobs.get(question_on(browser.get(SECOND)))})
    assert not browser.is_in()


def test_guesses_are_limited_by_address(alice: User, device: Device):
    for _ in range(WRONG_PASSKEYS.allowed):
        Browser().post(ALONE, {"credential": '{"id": 1}'})
    assert Browser().post(ALONE, {"credential": '{"id": 1}'}).status_code == 429
    assert Browser(REMOTE_ADDR="192.0.2.9").post(ALONE, {"credential": '{"id": 1}'}).status_code == 302
