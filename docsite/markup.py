"""Sphinx extension: what pages need beyond Sphinx's own markup to be used with a keyboard and on a phone."""

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sphinx.application import Sphinx

TABLE = re.compile(r'<table class="docutils[^>]*>(.*?)</table>', flags=re.DOTALL)
HEADING = re.compile(r"<h[1-6]>(.*?)<a ", flags=re.DOTALL)


def setup(app: "Sphinx") -> dict[str, Any]:
    app.connect("html-page-context", improve)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def improve(app: "Sphinx", pagename: str, templatename: str, context: dict[str, Any], doctree: Any) -> None:
    """Boxes that scroll get a place in the order of the Tab key and a name."""
    if "body" in context:
        context["body"] = accessible(context["body"])


def accessible(body: str) -> str:
    """The markup of a page with tables in boxes of their own that scroll, named by the heading above them."""
    made, end = [], 0
    for found in TABLE.finditer(body):
        headings = HEADING.findall(body, 0, found.start())
        name = re.sub(r"<[^>]+>", "", headings[-1]).strip() if headings else "Table"
        made += [
            body[end : found.start()],
            f'<div class="table-scroll" role="group" tabindex="0" aria-label="Table: {name}">',
            f"<table>{found[1]}</table></div>",
        ]
        end = found.end()
    return "".join([*made, body[end:]]).replace("<pre>", '<pre tabindex="0">')
