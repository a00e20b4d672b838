"""Links into a campaign's team: for one role, once, and only as long as their maker may give it."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from appraise_gec.accounts.models import AuditEvent, User
from rankings.access.refusals import Refused
from rankings.models import Campaign, Membership, TeamInvitation
from rankings.people import team_invitations as invitations_team

PASSWORD = "purple giraffe 9"
ACCOUNT = {"username": "dora", "password1": PASSWORD, "password2": PASSWORD, "email": "dora@example.org"}


@pytest.fixture
def secret(campaign: Campaign, alice: User) -> str:
    return invitations_team.invite(campaign, "Dora", "researcher", alice)


def test_an_owner_invites_and_a_new_person_joins(as_alice: Client, campaign: Campaign) -> None:
    page = as_alice.post(
        "/campaigns/spring/team/invite/", {"invite-invitee": "Dora", "invite-role": "manager"}
    )
    assert page["Cache-Control"] == "no-store"
    [secret] = set(re.findall(r"/invitations/([\w-]{43})/", page.text))
    rows = str(list(TeamInvitation.objects.values()) + list(AuditEvent.objects.values()))
    assert secret not in rows
    assert "Dora" in as_alice.get("/campaigns/spring/team/").text
    client = Client()
    assert "manager" in client.get(f"/invitations/{secret}/").text
    assert client.post(f"/invitations/{secret}/", ACCOUNT)["Location"] == "/campaigns/spring/"
    member = campaign.memberships.get(user__username="dora")
    assert member.role == "manager"
    assert member.user.email == "dora@example.org"
    assert not member.user.can_create_campaigns()
    assert Client().get(f"/invitations/{secret}/").status_code == 410


def test_a_link_neither_lowers_nor_raises_a_role_that_somebody_has(
    secret: str, campaign: Campaign, alice: User
) -> None:
    with pytest.raises(Refused, match="role in this campaign already: Owner"):
        invitations_team.accept(secret, alice)
    assert campaign.memberships.get(user=alice).role == "owner"
    assert TeamInvitation.objects.get().used_at is None


def test_withdrawn_replaced_and_expired_links_are_dead(
    as_alice: Client, secret: str, campaign: Campaign, alice: User, bob: User
) -> None:
    second = invitations_team.invite(campaign, "dora", "researcher", alice)
    with pytest.raises(Refused, match="withdrawn"):
        invitations_team.accept(secret, bob)
    waiting = TeamInvitation.objects.get(revoked_at=None)
    as_alice.post(f"/campaigns/spring/team/invitations/{waiting.pk}/revoke/")
    with pytest.raises(Refused, match="withdrawn"):
        invitations_team.accept(second, bob)
    third = invitations_team.invite(campaign, "Dora", "researcher", alice)
    TeamInvitation.objects.update(created_at=timezone.now() - timedelta(days=20))
    TeamInvitation.objects.update(expires_at=timezone.now() - timedelta(days=1))
    with pytest.raises(Refused, match="expired"):
        invitations_team.accept(third, bob)
    assert not campaign.memberships.filter(user=bob).exists()


def test_a_link_does_not_outlive_its_makers_role(
    secret: str, campaign: Campaign, alice: User, bob: User
) -> None:
    campaign.memberships.filter(user=alice).update(role=Membership.Role.MANAGER)
    with pytest.raises(Refused, match="withdrawn"):
        invitations_team.accept(secret, bob)


def test_a_link_does_not_outlive_its_makers_account(
    secret: str, campaign: Campaign, alice: User, bob: User
) -> None:
    User.objects.filter(pk=alice.pk).update(is_active=False)
    with pytest.raises(Refused, match="withdrawn"):
        invitations_team.accept(secret, bob)
    assert not campaign.memberships.filter(user=bob).exists()
