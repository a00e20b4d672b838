"""Forms in which judges look after their own place and account."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib.auth.forms import BaseUserCreationForm
from django.db import IntegrityError, transaction
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from appraise_gec.accounts.forms import LONG_ENOUGH
from appraise_gec.accounts.models import User
from rankings.access.refusals import Refused


class ForgetForm(forms.Form):
    """What to delete with the personal data."""

    keep_name = forms.BooleanField(
        required=False,
        label=_("The name in reports is a pseudonym and can stay"),
        help_text=_("Otherwise it is replaced by a name such as anonymous-1, also in existing reports."),
    )
    clear_notes = forms.BooleanField(
        required=False, initial=True, label=_("Delete the notes that the judge wrote about items")
    )


class NewAccountForm(BaseUserCreationForm):  # type: ignore[type-arg]
    """User name and password of a person who takes up an invitation."""

    class Meta:
        model = User
        fields = ("username", "email")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("User name")
        self.fields["username"].help_text = _("You sign in with it. Letters, digits and @ . + - _ only.")
        self.fields["email"].label = _("E-mail address")
        self.fields["email"].help_text = _(
            "Used when you have forgotten your password, and for messages about your campaigns."
        )
        self.fields["email"].widget.attrs["autocomplete"] = "email"
        self.fields["password1"].help_text = LONG_ENOUGH
        self.fields["password2"].label = _("Repeat password")
        self.fields["password2"].help_text = ""

    def clean_username(self) -> str:
        username = str(self.cleaned_data["username"])
        if User.objects.filter(username__iexact=username).exists():
            raise forms.ValidationError(_("This user name is taken. Choose another one."))
        return username


def with_new_account(form: NewAccountForm, use: Callable[[User], Any]) -> User:
    """Make the account of a valid form and use a link with it; both, or `Refused` and neither."""
    with transaction.atomic():
        try:
            with transaction.atomic():
                user: User = form.save()
        except IntegrityError:
            raise Refused(gettext("This user name has just been taken. Choose another one.")) from None
        use(user)
    return user
