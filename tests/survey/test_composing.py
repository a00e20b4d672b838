"""A manager composes the survey and reads what judges answered."""

import csv
import io

import pytest
from django.test import Client

from appraise_gec.accounts.models import User
from rankings.models import Campaign, Judge, SurveyAnswer
from rankings.survey.questions import Question, questions_of
from rankings.survey.services import keep_answers, mark_of, questions_at
from tests.factories import act, make_campaign, make_judge
from tests.survey.conftest import QUESTIONS

pytestmark = pytest.mark.django_db

HERE = "/campaigns/essays/survey/"
OWN = {
    "words": "Tea?",
    "note": "",
    "moment": "before",
    "kind": "choice",
    "choices": "Yes\n\n No \n",
    "points": "5",
}


def answer(judge: Judge, moment: str, **answers: object) -> None:
    judge.campaign.refresh_from_db()
    asked = mark_of(questions_at(judge.campaign, moment))
    keep_answers(judge, moment, answers, asked=asked)  # type: ignore[arg-type]


def survey_of(campaign: Campaign) -> list[Question]:
    campaign.refresh_from_db()
    return questions_of(campaign.survey)


def keys(campaign: Campaign) -> list[str]:
    return [question.key for question in survey_of(campaign)]


def lines(client: Client) -> list[dict[str, str]]:
    answered = client.get(f"{HERE}answers.csv").content.decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(answered)))


def test_built_in_and_own_questions_are_added_changed_moved_and_removed(alice: User) -> None:
    campaign = make_campaign("essays", owner=alice)
    alices = Client()
    alices.force_login(alice)
    assert "No questions." in alices.get(HERE).text
    for _ in range(2):
        alices.post(f"{HERE}questions/level/add/")
    assert alices.post(f"{HERE}questions/new/", OWN).status_code == 302
    assert keys(campaign) == ["level", "question-1"]
    assert survey_of(campaign)[1].choices == ("Yes", "No")
    alices.post(f"{HERE}questions/question-1/up/")
    assert keys(campaign) == ["question-1", "level"]
    alices.post(f"{HERE}questions/question-1/up/")
    assert keys(campaign) == ["question-1", "level"]
    shown = alices.get(f"{HERE}questions/question-1/").text
    assert "Yes\nNo" in shown
    alices.post(f"{HERE}questions/question-1/", {**OWN, "words": "Coffee?", "required": "on"})
    assert survey_of(campaign)[0].words == "Coffee?"
    assert "Coffee?" in alices.get(HERE).text
    alices.post(f"{HERE}questions/question-1/remove/")
    assert keys(campaign) == ["level"]
    assert alices.post(f"{HERE}questions/nothing/add/").status_code == 404
    assert alices.post(f"{HERE}questions/level/turn/").status_code == 404


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"choices": "Yes"}, "From 2 to 20"),
        ({"choices": "Yes\nYes"}, "the same"),
        ({"words": ""}, "required"),
        ({"kind": "scale", "points": "11"}, "10"),
        ({"kind": "riddle"}, "valid choice"),
    ],
)
def test_a_question_that_makes_no_sense_is_refused(alices: Client, campaign: Campaign, wrong, said) -> None:
    page = alices.post(f"{HERE}questions/new/", {**OWN, **wrong})
    assert page.status_code == 422
    assert said in page.text
    assert len(keys(campaign)) == len(QUESTIONS)


def test_answers_keep_what_was_asked(alices: Client, campaign: Campaign, judge: Judge) -> None:
    answer(judge, "before", one="Yes", years="3")
    changed = {**OWN, "words": "Native speaker of English?", "choices": "Of course\nNo", "required": "on"}
    alices.post(f"{HERE}questions/one/", changed)
    alices.post(f"{HERE}questions/years/remove/")
    answer(make_judge(campaign, "J2"), "before", one="Of course")
    given = {(line["judge"], line["asked"]): line["answer"] for line in lines(alices)}
    assert given == {
        ("J1", "Native?"): "Yes",
        ("J1", "Which?"): "",
        ("J1", "How many years?"): "3",
        ("J2", "Native speaker of English?"): "Of course",
        ("J2", "Which?"): "",
    }


def test_the_file_has_every_answer_and_no_formula(alices: Client, campaign: Campaign, judge: Judge) -> None:
    answer(judge, "before", one="Yes", many=["Red", "Blue"], years="10")
    answer(judge, "after", hard=7, more="=cmd()")
    answer(make_judge(campaign, "K1"), "before", one="No")
    assert "2 judges answered before judging, 1 after it." in alices.get(HERE).text
    rows = lines(alices)
    assert len(rows) == 2 * 3 + 2
    assert [row["answer"] for row in rows if row["judge"] == "J1"][1] == "Red; Blue"
    assert not any(value.startswith("=") for row in rows for value in row.values())


def test_a_copy_has_the_questions_and_no_answers(
    alices: Client, campaign: Campaign, judge: Judge, alice: User
) -> None:
    answer(judge, "before", one="Yes")
    act(alice, "campaign.copy", campaign, title="Copy", slug="copy")
    copy = Campaign.objects.get(slug="copy")
    assert survey_of(copy) == list(QUESTIONS)
    assert not SurveyAnswer.objects.filter(judge__campaign=copy).exists()
