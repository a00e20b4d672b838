"""The rules of surveys: changing the questions, answering, withdrawing."""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from rankings.access.refusals import Refused
from rankings.access.states import editable, refuse_when_frozen
from rankings.models import Campaign, Judge, SurveyAnswer, SurveyRevision
from rankings.survey.questions import MOST_QUESTIONS, Answer, Question, questions_of, stored


def questions_in_force(campaign: Campaign) -> list[Question]:
    """The questions that judges are asked now; without a query where there have never been any."""
    if not campaign.survey_version:
        return []
    revision = SurveyRevision.objects.filter(campaign=campaign, version=campaign.survey_version).first()
    return questions_of(revision.questions) if revision else []


def questions_at(campaign: Campaign, moment: str) -> list[Question]:
    """The questions of one moment."""
    return [question for question in questions_in_force(campaign) if question.moment == moment]


def change_questions(
    campaign: Campaign, change: Callable[[list[Question]], Sequence[Question]], actor: User | None
) -> int:
    """Make what `change` makes of the questions those of the campaign; returns their version.

    As long as nobody has answered the present version, it is overwritten; after that, a change makes a new
    one, and answers keep what was asked.

    Raises `Refused` for a frozen campaign or too many questions, and what `change` raises.
    """
    with editable(campaign) as current:
        before = questions_in_force(current)
        questions = list(change(before))
        version = current.survey_version
        if questions == before:
            return version
        if len(questions) > MOST_QUESTIONS:
            raise Refused(f"A survey has at most {MOST_QUESTIONS} questions.")
        answered = SurveyAnswer.objects.filter(judge__campaign=current, version=version).exists()
        if answered or not version:
            version += 1
        SurveyRevision.objects.update_or_create(
            campaign=current,
            version=version,
            defaults={"questions": stored(questions), "created_by": actor},
        )
        Campaign.objects.filter(pk=current.pk).update(survey_version=version)
        record_event(actor, "survey.edit", current.pk, questions=len(questions), version=version)
    campaign.survey_version = version
    return version


def mark_of(questions: Sequence[Question]) -> str:
    """Tells questions apart: what a judge's form answers must be what was asked."""
    text = json.dumps(stored(questions), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def unused_key(campaign: Campaign) -> str:
    """A key that no question of the campaign has had."""
    revisions = SurveyRevision.objects.filter(campaign=campaign).values_list("questions", flat=True)
    used = {question["key"] for questions in revisions for question in questions}
    number = 1
    while f"question-{number}" in used:
        number += 1
    return f"question-{number}"


def current_answers(judge: Judge, moment: str) -> SurveyAnswer | None:
    """The judge's answers as they stand; also the note that they were withdrawn."""
    return SurveyAnswer.objects.filter(judge=judge, moment=moment, is_current=True).first()


def is_due(judge: Judge, moment: str) -> bool:
    """Whether the judge has yet to be asked. A campaign that has never had a survey costs no query."""
    campaign = judge.campaign
    if not campaign.survey_version or campaign.is_read_only:
        return False
    return bool(questions_at(campaign, moment)) and current_answers(judge, moment) is None


def keep_answers(judge: Judge, moment: str, answers: Mapping[str, Answer], *, asked: str) -> bool:
    """Store a judge's answers as a new revision; returns False where the same answers stand already.

    `asked` is the mark of the questions that the judge saw. Raises `Refused` when the questions have changed
    since, or nothing in the campaign may be changed any more.
    """
    with transaction.atomic():
        # Before the judge's row, as everywhere.
        campaign = Campaign.objects.select_for_update(no_key=True).get(pk=judge.campaign_id)
        refuse_when_frozen(campaign)
        if mark_of(questions_at(campaign, moment)) != asked:
            raise Refused(gettext("The questions have changed in the meantime. Please look at them again."))
        Judge.objects.select_for_update(no_key=True).get(pk=judge.pk)
        last = current_answers(judge, moment)
        version = campaign.survey_version
        if last is not None and not last.is_withdrawn and (last.answers, last.version) == (answers, version):
            return False
        _add(judge, moment, answers, version)
    return True


def withdraw_answers(judge: Judge) -> None:
    """Delete what the judge has answered, before and after judging. The judge is not asked again."""
    with transaction.atomic():
        campaign = Campaign.objects.select_for_update(no_key=True).get(pk=judge.campaign_id)
        Judge.objects.select_for_update(no_key=True).get(pk=judge.pk)
        given = SurveyAnswer.objects.filter(judge=judge)
        moments = sorted(set(given.values_list("moment", flat=True)))
        given.delete()
        for moment in moments:
            _add(judge, moment, {}, campaign.survey_version, withdrawn=True)


def moments_answered(judge: Judge) -> list[str]:
    """The moments of which there are answers that the judge could change or withdraw."""
    if not judge.campaign.survey_version:
        return []
    given = SurveyAnswer.objects.filter(judge=judge, is_current=True, is_withdrawn=False)
    return sorted(given.values_list("moment", flat=True), reverse=True)


def _add(
    judge: Judge, moment: str, answers: Mapping[str, Answer], version: int, *, withdrawn: bool = False
) -> None:
    earlier = SurveyAnswer.objects.filter(Q(judge=judge, moment=moment))
    revision = max(earlier.values_list("revision", flat=True), default=0) + 1
    earlier.update(is_current=False)
    SurveyAnswer.objects.create(
        judge=judge,
        moment=moment,
        version=version,
        revision=revision,
        is_withdrawn=withdrawn,
        answers=dict(answers),
        submitted_at=timezone.now(),
    )
