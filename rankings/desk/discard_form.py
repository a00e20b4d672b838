"""The form with which a manager discards rankings of a judge."""

from typing import Any

from django import forms
from django.contrib.humanize.templatetags.humanize import intcomma

from rankings.desk.discards import LONGEST_REASON, Scope, Wanted


class DiscardForm(forms.Form):
    """Which rankings, why, and whether the judge goes on."""

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
        help_text="Kept with the rankings, and in the history. Judges do not see it.",
    )
    hold = forms.BooleanField(required=False, label="Also put the judge on hold")

    def __init__(self, *args: Any, counting: int, may_hold: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [
            (Scope.ALL.value, f"All rankings that count ({intcomma(counting)})"),
            (Scope.SPAN.value, "Rankings of some days"),
        ]
        self.fields["scope"] = forms.ChoiceField(
            widget=forms.RadioSelect, label="Which rankings", choices=choices
        )
        self.initial.setdefault("scope", Scope.ALL.value)
        if may_hold:
            self.initial.setdefault("hold", True)
        else:
            del self.fields["hold"]

    @property
    def wanted(self) -> Wanted:
        cleaned = self.cleaned_data
        return Wanted(cleaned["scope"], cleaned["since"], cleaned["until"])
