"""A program that takes messages, on this machine."""

import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest


@dataclass
class Receiver:
    """What came in, and what is answered next: 200 once `answers` is empty."""

    url: str = ""
    answers: list[int] = field(default_factory=list)
    got: list[tuple[dict[str, str], bytes]] = field(default_factory=list)


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    kept = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            kept.got.append((dict(self.headers), body))
            status = kept.answers.pop(0) if kept.answers else 200
            self.send_response(status)
            if status in {301, 302, 307, 308}:
                self.send_header("Location", f"{kept.url}elsewhere")
            self.end_headers()

        def log_message(self, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    kept.url = f"http://127.0.0.1:{server.server_port}/"
    yield kept
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def private(settings: Any) -> None:
    """As an operator sets it whose receivers are in the same network."""
    settings.WEBHOOKS_TO_PRIVATE_NETWORKS = True
