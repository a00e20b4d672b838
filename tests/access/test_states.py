"""Draft, open, closed, frozen: what leads where, and what is refused with a reason."""

import pytest
from django.test import Client

from appraise_gec.accounts.models import AuditEvent, User
from rankings.access import Refused
from rankings.models import Campaign
from tests.factories import act


def test_the_whole_life_of_a_campaign(drawn: Campaign, alice: User) -> None:
    for step, state in (("open", "open"), ("close", "closed"), ("reopen", "open"), ("close", "closed")):
        act(alice, f"campaign.{step}", drawn)
        assert drawn.state == state
    assert drawn.opened_at and drawn.closed_at
    act(alice, "campaign.freeze", drawn)
    assert drawn.state == "frozen"
    steps = [f"campaign.{step}" for step in ("open", "close", "reopen", "freeze")]
    for step in steps:
        with pytest.raises(Refused):
            act(alice, step, drawn)
    actions = AuditEvent.objects.filter(campaign=drawn, action__in=steps)
    assert actions.count() == 5


def test_without_items_opening_is_refused_and_says_why(as_alice: Client, campaign: Campaign) -> None:
    answer = as_alice.post("/campaigns/spring/do/campaign.open/", follow=True)
    assert "Sample items first" in answer.content.decode()
    campaign.refresh_from_db()
    assert campaign.state == "draft"


def test_settings_change_until_the_campaign_is_frozen(as_alice: Client, drawn: Campaign, alice: User) -> None:
    fields = {
        "title": "New title",
        "guidelines": "Read.\n\nRank.",
        "language": "en",
        "direction": "ltr",
    }
    assert as_alice.post("/campaigns/spring/do/campaign.edit/", fields).status_code == 302
    drawn.refresh_from_db()
    assert (drawn.title, drawn.guidelines.splitlines()[-1]) == ("New title", "Rank.")
    for wrong in ({"title": ""}, {"language": "??"}, {"guidelines": "x" * 20_001}):
        assert as_alice.post("/campaigns/spring/do/campaign.edit/", {**fields, **wrong}).status_code == 422
    for step in ("open", "close", "freeze"):
        act(alice, f"campaign.{step}", drawn)
    answer = as_alice.post("/campaigns/spring/do/campaign.edit/", {**fields, "title": "Late"}, follow=True)
    assert "frozen" in answer.content.decode()
    drawn.refresh_from_db()
    assert drawn.title == "New title"
