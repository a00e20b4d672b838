"""/docs/ on the site: the built pages for everybody, or what builds them."""

from pathlib import Path
from typing import Any

import pytest
from django.test import Client


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


@pytest.mark.django_db
def test_a_site_without_the_pages_says_what_builds_them(
    client: Client, settings: Any, tmp_path: Path
) -> None:
    settings.DOCUMENTATION_FOLDER = tmp_path / "docs"
    front = client.get("/docs/")
    assert front.status_code == 200
    assert "<code>./run docs</code>" in front.text
    assert client.get("/docs/plan.html").status_code == 404
    assert "./run docs" in client.get("/docs/plan.html").text
    assert client.get("/docs/_static/docs.css").status_code == 404
