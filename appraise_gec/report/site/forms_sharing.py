"""The form of reports that leave the site."""

from typing import Any

from django import forms

from rankings.access.audience import CampaignAccess

TITLE_LENGTH = 200


class TitleForm(forms.Form):
    """What an archive or a public page is called."""

    title = forms.CharField(label="Title", max_length=TITLE_LENGTH)

    def __init__(self, access: CampaignAccess, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["title"].initial = access.campaign.title

    def clean_title(self) -> str:
        title: str = self.cleaned_data["title"]
        if any(not character.isprintable() for character in title):
            raise forms.ValidationError("The title has a character in it that cannot be printed.")
        return title
