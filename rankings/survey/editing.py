"""A manager chooses the questions: built-in ones, which judges read in their language, and others as JSON."""

import json
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from appraise_gec.present.downloads import download
from rankings.access import MANAGERS, managed
from rankings.actions import Action, Done
from rankings.models import SurveyAnswer
from rankings.survey.answers import AnswerForm, answer_rows, answers_file
from rankings.survey.questions import BUILT_IN, MOST_QUESTIONS, questions_of, stored, written


class QuestionsField(forms.JSONField):
    """A list of questions, one in a line."""

    def to_python(self, value: Any) -> Any:
        try:
            return super().to_python(value)
        except RecursionError:
            raise forms.ValidationError("The brackets are nested too deep.") from None

    def bound_data(self, data: Any, initial: Any) -> Any:
        return data

    def prepare_value(self, value: Any) -> Any:
        if isinstance(value, str):
            return value
        lines = ",\n".join(json.dumps(row, ensure_ascii=False) for row in value or ())
        return f"[\n{lines}\n]" if lines else ""


class SurveyForm(forms.Form):
    """The questions to judges: built-in ones first, then the campaign's own."""

    built_in = forms.MultipleChoiceField(
        required=False,
        choices=[(question.key, question.words) for question in BUILT_IN],
        widget=forms.CheckboxSelectMultiple,
        label="Built-in questions",
        help_text="Shown to judges in their own language, as far as this site speaks it.",
    )
    own = QuestionsField(
        required=False,
        widget=forms.Textarea(attrs={"rows": 8, "dir": "auto", "spellcheck": "false", "class": "code"}),
        label="Your own questions",
        help_text="As JSON, in the order in which judges read them.",
    )

    def clean_own(self) -> Any:
        try:
            return written(self.cleaned_data["own"] or [])
        except ValueError as error:
            raise forms.ValidationError(f"{error}.") from None

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if {"built_in", "own"} <= cleaned.keys():
            chosen = [question for question in BUILT_IN if question.key in cleaned["built_in"]]
            questions = [*chosen, *cleaned["own"]]
            keys = [question.key for question in questions]
            if len(questions) > MOST_QUESTIONS:
                self.add_error("own", f"A survey has at most {MOST_QUESTIONS} questions.")
            for key in sorted({key for key in keys if keys.count(key) > 1}):
                self.add_error("own", f"Two questions have the key “{key}”.")
            return {"questions": stored(questions)}
        return cleaned


class EditingSurvey(Action):
    name, title, happened = "survey.edit", "Save questions", "Survey changed"
    explanation = (
        "Judges answer once: before their first item, and after their last one or when they stop. They can "
        "change and delete their answers. Managers see them, other judges never do. Whatever changes here "
        "later, answers stay with what was asked, and nobody is asked again."
    )
    roles = MANAGERS
    form = SurveyForm
    template = "survey/questions.html"
    tab = "design"

    def back_url(self) -> str:
        return self.page_url()

    def initial(self) -> dict[str, Any]:
        asked = questions_of(self.campaign.survey)
        return {
            "built_in": [question.key for question in asked if question in BUILT_IN],
            "own": stored(question for question in asked if question not in BUILT_IN),
        }

    def facts(self) -> dict[str, Any]:
        """The questions as they are stored, and what judges have answered."""
        return {"questions": self.campaign.survey, "answers": answer_rows(self.campaign)}

    def moments(self) -> list[tuple[str, Any]]:
        """The questions as judges read them, for the page."""
        asked = questions_of(self.campaign.survey)
        return [
            (label, AnswerForm([question for question in asked if question.moment == moment], None).rows)
            for moment, label in SurveyAnswer.Moment.choices
        ]

    def run(self, questions: list[dict[str, Any]]) -> Done:
        if questions == self.campaign.survey:
            return Done("Nothing has changed.", None)
        self.campaign.survey = questions
        self.campaign.save(update_fields=["survey"])
        return Done("The questions are saved.", {"questions": len(questions)})


@login_required
@require_safe
def survey_file(request: HttpRequest, slug: str) -> HttpResponse:
    """Every answer as CSV."""
    campaign = managed(request, slug).campaign
    return download(answers_file(campaign), "text/csv; charset=utf-8", f"{campaign.slug}-survey.csv")
