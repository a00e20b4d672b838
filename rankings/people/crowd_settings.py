"""The settings of the public link for participants, and replacing it."""

from typing import Any
from urllib.parse import urlsplit

from django import forms
from django.core.validators import MaxLengthValidator, RegexValidator
from django.urls import reverse

from rankings.access.audience import MANAGERS
from rankings.actions.action import Action, Done, EditAction
from rankings.models import CrowdEntry
from rankings.models.crowd import make_entry_key
from rankings.people.crowd import entry_of, public_query

PARAMETER = RegexValidator(r"^[A-Za-z][A-Za-z0-9_.-]*\Z", "Letters, digits and _ . - only, a letter first.")
CODE = RegexValidator(r"^[A-Za-z0-9_-]+\Z", "Letters, digits, _ and - only.")
LONGEST_INFORMATION = 10_000


def https_only(address: str) -> None:
    """Raise ValidationError for another address than one that participants can be sent to."""
    parts = urlsplit(address)
    if parts.scheme != "https" or not parts.hostname or parts.username or parts.password:
        raise forms.ValidationError("An address that starts with https://, without a user name.")


def way_back(label: str) -> forms.URLField:
    return forms.URLField(
        assume_scheme="https",
        max_length=500,
        required=False,
        label=label,
        help_text="Starts with https://. Left empty, only the code is shown.",
        validators=[https_only],
        widget=forms.URLInput(attrs={"autocomplete": "off"}),
    )


def at_most(most: int, label: str, left_empty: str) -> forms.IntegerField:
    return forms.IntegerField(
        min_value=1, max_value=most, required=False, label=label, help_text=f"Left empty: {left_empty}."
    )


class CrowdForm(forms.ModelForm):  # type: ignore[type-arg]
    """Who may join by the public link, and the codes they get."""

    items_each = at_most(10_000, "Items per participant", "all items")
    max_participants = at_most(
        100_000, "Participants at most", "no limit. People who were screened out count too"
    )
    completion_url = way_back("Address to go back to when finished")
    screened_out_url = way_back("Address to go back to after failing")

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
            "same_browser_only": "Participants can continue only in the browser in which they began",
        }
        help_texts = {
            "information": (
                "Plain text, shown before they begin: who you are, what happens with the answers, "
                "how long it takes, how to stop."
            ),
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
            "information": forms.Textarea(attrs={"rows": 6, "maxlength": LONGEST_INFORMATION, "dir": "auto"}),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("participant_parameter", "study_parameter", "session_parameter"):
            self.fields[name].validators.append(PARAMETER)
        for name in ("completion_code", "screened_out_code"):
            self.fields[name].validators.append(CODE)
        self.fields["information"].validators.append(MaxLengthValidator(LONGEST_INFORMATION))

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


class EditingCrowd(EditAction):
    name, title, happened = "crowd.edit", "Save", "Settings of the public link changed"
    roles = MANAGERS
    form = CrowdForm
    tab = "judges"

    def instance(self) -> CrowdEntry:
        return entry_of(self.campaign)

    def back_url(self) -> str:
        return reverse("campaigns:crowd", args=[self.campaign.slug])

    def run(self, **wanted: Any) -> Done:
        entry = self.instance()
        changed = [name for name, value in wanted.items() if getattr(entry, name) != value]
        for name in changed:
            setattr(entry, name, wanted[name])
        entry.save()
        return Done("Saved.", {"fields": sorted(changed)})


class ReplacingAddress(Action):
    name, title, happened = "crowd.new-address", "Replace the link", "Public link replaced"
    explanation = "The link in the study stops working. People who have joined stay."
    roles = MANAGERS
    asks = True
    tab = "judges"

    def is_there(self) -> bool:
        return CrowdEntry.objects.filter(campaign=self.campaign).exists()

    def back_url(self) -> str:
        return reverse("campaigns:crowd", args=[self.campaign.slug])

    def run(self) -> Done:
        CrowdEntry.objects.filter(campaign=self.campaign).update(key=make_entry_key())
        return Done("The public link is replaced. Put the new one into the study.")


def public_url(entry: CrowdEntry, site: str) -> str:
    """The link for the study, with places that the recruiting site fills in."""
    return f"{site}{reverse('join', args=[entry.key])}?{public_query(entry)}"
