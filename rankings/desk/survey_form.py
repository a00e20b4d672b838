"""The form in which a manager composes a question."""

from typing import cast

from django import forms
from django.utils.text import format_lazy

from rankings.models import SurveyAnswer
from rankings.survey.questions import (
    KINDS,
    LONGEST_CHOICE,
    LONGEST_WORDS,
    MOST_CHOICES,
    SCALE_POINTS,
    Kind,
    Moment,
    Question,
)

LEAST_CHOICES = 2


class QuestionForm(forms.Form):
    """One question. Fields that its kind does not have are left alone."""

    words = forms.CharField(max_length=LONGEST_WORDS, label="Question")
    note = forms.CharField(
        max_length=LONGEST_WORDS,
        required=False,
        label="Note",
        help_text="A sentence below the question.",
    )
    moment = forms.ChoiceField(
        choices=SurveyAnswer.Moment.choices,
        widget=forms.RadioSelect,
        initial="before",
        label="When",
    )
    kind = forms.ChoiceField(
        choices=list(KINDS.items()),
        widget=forms.RadioSelect,
        initial="choice",
        label="Kind of answer",
    )
    required = forms.BooleanField(required=False, label="Judges have to answer it")
    choices = forms.CharField(
        required=False,
        max_length=MOST_CHOICES * (LONGEST_CHOICE + 2),
        widget=forms.Textarea(attrs={"rows": 5}),
        label="Answers to choose from",
        help_text=format_lazy(
            "One per line, from {least} to {most}.", least=LEAST_CHOICES, most=MOST_CHOICES
        ),
    )
    points = forms.IntegerField(
        required=False,
        min_value=SCALE_POINTS[0],
        max_value=SCALE_POINTS[1],
        initial=5,
        label="Steps",
    )
    low = forms.CharField(required=False, max_length=LONGEST_CHOICE, label="What 1 means")
    high = forms.CharField(required=False, max_length=LONGEST_CHOICE, label="What the last step means")

    @classmethod
    def of(cls, question: Question) -> "QuestionForm":
        """The form of a question that is there."""
        values = {name: getattr(question, name) for name in cls.base_fields}
        return cls(initial={**values, "choices": "\n".join(question.choices)})

    def clean_choices(self) -> list[str]:
        lines = (line.strip() for line in self.cleaned_data["choices"].splitlines())
        choices = [line for line in lines if line]
        if self.cleaned_data.get("kind") not in ("choice", "choices"):
            return choices
        if not LEAST_CHOICES <= len(choices) <= MOST_CHOICES:
            raise forms.ValidationError(f"From {LEAST_CHOICES} to {MOST_CHOICES} answers, one per line.")
        if len(set(choices)) != len(choices):
            raise forms.ValidationError("Two answers are the same.")
        if max(map(len, choices)) > LONGEST_CHOICE:
            raise forms.ValidationError(f"An answer has at most {LONGEST_CHOICE} characters.")
        return choices

    def question(self, key: str) -> Question:
        """The question, with what its kind has. Of a valid form."""
        cleaned = self.cleaned_data
        kind = cleaned["kind"]
        return Question(
            key=key,
            moment=cast("Moment", cleaned["moment"]),
            kind=cast("Kind", kind),
            words=cleaned["words"],
            note=cleaned["note"],
            required=cleaned["required"],
            choices=tuple(cleaned["choices"]) if kind in ("choice", "choices") else (),
            points=(cleaned["points"] or 5) if kind == "scale" else 5,
            low=cleaned["low"] if kind == "scale" else "",
            high=cleaned["high"] if kind == "scale" else "",
        )
