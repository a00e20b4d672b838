"""Sphinx: the documentation site, from these pages, the commands and the library.

`./run docs` builds it into `build/docs`, where the site serves it under /docs/. A link that leads nowhere,
or a page that `index.md` does not list, ends the build with status 1.
"""

import dataclasses
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args, get_type_hints

if TYPE_CHECKING:
    from sphinx.application import Sphinx

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from appraise_gec import __version__  # noqa: E402
from appraise_gec.report.result import ReportResult  # noqa: E402

project, version, release = "Appraise GEC", __version__, __version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx_click"]
exclude_patterns = ["theme"]
language = "en"
root_doc = "index"
highlight_language = "none"
myst_heading_anchors = 4
myst_disable_syntax = ["myst_line_comment", "myst_block_break", "myst_target"]
autodoc_typehints = "description"
autodoc_typehints_format = "short"
autodoc_typehints_description_target = "documented"
autodoc_member_order = "alphabetical"
napoleon_use_ivar = True
python_use_unqualified_type_names = True

# A theme of our own: those of Sphinx have scripts and styles in their pages, which the site forbids.
html_theme, html_theme_path = "theme", [str(HERE)]
html_static_path = ["../static/css/appraise.css"]
html_favicon = "../static/img/favicon.svg"
html_title = project
html_extra_path = ["openapi.yaml"]
html_show_sourcelink = html_copy_source = html_use_index = html_domain_indices = smartquotes = False

# Pages of the folder above, which the site has under these names.
OF_THE_TOP = {
    "README": "start",
    "CHANGELOG": "changes",
    "CONTRIBUTING": "contributing",
    "SECURITY": "security",
}
# The lists of the index are the table of contents; Sphinx would look for trees of pages.
suppress_warnings = ["toc.not_included"]


def contents() -> list[tuple[str, list[tuple[str, str]]]]:
    """Headings of the index, each with the names and titles of its pages."""
    groups = re.split(
        r"^## ", with_names((HERE / "index.md").read_text(encoding="utf-8")), flags=re.MULTILINE
    )
    found = []
    for group in groups[1:]:
        pages = re.findall(r"^\* \[([^]]+)\]\(([\w-]+)\.md\)", group, flags=re.MULTILINE)
        found.append((group.partition("\n")[0], [(name, title) for title, name in pages]))
    listed = {name for _, pages in found for name, _ in pages}
    if missing := {path.stem for path in HERE.glob("*.md")} - listed - {"index"}:
        raise ValueError(f"docs/index.md does not list {', '.join(sorted(missing))}")
    return found


def classes_of(kind: Any, found: list[Any]) -> list[Any]:
    """The dataclasses that a type is made of, each before those of its fields."""
    for inner in get_args(kind):
        classes_of(inner, found)
    if dataclasses.is_dataclass(kind) and kind not in found:
        found.append(kind)
        for inner in get_type_hints(kind).values():
            classes_of(inner, found)
    return found


def results() -> str:
    """Directives that write down what the JSON of a report holds."""
    lines = [f".. autoclass:: {one.__module__}.{one.__qualname__}" for one in classes_of(ReportResult, [])]
    return "\n".join(["```{eval-rst}", *lines, "```"])


def with_names(text: str) -> str:
    """A page with what it includes, and links to pages of the folder above by their names on the site."""
    text = re.sub(
        r"```\{include\} (\S+)\n```", lambda found: (HERE / found[1]).read_text(encoding="utf-8"), text
    )
    text = text.replace("```{results}\n```", results())
    top = "|".join(OF_THE_TOP)
    text = re.sub(rf"\]\((?:\.\./)?({top})\.md", lambda found: f"]({OF_THE_TOP[found[1]]}.md", text)
    return text.replace("](docs/", "](")


html_context = {"contents": contents()}


def setup(app: "Sphinx") -> None:
    def read(app: "Sphinx", name: str, source: list[str]) -> None:
        source[0] = with_names(source[0])

    def focusable(app: "Sphinx", page: str, template: str, context: dict[str, Any], tree: Any) -> None:
        """What scrolls sideways can be reached with the keyboard."""
        if "body" in context:
            context["body"] = re.sub(r"<(pre|table)\b", r'<\1 tabindex="0"', context["body"])

    app.connect("source-read", read)
    app.connect("html-page-context", focusable)
