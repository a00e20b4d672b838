"""Sphinx extension: what pages need beyond Sphinx's own markup to be used with a keyboard and on a phone."""

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sphinx.application import Sphinx

HEADING_OR_TABLE = re.compile(
    r'<h[1-6]>(?P<heading>.*?)<a |<table class="docutils[^>]*>(?P<rows>.*?)</table>', flags=re.DOTALL
)


def setup(app: "Sphinx") -> dict[str, Any]:
    app.connect("html-page-context", improve)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def improve(app: "Sphinx", pagename: str, templatename: str, context: dict[str, Any], doctree: Any) -> None:
    """Boxes that scroll get a place in the order of the Tab key and a name."""
    if "body" in context:
        context["body"] = accessible(context["body"])


def accessible(body: str) -> str:
    """The markup of a page with tables in boxes of their own that scroll, named by the heading above them."""
    name = ""

    def boxed(found: re.Match[str]) -> str:
        nonlocal name
        if found["heading"] is not None:
            name = re.sub(r"<[^>]+>", "", found["heading"]).strip()
            return found[0]
        label = f"Table: {name}" if name else "Table"
        box = f'<div class="table-scroll" role="group" tabindex="0" aria-label="{label}">'
        return f"{box}<table>{found['rows']}</table></div>"

    return HEADING_OR_TABLE.sub(boxed, body).replace("<pre>", '<pre tabindex="0">')
