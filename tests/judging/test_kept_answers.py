"""A plain form that comes when its judge is signed out: nothing is lost, and nobody else sees it."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from appraise_gec.accounts.models import User
from rankings.judging.assignment import next_assignment
from rankings.judging.kept_answers import COOKIE, MOST_BYTES
from rankings.models import Assignment, Judge, Ranking
from tests.factories import make_judge


@pytest.fixture
def address(assignment: Assignment) -> str:
    return reverse("judging:item", args=["essays", assignment.key])


def checked(page: str) -> list[tuple[str, str]]:
    return re.findall(r'name="(rank-\d)" value="(\d)" required checked', page)


def test_ranks_are_there_again_after_signing_in(client: Client, bob: User, address: str) -> None:
    sent = client.post(address, {"rank-0": "2", "rank-1": "1", "active": "4000", "base": "0"})
    assert sent.status_code == 302
    assert sent["Location"] == f"{reverse('accounts:sign-in')}?next={address}"
    cookie = sent.cookies[COOKIE]
    assert (cookie["path"], cookie["httponly"], cookie["samesite"]) == (address, True, "Lax")
    assert not Ranking.objects.exists()

    client.force_login(bob)
    page = client.get(address)
    assert checked(page.text) == [("rank-0", "2"), ("rank-1", "1")]
    assert "You were signed out or on hold when you sent this item" in page.text
    assert not page.cookies[COOKIE].value
    again = client.get(address)
    assert checked(again.text) == [("rank-0", "2"), ("rank-1", "1")]
    assert "You were signed out" not in again.text


def test_a_flag_keeps_its_note(client: Client, bob: User, assignment: Assignment, address: str) -> None:
    skip = reverse("judging:skip", args=["essays", assignment.key])
    client.post(skip, {"reason": "other", "note": "The line <b>before</b> is missing"})
    client.force_login(bob)
    page = client.get(address)
    assert "You wrote: “The line &lt;b&gt;before&lt;/b&gt; is missing”" in page.text
    assert not checked(page.text)


def test_a_page_with_scripts_keeps_its_own(client: Client, address: str) -> None:
    sent = client.post(address, {"rank-0": "2"}, headers={"accept": "application/json"})
    assert COOKIE not in sent.cookies


@pytest.mark.parametrize("letter", ["語", "a", "\U0001f600"])
def test_a_long_note_fits_into_what_browsers_take(client: Client, address: str, letter: str) -> None:
    note = "".join(chr(ord(letter) + place % 97) for place in range(1000))
    sent = client.post(f"{address}skip/", {"note": note})
    assert 0 < len(sent.cookies[COOKIE].value) <= MOST_BYTES


def test_somebody_else_who_signs_in_there_sees_nothing(
    client: Client, alice: User, charlie: User, judge: Judge, address: str
) -> None:
    client.post(address, {"rank-0": "2", "rank-1": "1", "note": "mine"})
    make_judge(judge.campaign, "J2", charlie)
    for other in (alice, charlie):
        client.force_login(other)
        page = client.get(address)
        assert page.status_code == 404
        assert "mine" not in page.text
    assert not Assignment.objects.exclude(draft=None).exists()


def test_a_cookie_of_another_item_or_of_nobody_changes_nothing(
    client: Client, bob: User, judge: Judge, address: str
) -> None:
    sent = client.post(address, {"rank-0": "2", "rank-1": "1"})
    kept = sent.cookies[COOKIE].value
    client.force_login(bob)
    for value in ("nonsense", kept[:-1] + ("a" if kept[-1] != "a" else "b")):
        client.cookies[COOKIE] = value
        page = client.get(address)
        assert page.status_code == 200
        assert not checked(page.text)
    Assignment.objects.filter(judge=judge).update(state=Assignment.State.DONE)
    other = next_assignment(judge)
    assert other is not None
    client.cookies[COOKIE] = kept
    elsewhere = client.get(reverse("judging:item", args=["essays", other.key]))
    assert elsewhere.status_code == 200
    assert not checked(elsewhere.text)


def test_what_was_answered_since_is_not_covered(
    client: Client, bob: User, judge: Judge, address: str
) -> None:
    client.post(address, {"rank-0": "2", "rank-1": "1", "base": "0"})
    elsewhere = Client()
    elsewhere.force_login(bob)
    rows = 1 + len(re.findall(r"<fieldset class=\"output", elsewhere.get(address).text)[1:])
    elsewhere.post(address, {f"rank-{row}": "1" for row in range(rows)})
    assert Ranking.objects.get().is_current
    client.force_login(bob)
    assert {rank for _, rank in checked(client.get(address).text)} == {"1"}
