"""The form in which a manager composes a question."""

from typing import Any, cast

from django import forms
from django.contrib.humanize.templatetags.humanize import intcomma
from django.utils.functional import lazy
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rankings.models import SurveyAnswer
from rankings.survey.questions import (
    KINDS,
    LARGEST_NUMBER,
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

    words = forms.CharField(max_length=LONGEST_WORDS, label=gettext_lazy("Question"))
    note = forms.CharField(
        max_length=LONGEST_WORDS,
        required=False,
        label=gettext_lazy("Note"),
        help_text=gettext_lazy("A sentence below the question."),
    )
    moment = forms.ChoiceField(
        choices=SurveyAnswer.Moment.choices,
        widget=forms.RadioSelect,
        initial="before",
        label=gettext_lazy("When"),
    )
    kind = forms.ChoiceField(
        choices=list(KINDS.items()),
        widget=forms.RadioSelect,
        initial="choice",
        label=gettext_lazy("Kind of answer"),
    )
    required = forms.BooleanField(required=False, label=gettext_lazy("Judges have to answer it"))
    choices = forms.CharField(
        required=False,
        max_length=MOST_CHOICES * (LONGEST_CHOICE + 2),
        widget=forms.Textarea(attrs={"rows": 5}),
        label=gettext_lazy("Answers to choose from"),
        help_text=format_lazy(
            gettext_lazy("One per line, from {least} to {most}."), least=LEAST_CHOICES, most=MOST_CHOICES
        ),
    )
    points = forms.IntegerField(
        required=False,
        min_value=SCALE_POINTS[0],
        max_value=SCALE_POINTS[1],
        initial=5,
        label=gettext_lazy("Steps"),
    )
    low = forms.CharField(required=False, max_length=LONGEST_CHOICE, label=gettext_lazy("What 1 means"))
    high = forms.CharField(
        required=False, max_length=LONGEST_CHOICE, label=gettext_lazy("What the last step means")
    )
    least = forms.IntegerField(
        required=False,
        min_value=-LARGEST_NUMBER,
        max_value=LARGEST_NUMBER,
        label=gettext_lazy("At least"),
        help_text=gettext_lazy("Empty: 0."),
    )
    most = forms.IntegerField(
        required=False,
        min_value=-LARGEST_NUMBER,
        max_value=LARGEST_NUMBER,
        label=gettext_lazy("At most"),
        help_text=lazy(lambda: _("Empty: %(number)s.") % {"number": intcomma(LARGEST_NUMBER)}, str)(),
    )

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
            raise forms.ValidationError(
                _("From %(least)d to %(most)d answers, one per line.")
                % {"least": LEAST_CHOICES, "most": MOST_CHOICES}
            )
        if len(set(choices)) != len(choices):
            raise forms.ValidationError(_("Two answers are the same."))
        if max(map(len, choices)) > LONGEST_CHOICE:
            raise forms.ValidationError(
                _("An answer has at most %(most)d characters.") % {"most": LONGEST_CHOICE}
            )
        return choices

    def clean(self) -> dict[str, Any]:
        cleaned = dict(super().clean() or self.cleaned_data)
        least, most = cleaned.get("least"), cleaned.get("most")
        if cleaned.get("kind") == "number" and most is not None and most < (least or 0):
            self.add_error("most", _("Not less than the number above, which is 0 where it is empty."))
        return cleaned

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
            least=cleaned["least"] if kind == "number" else None,
            most=cleaned["most"] if kind == "number" else None,
        )
