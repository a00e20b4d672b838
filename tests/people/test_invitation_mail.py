"""Links that go out by e-mail: sent by a worker, each at most once; what was not sent is told."""

import re
from collections.abc import Callable
from smtplib import SMTPRecipientsRefused
from typing import Any

import pytest
from django.core import mail
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.mail.backends import locmem
from django.test import Client

from appraise_gec.accounts.models import User
from appraise_gec.jobs.models import Job, State
from appraise_gec.jobs.services import retry
from rankings.models import Campaign, Invitation, Judge
from rankings.people import invitations, privacy
from rankings.people.links import renew_secret

JUDGES = "/campaigns/spring/judges/"
RunJobs = Callable[[], int]
BOTH = "Jo,jo@example.org\nKim,kim@example.org\n"


class Choosy(locmem.EmailBackend):
    """A mail server that does not know Jo."""

    def send_messages(self, messages: Any) -> int:
        if messages[0].to == ["jo@example.org"]:
            raise SMTPRecipientsRefused({"jo@example.org": (550, b"no such user")})
        return super().send_messages(messages)


@pytest.fixture(autouse=True)
def connected(settings: Any) -> None:
    settings.MAIL_IS_CONFIGURED = True


@pytest.fixture
def send(as_alice: Client, campaign: Campaign) -> Callable[[str], Any]:
    """Upload a file of people and have the links sent; returns the page that follows."""

    def upload(lines: str) -> Any:
        file = SimpleUploadedFile("people.csv", lines.encode())
        return as_alice.post(f"{JUDGES}file/", {"file-people": file, "file-send": "on"}, follow=True)

    return upload


def secrets_in(text: object) -> list[str]:
    return re.findall(r"/invitations/([\w-]{43})/", str(text))


def test_a_worker_sends_links_and_keeps_neither_secrets_nor_addresses(
    send: Callable[[str], Any], as_alice: Client, run_jobs: RunJobs
) -> None:
    Campaign.objects.update(title="Spring\r\nBcc: all@example.org")
    page = send(BOTH)
    assert page.redirect_chain == [(JUDGES, 302)]
    assert "Waiting" in page.text
    assert not secrets_in(page.text)
    assert not mail.outbox
    before = set(Invitation.objects.values_list("secret_hash", flat=True))
    assert run_jobs() == 1
    assert "2 links sent by e-mail." in as_alice.get(JUDGES).text
    assert [message.to for message in mail.outbox] == [["jo@example.org"], ["kim@example.org"]]
    assert "\n" not in str(mail.outbox[0].subject)
    [secret] = secrets_in(mail.outbox[0].body)
    page = Client().get(f"/invitations/{secret}/")
    assert "Take part" in page.text
    assert not before & set(Invitation.objects.values_list("secret_hash", flat=True))
    stored = str(Job.objects.values().get())
    assert secret not in stored
    assert "example.org" not in stored


def test_what_the_mail_server_refuses_is_reported_until_there_is_a_new_link(
    send: Callable[[str], Any], as_alice: Client, run_jobs: RunJobs, settings: Any
) -> None:
    settings.EMAIL_BACKEND = f"{__name__}.Choosy"
    send(BOTH)
    run_jobs()
    page = as_alice.get(JUDGES)
    assert "1 link sent by e-mail" in page.text
    assert page.context["mail"].failed == ("Jo",)
    assert "Not sent:" in page.text
    assert page.text.count(">not sent</span>") == 1
    jo = Judge.objects.get(name="Jo")
    page = as_alice.post(f"{JUDGES}{jo.pk}/invite/")
    assert len(secrets_in(page.text)) == 1
    assert "Not sent:" not in as_alice.get(JUDGES).text


def test_an_unreachable_mail_server_is_reported_and_tried_again(
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


def test_after_an_interruption_nobody_gets_a_second_message(
    send: Callable[[str], Any], run_jobs: RunJobs
) -> None:
    send(BOTH)
    jo = Invitation.objects.get(judge__name="Jo")
    Job.objects.update(result={"fates": {str(jo.pk): "sent"}})
    run_jobs()
    assert [message.to for message in mail.outbox] == [["kim@example.org"]]


def test_nothing_is_sent_to_who_was_forgotten_or_withdrawn_or_is_here_already(
    send: Callable[[str], Any], run_jobs: RunJobs, alice: User, bob: User
) -> None:
    send(BOTH + "Lee,lee@example.org\n")
    jo, kim, lee = Judge.objects.order_by("name")
    privacy.forget_judge(jo, alice, keep_name=True, clear_notes=True)
    assert "jo@example.org" not in str(Job.objects.get().arguments)
    invitations.revoke(kim, alice)
    secret = renew_secret(lee.invitations.get())
    assert secret
    invitations.accept(secret, bob)
    run_jobs()
    assert Job.objects.get().state == State.DONE
    assert not mail.outbox
