"""All judges press "Start judging" within the same second: when has each of them the first item?

    python -m benchmarks.start_burst [JUDGES] [ROUNDS] [ITEMS]

Starts Postgres, Valkey and gunicorn as `benchmarks.crowd` does, and lets JUDGES (500 by default), who are
signed in and have judged nothing yet, begin at the same moment, ROUNDS times (5 by default) with the same
campaign of ITEMS (4,000 by default): after a round its judges and what was lent to them are deleted. The
first round meets processes that have just started.

Prints for each round what the judges waited for, and the processor seconds of the web server, of Postgres and
of the judges, who are threads of this program and use the same processors. With requests that all come at
once and a server that is busy all the time, the last judge waits for the sum: (web + Postgres + judges) /
processors.
"""

import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from benchmarks.crowd import CHECKOUT, PORT, make_judges, make_open_campaign, prepare, wait_for_server
from benchmarks.judging_robots import Robot, percentiles
from benchmarks.processor_time import child_named, seconds_of

SLUG = "burst"
DEADLINE = 120.0


def main() -> None:
    numbers = [int(one) for one in sys.argv[1:4]]
    judges, rounds, items = [*numbers, *[500, 5, 4_000][len(numbers) :]]
    from benchmarks.servers import postgres, redis

    with (
        tempfile.TemporaryDirectory(prefix="appraise-gec-burst-") as folder,
        postgres() as url,
        redis() as redis_url,
    ):
        os.environ.update(
            DATABASE_URL=url,
            REDIS_URL=redis_url,
            APPRAISE_GEC_VAR=folder,
            APPRAISE_GEC_LOG_LEVEL="ERROR",
            DJANGO_SETTINGS_MODULE="appraise_gec.settings",
        )
        prepare()
        make_open_campaign(SLUG, items)
        with_server(judges, rounds, Path(folder))


def with_server(judges: int, rounds: int, folder: Path) -> None:
    from django.db import connection

    from appraise_gec.processes import web

    command = [sys.executable, "-m", *web(f"127.0.0.1:{PORT}", workers=2, threads=8)]
    database = child_named("postgres")
    with (folder / "server.log").open("wb") as log:
        server = subprocess.Popen(command, cwd=CHECKOUT, stdout=log, stderr=log, start_new_session=True)
        try:
            wait_for_server(PORT)
            for number in range(rounds):
                let_begin(number, judges, server.pid, database)
        finally:
            os.killpg(server.pid, signal.SIGTERM)
            server.wait(timeout=30)
            connection.close()


def let_begin(number: int, judges: int, web: int, database: int) -> None:
    """One round, which leaves no trace in the database but what Postgres has learned about its tables."""
    from django.core.cache import cache
    from django.db import connection

    from rankings.models import Assignment, Judge

    robots = make_judges(SLUG, judges, f"judge-{number}")
    with connection.cursor() as cursor:
        # A minute after a campaign was made, autovacuum has done that. Tables without rows it leaves alone.
        cursor.execute("ANALYZE rankings_item, rankings_itemoutput, rankings_sentence, rankings_judge")
    for robot in robots:
        robot.ports = (PORT,)
    before = [*map(seconds_of, (web, database)), time.process_time()]
    start = time.perf_counter()
    threads = [threading.Thread(target=begin, args=(robot,), daemon=True) for robot in robots]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=DEADLINE)
    seconds = time.perf_counter() - start
    after = [*map(seconds_of, (web, database)), time.process_time()]
    for robot in robots:
        if robot.error:
            raise robot.error
        assert robot.pages, f"judge {robot.number} got no page within {DEADLINE:.0f} s"
    lent = Assignment.objects.filter(judge__campaign__slug=SLUG)
    taken = lent.values_list("item", flat=True)
    assert lent.count() == judges, f"{lent.count()} items lent to {judges} judges"
    assert max(map(list(taken).count, set(taken))) <= 2, "an item was lent to more than two judges"
    used = [1000 * (now - then) / judges for then, now in zip(before, after, strict=True)]
    print(
        f"round {number + 1}: {judges} judges in {seconds:.2f} s, load {os.getloadavg()[0]:.1f}; "
        f"processor time for each judge: web {used[0]:.1f} ms, Postgres {used[1]:.1f} ms, "
        f"judges {used[2]:.1f} ms, together {sum(used):.1f} ms"
    )
    waited = percentiles([robot.pages[0] for robot in robots])
    print(f"  from the button to the page of the first item: {waited}", flush=True)
    Judge.objects.filter(campaign__slug=SLUG).delete()
    cache.clear()


def begin(robot: Robot) -> None:
    """Press the button and open the item."""
    try:
        robot.open_first_item()
    except BaseException as error:
        robot.error = error


if __name__ == "__main__":
    main()
