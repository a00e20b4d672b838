"""Forms about judges, the team and the crowd."""

from typing import Any
from urllib.parse import urlsplit

from django import forms
from django.contrib.humanize.templatetags.humanize import intcomma
from django.core.validators import RegexValidator

from appraise_gec.words import plural
from rankings.models import CrowdEntry, Membership
from rankings.people.members import JUDGE_NAME_LENGTH
from rankings.people.personal_links import DAYS

PARAMETER = RegexValidator(r"^[A-Za-z][A-Za-z0-9_.-]*\Z", "Letters, digits and _ . - only, a letter first.")
CODE = RegexValidator(r"^[A-Za-z0-9_-]+\Z", "Letters, digits, _ and - only.")
PLAIN_TEXT = forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"})


class PeopleFileForm(forms.Form):
    """A file of people, and whether they get their links by mail."""

    people = forms.FileField(
        allow_empty_file=True,
        error_messages={"required": "Choose a file."},
        label="CSV file",
        help_text=(
            "One person per line: name in reports, e-mail address. Leave the name empty for a "
            "pseudonym such as judge-7. The e-mail address is not kept."
        ),
        widget=forms.ClearableFileInput(attrs={"accept": ".csv,.tsv,.txt,text/csv"}),
    )
    send = forms.BooleanField(
        required=False,
        label="Send each person the link by e-mail",
        help_text="Only links of people without an address are shown here.",
    )


class ExistingJudgeForm(forms.Form):
    """A person with an account, and the name that reports show."""

    username = forms.CharField(
        max_length=150, label="User name", widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    name = forms.CharField(
        max_length=JUDGE_NAME_LENGTH,
        required=False,
        label="Name in reports and exports",
        help_text="A pseudonym. Left empty, it is one such as judge-7.",
        widget=forms.TextInput(attrs={"autocomplete": "off", "dir": "auto"}),
    )


class JudgeNameForm(forms.Form):
    name = forms.CharField(
        max_length=JUDGE_NAME_LENGTH,
        label="Name in reports and exports",
        help_text="Earlier reports follow. Files that somebody has downloaded keep the old name.",
        widget=forms.TextInput(attrs={"autocomplete": "off", "dir": "auto"}),
    )


class JudgeQuotaForm(forms.Form):
    quota = forms.IntegerField(
        min_value=1,
        max_value=100_000,
        required=False,
        label="Items at most",
        help_text="Instead of the campaign's quota. Repetitions and check items count, training does not.",
    )


class PersonalLinkForm(forms.Form):
    """How long a judge's personal link works, and where."""

    days = forms.TypedChoiceField(
        choices=lambda: [(days, plural(days, "{days} day", "{days} days", days=days)) for days in DAYS],
        coerce=int,
        initial=30,
        label="Works for",
    )
    one_device = forms.BooleanField(
        required=False,
        label="Only on the first device that uses it",
        help_text="The browser remembers it in a cookie. Private windows and cleared cookies lose it.",
    )


class TeamInvitationForm(forms.Form):
    invitee = forms.CharField(
        max_length=254,
        label="Name or e-mail address",
        help_text="Shows you whose link it is. With an e-mail address, the link can be sent.",
        widget=forms.TextInput(attrs={"autocomplete": "off", "dir": "auto"}),
    )
    role = forms.ChoiceField(
        choices=[(role.value, role.label) for role in reversed(Membership.Role)], label="Role"
    )
    send = forms.BooleanField(required=False, label="Send the link by e-mail")


class CrowdForm(forms.ModelForm):  # type: ignore[type-arg]
    """Who may join by the public link, and the codes they get."""

    completion_url = forms.URLField(
        assume_scheme="https",
        max_length=500,
        required=False,
        label="Address to go back to when finished",
        help_text="Starts with https://. Left empty, only the code is shown.",
        widget=forms.URLInput(attrs={"autocomplete": "off"}),
    )
    screened_out_url = forms.URLField(
        assume_scheme="https",
        max_length=500,
        required=False,
        label="Address to go back to after failing",
        help_text="Starts with https://. Left empty, only the code is shown.",
        widget=forms.URLInput(attrs={"autocomplete": "off"}),
    )

    class Meta:
        model = CrowdEntry
        fields = (
            "is_on",
            "information",
            "items_each",
            "max_participants",
            "completion_code",
            "completion_url",
            "screened_out_code",
            "screened_out_url",
            "participant_parameter",
            "study_parameter",
            "study_id",
            "session_parameter",
            "same_browser_only",
        )
        labels = {
            "is_on": "People can join through the public link",
            "items_each": "Items per participant",
            "same_browser_only": "Participants can continue only in the browser in which they began",
        }
        help_texts = {
            "information": (
                "Plain text, shown before they begin: who you are, what happens with the answers, "
                "how long it takes, how to stop."
            ),
            "items_each": "Left empty: all items.",
            "max_participants": "Left empty: no limit. People who were screened out count too.",
            "completion_code": "Shown to those who finish. Prolific calls it the completion code.",
            "screened_out_code": "Another code, shown to those who fail the check items.",
            "participant_parameter": "PROLIFIC_PID for Prolific; participant is a good name elsewhere.",
            "study_parameter": "STUDY_ID for Prolific. Only looked at when you fill in the next field.",
            "study_id": "Links with another study's id are refused. Left empty, the id is not looked at.",
            "session_parameter": "SESSION_ID for Prolific. Lets you look up a judge by submission.",
            "same_browser_only": (
                "Safer against people who know somebody else's id; but whoever changes the "
                "device, or deletes cookies, cannot go on."
            ),
        }
        widgets = {
            "information": forms.Textarea(attrs={"rows": 6, "maxlength": 10_000, "dir": "auto"}),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("participant_parameter", "study_parameter", "session_parameter"):
            self.fields[name].validators.append(PARAMETER)
        for name in ("completion_code", "screened_out_code"):
            self.fields[name].validators.append(CODE)
        for name, most in (("items_each", 10_000), ("max_participants", 100_000)):
            self.fields[name].widget.attrs.update({"min": 1, "max": most})
        self.fields["information"].validators.append(longest_information)

    def clean_items_each(self) -> int | None:
        return self._from_one_to("items_each", 10_000)

    def clean_max_participants(self) -> int | None:
        return self._from_one_to("max_participants", 100_000)

    def clean_completion_url(self) -> str:
        return self._https("completion_url")

    def clean_screened_out_url(self) -> str:
        return self._https("screened_out_url")

    def clean(self) -> dict[str, Any]:
        cleaned = dict(super().clean() or self.cleaned_data)
        names = [cleaned.get(f"{kind}_parameter") for kind in ("participant", "study", "session")]
        given = [name for name in names if name]
        if len(set(given)) != len(given):
            self.add_error("participant_parameter", "The parameters need different names.")
        codes = (cleaned.get("completion_code"), cleaned.get("screened_out_code"))
        if codes[0] and str(codes[0]).casefold() == str(codes[1]).casefold():
            self.add_error("screened_out_code", "The two codes must differ, or nobody can tell them apart.")
        if cleaned.get("study_id") and not cleaned.get("study_parameter"):
            self.add_error("study_parameter", "Name the parameter that holds the study's ID.")
        return cleaned

    def _from_one_to(self, name: str, most: int) -> int | None:
        number: int | None = self.cleaned_data[name]
        if number is not None and not 1 <= number <= most:
            raise forms.ValidationError(f"Between 1 and {intcomma(most)}.")
        return number

    def _https(self, name: str) -> str:
        address = str(self.cleaned_data[name] or "")
        if address:
            parts = urlsplit(address)
            if parts.scheme != "https" or not parts.hostname or parts.username or parts.password:
                raise forms.ValidationError("An address that starts with https://, without a user name.")
        return address


class ParticipantLookUpForm(forms.Form):
    """The id of a participant or of a submission, to find the judge behind it."""

    participant = forms.CharField(
        max_length=200, label="Participant's or submission's id", widget=PLAIN_TEXT, strip=True
    )


def longest_information(text: str) -> None:
    if len(text) > 10_000:
        raise forms.ValidationError("The information is longer than 10,000 characters.")


class JudgeNamesForm(forms.Form):
    names = forms.CharField(
        widget=forms.Textarea(attrs={"rows": 5}),
        max_length=20_000,
        label="Names, one per line",
        help_text="Reports and exports show these names. Use pseudonyms if you like.",
    )

    def clean_names(self) -> list[str]:
        return [line for line in str(self.cleaned_data["names"]).splitlines() if line.strip()]


class MemberForm(forms.Form):
    username = forms.CharField(
        max_length=150, label="User name", widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    role = forms.ChoiceField(
        choices=[(role.value, role.label) for role in reversed(Membership.Role)],
        label="Role",
    )
