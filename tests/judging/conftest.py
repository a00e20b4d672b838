"""A small open campaign that Bob judges."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from appraise_gec.accounts.models import User
from rankings.judging.assignment import next_assignment
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


CountQueries = Callable[[], AbstractContextManager[Callable[[], list[str]]]]


@pytest.fixture
def count_queries() -> CountQueries:
    """`with count_queries() as queries: ...`, then `queries()`: SQL without BEGIN, COMMIT, savepoints."""

    @contextmanager
    def count() -> Iterator[Callable[[], list[str]]]:
        with CaptureQueriesContext(connection) as captured:
            yield lambda: [
                query["sql"]
                for query in captured.captured_queries
                if query["sql"].lstrip("(").split()[0] in {"SELECT", "INSERT", "UPDATE", "DELETE"}
            ]

    return count
