"""The form that asks for a span of days and an hourly rate."""

from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rankings.desk.payment import PayWish

DATE = {"type": "date"}


class PaymentForm(forms.Form):
    """All of it is optional. It changes nothing, so it stands in the address."""

    since = forms.DateField(
        required=False, label=gettext_lazy("First day"), widget=forms.DateInput(attrs=DATE, format="%Y-%m-%d")
    )
    until = forms.DateField(
        required=False, label=gettext_lazy("Last day"), widget=forms.DateInput(attrs=DATE, format="%Y-%m-%d")
    )
    rate = forms.DecimalField(
        required=False,
        label=gettext_lazy("Hourly rate"),
        min_value=Decimal(0),
        max_value=Decimal(100_000),
        max_digits=8,
        decimal_places=2,
        widget=forms.NumberInput(attrs={"step": "0.01", "inputmode": "decimal"}),
    )
    currency = forms.CharField(required=False, label=gettext_lazy("Currency"), max_length=8)
    leave_out = forms.BooleanField(required=False, label=gettext_lazy("Do not pay for discarded rankings"))

    def clean(self) -> dict[str, Any]:
        cleaned = dict(super().clean() or self.cleaned_data)
        since, until = cleaned.get("since"), cleaned.get("until")
        if since and until and until < since:
            self.add_error("until", _("The last day is before the first."))
        return cleaned

    @property
    def wish(self) -> PayWish:
        """What was asked for; what could not be read is left out."""
        cleaned = self.cleaned_data
        return PayWish(
            cleaned.get("since"),
            cleaned.get("until"),
            cleaned.get("rate"),
            cleaned.get("currency", ""),
            pays_discarded=not cleaned.get("leave_out", False),
        )
