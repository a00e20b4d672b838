"""Markdown becomes HTML that is safe on a page, below the headings of the page."""

import re
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from appraise_gec.templatetags.guidelines import markdown_to_html

ALLOWED = {
    *("a", "blockquote", "br", "code", "div", "em", "h3", "h4", "h5", "h6", "hr", "li", "ol", "p", "pre"),
    *("strong", "table", "tbody", "td", "th", "thead", "tr", "ul"),
}
ATTRIBUTES = {"href", "title", "target", "rel", "start", "tabindex", "role", "aria-label", "class", "style"}


class Tags(HTMLParser):
    """Every tag with its attributes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def test_headings_go_below_those_of_the_page_links_out_and_images_become_links() -> None:
    html = markdown_to_html("# Ties\n\n#### Deep\n\n[The site](https://example.org/a?b=1)\n")
    assert "<h3>Ties</h3>" in html
    assert "<h4>Deep</h4>" in html
    assert '<a href="https://example.org/a?b=1" target="_blank" rel="noopener noreferrer nofollow">' in html
    assert '<div class="table-scroll" tabindex="0"' in markdown_to_html("| a | b |\n|---|---|\n| 1 | 2 |\n")
    html = markdown_to_html(
        "See ![the *scale*](https://example.org/s.png) and ![](https://example.org/b.png)."
    )
    assert '<a href="https://example.org/s.png" target="_blank"' in html
    assert ">https://example.org/b.png</a>" in html
    assert "<img" not in html and "!" not in html


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "![x](javascript:alert(1))",
        '![<b onclick=x>](https://example.org/"onclick=x)',
        "[x](JaVaScRiPt:alert(1))",
        "[x](&#106;avascript:alert(1))",
        "[x](data:text/html,<script>)",
        "[x](/campaigns/demo/delete/)",
        "<javascript:alert(1)>",
        "<a href='https://x' onclick='y'>z</a>",
        "`</code><script>x</script>`",
        '[x](https://example.org/"onmouseover="alert(1))',
    ],
)
def test_what_is_not_safe_stays_text(text: str) -> None:
    assert_safe(markdown_to_html(text))


@given(st.text(alphabet="<>[]()!:/\\\"'`*_#>-+|&;=javscriptonhef 1.\n", max_size=120))
def test_no_text_makes_anything_else_than_plain_elements(text: str) -> None:
    assert_safe(markdown_to_html(text))


def assert_safe(html: str) -> None:
    for tag, attributes in Tags(html).found:
        assert tag in ALLOWED, tag
        assert set(attributes) <= ATTRIBUTES, attributes
        assert re.fullmatch(r"(text-align:(left|center|right))?", attributes.get("style") or "")
        address = attributes.get("href")
        assert address is None or address.lower().startswith(("http://", "https://", "mailto:"))
