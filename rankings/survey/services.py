"""The rules of surveys: changing the questions, answering, withdrawing; answers as a file."""

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from appraise_gec.present.safe_cells import write_csv
from rankings.access.refusals import Refused
from rankings.access.states import editable, refuse_when_frozen
from rankings.models import Campaign, Judge, SurveyAnswer
from rankings.survey.questions import MOST_QUESTIONS, Answer, Question, questions_of, stored

HEADINGS = ("judge", "moment", "question", "asked", "kind", "answer", "submitted_at")


def questions_at(campaign: Campaign, moment: str) -> list[Question]:
    """The questions of one moment."""
    return [question for question in questions_of(campaign.survey) if question.moment == moment]


def change_questions(
    campaign: Campaign, change: Callable[[list[Question]], Sequence[Question]], actor: User | None
) -> list[Question]:
    """Make what `change` makes of the questions those of the campaign. Answers keep what was asked.

    Raises `Refused` for a frozen campaign or too many questions, and what `change` raises.
    """
    with editable(campaign) as current:
        before = questions_of(current.survey)
        questions = list(change(before))
        if len(questions) > MOST_QUESTIONS:
            raise Refused(f"A survey has at most {MOST_QUESTIONS} questions.")
        if questions != before:
            Campaign.objects.filter(pk=current.pk).update(survey=stored(questions))
            record_event(actor, "survey.edit", current.pk, questions=len(questions))
    campaign.survey = stored(questions)
    return questions


def mark_of(questions: Sequence[Question]) -> str:
    """Tells questions apart: what a judge's form answers must be what was asked."""
    text = json.dumps(stored(questions), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def unused_key(questions: Sequence[Question]) -> str:
    """A key for a new question."""
    used = {question.key for question in questions}
    number = 1
    while f"question-{number}" in used:
        number += 1
    return f"question-{number}"


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


def answered_by(campaign: Campaign) -> dict[str, int]:
    """How many judges have answered, by moment."""
    return dict(Counter(answer.moment for answer in answers_that_stand(campaign)))


def answers_file(campaign: Campaign) -> bytes:
    """Every answer that stands, one in a line, as CSV; no cell is taken for a formula."""
    lines = [
        (
            given.judge.name,
            given.moment,
            question.key,
            question.words,
            question.kind,
            _in_words(given.answers.get(question.key)),
            given.submitted_at.isoformat(timespec="seconds"),
        )
        for given in answers_that_stand(campaign)
        for question in questions_of(given.asked)
    ]
    return write_csv([HEADINGS, *lines])


def _in_words(answer: Answer | None) -> str:
    if answer is None:
        return ""
    return "; ".join(answer) if isinstance(answer, list) else str(answer)
