"""The form for a file of judgments."""

from django import forms


class JudgmentFileForm(forms.Form):
    """A file of judgments."""

    file = forms.FileField(
        label="File with judgments",
        help_text="The result XML of Appraise, as in the published 2015 data, or any other format that this "
        "site exports.",
        max_length=200,
    )
