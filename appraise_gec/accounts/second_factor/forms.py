"""Forms of two-step sign-in."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from appraise_gec.accounts.forms import PasswordForm
from appraise_gec.accounts.second_factor.passkeys import MOST

CODE = forms.TextInput(
    attrs={
        "autocomplete": "one-time-code",
        "inputmode": "numeric",
        "autocapitalize": "none",
        "spellcheck": "false",
        "class": "code",
        "dir": "ltr",
    }
)
RECOVERY_CODE = forms.TextInput(
    attrs={
        "autocomplete": "off",
        "autocapitalize": "none",
        "spellcheck": "false",
        "dir": "ltr",
        "autofocus": True,
    }
)
NAME = forms.TextInput(attrs={"autocomplete": "off", "dir": "auto"})


class CodeForm(forms.Form):
    """The code that the app shows, at sign-in."""

    code = forms.CharField(max_length=20, label=_("Code from your authenticator app"), widget=CODE)


class RecoveryCodeForm(forms.Form):
    """A recovery code, at sign-in."""

    code = forms.CharField(
        max_length=60,
        label=_("Recovery code"),
        help_text=_("16 letters and digits. Capitals, spaces and hyphens make no difference."),
        widget=RECOVERY_CODE,
    )


class AppForm(PasswordForm):
    """Confirms that an app shows the right codes."""

    field_order = ("code", "password")

    code = forms.CharField(
        max_length=20, label=_("Code"), help_text=_("The six digits that the app shows now."), widget=CODE
    )


class PasskeyForm(PasswordForm):
    """A new passkey, before the browser is asked for it."""

    field_order = ("name", "password")

    name = forms.CharField(
        max_length=80,
        label=_("Name"),
        help_text=_("By which you know it later, for example “laptop” or “blue key”."),
        widget=NAME,
    )

    def clean(self) -> dict[str, Any]:
        cleaned = dict(super().clean() or self.cleaned_data)
        if self.user.passkeys.count() >= MOST:
            raise forms.ValidationError(
                _("You have %(number)s passkeys, which is the most. Remove one first.") % {"number": MOST}
            )
        return cleaned


class PasskeyNameForm(forms.Form):
    """Another name for a passkey."""

    name = forms.CharField(max_length=80, label=_("Name"), widget=NAME)
