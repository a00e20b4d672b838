"""The survey by program: questions, their order, and the answers of judges."""

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


@pytest.fixture
def essays(alice: User) -> Campaign:
    return make_campaign("essays", owner=alice)


@pytest.fixture
def ask(program: Callable[..., Program], alice: User, essays: Campaign) -> Program:
    return program(alice)


def keys(ask: Program) -> list[str]:
    return [one["key"] for one in ask("get", "survey/").json()["questions"]]


def test_questions_are_added_changed_ordered_and_removed(ask: Program) -> None:
    empty = ask("get", "survey/").json()
    assert (empty["version"], empty["questions"]) == (0, [])
    assert "level" in {one["key"] for one in empty["offered"]}
    built_in = ask("post", "survey/questions/level/")
    assert (built_in.status_code, built_in.json()["kind"]) == (201, "choice")
    assert ask("post", "survey/questions/level/").status_code == 200
    own = {"words": "How many hours a day?", "kind": "number", "most": 24, "moment": "after"}
    added = ask("post", "survey/questions/", own)
    assert (added.status_code, added.json()["most"]) == (201, 24)
    chosen = {"words": "Which?", "kind": "choices", "choices": ["This", "That"], "required": True}
    which = ask("post", "survey/questions/", chosen).json()
    assert which["choices"] == ["This", "That"]
    assert keys(ask) == ["level", added.json()["key"], which["key"]]

    url = added["Location"]
    seen = ask("get", url)["ETag"]
    changed = ask("patch", url, {"words": "Hours a day?"}, headers={"If-Match": seen})
    assert (changed.json()["words"], changed.json()["most"]) == ("Hours a day?", 24)
    assert ask("patch", url, {"words": "X"}, headers={"If-Match": seen}).status_code == 412
    order = [which["key"], "level", added.json()["key"]]
    ordered = ask("patch", "survey/", {"order": order})
    assert [one["key"] for one in ordered.json()["questions"]] == order
    assert ask("patch", "survey/", {"order": ["level"]}).status_code == 400
    assert ask("delete", url).status_code == 204
    assert ask("get", url).status_code == 404
    assert keys(ask) == order[:2]


@pytest.mark.parametrize(
    ("question", "field"),
    [
        ({}, "words"),
        ({"words": "Q", "kind": "riddle"}, "kind"),
        ({"words": "Q", "kind": "choice", "choices": ["one"]}, "choices"),
        ({"words": "Q", "kind": "choice", "choices": ["one\ntwo", "three"]}, "choices"),
        ({"words": "Q", "kind": "number", "least": 5, "most": 4}, "most"),
        ({"words": "Q", "kind": "text", "colour": "red"}, "colour"),
        ({"words": "Q", "kind": "scale", "points": 11}, "points"),
    ],
)
def test_wrong_questions_are_refused_by_field(ask: Program, question: dict[str, Any], field: str) -> None:
    refused = ask("post", "survey/questions/", question)
    assert refused.status_code == 400
    assert list(refused.json()["errors"]) == [field]
    assert keys(ask) == []


def test_answers_are_listed_and_exported_as_on_the_page(
    ask: Program, essays: Campaign, client: Client, alice: User
) -> None:
    ask("post", "survey/questions/level/")
    essays.refresh_from_db()
    judge = make_judge(essays, "Ann")
    asked = questions_at(essays, "before")
    keep_answers(judge, "before", {"level": "C1: advanced"}, asked=mark_of(asked))
    listed = ask("get", "survey/answers/").json()
    (answer,) = listed["results"]
    assert (answer["judge"], answer["moment"], answer["answers"]) == (
        "Ann",
        "before",
        {"level": "C1: advanced"},
    )
    survey = ask("get", "survey/").json()
    assert (survey["answered"], survey["version"]) == ({"before": 1}, 1)
    exported = ask("get", "survey/answers/file/")
    client.force_login(alice)
    assert exported.content == client.get(reverse("campaigns:survey-file", args=["essays"])).content
    assert exported["Content-Type"].startswith("text/csv")
    # Answers keep what was asked.
    ask("patch", "survey/questions/level/", {"note": "Be honest."})
    assert ask("get", "survey/").json()["version"] == 2
    assert ask("get", "survey/answers/").json()["results"] == [answer]
