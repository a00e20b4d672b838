"""The form with which a manager discards rankings of a judge."""

from typing import Any

from django import forms
from django.contrib.humanize.templatetags.humanize import intcomma
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from rankings.desk.discards import LONGEST_REASON, Scope, Wanted

MOST_CHOSEN = 500


class DiscardForm(forms.Form):
    """Which rankings, why, and whether the judge goes on. `chosen` are keys ticked in the list of answers."""

    scope = forms.ChoiceField()
    since = forms.DateField(
        required=False,
        label=gettext_lazy("First day"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    until = forms.DateField(
        required=False,
        label=gettext_lazy("Last day"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    reason = forms.CharField(
        max_length=LONGEST_REASON,
        label=gettext_lazy("Reason"),
        widget=forms.Textarea(attrs={"rows": 3}),
        error_messages={"required": gettext_lazy("Give a reason.")},
        help_text=gettext_lazy(
            "Kept with the rankings, in the history and in bundles. Judges do not see it."
        ),
    )
    hold = forms.BooleanField(required=False, label=gettext_lazy("Also put the judge on hold"))

    def __init__(self, *args: Any, chosen: list[int], counting: int, may_hold: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [
            (Scope.ALL.value, _("All rankings that count (%(number)s)") % {"number": intcomma(counting)}),
            (Scope.SPAN.value, _("Rankings of some days")),
        ]
        if chosen:
            ticked = ngettext(
                "The ranking that you have ticked",
                "The %(number)s rankings that you have ticked",
                len(chosen),
            ) % {"number": intcomma(len(chosen))}
            choices.insert(0, (Scope.CHOSEN.value, ticked))
        self.chosen = chosen
        self.fields["scope"] = forms.ChoiceField(
            widget=forms.RadioSelect, label=_("Which rankings"), choices=choices
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
