"""Forms of reports that leave the site."""

from datetime import datetime, time, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from rankings.access.audience import CampaignAccess
from rankings.reports.paper.licences import LICENCES
from rankings.reports.sharing import LONGEST_PASSWORD, Wish

TITLE_LENGTH = 200
SHORTEST_PASSWORD = 8


class PaperForm(forms.Form):
    """What an archive should say, and whether it names systems."""

    title = forms.CharField(label=_("Title"), max_length=TITLE_LENGTH)
    licence = forms.ChoiceField(
        label=_("Licence of the data"),
        required=False,
        help_text=_("Only the holder of the rights to the rankings can give one."),
    )
    masked = forms.BooleanField(
        label=_("Call systems System-A, System-B and so on"),
        required=False,
        help_text=_("For double-blind review. INPUT, the unchanged source, keeps its name."),
    )

    def __init__(self, access: CampaignAccess, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["title"].initial = access.campaign.title
        if access.may_manage:
            named = [(key, f"{licence.title} ({key})") for key, licence in LICENCES.items()]
            self.fields["licence"].choices = [("", _("Not stated")), *named]  # type: ignore[attr-defined]
        else:
            del self.fields["licence"]

    def clean(self) -> None:
        super().clean()
        title = self.cleaned_data.get("title", "")
        if any(not character.isprintable() for character in title):
            self.add_error("title", _("The title has a character in it that cannot be printed."))

    def wish(self) -> Wish:
        """What was asked for."""
        data = self.cleaned_data
        return Wish(data["title"].strip(), data.get("licence", ""), data["masked"])


class LinkForm(PaperForm):
    """The same for a public page, and who may open it until when."""

    password = forms.CharField(
        label=_("Password"),
        required=False,
        min_length=SHORTEST_PASSWORD,
        max_length=LONGEST_PASSWORD,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=_("Pass it on by another way than the link. Nobody can look it up later."),
    )
    ends_on = forms.DateField(
        label=_("Last day"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}),
        help_text=_("In UTC. Without one, the page is there until somebody revokes the link."),
    )

    def clean_ends_on(self) -> Any:
        day = self.cleaned_data["ends_on"]
        if day is not None and day < timezone.now().date():
            raise forms.ValidationError(_("That day is over. Choose a later one."))
        return day

    def wish(self) -> Wish:
        """What was asked for."""
        data, asked = self.cleaned_data, super().wish()
        day = data["ends_on"]
        ends_at = None
        if day is not None:
            ends_at = datetime.combine(day + timedelta(days=1), time(), tzinfo=timezone.get_fixed_timezone(0))
        return Wish(asked.title, asked.licence, asked.masked, data["password"], ends_at)
