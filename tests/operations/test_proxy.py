"""Whom the web server believes about HTTPS: a real gunicorn, asked from this machine as a proxy would."""

import http.client
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from appraise_gec import processes
from tests.conftest import CHECKOUT
from tests.servers import free_port

pytestmark = pytest.mark.operations
SECONDS = 60
FORGED = {"X-Forwarded-Proto": "https", "X-Forwarded-Protocol": "ssl", "X-Forwarded-Ssl": "on"}
TO_HTTPS = (301, "https://gec.example.org/account/")
Start = Callable[..., int]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Start the web server for gec.example.org with these variables; returns its port."""
    started = []

    def begin(**variables: str) -> int:
        port = free_port()
        program, *arguments = processes.web(f"127.0.0.1:{port}")
        environment = {
            "PATH": os.environ["PATH"],
            "APPRAISE_GEC_VAR": str(tmp_path / "var"),
            "DJANGO_SETTINGS_MODULE": "appraise_gec.settings",
            "ALLOWED_HOSTS": "gec.example.org",
            "SECRET_KEY": "a-key-for-one-test-of-proxies-0123456789",
            # What a hosting platform may have set must not matter either.
            "FORWARDED_ALLOW_IPS": "*",
            **variables,
        }
        process = subprocess.Popen(
            [str(Path(sys.executable).parent / program), *arguments], cwd=CHECKOUT, env=environment
        )
        started.append(process)
        deadline = time.monotonic() + SECONDS
        while not _answers(port):
            if process.poll() is not None or time.monotonic() > deadline:
                pytest.fail("the web server did not start", pytrace=False)
            time.sleep(0.1)
        return port

    yield begin
    for process in started:
        process.terminate()
        process.wait(timeout=30)


def _answers(port: int) -> bool:
    try:
        return ask(port)[0] == 301
    except OSError:
        return False


def ask(port: int, **headers: str) -> tuple[int, str]:
    """The status of a page for people who are signed in, and where it leads: to HTTPS first."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request("GET", "/account/", headers={"Host": "gec.example.org", **headers})
    answer = connection.getresponse()
    return answer.status, answer.getheader("Location", "")


def test_without_trust_nobody_can_pretend_https(start: Start) -> None:
    port = start()
    for name, value in FORGED.items():
        assert ask(port, **{name: value}) == TO_HTTPS


def test_with_trust_the_one_documented_header_counts(start: Start) -> None:
    port = start(APPRAISE_GEC_TRUST_PROXY="1")
    assert ask(port, **{"X-Forwarded-Proto": "https"}) == (302, "/sign-in/?next=/account/")
    for headers in (
        {"X-Forwarded-Proto": "http"},
        {"X-Forwarded-Ssl": "on"},
        {"X-Forwarded-Protocol": "ssl"},
    ):
        assert ask(port, **headers) == TO_HTTPS
