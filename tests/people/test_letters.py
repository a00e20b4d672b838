"""Links that go out by e-mail, sent by a worker; what was not sent is told."""

import re
from collections.abc import Callable
from smtplib import SMTPRecipientsRefused
from typing import Any

import pytest
from django.core import mail
from django.core.mail.backends import locmem
from django.test import Client

from appraise_gec.accounts.models import User
from appraise_gec.jobs.models import Job
from appraise_gec.jobs.services import retry
from rankings.models import Campaign, Judge, Link
from rankings.people.privacy import forget_judge
from tests.factories import act

JUDGES = "/campaigns/spring/judges/"
RunJobs = Callable[[], int]
BOTH = "Jo,jo@example.org\nKim,kim@example.org\n"
pytestmark = pytest.mark.usefixtures("connected")


class Choosy(locmem.EmailBackend):
    """A mail server that does not know Jo."""

    def send_messages(self, messages: Any) -> int:
        if messages[0].to == ["jo@example.org"]:
            raise SMTPRecipientsRefused({"jo@example.org": (550, b"no such user")})
        return super().send_messages(messages)


@pytest.fixture
def connected(settings: Any) -> None:
    settings.MAIL_IS_CONFIGURED = True


@pytest.fixture
def send(as_alice: Client, campaign: Campaign) -> Callable[[str], Any]:
    """Add people and have the links sent; returns the page that follows."""
    address = "/campaigns/spring/do/judge.add/"
    return lambda lines: as_alice.post(address, {"people": lines, "send": "on"}, follow=True)


def secrets_in(text: object) -> list[str]:
    return re.findall(r"/link/([\w-]{43})/", str(text))


def test_a_worker_sends_links_and_keeps_neither_secrets_nor_addresses(
    send: Callable[[str], Any], as_alice: Client, alice: User, campaign: Campaign, run_jobs: RunJobs
) -> None:
    Campaign.objects.update(title="Spring\r\nBcc: all@example.org")
    page = send(BOTH)
    assert page.redirect_chain == [(JUDGES, 302)]
    assert "being sent" in page.text
    assert not secrets_in(page.text)
    act(alice, "team.invite", campaign, invitee="dora@example.org", role="manager", send=True)
    assert not mail.outbox
    before = set(Link.objects.values_list("secret_hash", flat=True))
    run_jobs()
    assert [message.to[0] for message in mail.outbox] == [
        *("jo@example.org", "kim@example.org", "dora@example.org")
    ]
    assert "\n" not in str(mail.outbox[0].subject)
    assert ["manager" in str(message.body) for message in mail.outbox] == [False, False, True]
    [secret] = secrets_in(mail.outbox[0].body)
    assert "Take part" in Client().get(f"/link/{secret}/").text
    assert not before & set(Link.objects.values_list("secret_hash", flat=True))
    stored = str([*Job.objects.values(), *Link.objects.exclude(invitee__contains="dora").values()])
    assert secret not in stored
    assert "example.org" not in stored


def test_what_the_mail_server_refuses_is_told_until_there_is_a_new_link(
    send: Callable[[str], Any], as_alice: Client, alice: User, run_jobs: RunJobs, settings: Any
) -> None:
    settings.EMAIL_BACKEND = f"{__name__}.Choosy"
    send(BOTH)
    run_jobs()
    assert as_alice.get(JUDGES).text.count("not sent") == 1
    jo = Judge.objects.get(name="Jo")
    as_alice.post(f"/campaigns/spring/do/link.make/{jo.pk}/", {"kind": "seat", "days": 14})
    assert "not sent" not in as_alice.get(JUDGES).text


def test_an_unreachable_mail_server_loses_nothing(
    send: Callable[[str], Any], as_alice: Client, run_jobs: RunJobs, settings: Any
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 9  # nobody listens there
    send(BOTH)
    run_jobs()
    page = as_alice.get(JUDGES)
    assert "The mail server cannot be reached. Nothing was lost" in page.text
    assert "Try again" in page.text
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    assert retry(Job.objects.get())
    run_jobs()
    assert len(mail.outbox) == 2
    assert "Try again" not in as_alice.get(JUDGES).text


def test_nothing_is_sent_twice_nor_to_who_was_forgotten_or_withdrawn(
    send: Callable[[str], Any], campaign: Campaign, run_jobs: RunJobs, alice: User
) -> None:
    send(f"{BOTH}Lee,lee@example.org\nMo,mo@example.org\n")
    jo, kim, lee, _mo = Judge.objects.order_by("name")
    forget_judge(jo)
    act(alice, "link.withdraw", campaign, kim.links.get().pk)
    # As an interrupted attempt leaves what it has sent.
    Link.objects.filter(judge=lee).update(letter="sent", letter_to="")
    run_jobs()
    assert [message.to for message in mail.outbox] == [["mo@example.org"]]
    assert not Link.objects.exclude(letter_to="").exists()


def test_without_a_mail_server_nothing_is_promised(
    send: Callable[[str], Any], campaign: Campaign, settings: Any
) -> None:
    settings.MAIL_IS_CONFIGURED = False
    assert send(BOTH).status_code == 422
    assert not campaign.judges.exists()
