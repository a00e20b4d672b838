"""Judges who rank over HTTP, each in a thread with connections of its own."""

import http.client
import json
import random
import re
import statistics
import threading
import time
import urllib.parse
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field

CSRF = "c" * 32
TWICE_EVERY = 50
PATIENCE = 130


@dataclass
class Robot:
    """One judge: what it sent and what the server said to it, and how many milliseconds each took.

    `ports` are those of the web machines; each request goes to the next one, as behind a proxy that takes
    turns. `pause` are the seconds on average from a page to its answer, `drafts` how often ranks are saved
    meanwhile.
    """

    number: int
    session: str
    slug: str
    ports: Sequence[int] = ()
    pause: float = 0.0
    drafts: int = 0
    acknowledged: dict[str, list[int]] = field(default_factory=dict)
    submits: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    bytes_got: int = 0
    requests: int = 0
    finished: bool = False
    error: BaseException | None = None

    def run(self, deadline: float) -> None:
        try:
            self._draw = random.Random(self.number)
            address = self._press_start()
            while "/item/" in address and time.monotonic() < deadline:
                address = self._judge(address, deadline)
            self.finished = "/item/" not in address
        except BaseException as error:
            self.error = error

    def open_first_item(self) -> None:
        """Press "Start judging" and open the item that it leads to; the time of both is kept."""
        start = time.perf_counter()
        self._open(self._press_start())
        self.pages[-1] = 1000 * (time.perf_counter() - start)

    def _press_start(self) -> str:
        """Returns where the server leads then."""
        self._connect()
        return self._post(self._start, {})

    @property
    def _start(self) -> str:
        return f"/judge/{self.slug}/next/"

    def _connect(self) -> None:
        self._connections = [
            http.client.HTTPConnection("127.0.0.1", port, timeout=120) for port in self.ports
        ]

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
        for revision in range(1, self.drafts + 1):
            self._save(address, ranks, revision)
        form = {f"rank-{row}": str(rank) for row, rank in enumerate(ranks)}
        form |= {"submission": str(uuid.uuid4()), "active": "20000"}
        if number % TWICE_EVERY == TWICE_EVERY - 1:
            self._post(address, form)
        start = time.perf_counter()
        following = self._post(address, form)
        self.submits.append(1000 * (time.perf_counter() - start))
        self.acknowledged[address.rstrip("/").rsplit("/", 1)[-1]] = ranks
        return following

    def _save(self, address: str, ranks: list[int], revision: int) -> None:
        """Keep the draft of an item, as pages do after each rank."""
        draft = {"ranks": ranks, "revision": revision, "base": 0, "active": 1000, "writer": str(uuid.uuid4())}
        status, _, text = self._request("POST", f"{address}draft/", json.dumps(draft), "application/json")
        assert status == 200, f"{address}draft/ answered {status}: {text[:300]}"

    def _post(self, address: str, form: dict[str, str]) -> str:
        status, location, text = self._request("POST", address, urllib.parse.urlencode(form))
        assert status in (302, 303), f"{address} answered {status}: {text[:300]}"
        return location

    def _request(
        self,
        method: str,
        address: str,
        body: str | None = None,
        kind: str = "application/x-www-form-urlencoded",
    ) -> tuple[int, str, str]:
        headers = {
            "Cookie": f"appraise_gec_session={self.session}; appraise_gec_csrf={CSRF}",
            "X-CSRFToken": CSRF,
            "Content-Type": kind,
        }
        connection = self._connections[self.requests % len(self._connections)]
        self.requests += 1
        try:
            connection.request(method, address, body, headers)
            answer = connection.getresponse()
        except (http.client.RemoteDisconnected, ConnectionResetError, BrokenPipeError):
            # The server closes connections that were silent for seconds; a browser then opens another.
            connection.close()
            connection.request(method, address, body, headers)
            answer = connection.getresponse()
        content = answer.read()
        self.bytes_got += len(content)
        location = urllib.parse.urlsplit(answer.headers.get("Location", "")).path
        return answer.status, location, content.decode()


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
