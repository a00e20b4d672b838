"""What managers write for judges, on a page, as HTML that is safe there.

Guidelines: {{ campaign.guidelines|guidelines:campaign.guidelines_format }}
The explanation of a known answer: {{ training.explanation|explanation }}

CommonMark with tables, by markdown-it-py. Raw HTML stays text, images are links (shown, they would tell
another site who reads), and links lead to http, https and mailto addresses only. Headings begin below those
of the page.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from html import escape
from typing import Any

from django import template
from django.template.defaultfilters import linebreaks_filter
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext
from markdown_it import MarkdownIt
from markdown_it.token import Token

# What may stand before the colon of a link.
SCHEMES = ("http://", "https://", "mailto:")
# The page has h1 for its title and h2 for what the text is.
HIGHEST_HEADING = 3
LOWEST_HEADING = 6

register = template.Library()


@register.filter
def guidelines(text: str, written_as: str) -> SafeString:
    """The text as HTML: Markdown, or plain text with blank lines between paragraphs."""
    if written_as == "markdown":
        return mark_safe(markdown_to_html(text))  # noqa: S308 - raw HTML in it stays text
    return linebreaks_filter(text, autoescape=True)


@register.filter
def explanation(text: str) -> SafeString:
    """The text as HTML: Markdown, in which lines stay lines, as in explanations written as plain text."""
    return mark_safe(markdown_to_html(text, keeps_lines=True))  # noqa: S308 - as above


def markdown_to_html(text: str, *, keeps_lines: bool = False) -> str:
    """The text as HTML. Never raises: what is no Markdown is text.

    `keeps_lines` leaves every line of a paragraph a line of its own.
    """
    parser = _parser(keeps_lines)
    tokens = parser.parse(text)
    _lower_headings(tokens)
    html: str = parser.renderer.render(tokens, parser.options, {})
    return html


@lru_cache(maxsize=2)
def _parser(keeps_lines: bool) -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False, "breaks": keeps_lines}).enable("table")
    parser.validateLink = _is_safe  # type: ignore[assignment,method-assign]
    parser.add_render_rule("link_open", _open_link)
    parser.add_render_rule("image", _link_to_image)
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


def _link_to_image(renderer: Any, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    address = escape(str(tokens[index].attrs["src"]))
    words = escape(tokens[index].content) or address
    before = [token.type for token in tokens[:index]]
    if before.count("link_open") > before.count("link_close"):
        return words
    return f'<a href="{address}" target="_blank" rel="noopener noreferrer nofollow">{words}</a>'


def _open_table(renderer: Any, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    # For people who hear the page.
    names = escape(
        gettext("Table with the columns %(columns)s") % {"columns": ", ".join(_headings(tokens, index))}
    )
    return f'<div class="table-scroll" tabindex="0" role="group" aria-label="{names}"><table>\n'


def _headings(tokens: Sequence[Token], table: int) -> Iterator[str]:
    """The texts of the columns' headings, without those that are empty."""
    for token in tokens[table:]:
        if token.type == "thead_close":
            return
        if token.type == "inline" and (
            said := "".join(child.content for child in token.children or () if child.content).strip()
        ):
            yield said


def _close_table(renderer: Any, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    return "</table></div>\n"
