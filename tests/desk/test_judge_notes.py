"""Notes stay in the team; messages reach the judge, who confirms them."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core import mail
from django.test import Client

from appraise_gec.accounts.models import AuditEvent, User
from rankings.access import states
from rankings.models import Campaign, Judge, JudgeNote
from rankings.people.judge_names import rename_everywhere
from rankings.people.privacy import forget_judge
from tests.factories import make_campaign, make_items, make_judge

pytestmark = pytest.mark.django_db
TASK = "/judge/essays/"


@pytest.fixture
def campaign(alice: User) -> Campaign:
    campaign = make_campaign("essays", owner=alice)
    make_items(campaign)
    return campaign


@pytest.fixture
def judge(campaign: Campaign, bob: User) -> Judge:
    return make_judge(campaign, "J1", bob)


def browser(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def write(alice: User, judge: Judge, kind: str, text: str) -> Any:
    address = f"/campaigns/essays/judges/{judge.pk}/notes/"
    return browser(alice).post(address, {"kind": kind, "text": text}, follow=True)


def test_a_note_is_read_by_the_team_alone(alice: User, bob: User, judge: Judge) -> None:
    assert "Speaks Danish." in write(alice, judge, "note", "Speaks Danish.").text
    assert "Danish" not in browser(bob).get(TASK).text
    event = AuditEvent.objects.get(action="judge.note")
    assert (event.actor, event.detail) == (alice, {"judge": "J1"})


def test_a_message_waits_until_the_judge_has_read_it(
    alice: User, bob: User, charlie: User, judge: Judge, campaign: Campaign
) -> None:
    assert "not read yet" in write(alice, judge, "message", "Please <b>slow</b> down.").text
    make_judge(campaign, "J2", charlie)
    assert "slow" not in browser(charlie).get(TASK).text
    page = browser(bob).get(TASK).text
    assert "Please &lt;b&gt;slow&lt;/b&gt; down." in page
    number = JudgeNote.objects.get().pk
    browser(charlie).post(f"{TASK}messages/{number}/read/")
    assert JudgeNote.objects.get().read_at is None
    assert "slow" not in browser(bob).post(f"{TASK}messages/{number}/read/", follow=True).text
    assert "not read yet" not in browser(alice).get(f"/campaigns/essays/judges/{judge.pk}/work/").text
    assert browser(bob).post(f"{TASK}messages/{2**70}/read/").status_code == 302


def test_a_message_goes_out_by_mail_once_where_the_address_is_known(
    alice: User, bob: User, judge: Judge, settings: Any, run_jobs: Callable[[], int]
) -> None:
    settings.MAIL_IS_CONFIGURED = True
    User.objects.filter(pk=alice.pk).update(email="alice@example.org")
    alice.refresh_from_db()
    write(alice, judge, "message", "First")
    assert run_jobs() == 0  # no address of Bob
    User.objects.filter(pk=bob.pk).update(email="bob@example.org")
    write(alice, judge, "note", "Inside")
    write(alice, judge, "message", "Second")
    assert run_jobs() == 1
    (letter,) = mail.outbox
    assert (letter.to, letter.reply_to) == (["bob@example.org"], ["alice@example.org"])
    assert "Second" in letter.body
    assert "http://testserver/judge/essays/" in letter.body
    assert "sent by e-mail" in browser(alice).get(f"/campaigns/essays/judges/{judge.pk}/work/").text


def test_what_cannot_be_sent_is_said_and_kept(alice: User, judge: Judge, campaign: Campaign) -> None:
    empty = write(alice, judge, "message", "  ")
    assert empty.status_code == 422
    nobody = make_judge(campaign, "J9")
    refused = write(alice, nobody, "message", "Hello there")
    assert refused.status_code == 422
    assert "nobody would read the message" in refused.text
    assert "Hello there" in refused.text
    for step in ("close", "freeze"):
        states.take_step(campaign, step, alice)
    assert "frozen" in write(alice, judge, "note", "Late").text
    assert not JudgeNote.objects.exists()


def test_notes_follow_the_name_and_go_with_the_judge(alice: User, judge: Judge, campaign: Campaign) -> None:
    write(alice, judge, "note", "J1 is fast.")
    rename_everywhere(campaign, "J1", "K7")
    assert JudgeNote.objects.get().text == "K7 is fast."
    forget_judge(judge, None, keep_name=True, clear_notes=False)
    assert not JudgeNote.objects.exists()


def test_a_message_by_mail_is_in_the_judges_language(
    alice: User, bob: User, judge: Judge, settings: Any, run_jobs: Callable[[], int]
) -> None:
    settings.MAIL_IS_CONFIGURED = True
    User.objects.filter(pk=bob.pk).update(email="bob@example.org", language="cs")
    write(alice, judge, "message", "Slow down.")
    run_jobs()
    (letter,) = mail.outbox
    assert letter.subject.startswith("K vašemu hodnocení:")
    assert "Slow down." in letter.body
