"""Markdown that people of this site write, as HTML that is safe on a page.

CommonMark with tables, by markdown-it-py. Raw HTML stays text, images are left out (they would tell another
site who reads), and links lead to http, https and mailto addresses only. Headings begin below those of the
page.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

# What may stand before the colon of a link.
SCHEMES = ("http://", "https://", "mailto:")
# The page has h1 for its title and h2 for what the text is.
HIGHEST_HEADING = 3
LOWEST_HEADING = 6
CACHED = 128


@lru_cache(maxsize=CACHED)
def markdown_to_html(text: str) -> str:
    """The text as HTML. Never raises: what is no Markdown is text."""
    parser = _parser()
    tokens = parser.parse(text)
    _lower_headings(tokens)
    html: str = parser.renderer.render(tokens, parser.options, {})
    return html


@lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")
    parser.validateLink = _is_safe  # type: ignore[assignment,method-assign]
    parser.add_render_rule("link_open", _open_link)
    parser.add_render_rule("table_open", _open_table)
    parser.add_render_rule("table_close", _close_table)
    return parser


def _is_safe(address: str) -> bool:
    return address.lower().startswith(SCHEMES)


def _lower_headings(tokens: Sequence[Token]) -> None:
    """The highest heading takes the level below the page's own; none lies two levels below the one before."""
    headings = [token for token in tokens if token.type in ("heading_open", "heading_close")]
    highest = min((int(token.tag[1]) for token in headings), default=1)
    level = HIGHEST_HEADING - 1
    for token in headings:
        if token.type == "heading_open":
            level = min(int(token.tag[1]) - highest + HIGHEST_HEADING, level + 1, LOWEST_HEADING)
        token.tag = f"h{level}"


def _open_link(renderer: Any, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    # In a window of its own: whoever follows it is in the middle of an answer.
    tokens[index].attrSet("target", "_blank")
    tokens[index].attrSet("rel", "noopener noreferrer nofollow")
    return str(renderer.renderToken(tokens, index, options, env))


def _open_table(renderer: Any, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    return '<div class="table-scroll" tabindex="0" role="group" aria-label="Table"><table>\n'


def _close_table(renderer: Any, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    return "</table></div>\n"
