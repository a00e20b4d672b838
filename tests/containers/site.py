"""What must hold of the started containers: each check is one sentence and ends well, or raises."""

import http.client
import json
import os
import re
import socket
import ssl
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

from tests.containers.compose_file import Failed
from tests.containers.engine import Engine, tail

HOST = "gec.internal"
OPERATOR, PASSWORD = "operator", "between-two-images-17"
LEASE_SECONDS = 5
JOB_SECONDS = 240
UPLOAD_MB = 2
OURS = ("web", "worker", "worker-long")
# What a process may do and who it is, as Linux says it.
STATUS = "grep -E '^(Uid|CapEff|CapBnd|NoNewPrivs):' /proc/self/status"
WRITE = """
for place in /app /opt/venv /etc /usr /var/lib /run /dev; do
    touch "$place/x" 2>/dev/null && echo "$place"
done
touch /tmp/x || echo "not even /tmp"
"""
MAKE_OPERATOR = """
from django.contrib.auth import get_user_model
user, _ = get_user_model().objects.get_or_create(username=%r, is_superuser=True)
user.set_password(%r)
user.save()
"""
COUNT = """
import json
from django.apps import apps
print("RESULT", json.dumps({m._meta.db_table: m._default_manager.count() for m in apps.get_models()
    if m._meta.app_label in ("rankings", "accounts", "jobs")}))
"""
ASK = """
from django.contrib.auth import get_user_model
from appraise_gec.jobs.services import enqueue
from rankings.models import Campaign
from rankings.people import letters
from appraise_gec.report.options import ReportOptions
from appraise_gec.report.site.services import request_report
user, campaign = get_user_model().objects.get(username=%r), Campaign.objects.get(slug="demo")
kind = %r
if kind == "report":
    job = request_report(campaign, user, ReportOptions(seed=%d)).report.job
else:
    job = enqueue(letters.JOB_KIND, {"campaign": campaign.pk, "site": "https://gec.internal"}, user)
print("RESULT", '"%%s"' %% job.pk)
"""
EXPIRED = """
from datetime import timedelta
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.utils import timezone
for _ in range(3):
    session = SessionStore()
    session["a"] = 1
    session.save()
    Session.objects.filter(pk=session.session_key).update(expire_date=timezone.now() - timedelta(days=15))
"""
SESSIONS = """
from django.contrib.sessions.models import Session
from django.utils import timezone
print("RESULT", Session.objects.filter(expire_date__lt=timezone.now()).count())
"""


class Site:
    """The site as people reach it, through the proxy, with a browser's cookies."""

    def __init__(self, certificate: Path) -> None:
        self.trusted = ssl.create_default_context(cafile=str(certificate))
        self.opener = urllib.request.build_opener(
            urllib.request.HTTPSHandler(context=self.trusted), urllib.request.HTTPCookieProcessor(CookieJar())
        )

    def get(self, path: str) -> tuple[str, Any]:
        with self.opener.open(f"https://{HOST}{path}", timeout=60) as answer:
            return answer.read().decode(), answer

    def sign_in(self) -> None:
        page, _ = self.get("/sign-in/")
        fields = {
            "csrfmiddlewaretoken": re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', page)[-1],
            "username": OPERATOR,
            "password": PASSWORD,
        }
        form = urllib.parse.urlencode(fields).encode()
        request = urllib.request.Request(
            f"https://{HOST}/sign-in/", form, {"Referer": f"https://{HOST}/sign-in/"}
        )
        with self.opener.open(request, timeout=60) as answer:
            if "/sign-in/" in answer.geturl():
                raise Failed("the operator cannot sign in")


class Checks:
    """Runs checks one after the other, says how each ended, and counts."""

    def __init__(self) -> None:
        self.failed = 0
        self.done = 0

    def __call__(self, what: str, check: Callable[[], object]) -> bool:
        self.done += 1
        began = time.monotonic()
        try:
            check()
        except (Failed, OSError, ValueError, AssertionError, http.client.HTTPException) as error:
            self.failed += 1
            print(f"FAILS {what}\n      {str(error) or type(error).__name__}", flush=True)
            return False
        print(f"ok    {what} ({time.monotonic() - began:.0f} s)", flush=True)
        return True


def ask(engine: Engine, code: str, service: str = "web") -> Any:
    """Run code in the site's own shell, in a new container. Returns what it reported."""
    said = engine.run(service, ["python", "manage.py", "shell", "-c", code])
    results = re.findall(r"^RESULT (.*)$", said, flags=re.MULTILINE)
    return json.loads(results[-1]) if results else None


def fill(engine: Engine) -> dict[str, int]:
    """Load the demo campaign and an operator. Returns the number of rows of each table."""
    engine.run("web", ["python", "manage.py", "load_demo"])
    ask(engine, MAKE_OPERATOR % (OPERATOR, PASSWORD))
    counts: dict[str, int] = ask(engine, COUNT)
    return counts


def need(holds: bool, words: str) -> None:
    if not holds:
        raise Failed(words)


def check_before(check: Checks, engine: Engine) -> dict[str, int]:
    """The image before, with its own file, filled. Returns its rows."""
    counts: dict[str, int] = {}
    check("the image before: migrated, web and worker started", lambda: engine.up("web", "worker"))
    check("the image before: the demo campaign is loaded", lambda: counts.update(fill(engine)))
    check("the image before: web is healthy", lambda: engine.wait_until_healthy("web"))
    engine.down()
    return counts


def check_all(check: Checks, engine: Engine, before: dict[str, int]) -> None:
    engine.variables = {"APPRAISE_GEC_JOB_LEASE_SECONDS": str(LEASE_SECONDS)}
    if not check(
        "everything starts in the file's order, each part healthy before the next",
        lambda: engine.up("proxy", "worker", "worker-long"),
    ):
        return
    for name in ("worker", "worker-long", "worker-messages", "proxy"):
        check(f"health check of {name}", partial(engine.wait_until_healthy, name))
    if before:
        check("what the image before had stored is all there", lambda: nothing_lost(engine, before))
    else:
        check("the demo campaign is loaded", lambda: fill(engine))
    check(
        "settings fit for deployment",
        lambda: engine.run("web", ["python", "manage.py", "check", "--deploy", "--fail-level", "ERROR"]),
    )
    for name in OURS:
        check(f"{name}: an ordinary user without rights", partial(without_rights, engine, name))
        check(f"{name}: nothing but /tmp can be written", partial(read_only, engine, name))
    check("secrets stand in files, not in the environment", lambda: secrets_in_files(engine))
    check_site(check, engine)
    check_jobs(check, engine)
    check("what has expired is deleted by workers that start together", lambda: swept(engine))
    check("visitors wait while web is started again", lambda: restarted(engine))
    for name in ("worker-long", "worker", "web"):
        check(f"{name} stops in its time when asked", partial(engine.stop, name))
    engine.down()
    check("no container was short of memory", lambda: memory(engine))


def nothing_lost(engine: Engine, before: dict[str, int]) -> None:
    now: dict[str, int] = ask(engine, COUNT)
    # New tables may be there, and more rows in old ones; fewer may not.
    fewer = {name: (count, now.get(name)) for name, count in before.items() if now.get(name, -1) < count}
    need(not fewer and sum(before.values()) > 0, f"rows before and now: {fewer}")


def without_rights(engine: Engine, name: str) -> None:
    said = dict(re.findall(r"^(\w+):\s+(\S+)", engine.within(name, ["sh", "-c", STATUS]).stdout, re.M))
    none = "0" * 16
    need(said == {"Uid": "10001", "CapEff": none, "CapBnd": none, "NoNewPrivs": "1"}, str(said))


def read_only(engine: Engine, name: str) -> None:
    said = engine.within(name, ["sh", "-c", WRITE])
    need(said.returncode == 0 and not said.stdout, f"can be written: {said.stdout}")


def secrets_in_files(engine: Engine) -> None:
    environment = Path(f"/proc/{engine.started['web'].process.pid}/environ").read_text()
    for secret in ("secret_key", "postgres_password"):
        value = Path(engine.config["secrets"][secret]["file"]).read_text().strip()
        need(len(value) > 30 and value not in environment, f"{secret} stands in the environment of web")
    need("SECRET_KEY_FILE=/run/secrets/secret_key" in environment, "no file is named")


def check_site(check: Checks, engine: Engine) -> None:
    certificate = engine.folder / "volumes" / "certificates" / "caddy/pki/authorities/local/root.crt"
    deadline = time.monotonic() + 30
    while not certificate.exists() and time.monotonic() < deadline:
        time.sleep(0.2)
    site = Site(certificate)

    def answers() -> None:
        text, answer = site.get("/health/")
        need(json.loads(text)["database"] == "ok", text)
        need(int(answer.headers["Strict-Transport-Security"].split("=")[1].split(";")[0]) > 0, "no HSTS")

    def redirects() -> None:
        connection = http.client.HTTPConnection(HOST, timeout=10)
        # Whoever comes without HTTPS cannot pretend the opposite.
        connection.request("GET", "/sign-in/", headers={"X-Forwarded-Proto": "https"})
        answer = connection.getresponse()
        place = answer.getheader("Location", "")
        need((answer.status, place) == (308, f"https://{HOST}/sign-in/"), f"{answer.status} {place}")

    def styled() -> None:
        page, answer = site.get("/sign-in/")
        need("Content-Security-Policy" in answer.headers, "no content security policy")
        (address,) = set(re.findall(r'"(/static/css/site\.[^"]+|/static/css/[^"]+)"', page)[:1])
        _, style = site.get(address)
        need("immutable" in style.headers["Cache-Control"], style.headers["Cache-Control"])

    check("web answers over HTTPS behind the proxy", answers)
    check("plain HTTP is sent on to HTTPS", redirects)
    check("the sign-in page has its style, which may be kept for ever", styled)
    check("people sign in through the proxy", site.sign_in)
    check("a signed-in page names the campaign", lambda: need("made-up" in site.get("/")[0], "it does not"))
    check("a request that is too large is refused", lambda: too_large(site))


def too_large(site: Site) -> None:
    """A little too large: the site says so on a page. Far too large: it is cut off."""
    for megabytes, page in ((UPLOAD_MB * 1.1, True), (UPLOAD_MB * 12, False)):
        connection = http.client.HTTPSConnection(HOST, context=site.trusted, timeout=60)
        try:
            connection.request("POST", "/sign-in/", b"x" * int(megabytes * 1024 * 1024))
            answer = connection.getresponse()
        except (BrokenPipeError, ConnectionResetError, ssl.SSLError):
            need(not page, "no answer")
            continue
        words = answer.read().decode()
        need(answer.status == 413, f"{answer.status} for {megabytes} MB")
        need(not page or "<h1" in words, f"no page: {words[:100]!r}")


def check_jobs(check: Checks, engine: Engine) -> None:
    jobs: dict[str, str] = {}

    def short() -> None:
        job = wait_for_job(engine, ask(engine, ASK % (OPERATOR, "letters", 0)))
        need(job["id"] in engine.started["worker"].said, "another worker did it")

    def long() -> None:
        job = wait_for_job(engine, ask(engine, ASK % (OPERATOR, "report", 1)))
        need(job["id"] in engine.started["worker-long"].said, "another worker did it")
        need(job["id"] not in engine.started["worker"].said, "the worker of short jobs did it")

    def shared() -> None:
        engine.start("worker", "worker-2")
        engine.start("worker-long", "worker-long-2")
        engine.wait_until_healthy("worker-long-2")
        for seed in range(2, 6):
            jobs[ask(engine, ASK % (OPERATOR, "report", seed))] = ""
        for key in jobs:
            wait_for_job(engine, key)
        for name in ("worker-long", "worker-long-2"):
            mine = [key for key in jobs if f"job {key} done" in engine.started[name].said]
            jobs.update(dict.fromkeys(mine, name))
        need(set(jobs.values()) == {"worker-long", "worker-long-2"}, f"who did which: {jobs}")

    def taken_over() -> None:
        key = ask(engine, ASK % (OPERATOR, "report", 7))
        holder = wait_until(lambda: whose(engine, key), "a worker begins the job")
        engine.kill(holder)
        other = ({"worker-long", "worker-long-2"} - {holder}).pop()
        wait_for_job(engine, key)
        need(f"job {key} done" in engine.started[other].said, f"{other} did not finish it")
        engine.start("worker-long", holder)
        engine.wait_until_healthy(holder)

    check("a short job is computed by the worker of short jobs", short)
    check("a report is computed by the worker of long jobs", long)
    check("two workers share long jobs, each done once", shared)
    check("the job of a killed worker is finished by the other", taken_over)


def whose(engine: Engine, key: str) -> str:
    return next((n for n, c in engine.started.items() if f"job {key} (report) begins" in c.said), "")


def wait_until(reached: Callable[[], Any], what: str, seconds: float = JOB_SECONDS) -> Any:
    deadline = time.monotonic() + seconds
    while not (value := reached()):
        if time.monotonic() > deadline:
            raise Failed(f"not within {seconds:.0f} s: {what}")
        time.sleep(0.2)
    return value


def wait_for_job(engine: Engine, key: str) -> dict[str, Any]:
    """Wait until some worker says that the job is done; an error in its log ends the waiting."""

    def ended() -> bool:
        for container in engine.started.values():
            if f"job {key} failed" in container.said:
                raise Failed(tail(container))
        return any(f"job {key} done" in container.said for container in engine.started.values())

    wait_until(ended, f"job {key} is done")
    return {"id": key}


def swept(engine: Engine) -> None:
    ask(engine, EXPIRED)
    names = [name for name in engine.started if name.startswith("worker")]
    for name in names:
        engine.stop(name)
    for name in names:
        engine.start(name.removesuffix("-2"), name)
    deadline = time.monotonic() + 60
    while ask(engine, SESSIONS):
        need(time.monotonic() < deadline, "sessions that have expired are still there")
    for name in names:
        need("Traceback" not in engine.started[name].said, tail(engine.started[name]))


def restarted(engine: Engine) -> None:
    certificate = engine.folder / "volumes" / "certificates" / "caddy/pki/authorities/local/root.crt"
    engine.stop("web")
    engine.start("web")
    began = time.monotonic()
    text, _ = Site(certificate).get("/health/")
    need("ok" in text and time.monotonic() - began > 0.2, "the request was not held while web started")


def memory(engine: Engine) -> None:
    for name, (peak, limit) in sorted(engine.peaks.items()):
        print(f"      {name}: {peak / 1e6:.0f} MB at most, of {limit / 1e6:.0f}", flush=True)
    need(bool(engine.peaks), "this machine does not count memory for us; limits were not enforced")
    full = [name for name, (peak, limit) in engine.peaks.items() if peak > 0.9 * limit]
    need(not full, f"close to the limit: {full}")


@contextmanager
def own_network(names: list[str], folder: Path) -> Iterator[None]:
    """The loopback device up, and every name an address of it. Call in a network and mounts of one's own."""
    import fcntl
    import struct
    import subprocess

    up_and_running = struct.pack("16sh", b"lo", 0x1 | 0x40)
    with socket.socket() as any_socket:
        fcntl.ioctl(any_socket, 0x8914, up_and_running)
    hosts = folder / "hosts"
    hosts.write_text(f"127.0.0.1 localhost {' '.join(names)}\n")
    subprocess.run(["mount", "--bind", hosts, "/etc/hosts"], check=True)
    os.environ["NO_PROXY"] = "*"
    yield
