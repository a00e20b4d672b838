"""The form of a webhook."""

from django import forms
from django.utils.translation import gettext_lazy as _

from rankings.webhooks.messages import EVENTS
from rankings.webhooks.posting import LONGEST_URL


class WebhookForm(forms.Form):
    """Where messages go, and about what."""

    url = forms.CharField(
        label=_("Address"),
        max_length=LONGEST_URL,
        widget=forms.URLInput(attrs={"placeholder": "https://", "autocomplete": "off"}),
        help_text=_("Of a program that takes messages by POST, beginning with https://."),
    )
    events = forms.MultipleChoiceField(
        label=_("Send a message when"),
        choices=EVENTS.items(),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose at least one event.")},
    )
