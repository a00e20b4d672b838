"""What this site decides differently from django-allauth: limits, words, mail, and how secrets are kept."""

import base64
import logging
import secrets
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from cryptography.fernet import Fernet, InvalidToken
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import authenticate
from django.core.mail import EmailMessage
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from appraise_gec.accounts.addresses import neighbourhood
from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from appraise_gec.accounts.throttle import WRONG_PASSWORDS, WRONG_PASSWORDS_HERE, WRONG_PASSWORDS_OF_ACCOUNT
from appraise_gec.languages.choice import in_language_of
from appraise_gec.redirects import is_own

log = logging.getLogger(__name__)
ISSUER = "Appraise GEC"
PURPOSE = b"appraise_gec.accounts.second_factor 1"

# What happened: allauth's name for it, ours in the audit trail, and how its person is told.
CHANGES = {
    "account/email/password_changed": ("account.password-change", ""),
    "account/email/password_reset": ("account.password-reset", ""),
    "mfa/email/totp_activated": ("account.app-add", _("An authenticator app was set up.")),
    "mfa/email/totp_deactivated": ("account.app-remove", _("The authenticator app was removed.")),
    "mfa/email/webauthn_added": ("account.passkey-add", _("A passkey was added.")),
    "mfa/email/webauthn_removed": ("account.passkey-remove", _("A passkey was removed.")),
    "mfa/email/recovery_codes_generated": ("account.recovery-codes", _("New recovery codes were made.")),
    "recovery-code-used": (
        "account.recovery-code-used",
        _("Somebody signed in with a recovery code."),
    ),
    "removed-by-operator": (
        "account.second-factor-remove",
        _("The operator switched two-step sign-in off."),
    ),
}
SAID = {
    "mfa/messages/totp_activated.txt": _("The authenticator app is set up."),
    "mfa/messages/totp_deactivated.txt": _("The authenticator app is removed."),
    "mfa/messages/webauthn_added.txt": _("A passkey was added."),
    "mfa/messages/webauthn_removed.txt": _("A passkey was removed."),
}
CHANGED = _("Your password is changed. Other browsers are signed out.")
RESET = _("Your new password is set. Sign in with it.")


class AccountAdapter(DefaultAccountAdapter):
    """Passwords: how often they are tried, and what is said."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "username_password_mismatch": _(
            "User name or password is wrong. Check both; they are case-sensitive."
        ),
        "incorrect_password": _("Wrong password. Passwords are case-sensitive."),
        "enter_current_password": _("Wrong password. Passwords are case-sensitive."),
    }

    def authenticate(self, request: HttpRequest, **credentials: Any) -> Any:
        """The account with these credentials; a page that says how long to wait after too many wrong ones.

        A new password begins the account's counts anew.
        """
        where, name = neighbourhood(request), User.normalize_username(credentials["username"])
        kept = User.objects.filter(username=name).values_list("password", flat=True).first() or ""
        account = f"{name} {kept}"
        limits = (
            (WRONG_PASSWORDS, where),
            (WRONG_PASSWORDS_OF_ACCOUNT, account),
            (WRONG_PASSWORDS_HERE, f"{where} {account}"),
        )
        for throttle, who in limits:
            if not throttle.take(who):
                raise ImmediateHttpResponse(please_wait(request, throttle.seconds_left(who)))
        user = authenticate(request, **credentials)
        if user is not None:
            for throttle, who in limits[:2]:
                throttle.give_back(who)
            WRONG_PASSWORDS_HERE.forget(f"{where} {account}")
        return user

    def get_reauthentication_methods(self, user: Any) -> list[dict[str, Any]]:
        return [{"id": "reauthenticate", "description": "", "url": reverse("account_reauthenticate")}]

    def get_login_stages(self) -> list[str]:
        return ["allauth.mfa.stages.AuthenticateStage"]

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("people:account")

    def is_safe_url(self, url: str) -> bool:
        # Whoever is signed in already would be sent round and round.
        return is_own(context.request, url) and not url.startswith(reverse("account_login"))

    def add_message(self, request: HttpRequest, level: int, *args: Any, **kwargs: Any) -> None:
        template = args[0] if args else kwargs.get("message_template", "")
        said = SAID.get(template, kwargs.get("message"))
        if template == "account/messages/password_changed.txt":
            said = CHANGED if request.user.is_authenticated else RESET
        if said:
            messages.add_message(request, level, said)

    def send_notification_mail(self, template_prefix: str, user: Any, *args: Any, **kwargs: Any) -> None:
        note(user, template_prefix)

    def send_password_reset_mail(self, user: Any, email: str, context: dict[str, Any]) -> None:
        """To the account's own address; what was typed may be its user name."""
        try:
            super().send_password_reset_mail(user, user.email, context)
        except Exception:  # the answer is the same for everybody
            log.exception("A link for a new password could not be sent.")


class MfaAdapter(DefaultMFAAdapter):
    """Second factors: words, and secrets sealed before they are stored.

    The key is derived from SECRET_KEY, which no backup holds unless asked to: a copy of the database alone
    gives no codes. Where the site got another SECRET_KEY, what was sealed cannot be opened any more.
    """

    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": _(
            "Wrong code, or one that was used before. Wait until the app shows the next one."
        ),
    }

    def get_totp_label(self, user: Any) -> str:
        return f"{user.get_username()} ({context.request.get_host()})"

    def _get_user_identifier(self, user: Any) -> str:
        return str(user.get_username())

    def _get_site_name(self) -> str:
        return ISSUER

    def encrypt(self, text: str) -> str:
        return _box().encrypt(text.encode()).decode("ascii")

    def decrypt(self, encrypted_text: str) -> str:
        try:
            return _box().decrypt(encrypted_text.encode("ascii", "replace")).decode()
        except InvalidToken:
            # Codes are compared with those of a secret that nobody knows.
            return base64.b32encode(secrets.token_bytes(20)).decode("ascii")


def has_second_factor(user: User) -> bool:
    """Whether signing in to this account takes a second step."""
    kinds = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)
    return bool(Authenticator.objects.filter(user=user, type__in=kinds).exists())


def please_wait(request: HttpRequest, seconds: int) -> HttpResponse:
    """The page that says how long sign-in is blocked from here."""
    context = {"minutes": -(-seconds // 60), "seconds": seconds}
    response = render(request, "account/please_wait.html", context, status=429)
    response["Retry-After"] = str(seconds)
    response["Cache-Control"] = "no-store"
    return response


def note(user: User, change: str, *, by_operator: bool = False) -> None:
    """Keep a change of `CHANGES` in the audit trail, and write to the person if the site can."""
    action, what = CHANGES[change]
    if by_operator:
        record_event(None, action, user=user.pk)
    else:
        record_event(user, action)
    if not (what and settings.MAIL_IS_CONFIGURED and user.email and user.is_active):
        return
    with in_language_of(user):
        message = EmailMessage(
            str(_("Two-step sign-in of your Appraise GEC account")),
            render_to_string("account/email/second_factor.txt", {"user": user, "what": what}),
            to=[user.email],
        )
    try:
        message.send()
    except Exception:  # the change is made, whatever the mail server says
        log.exception("A notice of a change of two-step sign-in could not be sent.")


def _box() -> Fernet:
    key = HKDF(SHA256(), length=32, salt=None, info=PURPOSE).derive(settings.SECRET_KEY.encode())
    return Fernet(base64.urlsafe_b64encode(key))
