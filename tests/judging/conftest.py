"""A small open campaign that Bob judges."""

import uuid
from typing import Any

import pytest
from django.test import Client

from appraise_gec.accounts.models import User
from rankings.judging.answers import Visit
from rankings.judging.assignment import next_assignment
from rankings.judging.sheets import Sheet, open_sheet
from rankings.models import Assignment, Campaign, Judge
from tests.factories import make_campaign, make_items, make_judge


@pytest.fixture
def campaign(alice: User) -> Campaign:
    campaign = make_campaign("essays", owner=alice)
    make_items(campaign)
    return campaign


@pytest.fixture
def judge(campaign: Campaign, bob: User) -> Judge:
    return make_judge(campaign, "J1", bob)


@pytest.fixture
def assignment(judge: Judge) -> Assignment:
    """The first item of the judge."""
    found = next_assignment(judge)
    assert found is not None
    return found


@pytest.fixture
def bobs(client: Client, judge: Judge, bob: User) -> Client:
    """The browser of the judge."""
    client.force_login(bob)
    return client


@pytest.fixture
def sheet(assignment: Assignment, bob: User) -> Sheet:
    return open_sheet(bob, "essays", assignment.key)


def visit(**told: Any) -> Visit:
    """A visit of a page of its own."""
    return Visit(uuid.uuid4(), **told)
