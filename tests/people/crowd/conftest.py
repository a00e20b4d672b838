"""A campaign that is open to participants by a public link."""

from collections.abc import Callable
from urllib.parse import urlencode

import pytest
from django.core.cache import cache

from appraise_gec.accounts.models import User
from rankings.models import Campaign, Crowd
from rankings.people import crowd
from tests.factories import make_campaign, make_items
from tests.people.crowd.participants import PID


@pytest.fixture(autouse=True)
def fresh_cache(db: None) -> None:
    cache.clear()


@pytest.fixture
def campaign(alice: User) -> Campaign:
    campaign = make_campaign("spring", owner=alice)
    make_items(campaign)
    return campaign


@pytest.fixture
def entry(campaign: Campaign, alice: User) -> Crowd:
    entry = crowd.crowd_of(campaign)
    entry.is_on = True
    entry.items_each = None
    entry.completion_code, entry.screened_out_code = "DONE1234", "OUT56789"
    entry.completion_url = "https://app.example.org/complete?cc=DONE1234"
    entry.save()
    return entry


@pytest.fixture
def link(entry: Crowd) -> Callable[..., str]:
    def make(pid: str = PID, **more: str) -> str:
        query = urlencode({"PROLIFIC_PID": pid, "STUDY_ID": "s1", "SESSION_ID": f"x{pid}"} | more)
        return f"/join/{entry.key}/?{query}"

    return make
