"""Owners read what was done in their campaign."""

from django.test import Client

from appraise_gec.accounts.models import AuditEvent, User
from appraise_gec.accounts.services import record_event
from rankings.models import Campaign
from rankings.people import members as people


def test_the_latest_comes_first_and_nothing_is_cut_off(
    as_alice: Client, campaign: Campaign, alice: User, django_assert_max_num_queries
) -> None:
    AuditEvent.objects.all().delete()
    for number in range(120):
        record_event(alice, "judge.add", campaign.pk, judge=f"judge <{number}>", fields=["a", "b"])
    with django_assert_max_num_queries(8):
        first = as_alice.get("/campaigns/spring/history/").text
    assert "judge: <bdi>judge &lt;119&gt;</bdi>" in first
    assert "a, b" in first
    assert "judge &lt;0&gt;" not in first
    assert "judge &lt;0&gt;" in as_alice.get("/campaigns/spring/history/?page=2").text
    assert as_alice.get("/campaigns/spring/history/?page=nonsense").status_code == 200


def test_other_campaigns_events_and_other_people_stay_out(campaign: Campaign, alice: User, bob: User) -> None:
    other = Campaign.objects.create(slug="other", title="Other")
    record_event(alice, "judge.add", other.pk, judge="Elsewhere")
    people.add_member(campaign, "bob", "manager", alice)
    client = Client()
    client.force_login(alice)
    assert "Elsewhere" not in client.get("/campaigns/spring/history/").text
    client.force_login(bob)
    assert client.get("/campaigns/spring/history/").status_code == 403
