"""What the documentation is made of: the pages of `docs/`, four of the top folder, references made from code.

`docs/index.md` is the table of contents: its headings are the groups of pages, its lists the pages.
"""

import re
import shutil
from dataclasses import dataclass, field
from pathlib import Path

from docsite import addresses, commands, functions

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
# Pages of the top folder, with the names that they have on the site.
OF_THE_TOP = {
    "README.md": "start.md",
    "CHANGELOG.md": "changes.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
}
LINK = re.compile(r"(?<=\]\()(?!\w+:|#)([^)\s#]+)(#[^)\s]*)?(?=\))")
ITEM = re.compile(r"^\* \[(?P<title>[^]]+)\]\((?P<page>[\w.-]+\.md)\)")


class ContentsError(Exception):
    """docs/index.md does not list a page."""


@dataclass(frozen=True, slots=True)
class Generated:
    """A page that is made from code, listed behind a page that people wrote.

    Attributes:
        name: of the page, without ending.
        title: in the table of contents.
        says: what it holds, for the table of contents.
        text: in Markdown; empty where there is nothing to make it from.
        behind: the page it follows.
    """

    name: str
    title: str
    says: str
    text: str
    behind: str


@dataclass(slots=True)
class Group:
    """A heading of the table of contents, and its pages as (name without ending, title)."""

    title: str
    pages: list[tuple[str, str]] = field(default_factory=list)


def generated() -> list[Generated]:
    """The references, made anew."""
    description = DOCS / "openapi.yaml"
    made = [
        Generated(
            "reference-commands",
            "All commands and options",
            "made from the program itself",
            commands.page(),
            behind="command-line",
        ),
        Generated(
            "reference-library",
            "All functions of the library",
            "made from their signatures and docstrings",
            functions.page(),
            behind="library",
        ),
    ]
    if description.is_file():
        made.append(
            Generated(
                "reference-api",
                "All addresses of the API",
                "made from its OpenAPI description",
                addresses.page(description.read_text(encoding="utf-8")),
                behind="api",
            )
        )
    return made


def gather(folder: Path) -> list[Group]:
    """Write every page as the site has it into a new folder; returns the table of contents.

    Raises:
        ContentsError: a page is not listed in `docs/index.md`.
    """
    folder.mkdir()
    shutil.copytree(DOCS / "images", folder / "images")
    for path in DOCS.glob("*.yaml"):
        shutil.copy(path, folder)
    for path in sorted(DOCS.glob("*.md")):
        (folder / path.name).write_text(on_the_site(path), encoding="utf-8")
    for name, on_site in OF_THE_TOP.items():
        (folder / on_site).write_text(on_the_site(ROOT / name), encoding="utf-8")
    references = generated()
    for page in references:
        (folder / f"{page.name}.md").write_text(page.text, encoding="utf-8")
    index = with_references((folder / "index.md").read_text(encoding="utf-8"), references)
    (folder / "index.md").write_text(index, encoding="utf-8")
    contents = table_of_contents(index)
    listed = {name for group in contents for name, _ in group.pages}
    if missing := sorted(path.name for path in folder.glob("*.md") if path.stem not in {*listed, "index"}):
        raise ContentsError(f"docs/index.md does not list {', '.join(missing)}.")
    return contents


def on_the_site(path: Path) -> str:
    """The text of a page, with links to other pages as they are named on the site.

    What the site has no page for, such as a licence or a folder of code, loses its link and keeps its words.
    """

    def renamed(match: re.Match[str]) -> str:
        target, anchor = match[1], match[2] or ""
        wanted = (path.parent / target).resolve()
        if wanted.is_relative_to(DOCS):
            return f"{wanted.relative_to(DOCS)}{anchor}"
        if wanted.parent == ROOT and wanted.name in OF_THE_TOP:
            return f"{OF_THE_TOP[wanted.name]}{anchor}"
        return match[0]

    parts = re.split(r"(^```.*?^```$)", path.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    parts[::2] = [LINK.sub(renamed, part) for part in parts[::2]]
    return "".join(parts)


def with_references(index: str, references: list[Generated]) -> str:
    """The table of contents with the pages that are made from code, each behind its page."""
    waiting = {page.behind: page for page in references}
    lines: list[str] = []
    pending: list[str] = []
    for line in index.splitlines():
        if not line.startswith(" "):
            lines += pending
            pending = []
        lines.append(line)
        item = ITEM.match(line)
        page = waiting.pop(Path(item["page"]).stem, None) if item else None
        if page:
            pending = [f"* [{page.title}]({page.name}.md): {page.says}"]
    if waiting:
        raise ContentsError(f"docs/index.md does not list {', '.join(f'{name}.md' for name in waiting)}.")
    return "\n".join([*lines, *pending]) + "\n"


def table_of_contents(index: str) -> list[Group]:
    """Groups of pages from the headings and lists of `docs/index.md`."""
    groups: list[Group] = []
    for line in index.splitlines():
        if line.startswith("## "):
            groups.append(Group(line.removeprefix("## ").strip()))
        elif item := ITEM.match(line):
            groups[-1].pages.append((Path(item["page"]).stem, item["title"]))
    return groups
