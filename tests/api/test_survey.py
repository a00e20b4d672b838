"""The survey by program: its questions, and the answers of judges."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from appraise_gec.accounts.models import User
from rankings.models import Campaign
from rankings.survey.services import keep_answers, mark_of, questions_at
from tests.api.conftest import Program
from tests.factories import make_campaign, make_judge

pytestmark = pytest.mark.django_db
OWN = {"key": "tea", "moment": "after", "kind": "scale", "words": "Tea?", "points": 3}


@pytest.fixture
def essays(alice: User) -> Campaign:
    return make_campaign("essays", owner=alice)


@pytest.fixture
def ask(program: Callable[..., Program], alice: User, essays: Campaign) -> Program:
    return program(alice)


def test_questions_are_written_as_a_whole_and_answers_exported_as_on_the_page(
    ask: Program, essays: Campaign, client: Client, alice: User
) -> None:
    empty = ask("get", "survey/").json()
    assert empty["questions"] == []
    level = next(one for one in empty["offered"] if one["key"] == "level")
    written = ask("put", "survey/", {"questions": [level, OWN]})
    assert written.status_code == 200
    assert [one["key"] for one in written.json()["questions"]] == ["level", "tea"]
    assert "level" not in {one["key"] for one in written.json()["offered"]}
    essays.refresh_from_db()
    judge = make_judge(essays, "Ann")
    asked = questions_at(essays, "before")
    keep_answers(judge, "before", {"level": "C1: advanced"}, asked=mark_of(asked))
    survey = ask("put", "survey/", {"questions": [OWN]}).json()
    assert ([one["key"] for one in survey["questions"]], survey["answered"]) == (["tea"], {"before": 1})
    exported = ask("get", "survey/answers/file/")
    client.force_login(alice)
    assert exported.content == client.get(reverse("campaigns:survey-file", args=["essays"])).content
    assert b"C1: advanced" in exported.content


@pytest.mark.parametrize(
    "wrong",
    [
        {"words": ""},
        {"kind": "riddle"},
        {"kind": "choice", "choices": ["one"]},
        {"kind": "choice", "choices": ["one", "one"]},
        {"colour": "red"},
        {"points": 11},
        {"moment": "never"},
    ],
)
def test_wrong_questions_are_refused_and_nothing_changes(
    ask: Program, essays: Campaign, wrong: dict[str, Any]
) -> None:
    refused = ask("put", "survey/", {"questions": [OWN | wrong]})
    assert refused.status_code == 400
    assert list(refused.json()["errors"]) == ["questions"]
    assert ask("put", "survey/", {"questions": [OWN, OWN]}).status_code == 400
    assert ask("get", "survey/").json()["questions"] == []
