"""A manager chooses the questions, on the page and by program, and reads what judges answered."""

import csv
import io
import json
import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from appraise_gec.accounts.models import AuditEvent
from rankings.models import Campaign, Judge
from rankings.survey.answers import keep_answers, mark_of, questions_at
from rankings.survey.questions import Question, questions_of, stored
from tests.factories import make_judge
from tests.survey.conftest import QUESTIONS

pytestmark = pytest.mark.django_db

HERE = "/campaigns/essays/do/survey.edit/"
OWN = {"kind": "choice", "words": "Tea?", "choices": ["Yes", "No"]}


def answer(judge: Judge, moment: str, **answers: Any) -> None:
    judge.campaign.refresh_from_db()
    asked = mark_of(questions_at(judge.campaign, moment))
    keep_answers(judge, moment, answers, asked=asked)


def survey_of(campaign: Campaign) -> list[Question]:
    campaign.refresh_from_db()
    return questions_of(campaign.survey)


def send(client: Client, own: Any, *built_in: str) -> Any:
    text = own if isinstance(own, str) else json.dumps(own)
    return client.post(HERE, {"built_in": built_in, "own": text})


def lines(client: Client) -> list[dict[str, str]]:
    answered = client.get("/campaigns/essays/survey/answers.csv").content.decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(answered)))


def test_built_in_and_own_questions_are_chosen_on_the_page(as_alice: Client, campaign: Campaign) -> None:
    assert "Native?" in as_alice.get(HERE).text
    assert send(as_alice, [OWN, {**OWN, "key": "question-1", "moment": "after"}], "level").status_code == 302
    assert [(one.key, one.moment) for one in survey_of(campaign)] == [
        ("level", "before"),
        ("question-2", "before"),
        ("question-1", "after"),
    ]
    page = as_alice.get(HERE)
    assert "Tea?" in page.text
    # What the page shows, sent as it is, changes nothing.
    shown = page.context["form"]
    again = send(as_alice, shown["own"].value(), *shown["built_in"].value())
    assert (again.status_code, AuditEvent.objects.filter(action="survey.edit").count()) == (302, 1)
    # The examples on it can be sent as they are, too.
    [examples] = re.findall(r"<pre[^>]*>(.*?)</pre>", page.text, re.S)
    assert send(as_alice, unescape(examples)).status_code == 302
    assert [one.kind for one in survey_of(campaign)] == ["choice", "choices", "scale", "text"]
    send(as_alice, "")
    assert survey_of(campaign) == []


@pytest.mark.parametrize(
    ("own", "said"),
    [
        ("[{", "valid JSON"),
        ([{**OWN, "choices": ["Yes"]}], "from 2 to 20 choices"),
        ([{**OWN, "choices": ["Yes", "Yes"]}], "Two choices are the same"),
        ([{**OWN, "colour": "red"}], "colour"),
        ([{"words": "Tired?", "kind": "scale", "points": 11}], "points"),
        ([{**OWN, "kind": "riddle"}], "riddle"),
        ([{**OWN, "words": "Te\0a"}], "words"),
        ('[{"kind": "text", "words": "\\ud800"}]', "words"),
        ("[" * 100_000, "nested too deep"),
        ([{**OWN, "key": "level"}], "Two questions have the key"),
        ([OWN] * 31, "at most 30"),
    ],
)
def test_questions_that_make_no_sense_are_refused_and_stay_in_the_form(
    as_alice: Client, campaign: Campaign, own: Any, said: str
) -> None:
    page = send(as_alice, own, "level")
    assert page.status_code == 422
    assert said in page.text
    assert page.context["form"]["own"].value() == (own if isinstance(own, str) else json.dumps(own))
    assert survey_of(campaign) == list(QUESTIONS)


def test_answers_keep_what_was_asked(as_alice: Client, campaign: Campaign, judge: Judge) -> None:
    answer(judge, "before", one="Yes", years="3")
    new = {**OWN, "key": "one", "words": "Native speaker of English?", "choices": ["Of course", "No"]}
    send(as_alice, [new, stored(QUESTIONS)[1]])
    answer(make_judge(campaign, "J2"), "before", one="Of course")
    given = {(line["judge"], line["asked"]): line["answer"] for line in lines(as_alice)}
    assert given == {
        ("J1", "Native?"): "Yes",
        ("J1", "Which?"): "",
        ("J1", "How many years?"): "3",
        ("J2", "Native speaker of English?"): "Of course",
        ("J2", "Which?"): "",
    }


def test_the_file_has_every_answer_and_no_formula(as_alice: Client, campaign: Campaign, judge: Judge) -> None:
    answer(judge, "before", one="Yes", many=["Red", "Blue"], years="10")
    answer(judge, "after", hard=7, more="=cmd()")
    answer(make_judge(campaign, "K1"), "before", one="No")
    rows = lines(as_alice)
    assert len(rows) == 2 * 3 + 2
    assert [row["answer"] for row in rows if row["judge"] == "J1"][1] == "Red; Blue"
    assert not any(value.startswith("=") for row in rows for value in row.values())
