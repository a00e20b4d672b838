"""Invitation links: shown once, used once, ended in time, and never a way into somebody else's place."""

import re
from datetime import timedelta

import pytest
from django.conf import LazySettings
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from appraise_gec.accounts.models import AuditEvent, User
from appraise_gec.accounts.throttle import WRONG_LINKS
from rankings.access.refusals import Refused
from rankings.models import Campaign, Invitation, Judge
from rankings.people import invitations
from rankings.people import members as people

NEW_ACCOUNT = {"username": "jo", "password1": "purple giraffe 9", "password2": "purple giraffe 9"}


@pytest.fixture(autouse=True)
def fresh_cache() -> None:
    cache.clear()


@pytest.fixture
def judge(campaign: Campaign) -> Judge:
    return Judge.objects.create(campaign=campaign, name="Jo")


@pytest.fixture
def secret(judge: Judge, alice: User) -> str:
    return invitations.issue(judge, alice)


def link(secret: str) -> str:
    return f"/invitations/{secret}/"


def test_links_are_shown_once_and_kept_as_hashes(as_alice: Client, campaign: Campaign) -> None:
    page = as_alice.post("/campaigns/spring/judges/", {"names": "Jo\n\n  Kim  Lee \n"})
    secrets = re.findall(r"/invitations/([\w-]{43})/", page.content.decode())
    assert len(secrets) == 2
    assert page["Cache-Control"] == "no-store"
    assert {one.name for one in campaign.judges.all()} == {"Jo", "Kim Lee"}
    again = as_alice.get("/campaigns/spring/judges/").content.decode()
    rows = str(list(Invitation.objects.values()) + list(AuditEvent.objects.values()))
    for one in secrets:
        assert one not in again
        assert one not in rows


def test_opening_a_link_does_not_use_it(client: Client, secret: str, judge: Judge) -> None:
    for _ in range(3):
        page = client.get(link(secret))
        assert page.status_code == 200
        assert "Jo" in page.content.decode()
        assert "Spring test" in page.content.decode()
    assert client.head(link(secret)).status_code == 200
    assert Invitation.objects.get().used_at is None
    assert "no-store" in page["Cache-Control"]


def test_a_link_works_once(client: Client, secret: str, judge: Judge, bob: User) -> None:
    client.post(link(secret), NEW_ACCOUNT)
    second = Client()
    second.force_login(bob)
    for response in (second.get(link(secret)), second.post(link(secret))):
        assert response.status_code == 410
        assert "used already" in response.content.decode()
    with pytest.raises(Refused, match="used already"):
        invitations.accept(secret, bob)
    judge.refresh_from_db()
    assert judge.user is not None
    assert judge.user.username == "jo"


def test_ended_withdrawn_replaced_and_held_links_say_so(client: Client, judge: Judge, alice: User) -> None:
    first = invitations.issue(judge, alice)
    second = invitations.issue(judge, alice)
    assert "withdrawn" in client.get(link(first)).content.decode()
    people.set_on_hold(judge, True, alice)
    assert "on hold" in client.get(link(second)).content.decode()
    people.set_on_hold(judge, False, alice)
    assert client.get(link(second)).status_code == 200
    Invitation.objects.filter(revoked_at=None).update(
        created_at=timezone.now() - timedelta(days=20), expires_at=timezone.now() - timedelta(seconds=1)
    )
    assert "expired" in client.get(link(second)).content.decode()
    third = invitations.issue(judge, alice)
    invitations.revoke(judge, alice)
    for secret in (first, second, third):
        assert client.post(link(secret), NEW_ACCOUNT).status_code == 410
    assert not User.objects.filter(username="jo").exists()


def test_guessing_is_slowed_down(client: Client, secret: str, settings: LazySettings) -> None:
    for number in range(WRONG_LINKS.allowed):
        assert client.get(link(f"guess-{number}")).status_code == 404
    assert client.get(link(secret)).status_code == 429
    # Somebody elsewhere is not kept out.
    assert client.get(link(secret), REMOTE_ADDR="10.0.0.9").status_code == 200
    # What a browser claims about itself counts only behind a trusted proxy, and then only the proxy's entry.
    assert client.get(link(secret), HTTP_X_FORWARDED_FOR="10.0.0.9").status_code == 429
    settings.TRUST_PROXY = True
    assert client.get(link(secret), HTTP_X_FORWARDED_FOR="127.0.0.1, 10.0.0.9").status_code == 200
    assert client.get(link(secret), HTTP_X_FORWARDED_FOR="10.0.0.9, 127.0.0.1").status_code == 429


def test_an_account_is_not_left_behind_when_the_link_was_used_meanwhile(judge: Judge, alice: User) -> None:
    from rankings.people.account_forms import AccountForm

    secret = invitations.issue(judge, alice)
    Invitation.objects.update(used_at=timezone.now())
    form = AccountForm(NEW_ACCOUNT)
    assert form.is_valid()
    with pytest.raises(Refused, match="used already"):
        invitations.accept_with_new_account(secret, form)
    assert not User.objects.filter(username="jo").exists()
