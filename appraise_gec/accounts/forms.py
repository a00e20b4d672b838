"""Forms of a person's own account."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from appraise_gec.accounts.models import ApiToken, User
from appraise_gec.accounts.throttle import PASSWORD_AGAIN
from appraise_gec.accounts.tokens import DAYS, DAYS_DEFAULT

LONG_ENOUGH = _("At least 8 characters, not only digits, nothing common.")
PASSWORD = forms.PasswordInput(attrs={"autocomplete": "current-password"})


def check_again(user: User, password: str) -> None:
    """Whether a person who is signed in still knows the password; a browser left open must not find it out.

    Raises ValidationError.
    """
    who = str(user.pk)
    if not PASSWORD_AGAIN.take(who):
        minutes = -(-PASSWORD_AGAIN.seconds_left(who) // 60)
        raise forms.ValidationError(
            _("There were too many wrong passwords. Try again in %(minutes)s min.") % {"minutes": minutes}
        )
    if not user.check_password(password):
        raise forms.ValidationError(_("Wrong password. Passwords are case-sensitive."))
    PASSWORD_AGAIN.give_back(who)


class ProfileForm(forms.Form):
    """Name and e-mail address. A new address needs the password: whoever has it can get into the account."""

    name = forms.CharField(
        max_length=150,
        required=False,
        label=_("Name"),
        help_text=_("Shown to the teams of your campaigns; never in rankings, reports or exports."),
        widget=forms.TextInput(attrs={"autocomplete": "name", "dir": "auto"}),
    )
    email = forms.EmailField(
        max_length=254,
        required=False,
        label=_("E-mail address"),
        help_text=_(
            "Only used when you have forgotten your password, when two-step sign-in changes, and for "
            "messages about your campaigns."
        ),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    current_password = forms.CharField(
        required=False,
        strip=False,
        label=_("Your password"),
        help_text=_("Needed to change the e-mail address."),
        widget=PASSWORD,
    )

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        self.user = user
        kwargs.setdefault("initial", {"name": user.get_full_name(), "email": user.email})
        super().__init__(*args, **kwargs)
        if not user.has_usable_password():
            del self.fields["email"], self.fields["current_password"]

    def clean(self) -> dict[str, Any]:
        cleaned = dict(super().clean() or self.cleaned_data)
        if "email" in cleaned and cleaned["email"] != self.user.email:
            try:
                check_again(self.user, cleaned.get("current_password", ""))
            except forms.ValidationError as error:
                self.add_error("current_password", error)
        return cleaned

    def save(self) -> None:
        if self.cleaned_data["name"] != self.user.get_full_name():
            self.user.first_name, self.user.last_name = self.cleaned_data["name"], ""
        self.user.email = self.cleaned_data.get("email", self.user.email)
        self.user.save(update_fields=["first_name", "last_name", "email"])


class PasswordForm(forms.Form):
    """Asks for the person's password once more; not those who sign in without one."""

    password = forms.CharField(strip=False, label=_("Your password"), widget=PASSWORD)

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        self.user = user
        super().__init__(*args, **kwargs)
        if not user.has_usable_password():
            del self.fields["password"]

    def clean_password(self) -> str:
        password = str(self.cleaned_data["password"])
        check_again(self.user, password)
        return password


def _lifetimes() -> list[tuple[int, str]]:
    return [
        (days, gettext("%(days)s days") % {"days": days} if days < 365 else gettext("a year"))
        for days in DAYS
    ]


class TokenForm(PasswordForm):
    """A new API token. It needs the password, because a token works long after the browser is closed."""

    field_order = ("name", "scope", "days", "password")

    name = forms.CharField(
        max_length=80,
        label=_("Name"),
        help_text=_("What uses it, for example “nightly script on the lab server”."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "dir": "auto"}),
    )
    scope = forms.ChoiceField(
        label=_("It may"),
        choices=[
            (ApiToken.Scope.READ, _("read campaigns, judgments, reports and scores")),
            (ApiToken.Scope.COMPUTE, _("read, and ask for new reports, scores and comparisons")),
            (ApiToken.Scope.MANAGE, _("read, compute, and manage the campaigns that I manage")),
            (ApiToken.Scope.JUDGE, _("judge as I do, and nothing else")),
        ],
        initial=ApiToken.Scope.READ,
        widget=forms.RadioSelect,
    )
    days = forms.TypedChoiceField(
        coerce=int,
        label=_("It ends after"),
        choices=_lifetimes,
        initial=DAYS_DEFAULT,
    )
