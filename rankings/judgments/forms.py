"""The forms for files of judgments."""

from django import forms
from django.utils.translation import gettext_lazy as _


class JudgmentFileForm(forms.Form):
    """A file of judgments."""

    file = forms.FileField(
        label=_("File with judgments"),
        help_text=_(
            "The result XML of Appraise, as in the published 2015 data, or any other format that this site "
            "exports."
        ),
        max_length=200,
    )
