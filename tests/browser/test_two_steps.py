"""Two-step sign-in as a person meets it: an app, a passkey made by the browser itself, recovery codes."""

import base64
import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from appraise_gec.accounts.second_factor import codes
from playwright.sync_api import CDPSession, Page, expect

from appraise_gec.accounts.models import AuthenticatorApp, Passkey, ThrottleCount, User
from tests.browser.conftest import DESKTOP
from tests.factories import make_campaign

pytestmark = pytest.mark.django_db(transaction=True)
NAME = "Maria Müller"
REFUSED = "status of 4(22|29)"


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


def add_passkey(page: Page, name: str) -> None:
    page.goto("/account/two-step/")
    page.get_by_role("link", name="Add a passkey").click()
    page.get_by_label("Name").fill(name)
    page.get_by_label("Your password").fill("correct horse")
    page.get_by_role("button", name="Go on").click()
    page.get_by_role("button", name="Make the passkey").click()


def test_an_app_from_the_account_page_to_the_next_sign_in(
    page: Page,
    maria: User,
    sign_in: Callable[..., None],
    shoot: Any,
    assert_accessible: Any,
    expected_errors: list[str],
):
    expected_errors.append(REFUSED)
    sign_in(page, maria)
    page.goto("/account/")
    page.get_by_role("link", name="Set up two-step sign-in").click()
    assert_accessible(page)
    shoot(page, "two-step-off")
    page.get_by_role("link", name="Set up an app").click()
    # The picture is drawn, not only named.
    assert page.get_by_role("img", name="QR code").evaluate("one => one.naturalWidth") > 100
    assert_accessible(page)
    shoot(page, "app-set-up")
    secret = base64.b32decode(page.locator("#secret").inner_text().replace(" ", ""))
    page.get_by_label("Code").fill(codes.code_of(secret, int(time.time()) // 30))
    page.get_by_label("Your password").fill("correct horse")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Keep these recovery codes")).to_be_visible()
    assert_accessible(page)
    shoot(page, "recovery-codes")
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
    assert_accessible(page)
    shoot(page, "second-step-wrong-code")
    AuthenticatorApp.objects.update(last_step=0)  # half a minute is over
    page.get_by_label("Code from your authenticator app").fill(codes.code_of(secret, int(time.time()) // 30))
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=f"Welcome, {NAME}")).to_be_visible()
    sign_out(page)

    type_password(page)
    page.get_by_role("link", name="Use a recovery code").click()
    assert_accessible(page)
    shoot(page, "recovery-code")
    page.get_by_label("Recovery code").fill(shown[0])
    page.keyboard.press("Enter")
    expect(page.get_by_text("9 recovery codes left")).to_be_visible()


def test_a_passkey_of_the_browser_after_the_password_and_alone(
    page: Page, maria: User, sign_in: Callable[..., None], shoot: Any, assert_accessible: Any
):
    session, device = device_of(page)
    sign_in(page, maria)
    page.goto("/account/two-step/passkeys/add/")
    assert_accessible(page)
    shoot(page, "passkey-add")
    add_passkey(page, "Laptop")
    expect(page.get_by_role("heading", name="Keep these recovery codes")).to_be_visible()
    passkey = Passkey.objects.get()
    [held] = session.send("WebAuthn.getCredentials", {"authenticatorId": device})["credentials"]
    assert base64.b64decode(held["credentialId"]) == base64.urlsafe_b64decode(passkey.credential_id + "==")
    assert (held["rpId"], held["isResidentCredential"]) == ("localhost", True)
    page.get_by_role("link", name="I have kept them").click()
    assert_accessible(page)
    shoot(page, "two-step-on")
    sign_out(page)

    type_password(page)
    expect(page.get_by_role("button", name="Use a passkey")).to_be_visible()
    assert_accessible(page)
    shoot(page, "second-step-passkey")
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_role("heading", name=f"Welcome, {NAME}")).to_be_visible()
    used = Passkey.objects.get().sign_count
    sign_out(page)

    page.goto("/sign-in/?next=/account/two-step/")
    assert_accessible(page)
    shoot(page, "sign-in")
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_role("heading", name="Two-step sign-in")).to_be_visible()
    assert Passkey.objects.get().sign_count > used

    page.get_by_role("link", name="Rename Laptop").click()
    page.get_by_label("Name").fill("Alter Laptop")
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Remove… Alter Laptop").click()
    assert_accessible(page)
    shoot(page, "passkey-remove")
    page.get_by_label("Your password").fill("correct horse")
    page.get_by_role("button", name="Remove").click()
    expect(page.get_by_text("Two-step sign-in is off")).to_be_visible()


def test_the_same_device_is_not_added_twice_and_the_page_says_so(
    page: Page, maria: User, sign_in: Callable[..., None], shoot: Any
):
    device_of(page)
    sign_in(page, maria)
    add_passkey(page, "Laptop")
    page.get_by_role("link", name="I have kept them").click()
    add_passkey(page, "Again")
    expect(page.get_by_text("This device holds a passkey of yours")).to_be_visible()
    shoot(page, "passkey-twice")
    assert Passkey.objects.count() == 1


def test_a_device_that_refuses_leaves_the_other_ways_open(
    page: Page, maria: User, sign_in: Callable[..., None], shoot: Any
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
    shoot(page, "sign-in-refused")
    session.send("WebAuthn.clearCredentials", {"authenticatorId": device})
    type_password(page)
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_text("Nothing was done")).to_be_visible()
    expect(page.get_by_role("link", name="Use a recovery code")).to_be_visible()


def test_every_page_fits_a_phone_and_the_dark(
    new_page: Callable[..., Page],
    maria: User,
    sign_in: Callable[..., None],
    shoot: Any,
    assert_sound: Any,
    expected_errors: list[str],
):
    expected_errors.append(REFUSED)
    page = new_page(**DESKTOP)
    device_of(page)
    sign_in(page, maria)
    page.goto("/account/two-step/app/")
    secret = base64.b32decode(page.locator("#secret").inner_text().replace(" ", ""))
    look(page, "app-set-up", shoot, assert_sound)
    page.get_by_label("Code").fill(codes.code_of(secret, int(time.time()) // 30))
    page.get_by_label("Your password").fill("correct horse")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Keep these recovery codes")).to_be_visible()
    look(page, "recovery-codes", shoot, assert_sound)
    add_passkey(page, "Schlüssel mit einem langen Namen, der umbrechen muss, weil er lang ist")
    expect(page.get_by_text("is added")).to_be_visible()
    Passkey.objects.create(
        user=maria,
        name="安全キー",
        host="gec.example.org",
        credential_id="x",
        credential=b"",
        user_handle="x",
    )
    for address, name in {
        "/account/": "account",
        "/account/two-step/": "two-step",
        "/account/two-step/passkeys/add/": "passkey-add",
        "/account/two-step/app/remove/": "app-remove",
        "/account/two-step/recovery-codes/": "recovery-codes-anew",
        f"/account/two-step/passkeys/{Passkey.objects.earliest('pk').pk}/rename/": "passkey-rename",
    }.items():
        page.goto(address)
        look(page, name, shoot, assert_sound)
    sign_out(page)
    page.goto("/sign-in/")
    look(page, "sign-in", shoot, assert_sound)
    type_password(page)
    expect(page.get_by_role("heading", name="Second step")).to_be_visible()
    look(page, "second-step", shoot, assert_sound)
    for _ in range(5):
        page.get_by_label("Code from your authenticator app").fill("000000")
        with page.expect_navigation():
            page.keyboard.press("Enter")
    expect(page.get_by_text(re.compile("too many wrong codes"))).to_be_visible()
    look(page, "second-step-wait", shoot, assert_sound)
    assert ThrottleCount.objects.exists()
    page.get_by_role("link", name="Use a recovery code").click()
    look(page, "recovery-code", shoot, assert_sound)


def look(page: Page, name: str, shoot: Any, assert_sound: Any) -> None:
    assert_sound(page)
    shoot(page, name)
