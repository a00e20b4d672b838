"""The form in which a judge answers."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy

from rankings.survey.questions import LONGEST_ANSWER, Answer, Question, is_built_in, said

REQUIRED = gettext_lazy("Please answer this question.")


def question_in_language(question: Question) -> Question:
    """A built-in question in the reader's language; a manager's own words as they are."""
    return said(question, gettext)


class AnswerForm(forms.Form):
    """One field for each question, named by its key. Choices are named by their place."""

    def __init__(
        self, questions: Sequence[Question], answers: Mapping[str, Answer] | None, *args: Any, **kwargs: Any
    ) -> None:
        kwargs.setdefault("prefix", "survey")
        super().__init__(*args, **kwargs)
        self.questions = questions
        self._shown = tuple(map(question_in_language, questions))
        for question, shown in zip(questions, self._shown, strict=True):
            field = _field(shown)
            field.required = question.required
            field.label = shown.words
            field.help_text = shown.note
            field.error_messages["required"] = REQUIRED
            self.fields[question.key] = field
            if answers and question.key in answers:
                self.initial[question.key] = _shown(question, answers[question.key])

    def answers(self) -> dict[str, Answer]:
        """What was answered, by key; questions left open are left out. Of a valid form."""
        given = {
            question.key: _kept(question, self.cleaned_data[question.key]) for question in self.questions
        }
        return {key: answer for key, answer in given.items() if answer not in ("", [], None)}

    @property
    def rows(self) -> list[dict[str, Any]]:
        """Each question with its field, for templates."""
        return [
            {
                "question": question,
                "field": self[question.key],
                "in_page_language": is_built_in(question),
                "low": shown.low,
                "high": shown.high,
            }
            for question, shown in zip(self.questions, self._shown, strict=True)
        ]


def _field(question: Question) -> forms.Field:
    if question.kind in ("choice", "choices"):
        options = [(str(place), words) for place, words in enumerate(question.choices)]
        if question.kind == "choice":
            return forms.ChoiceField(choices=options, widget=forms.RadioSelect)
        return forms.MultipleChoiceField(choices=options, widget=forms.CheckboxSelectMultiple)
    if question.kind == "scale":
        points = [(str(point), str(point)) for point in range(1, question.points + 1)]
        return forms.ChoiceField(choices=points, widget=forms.RadioSelect)
    return forms.CharField(max_length=LONGEST_ANSWER, widget=forms.Textarea(attrs={"rows": 2, "dir": "auto"}))


def _kept(question: Question, value: Any) -> Answer | None:
    """A cleaned value as it is stored: choices by their words, to be read without the question."""
    if question.kind == "choice":
        return question.choices[int(value)] if value else None
    if question.kind == "choices":
        return [question.choices[int(place)] for place in value]
    if question.kind == "scale":
        return int(value) if value else None
    return str(value).strip()


def _shown(question: Question, answer: Answer) -> Any:
    """A stored answer as the field shows it; nothing where the question no longer has it."""
    places = {words: str(place) for place, words in enumerate(question.choices)}
    if question.kind == "choice":
        return places.get(str(answer), "")
    if question.kind == "choices":
        return [places[words] for words in answer if words in places] if isinstance(answer, list) else []
    return answer if isinstance(answer, str | int) else ""
