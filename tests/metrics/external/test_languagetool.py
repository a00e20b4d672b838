"""What is asked of a LanguageTool server, and what is made of its answers.

A small server stands in for LanguageTool: it speaks the same protocol and complains about the word "teh".
"""

import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import parse_qs

import pytest

from metrics.scorers.languagetool import LanguageTool
from metrics.scorers.scorer import Material

VARIABLE = "APPRAISE_GEC_LANGUAGETOOL"


class Checker(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        asked = parse_qs(
            self.rfile.read(int(self.headers["Content-Length"])).decode(), keep_blank_values=True
        )
        if self.path != "/v2/check":
            self.reply(404, "Error: no such path")
        elif asked["language"] == ["xx"]:
            self.reply(400, "Error: 'xx' is not a language code known to LanguageTool")
        else:
            matches = [{"offset": 0}] * asked["text"][0].split().count("teh")
            self.reply(200, json.dumps({"software": {"name": "LanguageTool"}, "matches": matches}))

    def reply(self, status: int, text: str) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(text.encode())))
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *arguments: object) -> None:
        """Nothing on the screen."""


@pytest.fixture
def address(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Checker)
    Thread(target=server.serve_forever, daemon=True).start()
    place = f"http://127.0.0.1:{server.server_port}"
    monkeypatch.setenv(VARIABLE, place)
    yield place
    server.shutdown()
    server.server_close()


def material(*sources: str) -> Material:
    return Material(sources)


@pytest.mark.parametrize("ending", ["", "/v2/"])
def test_complaints_are_counted_per_blank(address, ending, monkeypatch):
    monkeypatch.setenv(VARIABLE, address + ending)
    score = LanguageTool().score(["teh cat & teh dog", "fine text", "teh", ""], material("a", "b", "c", "d"))
    assert [one.score for one in score.sentences] == [0.5, 1.0, 1.0, 1.0]
    assert [one.parts["complaints"] for one in score.sentences] == [2, 0, 1, 0]
    assert score.score == 0.875
