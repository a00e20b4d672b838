"""A judge who cannot sign in any more gets a link for a new password; it opens nothing else."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from appraise_gec.accounts.models import AuditEvent, User
from rankings.access.refusals import Refused
from rankings.models import Campaign, Invitation, Judge, Membership
from rankings.people import invitations
from rankings.people import members as people

OLD, NEW = "purple giraffe 9", "orange otter 12"
CHOICE = {"new_password1": NEW, "new_password2": NEW}


@pytest.fixture
def jo(campaign: Campaign, alice: User) -> Judge:
    """A judge who has taken up an invitation with a new account."""
    [added] = people.add_judges(campaign, ["Jo"], alice)
    Client().post(f"/invitations/{added.secret}/", {"username": "jo", "password1": OLD, "password2": OLD})
    return Judge.objects.select_related("user", "campaign").get(pk=added.judge.pk)


def issue(client: Client, judge: Judge) -> str:
    page = client.post(f"/campaigns/spring/judges/{judge.pk}/access/", {"sure": "on"})
    assert page["Cache-Control"] == "no-store"
    [secret] = set(re.findall(r"/invitations/([\w-]{43})/", page.text))
    return str(secret)


def test_the_same_person_goes_on_with_a_new_password(as_alice: Client, jo: Judge) -> None:
    link = f"/invitations/{issue(as_alice, jo)}/"
    assert jo.user is not None
    still_in = Client()
    still_in.force_login(jo.user)
    client = Client()
    assert "Choose a new password" in client.get(link).text
    assert client.post(link, {**CHOICE, "new_password2": "else"}).status_code == 422
    assert client.post(link, CHOICE).status_code == 302
    assert client.session["_auth_user_id"] == str(jo.user_id)
    user = User.objects.get(username="jo")
    assert user.check_password(NEW)
    assert not user.check_password(OLD)
    assert still_in.get("/account/").status_code == 302  # the old session ended
    assert Client().get(link).status_code == 410
    assert Judge.objects.get(pk=jo.pk).user == user
    assert AuditEvent.objects.filter(action="invitation.access-restored", actor=user).count() == 1


def test_a_new_link_ends_the_one_before_and_links_expire(as_alice: Client, jo: Judge) -> None:
    first, second = issue(as_alice, jo), issue(as_alice, jo)
    assert Client().post(f"/invitations/{first}/", CHOICE).status_code == 410
    Invitation.objects.update(created_at=timezone.now() - timedelta(days=15))
    Invitation.objects.filter(used_at=None).update(expires_at=timezone.now() - timedelta(seconds=1))
    assert Client().post(f"/invitations/{second}/", CHOICE).status_code == 410
    assert User.objects.get(username="jo").check_password(OLD)


def more_rights(user: User, kind: str, alice: User) -> None:
    if kind in ("is_superuser", "is_staff", "may_create_campaigns"):
        User.objects.filter(pk=user.pk).update(**{kind: True})
    else:
        other = Campaign.objects.create(slug="other", title="Other")
        if kind == "role":
            Membership.objects.create(campaign=other, user=user, role="researcher")
        else:
            Judge.objects.create(campaign=other, user=user, name="Elsewhere")


KINDS = ["is_superuser", "is_staff", "may_create_campaigns", "role", "judge"]


@pytest.mark.parametrize("kind", KINDS)
def test_an_account_that_opens_more_is_out_of_reach(
    as_alice: Client, jo: Judge, alice: User, kind: str
) -> None:
    assert jo.user is not None
    more_rights(jo.user, kind, alice)
    page = as_alice.post(f"/campaigns/spring/judges/{jo.pk}/access/", {"sure": "on"}, follow=True)
    assert "used outside this campaign" in page.text
    assert not Invitation.objects.filter(restores_access=True).exists()


@pytest.mark.parametrize("kind", KINDS)
def test_a_link_dies_when_the_account_comes_to_open_more(
    as_alice: Client, jo: Judge, alice: User, kind: str
) -> None:
    link = f"/invitations/{issue(as_alice, jo)}/"
    assert jo.user is not None
    more_rights(jo.user, kind, alice)
    assert Client().post(link, CHOICE).status_code == 410
    assert User.objects.get(username="jo").check_password(OLD)


def test_a_manager_cannot_get_at_an_account_by_making_it_a_judge(
    as_alice: Client, campaign: Campaign, alice: User, bob: User
) -> None:
    judge = people.add_existing_judge(campaign, "bob", alice)
    page = as_alice.post(f"/campaigns/spring/judges/{judge.pk}/access/", {"sure": "on"}, follow=True)
    assert "not created by an invitation" in page.text
    # Nor by letting the person take up an invitation with an account that was there before.
    [added] = people.add_judges(Campaign.objects.create(slug="two", title="Two"), ["Bob"], alice)
    people.remove_judge(judge, alice)
    invitations.accept(added.secret, bob)
    with pytest.raises(Refused, match="not created by an invitation"):
        invitations.issue_access(Judge.objects.get(pk=added.judge.pk), alice)


def test_an_access_link_makes_nobody_else_the_judge(as_alice: Client, jo: Judge, bob: User) -> None:
    secret = issue(as_alice, jo)
    with pytest.raises(Refused):
        invitations.accept(secret, bob)
    client = Client()
    client.force_login(bob)
    assert client.post(f"/invitations/{secret}/").status_code == 422
    assert Judge.objects.get(pk=jo.pk).user == jo.user
