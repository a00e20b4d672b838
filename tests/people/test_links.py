"""Links: shown once, ended in time, and never a way into somebody else's place."""

import re
from datetime import timedelta

import pytest
from django.http import Http404
from django.test import Client
from django.utils import timezone

from appraise_gec.accounts.models import AuditEvent, User
from appraise_gec.accounts.throttle import WRONG_LINKS
from rankings.access import Refused
from rankings.models import Campaign, Judge, Link, Membership
from rankings.people.links import hash_of
from rankings.people.privacy import forget_judge
from tests.factories import act, add_member, invite, make_judge, signed_in

PASSWORD = "purple giraffe 9"
NEW_ACCOUNT = {"username": "jo", "password1": PASSWORD, "password2": PASSWORD, "email": "jo@example.org"}
DO = "/campaigns/spring/do"


@pytest.fixture
def jo(campaign: Campaign) -> Judge:
    """A judge's place that nobody has taken up."""
    Campaign.objects.filter(pk=campaign.pk).update(state="open")
    campaign.refresh_from_db()
    return make_judge(campaign, "Jo")


def made(actor: User, judge: Judge, kind: str = "personal", *, days: int = 30) -> str:
    """The path of a new link."""
    done = act(actor, "link.make", judge.campaign, judge.pk, kind=kind, days=days, letter_to="")
    return str(done.gives["links"][0]["link"])


def invited(actor: User, campaign: Campaign, role: str = "researcher", invitee: str = "Dora") -> str:
    done = act(actor, "team.invite", campaign, invitee=invitee, role=role, send=False)
    return str(done.gives["links"][0]["link"])


def expire() -> None:
    Link.objects.update(created_at=timezone.now() - timedelta(days=20))
    Link.objects.update(expires_at=timezone.now() - timedelta(seconds=1))


def is_in(client: Client) -> bool:
    return client.get("/judge/spring/").status_code == 200


def test_a_link_is_shown_once_and_opening_does_not_use_it(as_alice: Client, jo: Judge) -> None:
    page = as_alice.post(f"{DO}/link.make/{jo.pk}/", {"kind": "seat", "days": 14})
    assert page["Cache-Control"] == "no-store"
    [secret] = set(re.findall(r"/link/([\w-]{43})", page.text))
    assert Link.objects.get().secret_hash == hash_of(secret)
    assert secret not in as_alice.get(f"/campaigns/spring/judges/{jo.pk}/").text
    visitor = Client()
    for look in (visitor.get, visitor.head, visitor.get):
        answer = look(f"/link/{secret}/")
        assert answer.status_code == 200
        assert "no-store" in answer["Cache-Control"]
    assert "Jo" in visitor.get(f"/link/{secret}/").text
    assert Link.objects.get().used_at is None


def test_a_seat_is_taken_once_with_a_new_account(jo: Judge, alice: User, bob: User) -> None:
    link = made(alice, jo, "seat")
    visitor = Client()
    assert visitor.post(link, {**NEW_ACCOUNT, "password2": "other"}).status_code == 422
    assert visitor.post(link, {**NEW_ACCOUNT, "username": "BOB"}).status_code == 422
    assert visitor.post(link, NEW_ACCOUNT)["Location"] == "/judge/spring/"
    assert is_in(visitor)
    second = signed_in(bob)
    for answer in (second.get(link), second.post(link)):
        assert answer.status_code == 410
        assert "used already" in answer.text
    jo.refresh_from_db()
    assert jo.user is not None
    assert (jo.user.username, jo.user.email) == ("jo", "jo@example.org")
    with pytest.raises(Refused, match="accepted an invitation"):
        made(alice, jo, "seat")


def test_a_seat_is_taken_with_ones_own_account_and_only_one(jo: Judge, alice: User, bob: User) -> None:
    other, link = invite(alice, jo.campaign, "Kim")
    client = signed_in(bob)
    assert "Continue as" in client.get(link).text
    assert client.post(link)["Location"] == "/judge/spring/"
    other.refresh_from_db()
    assert other.user == bob
    answer = client.post(made(alice, jo, "seat"))
    assert answer.status_code == 422
    assert "judge in this campaign already" in answer.text
    assert Link.objects.get(judge=jo).used_at is None


def test_ended_links_say_so(jo: Judge, alice: User) -> None:
    first, second = made(alice, jo, "seat"), made(alice, jo, "seat")
    visitor = Client()
    assert "withdrawn" in visitor.get(first).text
    act(alice, "judge.hold", jo.campaign, jo.pk)
    assert "on hold" in visitor.get(second).text
    act(alice, "judge.resume", jo.campaign, jo.pk)
    assert visitor.get(second).status_code == 200
    expire()
    assert "expired" in visitor.get(second).text
    third = made(alice, jo, "seat")
    act(alice, "link.withdraw", jo.campaign, Link.objects.standing().get().pk)
    for link in (first, second, third):
        assert visitor.post(link, NEW_ACCOUNT).status_code == 410
    assert not User.objects.filter(username="jo").exists()


def test_guessing_is_slowed_down(jo: Judge, alice: User) -> None:
    link = made(alice, jo)
    visitor = Client()
    for number in range(WRONG_LINKS.allowed):
        assert visitor.get(f"/link/guess-{number}/").status_code == 404
    assert visitor.get(link).status_code == 429
    # Somebody elsewhere is not kept out.
    assert visitor.get(link, REMOTE_ADDR="10.0.0.9").status_code == 200


def test_a_personal_link_signs_in_as_often_as_needed_and_opens_only_judging(
    as_alice: Client, jo: Judge, alice: User
) -> None:
    link = made(alice, jo)
    browser, other = Client(), Client()
    assert "Start as" in browser.get(link).text
    assert "_auth_user_id" not in browser.session
    for client in (browser, other):
        assert client.post(link)["Location"] == "/judge/spring/"
        assert is_in(client)
    assert browser.get(link)["Location"] == "/judge/spring/"
    user = Judge.objects.get(pk=jo.pk).user
    assert user is not None
    assert not user.has_usable_password()
    assert AuditEvent.objects.filter(action="link.use", actor=user).count() == 2
    shown = as_alice.get(f"/campaigns/spring/judges/{jo.pk}/").text
    assert "Signs in by a personal link" in shown
    assert user.username not in shown
    for address in ("/campaigns/spring/", "/campaigns/spring/judges/", "/campaigns/spring/report/"):
        assert browser.get(address).status_code == 404
    assert browser.get("/campaigns/new/").status_code in {302, 403, 404}


def test_whoever_is_in_by_a_link_that_ends_is_out(jo: Judge, alice: User) -> None:
    first = made(alice, jo)
    browser = Client()
    browser.post(first)
    second = made(alice, jo)
    assert Client().post(first).status_code == 410
    assert not is_in(browser)
    browser.post(second)
    assert is_in(browser)
    act(alice, "link.withdraw", jo.campaign, Link.objects.standing().get().pk)
    assert not is_in(browser)
    assert "withdrawn" in Client().get(second).text
    third = made(alice, jo)
    expire()
    assert Client().post(third).status_code == 410


@pytest.mark.parametrize(
    "kind", ["is_superuser", "is_staff", "may_create_campaigns", "role", "judge", "factor"]
)
def test_an_account_that_reaches_further_is_not_opened(
    jo: Judge, alice: User, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = made(alice, jo)
    Client().post(link)
    user = User.objects.get(judgeships=jo)
    if kind.startswith(("is_", "may_")):
        User.objects.filter(pk=user.pk).update(**{kind: True})
    elif kind == "role":
        Membership.objects.create(campaign=jo.campaign, user=user, role="researcher")
    elif kind == "judge":
        other = Campaign.objects.create(slug="other", title="Other")
        Judge.objects.create(campaign=other, user=user, name="Elsewhere")
    else:
        monkeypatch.setattr("rankings.people.links.has_second_factor", lambda user: True)
    browser = Client()
    answer = browser.post(link)
    assert answer.status_code == 410
    assert "used for more than judging" in answer.text
    assert "_auth_user_id" not in browser.session
    with pytest.raises(Refused):
        made(alice, jo)


def test_an_account_of_another_origin_is_not_opened_and_one_of_the_invitation_is(
    jo: Judge, alice: User, bob: User
) -> None:
    bob.set_password(PASSWORD)
    bob.save()
    theirs = make_judge(jo.campaign, "Bob", bob)
    with pytest.raises(Refused, match="not created for this campaign"):
        made(alice, theirs)
    Client().post(made(alice, jo, "seat"), NEW_ACCOUNT)
    browser = Client()
    browser.post(made(alice, Judge.objects.get(pk=jo.pk)))
    assert is_in(browser)
    act(alice, "link.withdraw", jo.campaign, Link.objects.standing().get().pk)
    assert User.objects.get(username="jo").check_password(PASSWORD)


def test_nothing_of_it_stays_with_a_forgotten_person(jo: Judge, alice: User) -> None:
    link = made(alice, jo)
    Client().post(link)
    forget_judge(jo)
    assert not Link.objects.exists()
    assert not User.objects.filter(judgeships=jo).exists()
    assert Client().post(link).status_code == 404


def test_links_to_roles_end_and_lower_nobody(campaign: Campaign, alice: User, bob: User) -> None:
    first, second = invited(alice, campaign), invited(alice, campaign, invitee="dora")
    assert "role in this campaign already" in signed_in(alice).post(second).text
    assert campaign.memberships.get(user=alice).role == "owner"
    client = signed_in(bob)
    assert "withdrawn" in client.post(first).text
    standing = Link.objects.standing().get().pk
    manager = User.objects.create_user("manager")
    add_member(campaign, manager, "manager")
    with pytest.raises(Http404):
        act(manager, "link.withdraw", campaign, standing)
    act(alice, "link.withdraw", campaign, standing)
    assert "withdrawn" in client.post(second).text
    third = invited(alice, campaign)
    expire()
    assert "expired" in client.post(third).text
    fourth = invited(alice, campaign)
    campaign.memberships.filter(user=alice).update(role=Membership.Role.MANAGER)
    assert client.post(fourth).status_code == 410
    campaign.memberships.filter(user=alice).update(role=Membership.Role.OWNER)
    User.objects.filter(pk=alice.pk).update(is_active=False)
    assert client.post(fourth).status_code == 410
    assert not campaign.memberships.filter(user=bob).exists()


def test_a_campaign_keeps_an_owner(campaign: Campaign, alice: User, bob: User) -> None:
    own = campaign.memberships.get()
    for name, key, wanted in (
        ("team.remove", own.pk, {}),
        ("team.add", None, {"username": alice.username, "role": "manager"}),
    ):
        with pytest.raises(Refused, match="needs an owner"):
            act(alice, name, campaign, key, **wanted)
    act(alice, "team.add", campaign, username="bob", role="owner")
    act(alice, "team.remove", campaign, own.pk)
    assert campaign.memberships.get().user == bob
