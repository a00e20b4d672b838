"""The form of a campaign's settings."""

from typing import Any

from django import forms

from rankings.corpus.forms import LANGUAGE_CODE
from rankings.models import Campaign


class SettingsForm(forms.ModelForm):  # type: ignore[type-arg]
    MOST_GUIDELINES = 20_000

    class Meta:
        model = Campaign
        fields = (
            *("title", "guidelines", "guidelines_format", "language", "direction"),
            *("first_rank", "look", "suggests_breaks", "shows_active_time"),
            "marks_edits",
        )
        labels = {"title": "Title"}
        widgets = {"guidelines": forms.Textarea(attrs={"rows": 12, "maxlength": 20_000})}
        help_texts = {
            "guidelines": "Shown to judges on their task page and beside every item.",
            "guidelines_format": (
                "In Markdown, “## ” begins a heading, “- ” and “1. ” lists, “> ” a worked "
                "example; **bold**, *italics*, [links](https://example.org). HTML stays text."
            ),
            "first_rank": (
                "Only the order of ranks counts, so a ranking without rank 1 is as informative as "
                "one with it."
            ),
            "marks_edits": (
                "Optional for judges, beside the ranking. Best set before judging is open: "
                "rankings made without it say nothing about single edits."
            ),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["language"].validators.append(LANGUAGE_CODE)
        for name in ("first_rank", "look", "guidelines_format"):
            # A form that does not name them leaves them as they are.
            self.fields[name].required = False

    def clean_guidelines(self) -> str:
        guidelines = str(self.cleaned_data["guidelines"])
        if len(guidelines) > self.MOST_GUIDELINES:
            raise forms.ValidationError("The guidelines are longer than 20,000 characters.")
        return guidelines
