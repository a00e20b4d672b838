"""What judges answer: their form, the rules, and all answers as a file."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from django import forms
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy

from appraise_gec.present.csv import write_csv
from rankings.access import Refused, refuse_when_frozen
from rankings.models import Campaign, Judge, SurveyAnswer
from rankings.survey.questions import (
    LONGEST_ANSWER,
    Answer,
    Question,
    is_built_in,
    questions_of,
    said,
    stored,
)

HEADINGS = ("judge", "moment", "question", "asked", "kind", "answer", "submitted_at")


class AnswerForm(forms.Form):
    """One field for each question, named by its key. Choices are kept in the words of the stored question."""

    def __init__(
        self, questions: Sequence[Question], answers: Mapping[str, Answer] | None, data: Any = None
    ) -> None:
        super().__init__(data, prefix="survey", initial=dict(answers or {}))
        self.rows = []
        """Each question with its field, for templates."""
        for question in questions:
            shown = said(question)
            field = self.fields[question.key] = _field(question, shown)
            field.required = question.required
            field.label = shown.words
            field.help_text = shown.note
            field.error_messages["required"] = gettext_lazy("Please answer this question.")
            self.rows.append(
                {
                    "question": shown,
                    "field": self[question.key],
                    "in_page_language": is_built_in(question),
                }
            )

    def answers(self) -> dict[str, Answer]:
        """What was answered, by key; questions left open are left out. Of a valid form."""
        return {key: answer for key, answer in self.cleaned_data.items() if answer not in ("", [], None)}


def _field(question: Question, shown: Question) -> forms.Field:
    options = list(zip(question.choices, shown.choices, strict=True))
    points = [(point, str(point)) for point in range(1, question.points + 1)]
    match question.kind:
        case "choice":
            return forms.ChoiceField(choices=options, widget=forms.RadioSelect)
        case "choices":
            return forms.MultipleChoiceField(choices=options, widget=forms.CheckboxSelectMultiple)
        case "scale":
            return forms.TypedChoiceField(
                choices=points, coerce=int, empty_value=None, widget=forms.RadioSelect
            )
        case "text":
            box = forms.Textarea(attrs={"rows": 2, "dir": "auto"})
            return forms.CharField(max_length=LONGEST_ANSWER, widget=box)


def questions_at(campaign: Campaign, moment: str) -> list[Question]:
    """The questions of one moment."""
    return [question for question in questions_of(campaign.survey) if question.moment == moment]


def mark_of(questions: Sequence[Question]) -> str:
    """Tells questions apart: what a judge's form answers must be what was asked."""
    return hashlib.sha256(msgspec.json.encode(questions)).hexdigest()[:16]


def current_answers(judge: Judge, moment: str) -> SurveyAnswer | None:
    """The judge's answers; also the note that they were withdrawn."""
    return SurveyAnswer.objects.filter(judge=judge, moment=moment).first()


def is_due(judge: Judge, moment: str) -> bool:
    """Whether the judge has yet to be asked. A campaign without such questions costs no query."""
    campaign = judge.campaign
    return (
        not campaign.is_read_only
        and bool(questions_at(campaign, moment))
        and current_answers(judge, moment) is None
    )


def keep_answers(judge: Judge, moment: str, answers: Mapping[str, Answer], *, asked: str) -> None:
    """Store a judge's answers, in the place of earlier ones, with the questions.

    `asked` is the mark of the questions that the judge saw. Raises `Refused` when the questions have changed
    since, or nothing in the campaign may be changed any more.
    """
    with transaction.atomic():
        # Before the judge's row, as everywhere.
        campaign = Campaign.objects.select_for_update(no_key=True).get(pk=judge.campaign_id)
        refuse_when_frozen(campaign)
        questions = questions_at(campaign, moment)
        if mark_of(questions) != asked:
            raise Refused(gettext("The questions have changed in the meantime. Please look at them again."))
        values = {"asked": stored(questions), "answers": dict(answers), "is_withdrawn": False}
        SurveyAnswer.objects.update_or_create(
            judge=judge, moment=moment, defaults=values | {"submitted_at": timezone.now()}
        )


def withdraw_answers(judge: Judge) -> None:
    """Delete what the judge has answered, before and after judging. The judge is not asked again."""
    SurveyAnswer.objects.filter(judge=judge).update(asked=[], answers={}, is_withdrawn=True)


def moments_answered(judge: Judge) -> list[str]:
    """The moments of which there are answers that the judge could change or withdraw."""
    given = SurveyAnswer.objects.filter(judge=judge, is_withdrawn=False)
    return sorted(given.values_list("moment", flat=True), reverse=True)


def answers_that_stand(campaign: Campaign) -> list[SurveyAnswer]:
    """Each judge's answers, before and after judging, unless they were withdrawn."""
    answers = SurveyAnswer.objects.filter(judge__campaign=campaign, is_withdrawn=False)
    return list(answers.select_related("judge").order_by("judge__name", "-moment"))


def answer_rows(campaign: Campaign) -> list[dict[str, Any]]:
    """Every question that a judge was asked, with the answer if there is one, under `HEADINGS`."""
    return [
        {
            "judge": given.judge.name,
            "moment": given.moment,
            "question": question.key,
            "asked": question.words,
            "kind": question.kind,
            "answer": given.answers.get(question.key),
            "submitted_at": given.submitted_at.isoformat(timespec="seconds"),
        }
        for given in answers_that_stand(campaign)
        for question in questions_of(given.asked)
    ]


def answers_file(campaign: Campaign) -> bytes:
    """The rows as CSV; no cell is taken for a formula."""
    return write_csv(
        [HEADINGS, *([_in_words(value) for value in row.values()] for row in answer_rows(campaign))]
    )


def _in_words(answer: Answer | None) -> str:
    if answer is None:
        return ""
    return "; ".join(answer) if isinstance(answer, list) else str(answer)
