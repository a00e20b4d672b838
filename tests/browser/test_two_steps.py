"""Two-step sign-in as a person meets it: an app, a passkey made by the browser itself, recovery codes."""

import base64
import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal import auth
from playwright.sync_api import CDPSession, Page, expect

from appraise_gec.accounts.models import ThrottleCount, User
from tests.browser.conftest import DESKTOP
from tests.factories import make_campaign

pytestmark = pytest.mark.django_db(transaction=True)
NAME = "Maria Müller"


@pytest.fixture
def maria(db: None) -> User:
    user = User.objects.create_user(
        "maria",
        first_name=NAME,
        email="maria@example.org",
        password="correct horse",
        may_create_campaigns=True,
    )
    make_campaign("essays", owner=user)
    return user


def device_of(page: Page, **options: Any) -> tuple[CDPSession, str]:
    """Give the browser a device that holds passkeys and says yes at once (a laptop with a finger sensor)."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    kind = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
        **options,
    }
    added = session.send("WebAuthn.addVirtualAuthenticator", {"options": kind})
    return session, added["authenticatorId"]


def type_password(page: Page) -> None:
    page.goto("/sign-in/")
    page.get_by_label("User name").fill("maria")
    page.get_by_label("Password", exact=True).fill("correct horse")
    page.get_by_role("button", name="Sign in", exact=True).click()


def sign_out(page: Page) -> None:
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("banner").get_by_role("link", name="Sign in")).to_be_visible()


def confirm(page: Page) -> None:
    page.get_by_label("Your password").fill("correct horse")
    page.get_by_role("button", name="Go on").click()


def add_passkey(page: Page, name: str) -> None:
    page.goto("/account/two-step/passkeys/add/")
    if "/sign-in/again/" in page.url:
        confirm(page)
    page.get_by_label("Name").fill(name)
    page.get_by_role("button", name="Make the passkey").click()


def code_of(secret: str) -> str:
    return auth.format_hotp_value(auth.hotp_value(secret.replace(" ", ""), int(time.time()) // 30))


def passkeys() -> Any:
    return Authenticator.objects.filter(type="webauthn")


def test_an_app_from_the_account_page_to_the_next_sign_in(
    page: Page, maria: User, sign_in: Callable[..., None]
):
    sign_in(page, maria)
    page.goto("/account/")
    page.get_by_role("link", name="Set up two-step sign-in").click()
    page.get_by_role("link", name="Set up an app").click()
    confirm(page)
    # The picture is drawn, not only named.
    assert page.get_by_role("img", name="QR code").evaluate("one => one.naturalWidth") > 20
    secret = page.locator("#secret").inner_text()
    page.get_by_label("Code").fill(code_of(secret))
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Keep these recovery codes")).to_be_visible()
    shown = page.locator(".recovery-codes code").all_inner_texts()
    with page.expect_download() as download:
        page.get_by_role("link", name="Save as a file").click()
    assert download.value.path().read_text(encoding="utf-8").split() == shown
    page.get_by_role("link", name="I have kept them").click()
    expect(page.get_by_text("10 of 10 are left")).to_be_visible()
    sign_out(page)

    type_password(page)
    expect(page.get_by_role("heading", name="Second step")).to_be_visible()
    page.get_by_label("Code from your authenticator app").fill("000000")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Wrong code")).to_be_visible()
    page.get_by_label("Code from your authenticator app").fill(code_of(secret))
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=f"Welcome, {NAME}")).to_be_visible()
    sign_out(page)

    type_password(page)
    page.get_by_label("recovery code").fill(shown[0])
    page.keyboard.press("Enter")
    expect(page.get_by_text("9 recovery codes left")).to_be_visible()


def test_a_passkey_of_the_browser_after_the_password_and_alone(
    page: Page, maria: User, sign_in: Callable[..., None], assert_accessible: Any
):
    session, device = device_of(page)
    sign_in(page, maria)
    page.goto("/account/two-step/passkeys/add/")
    confirm(page)
    add_passkey(page, "Laptop")
    expect(page.get_by_role("heading", name="Keep these recovery codes")).to_be_visible()
    [held] = session.send("WebAuthn.getCredentials", {"authenticatorId": device})["credentials"]
    known = passkeys().get().data["credential"]["id"]
    assert base64.b64decode(held["credentialId"]) == base64.urlsafe_b64decode(f"{known}==")
    assert (held["rpId"], held["isResidentCredential"]) == ("localhost", True)
    page.get_by_role("link", name="I have kept them").click()
    sign_out(page)

    type_password(page)
    expect(page.get_by_role("button", name="Use a passkey")).to_be_visible()
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_role("heading", name=f"Welcome, {NAME}")).to_be_visible()
    sign_out(page)

    page.goto("/sign-in/?next=/account/two-step/")
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_role("heading", name="Two-step sign-in")).to_be_visible()

    page.get_by_role("link", name="Remove… Laptop").click()
    confirm(page)
    assert_accessible(page)
    page.get_by_role("button", name="Remove").click()
    expect(page.get_by_text("A passkey was removed.")).to_be_visible()


def test_a_device_that_refuses_leaves_the_other_ways_open(
    page: Page, maria: User, sign_in: Callable[..., None]
):
    session, device = device_of(page)
    sign_in(page, maria)
    add_passkey(page, "Laptop")
    page.get_by_role("link", name="I have kept them").click()
    sign_out(page)
    session.send("WebAuthn.setUserVerified", {"authenticatorId": device, "isUserVerified": False})
    page.goto("/sign-in/")
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_text("Nothing was done")).to_be_visible()
    session.send("WebAuthn.clearCredentials", {"authenticatorId": device})
    type_password(page)
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_text("Nothing was done")).to_be_visible()
    expect(page.get_by_label("recovery code")).to_be_visible()


def test_every_page_fits_a_phone_and_the_dark(
    new_page: Callable[..., Page],
    maria: User,
    sign_in: Callable[..., None],
    assert_sound: Any,
):
    page = new_page(**DESKTOP)
    device_of(page)
    sign_in(page, maria)
    page.goto("/account/two-step/app/")
    assert_sound(page)
    confirm(page)
    assert_sound(page)
    page.get_by_label("Code").fill(code_of(page.locator("#secret").inner_text()))
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Keep these recovery codes")).to_be_visible()
    assert_sound(page)
    add_passkey(page, "Schlüssel mit einem langen Namen, der umbrechen muss, weil er lang ist")
    expect(page.get_by_text("was added")).to_be_visible()
    for address in (
        "/account/",
        "/account/two-step/",
        "/account/two-step/passkeys/add/",
        "/account/two-step/app/remove/",
        "/account/two-step/recovery-codes/",
        "/account/two-step/recovery-codes/new/",
    ):
        page.goto(address)
        assert_sound(page)
    sign_out(page)
    page.goto("/sign-in/")
    assert_sound(page)
    type_password(page)
    expect(page.get_by_role("heading", name="Second step")).to_be_visible()
    assert_sound(page)
    for _ in range(6):
        page.get_by_label("Code from your authenticator app").fill("000000")
        with page.expect_navigation():
            page.keyboard.press("Enter")
    expect(page.get_by_text(re.compile("too many wrong codes"))).to_be_visible()
    assert_sound(page)
    assert ThrottleCount.objects.exists()
