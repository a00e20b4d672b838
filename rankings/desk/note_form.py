"""The form of a note about a judge, or of a message to the judge."""

from django import forms
from django.utils.translation import gettext_lazy as _

from rankings.models import JudgeNote


class NoteForm(forms.Form):
    kind = forms.ChoiceField(
        choices=[
            (JudgeNote.Kind.NOTE, _("A note: only owners and managers read it")),
            (JudgeNote.Kind.MESSAGE, _("A message: the judge reads it on the next visit")),
        ],
        widget=forms.RadioSelect,
        initial=JudgeNote.Kind.NOTE,
        label=_("What"),
    )
    text = forms.CharField(
        max_length=2000, widget=forms.Textarea(attrs={"rows": 4, "dir": "auto"}), label=_("Text")
    )
