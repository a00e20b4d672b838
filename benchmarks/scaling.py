"""What a ranking and a report cost, with one web machine and one worker, and with two of each.

    python -m benchmarks.scaling [JUDGES] [ITEMS] [REPORTS]

A "machine" is a group of processes with a data folder of its own; all share one Postgres, one Valkey and the
secret key, as behind a proxy that sends each request to the next machine. JUDGES (50) rank ITEMS (400) of the
published 2015 corpus twice, first on one web machine, then on two, then on two with drafts of each item,
without a pause; what is sent may meet another machine than the page it came from. Then workers compute
REPORTS (4) of the published judgments (2,319 rankings, usual parts), first one worker, then two.

Fails if an item has more or fewer rankings than planned, or if an answer is missing, different or there
twice. Prints processor seconds (which hardly depend on what else the machine does) of web, Postgres, Valkey
and workers, bytes sent, and bytes in the database for each ranking.
"""

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from benchmarks import crowd
from benchmarks.judging_robots import Robot, let_judge, percentiles
from benchmarks.processor_time import child_named, seconds_of

CHECKOUT = Path(__file__).resolve().parent.parent
SECRET_KEY = "only-for-this-benchmark-" + "0" * 40
TABLES = ("rankings_ranking", "rankings_rankedoutput", "rankings_assignment")
MINUTES = 10
DRAFTS = 3


def main() -> None:
    numbers = [int(one) for one in sys.argv[1:4]]
    judges, items, reports = [*numbers, *[50, 400, 4][len(numbers) :]]
    from benchmarks.servers import postgres, redis

    with (
        tempfile.TemporaryDirectory(prefix="appraise-gec-scaling-") as name,
        postgres() as url,
        redis() as redis_url,
    ):
        folder = Path(name)
        os.environ.update(
            DATABASE_URL=url,
            REDIS_URL=redis_url,
            SECRET_KEY=SECRET_KEY,
            APPRAISE_GEC_VAR=str(folder / "here"),
            APPRAISE_GEC_LOG_LEVEL="ERROR",
            DJANGO_SETTINGS_MODULE="appraise_gec.settings",
        )
        crowd.prepare()
        from django.db import connection

        shared = {"Postgres": child_named("postgres"), "Valkey": child_named("valkey-server")}
        try:
            for machines, drafts in ((1, 0), (2, 0), (2, DRAFTS)):
                robots = crowd.make_crowd(judges, items, f"crowd-{machines}-{drafts}")
                for robot in robots:
                    robot.drafts = drafts
                with started(folder, "web", machines) as web:
                    judge(robots, {**web, **shared})
            print_sizes()
            import_published()
            for machines in (1, 2):
                with started(folder, "worker", machines) as workers:
                    compute(reports, machines, {**workers, **shared})
        finally:
            connection.close()  # Postgres waits for it when it is stopped


@contextmanager
def started(folder: Path, kind: str, machines: int) -> Iterator[dict[str, int]]:
    """So many machines; the process ids of their first processes by name."""
    from appraise_gec import processes

    with ExitStack() as running:
        pids = {}
        for number in range(machines):
            name = f"{kind} {number + 1}"
            var = folder / name.replace(" ", "-")
            if kind == "web":
                command = processes.web(f"127.0.0.1:{port_of(number)}", workers=2, threads=8)
            else:
                command = processes.worker()
            pids[name] = running.enter_context(process(command, var)).pid
        for number in range(machines):
            if kind == "web":
                crowd.wait_for_server(port_of(number))
            else:
                wait_for_worker(folder / f"worker-{number + 1}.log")
        yield pids


@contextmanager
def process(command: list[str], var: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A group of processes with a data folder of its own; its log is beside the folder."""
    with var.with_suffix(".log").open("wb") as log:
        group = subprocess.Popen(
            [sys.executable, "-m", *command],
            cwd=CHECKOUT,
            env={**os.environ, "APPRAISE_GEC_VAR": str(var), "APPRAISE_GEC_LOG_LEVEL": "INFO"},
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
        try:
            yield group
        finally:
            os.killpg(group.pid, signal.SIGTERM)
            group.wait(timeout=60)


def port_of(number: int) -> int:
    return crowd.PORT + 100 * (1 + number)


def wait_for_worker(log: Path) -> None:
    for _ in range(240):
        if " ready." in log.read_text(errors="replace"):
            return
        time.sleep(0.5)
    raise SystemExit(f"The worker did not start:\n{log.read_text(errors='replace')}")


def judge(robots: list[Robot], pids: dict[str, int]) -> None:
    ports = [port_of(number) for number in range(sum(name.startswith("web") for name in pids))]
    for robot in robots:
        robot.ports = ports
    seconds, used = measured(pids, lambda: let_judge(robots, time.monotonic() + 60 * MINUTES))
    submits = [one for robot in robots for one in robot.submits]
    requests = sum(robot.requests for robot in robots)
    print(
        f"{len(robots)} judges on {len(ports)} web machine(s), {robots[0].drafts} drafts of an item: "
        f"{len(submits):,} answers, "
        f"{len(submits) / seconds:.1f} a second, load {os.getloadavg()[0]:.1f}"
    )
    print(f"  processor time of an answer with its next page: {each(used, len(submits))}")
    size = sent(robots) / len(submits)
    print(f"  {requests / len(submits):.2f} requests and {size:,.0f} bytes for each answer")
    print(f"  submit: {percentiles(submits)}", flush=True)
    crowd.check(robots)


def sent(robots: list[Robot]) -> int:
    return sum(robot.bytes_got for robot in robots)


def measured(pids: dict[str, int], work: Callable[[], object]) -> tuple[float, dict[str, float]]:
    """Seconds on the clock, and of the processor for each of the processes with its children."""
    start, before = time.monotonic(), {name: seconds_of(pid) for name, pid in pids.items()}
    work()
    used = {name: seconds_of(pid) - before[name] for name, pid in pids.items()}
    return time.monotonic() - start, used


def each(used: dict[str, float], count: int) -> str:
    shown = ", ".join(f"{name} {1000 * seconds / count:.1f} ms" for name, seconds in used.items())
    return f"{shown}, together {1000 * sum(used.values()) / count:.1f} ms"


def print_sizes() -> None:
    """Bytes in the database for each ranking, indexes included."""
    from django.db import connection

    from rankings.models import Ranking

    rankings = Ranking.objects.count()
    with connection.cursor() as cursor:
        sizes = {}
        for table in TABLES:
            cursor.execute("SELECT pg_total_relation_size(%s)", [table])
            sizes[table.removeprefix("rankings_")] = cursor.fetchone()[0] / rankings
    shown = ", ".join(f"{name} {size:,.0f}" for name, size in sizes.items())
    whole = sum(sizes.values())
    print(f"bytes in the database for each of {rankings:,} rankings: {shown}, together {whole:,.0f}")


def import_published() -> None:
    import hashlib

    from benchmarks.import_judgments import SHARED, make_campaign
    from rankings.formats.judgments import read_judgments
    from rankings.judgments.importing import import_judgments

    campaign = make_campaign("published")
    content = (SHARED / "data" / "gjg15" / "judgments.xml").read_bytes()
    sha256 = hashlib.sha256(content).hexdigest()
    import_judgments(campaign, read_judgments(content, "judgments.xml"), "judgments.xml", sha256, None)


def compute(reports: int, workers: int, pids: dict[str, int]) -> None:
    """Ask for reports with different seeds, so that each has to be computed; the first only warms up."""
    from appraise_gec.accounts.models import User
    from appraise_gec.report.options import ReportOptions
    from appraise_gec.report.site.services import request_report
    from rankings.models import Campaign, Report

    campaign = Campaign.objects.get(slug="published")
    person = User.objects.first()
    assert person is not None

    def work(first_seed: int, count: int) -> None:
        asked: list[Any] = [
            request_report(campaign, person, ReportOptions(seed=first_seed + number)).report.pk
            for number in range(count)
        ]
        deadline = time.monotonic() + 60 * MINUTES
        while Report.objects.filter(pk__in=asked, finished_at=None).exists():
            assert time.monotonic() < deadline, "the reports were not computed in time"
            time.sleep(0.1)

    work(1000 * workers, workers)
    seconds, used = measured(pids, lambda: work(1000 * workers + 500, reports))
    print(
        f"{reports} reports on {workers} worker(s): {seconds:.1f} s, load {os.getloadavg()[0]:.1f}; "
        f"processor time of a report: {each(used, reports)}",
        flush=True,
    )


if __name__ == "__main__":
    main()
