"""The forms for files of judgments."""

from django import forms
from django.utils.translation import gettext_lazy as _

from rankings.items.sentence_numbers import NUMBERINGS


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
    first_sentence = forms.TypedChoiceField(
        choices=[(number, str(number)) for number in NUMBERINGS],
        coerce=int,
        initial=0,
        required=False,
        empty_value=0,
        label=_("Number of the first sentence"),
        help_text=_("Most files count sentences from 0, others, as those of SEEDA, from 1."),
    )
