"""A crowd of judges completes a campaign against a real server: is every item judged as planned?

    python -m benchmarks.crowd [JUDGES] [ITEMS] [MINUTES] [PAUSE]

Starts Postgres, Valkey and gunicorn, draws the items (2,000 by default) from the published 2015 corpus for
two judges each, and lets the judges (50 by default) rank over HTTP, each in a thread with connections of its
own, until nobody gets another item. All begin at the same moment. Every fiftieth answer is sent twice, as a
double click does. Then it holds the database to what the judges were told was saved, and fails if an item has
more or fewer rankings than planned, or if one is missing, different, or there twice. Stops after MINUTES
(20 by default) in any case.

PAUSE are the seconds that a judge takes for an item on average (0 by default: no pause between one answer and
the next, so that 50 judges are thousands of people at their pace). With a pause the campaign need not be
complete when the time is over, but nothing may be there twice or missing.

Prints the processor seconds for each answer of the web server, of Postgres and of the judges, which hardly
depend on what else the machine does; requests per second; percentiles of the time that a request took; SQL
queries of a submission with the next page; and the memory of the server's processes. A request's time
includes the waiting for the other judges.
"""

import http.client
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import uuid
from collections import Counter
from pathlib import Path
from typing import Any

from benchmarks.judging_robots import Robot, let_judge, percentiles
from benchmarks.processor_time import child_named, seconds_of

CHECKOUT = Path(__file__).resolve().parent.parent
PLACES = 2
PORT = 8900 + os.getpid() % 100
SLUG = "crowd"
PROBES = 6


def main() -> None:
    numbers = [int(one) for one in sys.argv[1:5]]
    judges, items, minutes, pause = [*numbers, *[50, 2_000, 20, 0][len(numbers) :]]
    from benchmarks.servers import postgres, redis

    with (
        tempfile.TemporaryDirectory(prefix="appraise-gec-crowd-") as folder,
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
        robots = make_crowd(judges, items)
        queries = count_queries(robots[0])
        for robot in robots:
            robot.ports, robot.pause = (PORT,), pause
        with_server(robots, queries, minutes, Path(folder))


def prepare() -> None:
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)


def make_crowd(judges: int, items: int, slug: str = SLUG) -> list[Robot]:
    """The open campaign and a signed-in session for each judge."""
    make_open_campaign(slug, items)
    return make_judges(slug, judges)


def make_open_campaign(slug: str, items: int) -> None:
    from benchmarks.import_judgments import make_campaign
    from rankings.models import Campaign
    from rankings.plan.sampling import DrawOptions, draw_items

    campaign = make_campaign(slug)
    draw_items(campaign, DrawOptions(items=items, seed=1, judges_per_item=PLACES), None, items_before=0)
    Campaign.objects.filter(pk=campaign.pk).update(state=Campaign.State.OPEN)


def make_judges(slug: str, judges: int, name: str = "judge") -> list[Robot]:
    """Judges of the campaign with an account and a signed-in session each."""
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore

    from appraise_gec.accounts.models import User
    from rankings.models import Campaign, Judge

    campaign = Campaign.objects.get(slug=slug)
    robots = []
    for number in range(judges):
        user = User.objects.create(username=f"{slug}-{name}-{number}")
        Judge.objects.create(campaign=campaign, user=user, name=f"{name}-{number}")
        session = SessionStore()
        session[SESSION_KEY] = str(user.pk)
        session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[-1]
        session[HASH_SESSION_KEY] = user.get_session_auth_hash()
        session.save()
        robots.append(Robot(number, str(session.session_key), slug))
    return robots


def count_queries(robot: Robot) -> int:
    """SQL queries of a submission and the page after it, the most of a few; counted in this process."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    client = Client(headers={"host": "localhost"})
    client.cookies["appraise_gec_session"] = robot.session
    answer = client.post(f"/judge/{robot.slug}/next/", follow=True)
    most = 0
    for number in range(PROBES):
        address = answer.request["PATH_INFO"]
        rows = len(set(re.findall(rb'name="rank-(\d+)"', answer.content)))
        ranks = [1 + (row + number) % rows for row in range(rows)]
        form = {f"rank-{row}": str(rank) for row, rank in enumerate(ranks)}
        with CaptureQueriesContext(connection) as captured:
            answer = client.post(address, {"submission": uuid.uuid4(), **form}, follow=True)
        assert answer.status_code == 200
        robot.acknowledged[address.rstrip("/").rsplit("/", 1)[-1]] = ranks
        counted = sum(
            query["sql"].lstrip("(").split()[0] in {"SELECT", "INSERT", "UPDATE", "DELETE"}
            for query in captured.captured_queries
        )
        most = max(most, counted)
    connection.close()
    return most


def with_server(robots: list[Robot], queries: int, minutes: int, folder: Path) -> None:
    from django.db import connection

    from appraise_gec.processes import web

    command = [sys.executable, "-m", *web(f"127.0.0.1:{PORT}", workers=2, threads=8)]
    database = child_named("postgres")
    with (folder / "server.log").open("wb") as log:
        server = subprocess.Popen(command, cwd=CHECKOUT, stdout=log, stderr=log, start_new_session=True)
        try:
            wait_for_server(PORT)
            before = memory(server.pid)
            start, used = time.monotonic(), _used(server.pid, database)
            let_judge(robots, start + 60 * minutes)
            seconds = time.monotonic() - start
            used = {name: now - used[name] for name, now in _used(server.pid, database).items()}
            after = memory(server.pid)
        finally:
            os.killpg(server.pid, signal.SIGTERM)
            server.wait(timeout=30)
    try:
        report(robots, seconds, used)
        print(f"  queries of a submission with the next page: at most {queries}")
        print(f"  server's processes: {_megabytes(before)} at first, {_megabytes(after)} at the end")
        check(robots)
    finally:
        connection.close()  # Postgres waits for it when it is stopped


def _used(web: int, database: int) -> dict[str, float]:
    return {"web": seconds_of(web), "Postgres": seconds_of(database), "judges": time.process_time()}


def wait_for_server(port: int) -> None:
    for _ in range(120):
        try:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
            connection.request("GET", "/health/")
            if connection.getresponse().status == 200:
                return
        except OSError:
            pass
        time.sleep(0.5)
    raise SystemExit("The server did not start.")


def memory(parent: int) -> list[float]:
    """Resident megabytes of the server's processes, the largest first."""
    listed = subprocess.run(
        ["ps", "-o", "rss=", "--pid", str(parent), "--ppid", str(parent)],
        capture_output=True,
        text=True,
        check=True,
    )
    return sorted((int(line) / 1024 for line in listed.stdout.split()), reverse=True)


def report(robots: list[Robot], seconds: float, used: dict[str, float]) -> None:
    submits = [one for robot in robots for one in robot.submits]
    pages = [one for robot in robots for one in robot.pages]
    requests = len(submits) + len(pages)
    print(
        f"{len(robots)} judges at once, {len(submits):,} answers, {requests:,} requests in {seconds:.0f} s, "
        f"load {os.getloadavg()[0]:.1f}:"
    )
    each = {name: 1000 * one / len(submits) for name, one in used.items()}
    whole = ", ".join(f"{name} {one:.1f} ms" for name, one in each.items())
    print(
        f"  processor time for each answer with its next page: {whole}, together {sum(each.values()):.1f} ms"
    )
    print(f"  {requests / seconds:.1f} requests per second, {len(submits) / seconds:.1f} answers per second")
    print(f"  submit: {percentiles(submits)}")
    print(f"  next page: {percentiles([one for robot in robots for one in robot.pages[1:]])}")
    print(f"  first page, all at once: {percentiles([robot.pages[0] for robot in robots])}")


def _megabytes(sizes: list[float]) -> str:
    return " + ".join(f"{size:.0f}" for size in sizes) + " MB"


def check(robots: list[Robot]) -> None:
    """Raise if the database does not hold exactly what was planned and what the judges were told."""
    from rankings.models import Assignment, Item, RankedOutput, Ranking

    for robot in robots:
        if robot.error:
            raise robot.error
    complete = all(robot.finished for robot in robots)
    assert complete or robots[0].pause, "time ran out before the campaign was complete"
    slug = robots[0].slug
    rankings = Ranking.objects.filter(item__campaign__slug=slug, is_current=True, skipped=False)
    per_item = Counter(rankings.values_list("item_id", flat=True))
    items = set(Item.objects.filter(campaign__slug=slug, outputs__position=1).values_list("pk", flat=True))
    fewest = PLACES if complete else 0
    wrong = {item: per_item[item] for item in items if not fewest <= per_item[item] <= PLACES}
    assert not wrong, f"items with more or fewer than {PLACES} rankings: {wrong}"
    assert set(per_item) <= items
    assert not Ranking.objects.filter(item__campaign__slug=slug, revision__gt=1).exists(), (
        "a double click made a revision"
    )
    ranks: dict[tuple[int, int], dict[int, int]] = {}
    for judge, item, position, rank in RankedOutput.objects.filter(
        ranking__item__campaign__slug=slug
    ).values_list("ranking__judge", "ranking__item", "output__position", "rank"):
        ranks.setdefault((judge, item), {})[position] = rank
    told: dict[str, list[int]] = {key: given for robot in robots for key, given in robot.acknowledged.items()}
    kept: dict[str, Any] = {
        str(one.key): [ranks[one.judge_id, one.item_id][position] for position in one.order]
        for one in Assignment.objects.filter(item__campaign__slug=slug, state=Assignment.State.DONE)
    }
    assert kept == told, f"{len(kept):,} rankings are kept, judges were told of {len(told):,}"
    planned = f"{len(items):,} items with {PLACES} rankings each; " if complete else ""
    print(f"  {planned}all {len(told):,} answers kept as sent")


if __name__ == "__main__":
    main()
