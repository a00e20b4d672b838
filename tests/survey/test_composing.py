"""A manager composes the survey and reads what judges answered."""

import csv
import io

import pytest
from django.test import Client

from appraise_gec.accounts.models import User
from rankings.desk.copying import NewName, copy_campaign
from rankings.models import Campaign, Judge, SurveyRevision
from rankings.survey.services import keep_answers, mark_of, questions_at, questions_in_force
from rankings.survey.summary import summaries
from tests.factories import make_campaign, make_judge
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
    assert keep_answers(judge, moment, answers, asked=asked)  # type: ignore[arg-type]


def keys(campaign: Campaign) -> list[str]:
    campaign.refresh_from_db()
    return [question.key for question in questions_in_force(campaign)]


def test_built_in_and_own_questions_are_added_changed_moved_and_removed(alice: User) -> None:
    campaign = make_campaign("essays", owner=alice)
    alices = Client()
    alices.force_login(alice)
    assert "No questions." in alices.get(HERE).text
    for _ in range(2):
        alices.post(f"{HERE}questions/level/add/")
    assert alices.post(f"{HERE}questions/new/", OWN).status_code == 302
    assert keys(campaign) == ["level", "question-1"]
    assert questions_in_force(campaign)[1].choices == ("Yes", "No")
    alices.post(f"{HERE}questions/question-1/up/")
    assert keys(campaign) == ["question-1", "level"]
    alices.post(f"{HERE}questions/question-1/up/")
    assert keys(campaign) == ["question-1", "level"]
    shown = alices.get(f"{HERE}questions/question-1/").text
    assert "Yes\nNo" in shown
    alices.post(f"{HERE}questions/question-1/", {**OWN, "words": "Coffee?", "required": "on"})
    assert questions_in_force(campaign)[0].words == "Coffee?"
    assert "Coffee?" in alices.get(HERE).text
    alices.post(f"{HERE}questions/question-1/remove/")
    assert keys(campaign) == ["level"]
    # Nobody has answered: all this was one version.
    assert campaign.survey_revisions.count() == 1
    assert alices.post(f"{HERE}questions/nothing/add/").status_code == 404
    assert alices.post(f"{HERE}questions/level/turn/").status_code == 404


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"choices": "Yes"}, "From 2 to 20"),
        ({"choices": "Yes\nYes"}, "the same"),
        ({"words": ""}, "required"),
        ({"kind": "scale", "points": "11"}, "10"),
        ({"kind": "number", "least": "5", "most": "4"}, "Not less"),
        ({"kind": "riddle"}, "valid choice"),
    ],
)
def test_a_question_that_makes_no_sense_is_refused(alices: Client, campaign: Campaign, wrong, said) -> None:
    page = alices.post(f"{HERE}questions/new/", {**OWN, **wrong})
    assert page.status_code == 422
    assert said in page.text
    assert len(keys(campaign)) == len(QUESTIONS)


def test_answers_keep_what_was_asked(alices: Client, campaign: Campaign, judge: Judge) -> None:
    answer(judge, "before", one="Yes", years=3)
    changed = {**OWN, "words": "Native speaker of English?", "choices": "Of course\nNo", "required": "on"}
    alices.post(f"{HERE}questions/one/", changed)
    alices.post(f"{HERE}questions/years/remove/")
    campaign.refresh_from_db()
    assert (campaign.survey_version, SurveyRevision.objects.count()) == (2, 2)
    second = make_judge(campaign, "J2")
    answer(second, "before", one="Of course")
    by_words = {summary.question.words: summary for summary in summaries(campaign)}
    assert by_words["Native?"].counts == [("Yes", 1, 100), ("No", 0, 0)]
    assert not by_words["Native?"].in_force
    assert by_words["Native speaker of English?"].counts == [("Of course", 1, 100), ("No", 0, 0)]
    assert by_words["How many years?"].numbers == [3]
    page = alices.get(f"{HERE}answers/").text
    assert page.index("Native speaker of English?") < page.index("Asked earlier") < page.index("Native?</h3>")


def test_the_summary_counts_judges_and_the_file_has_every_answer(
    alices: Client, campaign: Campaign, judge: Judge, django_assert_max_num_queries
) -> None:
    others = [make_judge(campaign, f"K{n}") for n in range(4)]
    answer(judge, "before", one="Yes", many=["Red", "Blue"], years=10)
    for other in others[:3]:
        answer(other, "before", one="No", many=["Red"])
    answer(judge, "after", hard=7, more="=cmd()")
    with django_assert_max_num_queries(2):
        found = {summary.question.key: summary for summary in summaries(campaign)}
    assert found["one"].counts == [("Yes", 1, 25), ("No", 3, 75)]
    assert found["many"].counts == [("Red", 4, 100), ("Green", 0, 0), ("Blue", 1, 25)]
    assert (found["years"].asked, found["years"].answered, found["years"].mean) == (4, 1, 10)
    assert found["hard"].counts[6] == ("7", 1, 100)
    assert found["more"].texts == [("J1", "=cmd()")]
    page = alices.get(f"{HERE}answers/").text
    assert "4 of 5 judges answered before judging, 1 after it." in page
    rows = list(csv.DictReader(io.StringIO(alices.get(f"{HERE}answers.csv").content.decode("utf-8-sig"))))
    assert len(rows) == 4 * 3 + 2
    assert [row["answer"] for row in rows if row["judge"] == "J1"][1] == "Red; Blue"
    assert not any(value.startswith("=") for row in rows for value in row.values())


def test_a_copy_has_the_questions_and_no_answers(campaign: Campaign, judge: Judge, alice: User) -> None:
    answer(judge, "before", one="Yes")
    copy = copy_campaign(campaign, NewName("Copy", "copy"), alice)
    assert isinstance(copy, Campaign)
    copy.refresh_from_db()
    assert (copy.survey_version, questions_in_force(copy)) == (1, list(QUESTIONS))
    assert not any(summary.asked for summary in summaries(copy))
