"""A small open campaign that Bob judges and Alice manages."""

import pytest
from django.test import Client

from appraise_gec.accounts.models import User
from rankings.judging.assignment import next_assignment
from rankings.models import Campaign, Judge
from rankings.survey.answers import mark_of, questions_at
from rankings.survey.questions import Question, stored
from tests.factories import make_campaign, make_items, make_judge, signed_in

QUESTIONS = (
    Question("one", "before", "choice", "Native?", required=True, choices=("Yes", "No")),
    Question("many", "before", "choices", "Which?", choices=("Red", "Green", "Blue")),
    Question("years", "before", "text", "How many years?"),
    Question("hard", "after", "scale", "How hard?", required=True, points=7, low="easy", high="hard"),
    Question("more", "after", "text", "What else?"),
)


@pytest.fixture
def campaign(alice: User) -> Campaign:
    campaign = make_campaign("essays", owner=alice)
    make_items(campaign)
    campaign.survey = stored(QUESTIONS)
    campaign.save()
    return campaign


@pytest.fixture
def judge(campaign: Campaign, bob: User) -> Judge:
    return make_judge(campaign, "J1", bob)


@pytest.fixture
def bobs(judge: Judge, bob: User) -> Client:
    return signed_in(bob)


def form(campaign: Campaign, moment: str, **answers: object) -> dict[str, object]:
    """A judge's form."""
    campaign.refresh_from_db()
    asked = mark_of(questions_at(campaign, moment))
    return {"asked": asked, **{f"survey-{key}": value for key, value in answers.items()}}


def finish(judge: Judge) -> None:
    """Rank everything there is."""
    from rankings.judging.answers import Visit
    from rankings.judging.sheets import open_sheet
    from rankings.judging.submission import submit_ranking

    assert judge.user
    while assignment := next_assignment(judge):
        sheet = open_sheet(judge.user, judge.campaign.slug, assignment.key)
        submit_ranking(sheet, list(range(1, len(sheet.outputs) + 1)), Visit(submission=assignment.key))
