"""What this site decides differently from django-allauth: limits, the audit trail, sealed secrets."""

import base64
import logging
import secrets
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.mfa.adapter import DefaultMFAAdapter
from cryptography.fernet import Fernet, InvalidToken
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.contrib.auth import authenticate
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from appraise_gec.accounts.throttle import (
    WRONG_PASSWORDS,
    WRONG_PASSWORDS_HERE,
    WRONG_PASSWORDS_OF_ACCOUNT,
    neighbourhood,
)
from appraise_gec.security import is_own

log = logging.getLogger(__name__)
PURPOSE = b"appraise_gec.accounts.second_factor 1"
UNSAID = ("account/messages/logged_in.txt", "account/messages/logged_out.txt")


class AccountAdapter(DefaultAccountAdapter):
    """Signing in: how often passwords are tried, where it may lead, and what is noted."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "username_password_mismatch": _(
            "User name or password is wrong. Check both; they are case-sensitive."
        ),
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

    def respond_user_inactive(self, request: HttpRequest, user: Any) -> HttpResponse:
        return redirect("account_login")

    def get_reauthentication_methods(self, user: Any) -> list[dict[str, Any]]:
        return [{"id": "reauthenticate", "description": "", "url": reverse("account_reauthenticate")}]

    def get_login_stages(self) -> list[str]:
        return ["allauth.mfa.stages.AuthenticateStage"]

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("people:account")

    def is_safe_url(self, url: str) -> bool:
        # Whoever is signed in already would be sent round and round.
        return is_own(context.request, url) and not url.startswith(reverse("account_login"))

    def add_message(
        self, request: HttpRequest, level: int, message_template: str | None = None, *args: Any, **kwargs: Any
    ) -> None:
        if message_template not in UNSAID:
            super().add_message(request, level, message_template, *args, **kwargs)

    def send_notification_mail(self, template_prefix: str, user: Any, *args: Any, **kwargs: Any) -> None:
        """Note a change, and tell its person."""
        record_event(user, f"account.{template_prefix.rpartition('/')[2]}")
        if settings.MAIL_IS_CONFIGURED and template_prefix.startswith("mfa/"):
            super().send_notification_mail(template_prefix, user, {"user": user})

    def send_password_reset_mail(self, user: Any, email: str, context: dict[str, Any]) -> None:
        """To the account's own address; what was typed may be its user name."""
        super().send_password_reset_mail(user, user.email, context)

    def send_mail(self, *args: Any, **kwargs: Any) -> None:
        try:
            super().send_mail(*args, **kwargs)
        except Exception:  # the change is made, and the answer the same, whatever the mail server says
            log.exception("A message about an account could not be sent.")


class MfaAdapter(DefaultMFAAdapter):
    """Secrets are sealed before they are stored.

    The key is derived from SECRET_KEY, which no backup holds unless asked to: a copy of the database alone
    gives no codes. Where the site got another SECRET_KEY, what was sealed cannot be opened any more.
    """

    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": _(
            "Wrong code, or one that was used before. Wait until the app shows the next one."
        ),
    }

    def encrypt(self, text: str) -> str:
        return _box().encrypt(text.encode()).decode("ascii")

    def decrypt(self, encrypted_text: str) -> str:
        try:
            return _box().decrypt(encrypted_text.encode("ascii", "replace")).decode()
        except InvalidToken:
            # Codes are compared with those of a secret that nobody knows.
            return base64.b32encode(secrets.token_bytes(20)).decode("ascii")


def please_wait(request: HttpRequest, seconds: int) -> HttpResponse:
    """The page that says how long sign-in is blocked from here."""
    context = {"minutes": -(-seconds // 60), "seconds": seconds}
    response = render(request, "account/please_wait.html", context, status=429)
    response["Retry-After"] = str(seconds)
    response["Cache-Control"] = "no-store"
    return response


def _box() -> Fernet:
    key = HKDF(SHA256(), length=32, salt=None, info=PURPOSE).derive(settings.SECRET_KEY.encode())
    return Fernet(base64.urlsafe_b64encode(key))
