"""A judge is asked once before the first item and once at the end, can change answers and delete them."""

import pytest
from django.test import Client

from appraise_gec.accounts.models import AuditEvent, User
from rankings.models import Campaign, Judge, Ranking, SurveyAnswer
from rankings.people import crowd
from rankings.people.privacy import forget_judge
from rankings.survey.answers import is_due
from rankings.survey.questions import stored
from tests.survey.conftest import QUESTIONS, finish, form

pytestmark = pytest.mark.django_db

TASK, NEXT = "/judge/essays/", "/judge/essays/next/"
BEFORE, AFTER = "/judge/essays/survey/before/", "/judge/essays/survey/after/"


def test_the_first_item_comes_after_the_questions(bobs: Client, campaign: Campaign, judge: Judge) -> None:
    assert bobs.post(NEXT)["Location"] == BEFORE
    page = bobs.get(BEFORE).text
    assert "Native?" in page
    assert "How hard?" not in page
    missing = bobs.post(BEFORE, form(campaign, "before", years="7"))
    assert missing.status_code == 422
    assert "Please answer this question." in missing.text
    assert ">\n7</textarea>" in missing.text
    sent = bobs.post(BEFORE, form(campaign, "before", one="No", many=["Red", "Blue"], years="7"))
    assert sent["Location"].startswith("/judge/essays/item/")
    stored = SurveyAnswer.objects.get()
    assert stored.answers == {"one": "No", "many": ["Red", "Blue"], "years": "7"}
    assert [question["key"] for question in stored.asked] == ["one", "many", "years"]
    # Once: from now on the way is free.
    assert bobs.post(NEXT)["Location"].startswith("/judge/essays/item/")


@pytest.mark.parametrize(
    "wrong",
    [{"one": "Perhaps"}, {"one": "Yes", "many": ["Grey"]}, {"one": "Yes", "years": "8" * 1001}],
)
def test_impossible_answers_are_said_and_not_stored(bobs: Client, campaign: Campaign, wrong) -> None:
    assert bobs.post(BEFORE, form(campaign, "before", **wrong)).status_code == 422
    assert not SurveyAnswer.objects.exists()


def test_the_last_questions_come_when_nothing_is_left(bobs: Client, campaign: Campaign, judge: Judge) -> None:
    bobs.post(BEFORE, form(campaign, "before", one="Yes"))
    finish(judge)
    assert "2 questions are left before you leave." in bobs.get(TASK).text
    assert bobs.post(AFTER, form(campaign, "after", hard="7", more=" Fine. ")).status_code == 302
    page = bobs.get(TASK).text
    assert "before you leave" not in page
    assert AFTER in page
    assert SurveyAnswer.objects.get(moment="after").answers == {"hard": 7, "more": "Fine."}


def test_whoever_stops_earlier_can_answer_too(bobs: Client, campaign: Campaign, judge: Judge) -> None:
    bobs.post(BEFORE, form(campaign, "before", one="Yes"))
    assert AFTER not in bobs.get(TASK).text
    own = bobs.post(NEXT)["Location"]
    bobs.post(own, {f"rank-{row}": "1" for row in range(4)})
    assert Ranking.objects.exists()
    assert "Stop here and answer the closing questions" in bobs.get(TASK).text
    assert bobs.post(AFTER, form(campaign, "after", hard="1"))["Location"] == TASK


def test_a_participant_answers_before_the_code_is_shown(
    bobs: Client, campaign: Campaign, judge: Judge, alice: User
) -> None:
    entry = crowd.crowd_of(campaign)
    entry.is_on = True
    entry.save()
    Judge.objects.filter(pk=judge.pk).update(crowd_id="x")
    bobs.post(BEFORE, form(campaign, "before", one="Yes"))
    finish(judge)
    assert bobs.get(TASK)["Location"] == "/judge/essays/end/"
    assert bobs.get("/judge/essays/end/")["Location"] == AFTER
    end = bobs.post(AFTER, form(campaign, "after", hard="2"), follow=True).text
    assert entry.completion_code in end
    assert AFTER in end


def test_answers_are_changed_or_withdrawn_and_not_asked_again(
    bobs: Client, campaign: Campaign, judge: Judge
) -> None:
    bobs.post(BEFORE, form(campaign, "before", one="Yes"))
    assert bobs.post(BEFORE, form(campaign, "before", one="No", years="4"))["Location"] == TASK
    assert SurveyAnswer.objects.get().answers == {"one": "No", "years": "4"}
    assert "Delete your answers" in bobs.get(BEFORE).text
    assert "are deleted" in bobs.post("/judge/essays/survey/withdraw/", follow=True).text
    row = SurveyAnswer.objects.get()
    assert (row.answers, row.is_withdrawn) == ({}, True)
    assert not is_due(judge, "before")
    assert "You can answer again" in bobs.get(BEFORE).text


def test_questions_changed_meanwhile_are_looked_at_again(bobs: Client, campaign: Campaign) -> None:
    old = form(campaign, "before", one="Yes")
    Campaign.objects.update(survey=stored(QUESTIONS[1:]))
    answer = bobs.post(BEFORE, old, follow=True)
    assert "The questions have changed in the meantime." in answer.text
    assert not SurveyAnswer.objects.exists()


def test_answers_are_forgotten_with_the_judge(bobs: Client, campaign: Campaign, judge: Judge) -> None:
    bobs.post(BEFORE, form(campaign, "before", one="Yes"))
    forget_judge(judge)
    assert not SurveyAnswer.objects.exists()
    assert not AuditEvent.objects.filter(detail__icontains="Native").exists()
