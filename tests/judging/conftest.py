"""A small open campaign that Bob judges."""

import pytest

from appraise_gec.accounts.models import User
from rankings.models import Campaign, Judge
from tests.factories import make_campaign, make_items, make_judge


@pytest.fixture
def campaign(alice: User) -> Campaign:
    campaign = make_campaign("essays", owner=alice)
    make_items(campaign)
    return campaign


@pytest.fixture
def judge(campaign: Campaign, bob: User) -> Judge:
    return make_judge(campaign, "J1", bob)
