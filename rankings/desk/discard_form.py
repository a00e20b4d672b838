"""The form with which a manager discards rankings of a judge."""

from typing import Any

from django import forms
from django.contrib.humanize.templatetags.humanize import intcomma

from appraise_gec.words import plural
from rankings.desk.discards import LONGEST_REASON, Scope, Wanted

MOST_CHOSEN = 500


class DiscardForm(forms.Form):
    """Which rankings, why, and whether the judge goes on. `chosen` are keys ticked in the list of answers."""

    scope = forms.ChoiceField()
    since = forms.DateField(
        required=False,
        label="First day",
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    until = forms.DateField(
        required=False,
        label="Last day",
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    reason = forms.CharField(
        max_length=LONGEST_REASON,
        label="Reason",
        widget=forms.Textarea(attrs={"rows": 3}),
        error_messages={"required": "Give a reason."},
        help_text="Kept with the rankings, in the history and in bundles. Judges do not see it.",
    )
    hold = forms.BooleanField(required=False, label="Also put the judge on hold")

    def __init__(self, *args: Any, chosen: list[int], counting: int, may_hold: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [
            (Scope.ALL.value, f"All rankings that count ({intcomma(counting)})"),
            (Scope.SPAN.value, "Rankings of some days"),
        ]
        if chosen:
            ticked = plural(
                len(chosen),
                "The ranking that you have ticked",
                "The {number} rankings that you have ticked",
                number=intcomma(len(chosen)),
            )
            choices.insert(0, (Scope.CHOSEN.value, ticked))
        self.chosen = chosen
        self.fields["scope"] = forms.ChoiceField(
            widget=forms.RadioSelect, label="Which rankings", choices=choices
        )
        self.initial.setdefault("scope", choices[0][0])
        if may_hold:
            self.initial.setdefault("hold", not chosen)
        else:
            del self.fields["hold"]

    @property
    def wanted(self) -> Wanted:
        cleaned = self.cleaned_data
        return Wanted(cleaned["scope"], cleaned["since"], cleaned["until"], self.chosen)
