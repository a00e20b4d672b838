"""A worker that dies while the mail server has its message: nobody gets a second one unless somebody asks."""

import contextlib
import re
import socketserver
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from appraise_gec.jobs.models import Job, State
from appraise_gec.jobs.services import retry
from rankings.models import Campaign
from tests.workers import Worker

JUDGES = "/campaigns/spring/judges/"
SECONDS = 300  # only a failure takes so long


class MailServer(socketserver.ThreadingTCPServer):
    """Takes every message. `on_message` is called when it has one, before it tells the sender so."""

    allow_reuse_address = daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Conversation)
        self.messages: list[str] = []
        self.on_message: Callable[[], None] = lambda: None

    @property
    def recipients(self) -> list[str]:
        return [re.findall(r"^To: (.*?)\r?$", text, flags=re.MULTILINE)[0] for text in self.messages]


class Conversation(socketserver.StreamRequestHandler):
    """As much of SMTP as Django speaks."""

    server: MailServer

    def handle(self) -> None:
        self.say("220 here")
        while line := self.rfile.readline():
            match line[:4].upper():
                case b"DATA":
                    self.say("354 go on")
                    self.take()
                case b"QUIT":
                    self.say("221 bye")
                    return
                case _:
                    self.say("250 fine")

    def take(self) -> None:
        lines = []
        while (line := self.rfile.readline()) not in {b".\r\n", b""}:
            lines.append(line.decode())
        self.server.messages.append("".join(lines))
        self.server.on_message()
        self.say("250 taken")

    def say(self, text: str) -> None:
        with contextlib.suppress(OSError):  # the sender may be dead
            self.wfile.write(f"{text}\r\n".encode())


@pytest.fixture
def mail_server(monkeypatch: pytest.MonkeyPatch) -> Iterator[MailServer]:
    with MailServer() as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        port = server.server_address[1]
        monkeypatch.setenv("APPRAISE_GEC_TEST_EMAIL_URL", f"smtp://127.0.0.1:{port}/?tls=none")
        yield server
        server.shutdown()


def wait_for(condition: Callable[[], bool], worker: Worker) -> None:
    deadline = time.monotonic() + SECONDS
    while not condition():
        if time.monotonic() > deadline:
            pytest.fail(f"it did not happen:\n{Job.objects.values()}\n{worker.log}", pytrace=False)
        time.sleep(0.1)


@pytest.mark.nightly
def test_a_killed_worker_leaves_no_second_message_and_no_silence(
    transactional_db: None,
    as_alice: Client,
    campaign: Campaign,
    settings: Any,
    mail_server: MailServer,
    start_worker: Callable[[], Worker],
) -> None:
    settings.MAIL_IS_CONFIGURED = True
    first = start_worker()
    mail_server.on_message = first.kill
    file = SimpleUploadedFile("people.csv", b"Jo,jo@example.org\nKim,kim@example.org\n")
    as_alice.post(f"{JUDGES}file/", {"file-people": file, "file-send": "on"})
    wait_for(lambda: first.process.poll() is not None, first)
    mail_server.on_message = lambda: None
    assert mail_server.recipients == ["jo@example.org"]
    assert Job.objects.get().state == State.RUNNING

    second = start_worker()
    wait_for(lambda: Job.objects.get().is_final, second)
    assert mail_server.recipients == ["jo@example.org", "kim@example.org"]
    page = as_alice.get(JUDGES)
    assert page.context["mail"].unsure == ("Jo",)
    assert page.context["mail"].sent == 1
    for words in (
        "May have been sent:",
        ">may have been sent</span>",
        "1 message may or may not",
        "Try again",
    ):
        assert words in page.text
    # What is needed to send it again is kept, and no other address.
    assert "jo@example.org" in str(Job.objects.get().arguments)
    assert "kim@example.org" not in str(Job.objects.get().arguments)

    assert retry(Job.objects.get())
    wait_for(lambda: Job.objects.get().state == State.DONE, second)
    assert mail_server.recipients == ["jo@example.org", "kim@example.org", "jo@example.org"]
    earlier, newer = (
        re.findall(r"/invitations/[\w-]{43}/", text.replace("=\r\n", ""))[0]
        for text in (mail_server.messages[0], mail_server.messages[2])
    )
    assert [Client().get(link).status_code for link in (earlier, newer)] == [404, 200]
    page = as_alice.get(JUDGES)
    assert "May have been sent" not in page.text
    assert "2 links sent by e-mail." in page.text
    assert "example.org" not in str(Job.objects.get().arguments)
