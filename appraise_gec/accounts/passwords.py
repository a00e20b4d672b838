"""Forgotten passwords: links that let a person choose a new one."""

from collections.abc import Iterable

from axes.utils import reset as forget_failures
from django import forms
from django.contrib.auth.forms import PasswordResetForm
from django.contrib.auth.tokens import default_token_generator
from django.db.models import Q
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode
from django.utils.translation import gettext_lazy as _

from appraise_gec.accounts.models import User
from appraise_gec.accounts.throttle import WRONG_PASSWORDS_OF_ACCOUNT


class ForgottenPasswordForm(PasswordResetForm):
    """Asks for an e-mail address or a user name. The answer never reveals whether the account exists."""

    email = forms.CharField(
        max_length=254,
        label=_("E-mail address or user name"),
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
    )

    def get_users(self, email: str) -> Iterable[User]:
        """Accounts with a password and an address to write to."""
        wanted = email.strip()
        users = User.objects.filter(Q(email__iexact=wanted) | Q(username=wanted), is_active=True)
        return [user for user in users.exclude(email="") if user.has_usable_password()]


def password_path(user: User) -> str:
    """The path of a link with which `user` can choose a new password: once, and for a day."""
    return reverse(
        "accounts:new-password",
        kwargs={
            "uidb64": urlsafe_base64_encode(force_bytes(user.pk)),
            "token": default_token_generator.make_token(user),
        },
    )


def welcome_back(user: User) -> None:
    """Lift the wait for wrong passwords once a new password has been chosen."""
    forget_failures(username=user.get_username())
    WRONG_PASSWORDS_OF_ACCOUNT.forget(user.get_username())
