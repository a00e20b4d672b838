"""The built site: complete, within the content security policy, and not built when something is wrong."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from docsite import building, sources


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


def test_every_document_is_a_page_and_in_the_contents(built: Path) -> None:
    pages = {path.stem for path in built.glob("*.html")}
    documents = {path.stem for path in sources.DOCS.glob("*.md")}
    references = {"reference-commands", "reference-library", "reference-api"}
    tops = {Path(name).stem for name in sources.OF_THE_TOP.values()}
    assert pages == {*documents, *references, *tops, "search"}
    front = (built / "index.html").read_text(encoding="utf-8")
    for name in pages - {"search", "index"}:
        assert f'href="{name}.html"' in front, name


def test_nothing_on_the_pages_needs_more_than_the_policy_of_the_site_allows(built: Path) -> None:
    for path in built.glob("*.html"):
        reader = Forbidden()
        reader.feed(path.read_text(encoding="utf-8"))
        assert not reader.found, path.name
    for sheet in built.rglob("*.css"):
        assert not re.search(r"url\(\s*['\"]?(https?:)?//|@import", sheet.read_text(encoding="utf-8")), sheet


def test_links_between_pages_lead_somewhere(built: Path) -> None:
    for path in built.glob("*.html"):
        for target in re.findall(r'href="([^"#:]+\.html)[^"]*"', path.read_text(encoding="utf-8")):
            assert (built / target).is_file(), (path.name, target)


@pytest.mark.parametrize(
    ("added", "told"),
    [("[gone](nowhere.md)", "plan.md:")],
)
def test_a_link_that_leads_nowhere_ends_the_build(
    built: Path, added: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def with_a_fault(path: Path) -> str:
        return f"# A page\n\n{added if path.name == 'plan.md' else ''}\n"

    few = tmp_path / "docs"
    few.mkdir()
    (few / "images").mkdir()
    (few / "plan.md").touch()
    index = "# Pages\n\n## All\n\n* [Plan](plan.md)\n"
    monkeypatch.setattr(sources, "DOCS", few)
    monkeypatch.setattr(sources, "OF_THE_TOP", {})
    monkeypatch.setattr(sources, "generated", list)
    (few / "index.md").touch()
    monkeypatch.setattr(
        sources, "on_the_site", lambda path: index if path.stem == "index" else with_a_fault(path)
    )
    with pytest.raises(building.BuildFailedError, match=re.escape(told)):
        building.build(tmp_path / "site")
