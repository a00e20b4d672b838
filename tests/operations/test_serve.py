"""The site as ./run starts it: kept running, started once, stopped whole, data kept."""

import contextlib
import http.client
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from appraise_gec.launch.serve import listen
from tests.conftest import CHECKOUT
from tests.operations.conftest import Prepare
from tests.servers import free_port

pytestmark = pytest.mark.operations
SECONDS = 300  # only a failure takes so long


class Site:
    """A started launcher and what it said so far."""

    def __init__(self, var: Path, *arguments: str, **variables: str) -> None:
        self.var = var
        self.output = var.parent / f"output-{time.monotonic_ns()}"
        with self.output.open("wb") as output:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "appraise_gec.launch.serve", "--no-browser", *arguments],
                cwd=CHECKOUT,
                env={"PATH": os.environ["PATH"], "APPRAISE_GEC_VAR": str(var), **variables},
                stdout=output,
                stderr=output,
            )

    @property
    def said(self) -> str:
        return self.output.read_text(encoding="utf-8")

    def wait_for(self, condition, what: str) -> None:
        deadline = time.monotonic() + SECONDS
        while not condition():
            if time.monotonic() > deadline or self.process.poll() is not None:
                logs = [path.read_text(errors="replace")[-2000:] for path in self.var.glob("log/*.log")]
                pytest.fail("\n".join([f"{what} did not happen", self.said, *logs]))
            time.sleep(0.05)

    def wait_until_ready(self) -> int:
        self.wait_for(lambda: "is ready" in self.said, "readiness")
        address = re.search(r"http://127\.0\.0\.1:(\d+)/", self.said)
        assert address
        return int(address.group(1))

    def children(self) -> list[psutil.Process]:
        return psutil.Process(self.process.pid).children(recursive=True)

    def running(self, program: str) -> dict[int, psutil.Process]:
        """The direct children that run this program, by process id."""
        found = {}
        for child in psutil.Process(self.process.pid).children():
            with contextlib.suppress(psutil.Error):  # it may end while we look
                if program in child.cmdline():
                    found[child.pid] = child
        return found

    def end(self) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait(timeout=30)


@pytest.fixture
def var(tmp_path):
    """The data folder of this test's site."""
    return tmp_path / "var"


@pytest.fixture
def start(var):
    """Start the site on the data folder of this test."""
    sites = []

    def begin(*arguments: str, **variables: str) -> Site:
        sites.append(Site(var, *arguments, **variables))
        return sites[-1]

    yield begin
    for site in sites:
        site.end()


def get(port: int, path: str = "/") -> tuple[int, str]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request("GET", path)
    answer = connection.getresponse()
    return answer.status, answer.read().decode()


def test_the_first_page_the_files_and_the_end(start):
    site = start()
    port = site.wait_until_ready()
    status, page = get(port)
    assert status == 200
    for kind in ("judge", "manager", "researcher"):
        assert f"/demo/sign-in/{kind}/" in page
    style = re.search(r'href="(/static/css/appraise\.[0-9a-f]{12}\.css)"', page)
    assert style and get(port, style.group(1))[0] == 200

    children = site.children()
    assert len(children) >= 3  # web server, its worker process, job worker
    site.process.send_signal(signal.SIGINT)
    assert site.process.wait(timeout=20) == 0
    _, alive = psutil.wait_procs(children, timeout=3)
    assert not alive
    assert "The data stay in" in site.said


@pytest.mark.nightly
def test_a_second_start_on_the_same_folder_is_refused_and_a_later_one_keeps_the_data(
    start, var: Path, prepare_database: Prepare
):
    prepare_database(var)
    first = start()
    port = first.wait_until_ready()
    second = start()
    assert second.process.wait(timeout=SECONDS) == 1
    assert f"already running on the data folder {first.var}" in second.said
    assert f"http://127.0.0.1:{port}/" in second.said
    assert get(port)[0] == 200

    key = (first.var / "secret-key").read_text()
    first.end()
    third = start()
    third.wait_until_ready()
    assert (first.var / "secret-key").read_text() == key
    assert "The demo campaign is loaded" not in third.said


@pytest.mark.nightly
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells children that their parent is gone")
def test_a_killed_process_is_started_again_and_a_killed_launcher_leaves_none_behind(
    start, var: Path, prepare_database: Prepare
):
    prepare_database(var)
    site = start()
    port = site.wait_until_ready()

    def answers() -> bool:
        try:
            return get(port)[0] == 200
        except OSError:
            return False

    for program, number in (("celery", 1), ("gunicorn", 1)):
        before = site.running(program)
        assert len(before) == number
        next(iter(before.values())).kill()
        site.wait_for(
            lambda program=program, before=before: (
                len(now := site.running(program)) == len(before) and now.keys() != before.keys()
            ),
            "a new process",
        )
        assert "starting it again" in site.said
        site.wait_for(answers, "an answer")

    children = site.children()
    site.process.kill()
    _, alive = psutil.wait_procs(children, timeout=20)
    assert not alive


def test_a_wished_port_is_used_and_a_taken_default_passed_over():
    port = free_port()
    wished = listen(port)
    assert wished
    with wished:
        assert wished.getsockname()[1] == port
        assert listen(port) is None
    first = listen(None)
    assert first
    with first:
        second = listen(None)
        assert second
        with second:
            assert second.getsockname()[1] > first.getsockname()[1]
