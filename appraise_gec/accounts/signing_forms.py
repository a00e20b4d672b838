"""The forms of signing in: those of django-allauth, with this site's limits and words."""

import re
from typing import Any, cast

from allauth.account.forms import (
    ChangePasswordForm,
    LoginForm,
    ReauthenticateForm,
    ResetPasswordForm,
    ResetPasswordKeyForm,
)
from allauth.core import context
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.mfa.adapter import get_adapter
from allauth.mfa.base.forms import AuthenticateForm
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.forms import ActivateTOTPForm
from allauth.mfa.webauthn.forms import AddWebAuthnForm, AuthenticateWebAuthnForm, LoginWebAuthnForm
from django import forms
from django.contrib import messages
from django.core.exceptions import NON_FIELD_ERRORS
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop, ngettext

from appraise_gec.accounts.adapters import please_wait
from appraise_gec.accounts.forms import LONG_ENOUGH, check_again
from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from appraise_gec.accounts.throttle import (
    FORGOTTEN_PASSWORDS,
    USED_CODES,
    WRONG_CODES,
    WRONG_CODES_A_DAY,
    WRONG_PASSKEYS,
    WRONG_RECOVERY_CODES,
    neighbourhood,
)

# Words of allauth that the catalogs of this site translate better.
gettext_noop("You must type the same password each time.")
MOST_CHARACTERS = 20_000
TOTP_DIGITS = 6
CODE = {
    "autocomplete": "one-time-code",
    "inputmode": "numeric",
    "autocapitalize": "none",
    "spellcheck": "false",
    "class": "code",
    "dir": "ltr",
}


class Plain(forms.Form):
    """A form of allauth with this site's words; allauth puts labels into the fields, too."""

    labels: dict[str, Any] = {}
    help: dict[str, Any] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.label = self.labels.get(name, field.label)
            field.help_text = self.help.get(name, "")
            field.widget.attrs.pop("placeholder", None)


class SignInForm(Plain, LoginForm):
    labels = {"login": _("User name")}

    def add_prefix(self, field_name: str) -> str:
        return "username" if field_name == "login" else str(super().add_prefix(field_name))


class PasswordAgainForm(Plain, ReauthenticateForm):
    labels = {"password": _("Your password")}


class NewPasswordForm(Plain, ResetPasswordKeyForm):
    labels = {"password1": _("New password"), "password2": _("Repeat new password")}
    help = {"password1": LONG_ENOUGH}


class OtherPasswordForm(Plain, ChangePasswordForm):
    labels = {"oldpassword": _("Your password"), **NewPasswordForm.labels}
    help = NewPasswordForm.help

    def clean_oldpassword(self) -> str:
        password = str(self.cleaned_data["oldpassword"])
        check_again(cast("User", self.user), password)
        return password


class ForgottenPasswordForm(ResetPasswordForm):
    """Asks for an e-mail address or a user name. The answer never reveals whether the account exists."""

    email = forms.CharField(  # type: ignore[assignment]
        max_length=254,
        label=_("E-mail address or user name"),
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
    )

    def clean_email(self) -> str:
        where = neighbourhood(context.request)
        if not FORGOTTEN_PASSWORDS.take(where):
            raise ImmediateHttpResponse(please_wait(context.request, FORGOTTEN_PASSWORDS.seconds_left(where)))
        wanted = str(self.cleaned_data["email"]).strip()
        found = User.objects.filter(Q(email__iexact=wanted) | Q(username=wanted), is_active=True)
        self.users = [user for user in found.exclude(email="") if user.has_usable_password()]
        return wanted


class SecondStepForm(AuthenticateForm):
    """A code of the app, or a recovery code; each has limits of its own, and works once."""

    code = forms.CharField(
        max_length=60,
        label=_("Code from your authenticator app, or a recovery code"),
        widget=forms.TextInput(attrs={**CODE, "autofocus": True}),
    )

    def clean_code(self) -> str:
        typed = re.sub(r"[\s-]", "", self.cleaned_data["code"])
        who = str(self.user.pk)
        limits = (WRONG_CODES, WRONG_CODES_A_DAY) if len(typed) == TOTP_DIGITS else (WRONG_RECOVERY_CODES,)
        for throttle in limits:
            if not throttle.take(who):
                minutes = -(-throttle.seconds_left(who) // 60)
                raise forms.ValidationError(
                    _("There were too many wrong codes. Try again in %(minutes)s min.") % {"minutes": minutes}
                )
        code = str(super().clean_code())
        if not USED_CODES.take(f"{who} {typed}"):
            raise get_adapter().validation_error("incorrect_code")
        for throttle in limits:
            throttle.give_back(who)
        return code

    def save(self) -> None:
        super().save()
        if self.authenticator.type == Authenticator.Type.RECOVERY_CODES:
            record_event(self.user, "account.recovery_code_used")
            self.authenticator.refresh_from_db()
            left = len(self.authenticator.wrap().get_unused_codes())
            words = ngettext(
                "You have %(left)s recovery code left.", "You have %(left)s recovery codes left.", left
            )
            messages.warning(context.request, words % {"left": left})


class AppForm(Plain, ActivateTOTPForm):
    """Confirms that an app shows the right codes."""

    help = {"code": _("The six digits that the app shows now.")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.secret_in_fours = " ".join(re.findall("....", self.secret))
        self.fields["code"].widget.attrs.update(CODE)


class PasskeyAnswer(forms.Form):
    """What a browser says of a passkey: whatever it does to the packages that read it, it is only wrong."""

    wrong = _("That did not work: the passkey is not one of this account, or the question was too old.")

    def full_clean(self) -> None:
        broken = False
        try:
            super().full_clean()
        except ImmediateHttpResponse:
            raise
        except Exception:
            broken = True
        found = cast("dict[str, Any]", self.errors)
        if broken or "credential" in found or NON_FIELD_ERRORS in found:
            found.pop(NON_FIELD_ERRORS, None)
            found.pop("credential", None)
            self.add_error("credential", self.wrong)


class PasskeyStepForm(PasskeyAnswer, AuthenticateWebAuthnForm):
    """A passkey after the password."""


class PasskeyAloneForm(PasskeyAnswer, LoginWebAuthnForm):
    """A passkey in place of user name and password."""

    wrong = _(
        "That passkey does not open an account here. Sign in with your user name and password; "
        "it may have been removed, or not know how to ask for a PIN or a finger."
    )

    def clean_credential(self) -> Authenticator:
        where = neighbourhood(context.request)
        if not WRONG_PASSKEYS.take(where):
            raise ImmediateHttpResponse(please_wait(context.request, WRONG_PASSKEYS.seconds_left(where)))
        passkey = super().clean_credential()
        if not passkey.user.is_active:
            raise forms.ValidationError(self.wrong)
        WRONG_PASSKEYS.give_back(where)
        return passkey


class PasskeyForm(PasskeyAnswer, AddWebAuthnForm):
    """A new passkey."""

    name = forms.CharField(
        max_length=80,
        label=_("Name"),
        help_text=_("By which you know it later, for example “laptop” or “blue key”."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "dir": "auto", "autofocus": True}),
    )
    wrong = _("That did not work: the browser did not answer what it was asked.")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{**kwargs, "initial": {"name": ""}})
        # Every passkey may sign in alone where its device can make sure who uses it.
        self.fields.pop("passwordless", None)

    def clean_credential(self) -> Any:
        if len(self.data["credential"]) > MOST_CHARACTERS:
            raise forms.ValidationError(self.wrong)
        return self.cleaned_data["credential"]
