"""The forms for files of judgments."""

from django import forms

from rankings.items.sentence_numbers import NUMBERINGS


class JudgmentFileForm(forms.Form):
    """A file of judgments."""

    file = forms.FileField(
        label="File with judgments",
        help_text=(
            "The result XML of Appraise, as in the published 2015 data, or any other format that "
            "this site exports."
        ),
        max_length=200,
    )
    first_sentence = forms.ChoiceField(
        choices=[(number, str(number)) for number in NUMBERINGS],
        initial=0,
        required=False,
        label="Number of the first sentence",
        help_text="Most files count sentences from 0, others, as those of SEEDA, from 1.",
    )

    def clean_first_sentence(self) -> int:
        return int(self.cleaned_data["first_sentence"] or 0)
