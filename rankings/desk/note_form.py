"""The form of a note about a judge, or of a message to the judge."""

from django import forms

from rankings.models import JudgeNote


class NoteForm(forms.Form):
    kind = forms.ChoiceField(
        choices=[
            (JudgeNote.Kind.NOTE, "A note: only owners and managers read it"),
            (JudgeNote.Kind.MESSAGE, "A message: the judge reads it on the next visit"),
        ],
        widget=forms.RadioSelect,
        initial=JudgeNote.Kind.NOTE,
        label="What",
    )
    text = forms.CharField(
        max_length=2000, widget=forms.Textarea(attrs={"rows": 4, "dir": "auto"}), label="Text"
    )
