"""Owners read what was done in their campaign."""

from django.test import Client

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from rankings.models import Campaign
from rankings.people import members as people


def test_other_campaigns_events_and_other_people_stay_out(campaign: Campaign, alice: User, bob: User) -> None:
    other = Campaign.objects.create(slug="other", title="Other")
    record_event(alice, "judge.add", other.pk, judge="Elsewhere")
    people.add_member(campaign, "bob", "manager", alice)
    client = Client()
    client.force_login(alice)
    assert "Elsewhere" not in client.get("/campaigns/spring/history/").text
    client.force_login(bob)
    assert client.get("/campaigns/spring/history/").status_code == 403
