"""The server's process is killed while somebody judges, as by a power cut, and started again."""

import http.client
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Request, expect

from appraise_gec import processes
from rankings.models import Assignment, Judge, Ranking
from tests.browser.conftest import wait_for
from tests.browser.judging import checked, kept_ranks, open_campaign, press, wait_for_next
from tests.conftest import CHECKOUT
from tests.servers import free_port
from tests.workers import environment_of_this_test

pytestmark = pytest.mark.django_db(transaction=True)
READY_SECONDS = 60
AGAIN = 40_000  # milliseconds: the page asks again after 2, 4, 8, ... seconds


class WebServer:
    """The site's own web server process, on the database of the running test."""

    def __init__(self) -> None:
        self.port = free_port()
        self.address = f"http://localhost:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None
        self._log = tempfile.NamedTemporaryFile(prefix="web-", suffix=".log")  # noqa: SIM115 - lives as long

    def start(self) -> None:
        command, *arguments = processes.web(f"127.0.0.1:{self.port}")
        self._process = subprocess.Popen(
            [str(Path(sys.executable).parent / command), *arguments],
            cwd=CHECKOUT,
            env={**os.environ, **environment_of_this_test()},
            stdout=self._log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        deadline = time.monotonic() + READY_SECONDS
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > deadline:
                log = Path(self._log.name).read_text(encoding="utf-8", errors="replace")
                pytest.fail(f"the web server did not start:\n{log}", pytrace=False)
            time.sleep(0.05)

    def kill(self) -> None:
        if self._process and self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()

    def _answers(self) -> bool:
        connection = http.client.HTTPConnection("localhost", self.port, timeout=20)
        try:
            connection.request("GET", "/sign-in/")
            return connection.getresponse().status == 200
        except OSError:
            return False
        finally:
            connection.close()


@pytest.fixture
def server(transactional_db: None) -> Iterator[WebServer]:
    server = WebServer()
    yield server
    server.kill()


def test_draft_and_answer_outlive_the_server(
    new_page: Callable[..., Page],
    server: WebServer,
    judge: Judge,
    sign_in: Callable[[Page, Any], None],
    expected_errors: list[str],
) -> None:
    expected_errors.append("ERR_CONNECTION|ERR_EMPTY_RESPONSE")
    server.start()
    page = new_page()
    sign_in(page, judge.user)
    address = open_campaign(page, at=server.address)
    shown = plain_texts(page)
    press(page, "2")
    expect(page.locator("#saved")).to_have_text("Saved")

    server.kill()
    press(page, "1")
    expect(page.locator("#saved")).to_have_text("Offline, kept on this device")
    server.start()
    expect(page.locator("#saved")).to_have_text("Saved", timeout=AGAIN)
    page.reload()
    assert (plain_texts(page), checked(page)[:2]) == (shown, [2, 1])
    press(page, "3 " * (len(shown) - 2) + "Enter")
    wait_for_next(page, address)
    ranks = [2, 1, *[3] * (len(shown) - 2)]
    assert kept_ranks(judge) == [dict(zip(shown, ranks, strict=True))]


def plain_texts(page: Page) -> list[str]:
    """The outputs without what was deleted and without words for screen readers."""
    texts: list[str] = page.locator(".output-words").evaluate_all(
        "all => all.map(words => { const own = words.cloneNode(true);"
        " own.querySelectorAll('bdi, del').forEach(one => one.remove()); return own.textContent; })"
    )
    return texts


def test_an_answer_whose_receipt_was_lost_is_stored_once(
    page: Page, at_item: Callable[[Page], str], judge: Judge, expected_errors: list[str]
) -> None:
    expected_errors.append("ERR_FAILED|ERR_CONNECTION")
    address = at_item(page)
    taken: list[int] = []
    answered: list[int] = []
    page.on("response", lambda one: answered.append(one.status) if is_answer(one.request) else None)

    def is_answer(request: Request) -> bool:
        return request.method == "POST" and request.url == address

    def lose_the_receipt(route: Any) -> None:
        if is_answer(route.request) and not taken:
            taken.append(route.fetch().status)
            route.abort()
        else:
            route.continue_()

    page.route(address, lose_the_receipt)
    press(page, " ".join("12333"[: page.locator(".output").count()]) + " Enter")
    wait_for(page, lambda: bool(taken), "the server has the answer")
    assert taken == [200]
    # It is sent again, whichever item is in view by then.
    wait_for(page, lambda: bool(answered), "the answer sent again", AGAIN / 1000)
    wait_for_next(page, address)
    assert Ranking.objects.filter(judge=judge).count() == 1
    assert Assignment.objects.filter(judge=judge, state="done").count() == 1
