"""The documentation: complete, within the content security policy, and served under /docs/ for everybody."""

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from tests.conftest import CHECKOUT


class Forbidden(HTMLParser):
    """Collects inline scripts, inline styles and what comes from elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        inline = tag == "style" or (tag == "script" and "src" not in given) or "style" in given
        handlers = [name for name in given if name.startswith("on")]
        loaded = given.get("src") or (given.get("href") if tag == "link" else None) or ""
        if inline or handlers or re.match(r"(\w+:)?//", loaded):
            self.found.append(f"{tag} {given}")


def test_every_document_is_a_page_in_the_contents_that_the_policy_of_the_site_allows(built: Path) -> None:
    pages = {path.stem for path in built.glob("*.html")}
    assert pages == {*(path.stem for path in (CHECKOUT / "docs").glob("*.md")), "search"}
    front = (built / "index.html").read_text(encoding="utf-8")
    for name in pages:
        reader = Forbidden()
        reader.feed((built / f"{name}.html").read_text(encoding="utf-8"))
        assert not reader.found, name
        assert name in {"search", "index"} or f'href="{name}.html"' in front, name
    commands = (built / "command-line.html").read_text(encoding="utf-8")
    functions = (built / "library.html").read_text(encoding="utf-8")
    assert "appraise-gec rank" in commands and "--bootstrap" in commands
    assert "read_judgments" in functions


@pytest.fixture
def folder(settings: Any, tmp_path: Path) -> Path:
    """A built site of a few files, and a file beside it that is nobody's."""
    built = tmp_path / "docs"
    (built / "_static").mkdir(parents=True)
    (built / "index.html").write_text(
        "<!doctype html><title>Documentation</title>" + " " * 2000, encoding="utf-8"
    )
    (built / "plan.html").write_text("<!doctype html><title>The plan</title>", encoding="utf-8")
    (built / "_static" / "docs.css").write_text("p { color: red; }", encoding="utf-8")
    (tmp_path / "secret-key").write_text("not for everybody", encoding="utf-8")
    settings.DOCUMENTATION_FOLDER = built
    return built


def test_visitors_read_the_built_pages_without_the_database(client: Client, folder: Path) -> None:
    for address, kind, content in (
        ("/docs/", "text/html", b"<title>Documentation"),
        ("/docs/plan.html", "text/html", b"<title>The plan"),
        ("/docs/_static/docs.css", "text/css", b"red"),
    ):
        answer = client.get(address)
        assert answer.status_code == 200
        assert answer["Content-Type"].startswith(kind)
        assert content in answer.getvalue()
        assert "script-src 'self'" in answer["Content-Security-Policy"]
        assert answer["Cache-Control"] == "no-cache"


@pytest.mark.parametrize(
    "path",
    ["gone.html", "_static/", "_static", "../secret-key", "..%2fsecret-key", "%2e%2e/secret-key", "a\x00b"],
)
def test_nothing_else_is_served(client: Client, folder: Path, path: str) -> None:
    answer = client.get(f"/docs/{path}")
    assert answer.status_code in {400, 404}
    assert b"not for everybody" not in answer.getvalue()
