"""Real worker and web processes for tests."""

import http.client
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection

from appraise_gec import processes
from tests.conftest import CHECKOUT
from tests.servers import free_port

READY_SECONDS = 300  # only a failure takes so long
# What a service manager waits for by default.
STOP_SECONDS = 90


class Worker:
    """A worker process on the running test's database. Its log is in `log`, as text so far.

    A site's worker first runs Django's checks, for which it loads all pages: half of its start. Here they are
    run only when asked for. `queue` is the only one whose jobs it takes.
    """

    def __init__(self, *, checks: bool = False, queue: str = "") -> None:
        command, *arguments = processes.worker(*([queue] if queue else ()))
        self._log = tempfile.NamedTemporaryFile(prefix="worker-", suffix=".log")  # noqa: SIM115 - closed in stop
        self.process = subprocess.Popen(
            [str(Path(sys.executable).parent / command), *arguments],
            cwd=CHECKOUT,
            env={**os.environ, **environment_of_this_test(), "CELERY_SKIP_CHECKS": "" if checks else "1"},
            stdout=self._log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        self._wait_until_ready()

    @property
    def log(self) -> str:
        return Path(self._log.name).read_text(encoding="utf-8", errors="replace")

    def kill(self) -> None:
        """As a power cut does."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    def stop(self) -> bool:
        """As a service manager does. Whether the worker ended by itself, and need not be killed."""
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(timeout=STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self.kill()
                return False
        return True

    def _wait_until_ready(self) -> None:
        deadline = time.monotonic() + READY_SECONDS
        while " ready." not in self.log:
            if self.process.poll() is not None or time.monotonic() > deadline:
                self.stop()
                pytest.fail(f"the worker did not start:\n{self.log}", pytrace=False)
            time.sleep(0.05)


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


def environment_of_this_test() -> dict[str, str]:
    """What a process needs to work on the same database and queue as the running test."""
    values = {
        "DJANGO_SETTINGS_MODULE": os.environ["DJANGO_SETTINGS_MODULE"],
        "APPRAISE_GEC_TEST_VAR": str(settings.VAR),
    }
    database = connection.settings_dict
    if connection.vendor == "sqlite":
        values["APPRAISE_GEC_TEST_DATABASE_URL"] = f"sqlite:///{database['NAME']}"
    else:
        user, host, port = database["USER"], database["HOST"], database["PORT"]
        values["APPRAISE_GEC_TEST_DATABASE_URL"] = f"postgres://{user}@{host}:{port}/{database['NAME']}"
    return values
