"""Submit and next page over HTTP, here and in AppraiseDev/Appraise, in turn on the same machine.

    python -m benchmarks.beside_appraise CHECKOUT PYTHON [ANSWERS]

CHECKOUT is a folder with https://github.com/AppraiseDev/Appraise, of which a copy is run; PYTHON has the
packages that its requirements.txt names, and the gunicorn that this site uses. APPRAISE_PEER and
APPRAISE_PEER_PYTHON may be set in place of the first two.

Both sites run on SQLite in one gunicorn process of four threads, as this one does by itself on SQLite, with
their own settings and DEBUG off. In each, one judge signs in and gives ANSWERS (200) answers without a pause:
here rankings of up to five outputs of a sentence, there direct assessments, which score one output on a
slider. The texts are those of the published campaign of 2015, in 2,000 items on either side. Answers here and
there take turns, and turns in which comes first, so that other load meets both. An answer is what a judge
waits for: from sending the form until the page of the next item is there, redirects included.

There items come in tasks of 100, and each answer looks at the finished items of the task one by one. So the
table has a line for each quarter of a hundred answers as well.

Fails if a site has not stored exactly the answers that it was sent. Prints milliseconds on the clock, and
milliseconds of the processor that the server's processes used for an answer.
"""

import http.client
import json
import os
import platform
import re
import shutil
import signal
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from pathlib import Path

from benchmarks.processor_time import seconds_of

HERE = Path(__file__).resolve().parent
CHECKOUT = HERE.parent
ITEMS = 2_000
TASK = 100
QUARTER = 25
ANSWERS = 200
THREADS = 4
SLUG = "beside"
JUDGE = "engeng0101"
SECRET = "5ec2e7a1"  # noqa: S105 - an account that lives for minutes; its links take eight hexadecimal digits
PASSWORD = "a-judge-of-this-benchmark"  # noqa: S105


@dataclass
class Visitor:
    """A judge's browser: one connection that stays open, and cookies. Fetches pages and nothing they name."""

    port: int
    cookies: dict[str, str] = field(default_factory=dict)
    address: str = ""
    page: str = ""
    requests: int = 0
    bytes_got: int = 0

    def __post_init__(self) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)

    def open(self, address: str, form: dict[str, str] | None = None) -> None:
        """Send a form, or get a page, and follow redirects to the page that stays."""
        method, body = ("GET", None) if form is None else ("POST", urllib.parse.urlencode(form))
        while True:
            status, location = self._request(method, address, body)
            if status not in {301, 302, 303}:
                break
            method, body, address = "GET", None, location
        if status != http.client.OK:
            raise SystemExit(f"{address} answered {status}: {self.page[:500]}")
        self.address = address

    def hidden(self, name: str) -> str:
        """The value of a hidden field of the page, empty where it has none of that name."""
        found = re.search(rf'<input[^>]*name="{name}"[^>]*value="([^"]*)"', self.page)
        return found[1] if found else ""

    def _request(self, method: str, address: str, body: str | None) -> tuple[int, str]:
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        try:
            self._connection.request(method, address, body, headers)
            answer = self._connection.getresponse()
        except (http.client.RemoteDisconnected, ConnectionResetError, BrokenPipeError):
            # The server closes connections that were silent for seconds; a browser then opens another.
            self._connection.close()
            self._connection.request(method, address, body, headers)
            answer = self._connection.getresponse()
        content = answer.read()
        self.requests += 1
        self.bytes_got += len(content)
        for line in answer.headers.get_all("Set-Cookie") or []:
            self.cookies.update({name: morsel.value for name, morsel in SimpleCookie(line).items()})
        self.page = content.decode()
        return answer.status, urllib.parse.urlsplit(answer.headers.get("Location", "")).path


@dataclass
class Site:
    """A running site with a judge at an item, and what its answers took."""

    name: str
    process: int
    visitor: Visitor
    answer: Callable[[Visitor, int], None]
    go_on: Callable[[Visitor], None]
    clock: list[float] = field(default_factory=list)
    processor: list[float] = field(default_factory=list)
    requests: list[int] = field(default_factory=list)
    bytes_got: list[int] = field(default_factory=list)

    def give(self, number: int) -> None:
        """Give one answer. Where the page after it is no item, the way on to the next one is not counted."""
        requests, bytes_got = self.visitor.requests, self.visitor.bytes_got
        used, start = seconds_of(self.process), time.perf_counter()
        self.answer(self.visitor, number)
        self.clock.append(1000 * (time.perf_counter() - start))
        self.processor.append(1000 * (seconds_of(self.process) - used))
        self.requests.append(self.visitor.requests - requests)
        self.bytes_got.append(self.visitor.bytes_got - bytes_got)
        self.go_on(self.visitor)


def main() -> None:
    given = sys.argv[1:3]
    given += [os.environ.get(name, "") for name in ("APPRAISE_PEER", "APPRAISE_PEER_PYTHON")][len(given) :]
    if not all(given):
        sys.exit("Give a folder with AppraiseDev/Appraise, and a Python that can run it.")
    checkout, python = Path(given[0]).resolve(), given[1]
    answers = int(sys.argv[3]) if len(sys.argv) > 3 else ANSWERS
    with tempfile.TemporaryDirectory(prefix="appraise-gec-beside-") as name:
        ours, theirs = Path(name) / "ours", Path(name) / "theirs"
        ours.mkdir()
        make_ours(ours)
        tag = make_theirs(theirs, checkout, python, answers)
        with our_site(ours) as first, their_site(theirs, python) as second:
            for number in range(answers):
                for site in (first, second) if number % 2 else (second, first):
                    site.give(number)
        stored_here = rows(ours / "db.sqlite3", "rankings_ranking WHERE is_current")
        stored_there = rows(theirs / "db.sqlite3", "EvalData_directassessmentresult WHERE completed")
    from appraise_gec import __version__

    print(f"Appraise GEC {__version__}: {versions(sys.executable)}")
    print(f"AppraiseDev/Appraise {tag}{commit(checkout)}: {versions(python)}")
    print(f"{answers} answers each, in turn; load {os.getloadavg()[0]:.1f}; {platform.machine()}")
    report(first, second)
    if (stored_here, stored_there) != (answers, answers):
        sys.exit(f"Of {answers} answers, {stored_here} were stored here and {stored_there} there.")


def make_ours(folder: Path) -> None:
    """Our campaign and judge, by this project's services, in this process."""
    os.environ.pop("REDIS_URL", None)
    os.environ.update(
        DATABASE_URL=f"sqlite:///{folder}/db.sqlite3",
        APPRAISE_GEC_VAR=str(folder),
        DJANGO_SETTINGS_MODULE="appraise_gec.settings",
    )
    from benchmarks.crowd import prepare

    prepare()
    from django.db import connection

    from appraise_gec.accounts.models import User
    from benchmarks.import_judgments import make_campaign
    from rankings.models import Campaign, Judge
    from rankings.plan.sampling import DrawOptions, draw_items

    campaign = make_campaign(SLUG)
    draw_items(campaign, DrawOptions(items=ITEMS, seed=1, judges_per_item=1), None, items_before=0)
    Campaign.objects.filter(pk=campaign.pk).update(state=Campaign.State.OPEN)
    user = User.objects.create_user(JUDGE, password=PASSWORD)
    Judge.objects.create(campaign=campaign, user=user, name=JUDGE)
    connection.close()


def make_theirs(folder: Path, checkout: Path, python: str, answers: int) -> str:
    """A copy of their site with its campaign and judge; the version that its pages name."""
    shutil.copytree(checkout, folder, ignore=shutil.ignore_patterns(".git", "*.sqlite3", "*.log"))
    (folder / "batch.json").write_text(json.dumps(batch()), encoding="utf-8")
    for command in (["migrate", "--verbosity=0"], ["collectstatic", "--noinput", "--verbosity=0"]):
        run_theirs(folder, [python, "-W", "ignore", "manage.py", *command])
    tasks = max(2, -(-answers // TASK))  # two is what an annotator gets by its manifests
    script = str(HERE / "beside_appraise_campaign.py")
    return run_theirs(folder, [python, "-W", "ignore", script, "batch.json", str(tasks), JUDGE, SECRET])


def batch() -> list[dict[str, object]]:
    """ITEMS outputs of the published campaign beside their sources, in tasks of their usual size."""
    from benchmarks.import_judgments import SHARED

    texts = {
        path.name: path.read_text(encoding="utf-8").splitlines()
        for path in sorted((SHARED / "data" / "gjg15" / "outputs").iterdir())
    }
    sources = texts.pop("INPUT")
    systems = list(texts)
    items = []
    for number in range(ITEMS):
        sentence, system = number % len(sources), systems[number % len(systems)]
        items.append(
            {
                "itemID": number % TASK + 1,
                "itemType": "TGT",
                "sourceID": f"gjg15.{sentence}",
                "sourceText": sources[sentence],
                "targetID": system,
                "targetText": texts[system][sentence],
            }
        )
    return [
        {
            "task": {"batchNo": 1 + first // TASK, "requiredAnnotations": 1},
            "items": items[first : first + TASK],
        }
        for first in range(0, ITEMS, TASK)
    ]


@contextmanager
def our_site(folder: Path) -> Iterator[Site]:
    from appraise_gec.processes import web

    port = free_port()
    command = [sys.executable, "-m", *web(f"127.0.0.1:{port}", workers=1, threads=THREADS)]
    # Both write the log that they write by themselves.
    with server(command, port, CHECKOUT, dict(os.environ), folder) as process:
        visitor = Visitor(port)
        visitor.open("/sign-in/")
        token = visitor.hidden("csrfmiddlewaretoken")
        visitor.open("/sign-in/", {"csrfmiddlewaretoken": token, "username": JUDGE, "password": PASSWORD})
        visitor.open(f"/judge/{SLUG}/")
        token = visitor.hidden("csrfmiddlewaretoken")
        visitor.open(f"/judge/{SLUG}/next/", {"csrfmiddlewaretoken": token})
        yield Site("here", process, visitor, rank, lambda _: None)


@contextmanager
def their_site(folder: Path, python: str) -> Iterator[Site]:
    """Their site, started as ours is."""
    from appraise_gec.processes import web

    port = free_port()
    ours = web(f"127.0.0.1:{port}", workers=1, threads=THREADS)
    command = [python, "-m", ours[0], "Appraise.wsgi:application", *ours[2:]]
    with server(command, port, folder, their_environment(folder), folder) as process:
        visitor = Visitor(port)
        visitor.open(f"/dashboard/sso/{JUDGE}/{SECRET}/")
        go_to_their_item(visitor)
        yield Site("there", process, visitor, score, go_to_their_item)


def rank(visitor: Visitor, number: int) -> None:
    outputs = len(set(re.findall(r'name="rank-(\d+)"', visitor.page)))
    assert outputs > 1, f"{visitor.address} shows {outputs} outputs"
    form = {f"rank-{row}": str(1 + (row + number) % outputs) for row in range(outputs)}
    form |= {"submission": str(uuid.uuid4()), "active": "20000"}
    visitor.open(visitor.address, form | {"csrfmiddlewaretoken": visitor.hidden("csrfmiddlewaretoken")})


def score(visitor: Visitor, number: int) -> None:
    assert visitor.hidden("item_id"), f"{visitor.address} shows no item"
    names = ("csrfmiddlewaretoken", "item_id", "task_id", "document_id")
    form = {name: visitor.hidden(name) for name in names}
    times = {"start_timestamp": str(time.time() - 20), "end_timestamp": str(time.time())}
    visitor.open(visitor.address, form | times | {"score": str(number % 101)})


def go_to_their_item(visitor: Visitor) -> None:
    """From the dashboard, which comes after sign-in and after the last item of a task."""
    if not visitor.hidden("item_id"):
        visitor.open("/direct-assessment/")


@contextmanager
def server(
    command: list[str], port: int, folder: Path, environment: dict[str, str], logs: Path
) -> Iterator[int]:
    with (logs / "server.log").open("wb") as log:
        process = subprocess.Popen(
            command, cwd=folder, env=environment, stdout=log, stderr=log, start_new_session=True
        )
        try:
            wait_for(port, process, logs / "server.log")
            yield process.pid
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGTERM)
            process.wait(timeout=30)


def wait_for(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    for _ in range(240):
        if process.poll() is not None:
            break
        try:
            socket.create_connection(("127.0.0.1", port), timeout=5).close()
            return
        except OSError:
            time.sleep(0.25)
    raise SystemExit(f"A server did not start:\n{log.read_text(encoding='utf-8')[-3000:]}")


def free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return int(listening.getsockname()[1])


def their_environment(folder: Path) -> dict[str, str]:
    """DEBUG is any text but the empty one there."""
    kept = {name: value for name, value in os.environ.items() if name in {"PATH", "HOME", "LANG", "TMPDIR"}}
    return kept | {
        "APPRAISE_DEBUG": "",
        "APPRAISE_SECRET_KEY": "only-for-this-benchmark-" + "0" * 40,
        "APPRAISE_MEDIA_ROOT": f"{folder}/media/",
        "APPRAISE_STATIC_ROOT": f"{folder}/collected",
    }


def run_theirs(folder: Path, command: list[str]) -> str:
    done = subprocess.run(
        command, cwd=folder, env=their_environment(folder), capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"{' '.join(command)} failed:\n{done.stderr[-3000:]}")
    return done.stdout.strip()


def versions(python: str) -> str:
    code = (
        "import platform, django, gunicorn, sqlite3; print(f'Python {platform.python_version()}, Django "
        "{django.__version__}, gunicorn {gunicorn.__version__}, SQLite {sqlite3.sqlite_version}')"
    )
    return subprocess.run([python, "-c", code], capture_output=True, text=True, check=True).stdout.strip()


def commit(checkout: Path) -> str:
    if not (checkout / ".git").exists():
        return ""
    command = ["git", "-C", str(checkout), "describe", "--always", "--dirty"]
    return ", " + subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def rows(database: Path, table: str) -> int:
    connection = sqlite3.connect(database)
    try:
        return int(connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0])  # noqa: S608 - ours
    finally:
        connection.close()


def report(*sites: Site) -> None:
    """One table: all answers, then by how many of the hundred had been given before."""
    print("| answers | site | median | 95 % | processor | requests | bytes |")
    print("|---|---|---|---|---|---|---|")
    numbers = range(len(sites[0].clock))
    line("all", numbers, sites)
    for first in range(0, TASK, QUARTER):
        quarter = [number for number in numbers if first <= number % TASK < first + QUARTER]
        if len(quarter) > 1:
            line(f"{first + 1} to {first + QUARTER} of each {TASK}", quarter, sites)


def line(name: str, numbers: Sequence[int], sites: Sequence[Site]) -> None:
    for site in sites:
        clock = [site.clock[number] for number in numbers]
        means = (site.processor, site.requests, site.bytes_got)
        processor, requests, bytes_got = (statistics.mean(one[number] for number in numbers) for one in means)
        print(
            f"| {name} | {site.name} | {statistics.median(clock):.1f} ms "
            f"| {statistics.quantiles(clock, n=20)[-1]:.1f} ms | {processor:.1f} ms | {requests:.2f} "
            f"| {bytes_got:,.0f} |"
        )


if __name__ == "__main__":
    main()
