"""Judges and the team: who can be added, held, removed."""

import pytest
from django.test import Client
from django.utils import timezone

from appraise_gec.accounts.models import AuditEvent, User
from rankings.access.refusals import Refused
from rankings.models import Campaign, Judge, Membership, Ranking
from rankings.people import members as people


def test_somebody_with_an_account_becomes_a_judge(as_alice: Client, campaign: Campaign, bob: User) -> None:
    address = "/campaigns/spring/judges/existing/"
    assert as_alice.post(address, {"existing-username": "BOB"}).status_code == 302
    assert campaign.judges.get().user == bob
    for username, said in (("bob", "is a judge of this campaign already"), ("nobody", "no account")):
        page = as_alice.post(address, {"existing-username": username})
        assert page.status_code == 422
        assert said in page.content.decode()
    assert campaign.judges.count() == 1


def test_hold_and_resume(as_alice: Client, campaign: Campaign, bob: User) -> None:
    judge = Judge.objects.create(campaign=campaign, name="Bob", user=bob)
    as_alice.post(f"/campaigns/spring/judges/{judge.pk}/hold/")
    assert not Judge.objects.get(pk=judge.pk).is_active
    assert "on hold" in as_alice.get("/campaigns/spring/judges/").content.decode()
    as_alice.post(f"/campaigns/spring/judges/{judge.pk}/resume/")
    assert Judge.objects.get(pk=judge.pk).is_active
    actions = AuditEvent.objects.filter(action__startswith="judge.").values_list("action", flat=True)
    assert sorted(actions) == ["judge.hold", "judge.resume"]


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


def test_the_owner_looks_after_the_team(as_alice: Client, campaign: Campaign, bob: User) -> None:
    address = "/campaigns/spring/team/"
    assert as_alice.post(address, {"username": "bob", "role": "researcher"}).status_code == 302
    member = campaign.memberships.get(user=bob)
    assert member.role == "researcher"
    as_alice.post(address, {"username": "bob", "role": "manager"})
    member.refresh_from_db()
    assert member.role == "manager"
    as_alice.post(f"/campaigns/spring/team/{member.pk}/remove/")
    assert not campaign.memberships.filter(user=bob).exists()
    assert AuditEvent.objects.filter(action="team.remove", campaign=campaign).count() == 1


def test_a_campaign_keeps_an_owner(campaign: Campaign, alice: User, bob: User) -> None:
    own = campaign.memberships.get()
    with pytest.raises(Refused, match="needs an owner"):
        people.remove_member(own, alice)
    people.add_member(campaign, "bob", Membership.Role.OWNER, alice)
    people.remove_member(own, alice)
    assert campaign.memberships.get().user == bob


def test_names_that_differ_in_capitals_are_told_apart_by_spelling(
    campaign: Campaign, alice: User, bob: User
) -> None:
    second = User.objects.create_user("BOB")
    assert people.user_named("BOB") == second
    assert people.user_named(" bob ") == bob
    with pytest.raises(Refused):
        people.user_named("Bob")
    User.objects.filter(pk=bob.pk).update(is_active=False)
    assert people.user_named("bob") == second


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
