"""Judges and the team: who can be added, held, removed."""

import pytest
from django.test import Client
from django.utils import timezone

from appraise_gec.accounts.models import AuditEvent, User
from rankings.access.refusals import Refused
from rankings.models import Campaign, Membership, Ranking
from rankings.people import members as people


def test_only_a_judge_without_work_can_be_removed(drawn: Campaign, alice: User) -> None:
    idle, busy = (one.judge for one in people.add_judges(drawn, ["Idle", "Busy"], alice))
    item = drawn.items.first()
    assert item
    Ranking.objects.create(judge=busy, item=item, submitted_at=timezone.now())
    people.remove_judge(idle, alice)
    with pytest.raises(Refused, match="so that rankings can be traced"):
        people.remove_judge(busy, alice)
    assert [one.name for one in drawn.judges.all()] == ["Busy"]


# --- the team ---------------------------------------------------------------------------------------------


def test_a_campaign_keeps_an_owner(campaign: Campaign, alice: User, bob: User) -> None:
    own = campaign.memberships.get()
    with pytest.raises(Refused, match="needs an owner"):
        people.remove_member(own, alice)
    people.add_member(campaign, "bob", Membership.Role.OWNER, alice)
    people.remove_member(own, alice)
    assert campaign.memberships.get().user == bob


def test_a_judge_gets_a_quota_of_its_own(as_alice: Client, campaign: Campaign) -> None:
    judge = campaign.judges.create(name="J1")
    address = f"/campaigns/spring/judges/{judge.pk}/quota/"
    for wrong in ("0", "-1", "many", "1000000000000"):
        refused = as_alice.post(address, {"quota": wrong})
        assert refused.status_code == 422
        assert 'aria-invalid="true"' in refused.text
    for given, stored in (("7", 7), ("7", 7), ("", None)):
        assert as_alice.post(address, {"quota": given}).status_code == 302
        judge.refresh_from_db()
        assert judge.quota == stored
    assert AuditEvent.objects.filter(action="judge.quota").count() == 2
