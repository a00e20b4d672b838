"""A document as one HTML page that needs nothing else: no script, no font, no file, no network."""

import base64
import hashlib
from collections.abc import Mapping
from functools import cache
from html import escape
from importlib.resources import files as resources

from appraise_gec.presentation.documents import (
    Block,
    Document,
    Drawing,
    Exact,
    Folded,
    Heading,
    Links,
    Numbers,
    Part,
    Prose,
    Shown,
    Terms,
)
from appraise_gec.presentation.tables import Table
from appraise_gec.presentation.writers import svg
from appraise_gec.presentation.writers.page import PageCell, page_table
from rankings.formats.problems import visible

_TONES = {"": "", "lead": ' class="lead"', "notice": ' class="notice"', "warning": ' class="notice warning"'}


def write(document: Document) -> bytes:
    """The page in UTF-8."""
    contents = "".join(f'<li><a href="#{part.key}">{_text(part.title)}</a></li>' for part in document.parts)
    lines = [
        "<!doctype html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{content_policy()}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="color-scheme" content="light dark">',
        '<meta name="referrer" content="no-referrer">',
        f"<title>{_text(document.title)}</title>",
        f"<style>{_style()}</style>",
        "</head>",
        "<body>",
        '<a class="skip-link" href="#content">Skip to the content</a>',
        "<header>",
        f"<h1><bdi>{_text(document.title)}</bdi></h1>",
        f'<p class="muted"><bdi>{_text(document.origin)}</bdi></p>',
        f'<nav class="contents" aria-label="Contents"><ol>{contents}</ol></nav>',
        "</header>",
        '<main id="content">',
        *(_part(part) for part in document.parts),
        "</main>",
        f'<footer><p class="muted">{_text(document.program)}</p></footer>',
        "</body>",
        "</html>",
        "",
    ]
    return "\n".join(lines).encode()


def content_policy() -> str:
    """What a page may do: nothing is loaded, and nothing runs, whatever a name may hold."""
    return f"default-src 'none'; style-src '{_style_hash()}'; base-uri 'none'; form-action 'none'"


def _part(part: Part) -> str:
    heading = f'<h2 id="{part.key}-heading">{_text(part.title)}</h2>'
    blocks = "\n".join(map(_block, part.blocks))
    return f'<section id="{part.key}" aria-labelledby="{part.key}-heading">\n{heading}\n{blocks}\n</section>'


def _block(block: Block) -> str:  # noqa: PLR0911 - one for each kind of block
    match block:
        case Heading(text):
            return f"<h3>{_text(text)}</h3>"
        case Prose(text, tone):
            return f"<p{_TONES[tone]}><bdi>{_text(text)}</bdi></p>"
        case Terms():
            return _terms(block)
        case Numbers(tiles):
            return f'<dl class="tiles">{"".join(_tile(*tile) for tile in tiles)}</dl>'
        case Shown(table, files):
            return table_html(table, files)
        case Drawing():
            return _drawing(block)
        case Links(pairs):
            links = " ".join(f'<a class="button" href="{_text(to)}">{_text(text)}</a>' for text, to in pairs)
            return f'<p class="links">{links}</p>'
        case Exact(text):
            return f"<pre><code>{escape(text)}</code></pre>"
        case Folded(title, blocks):
            inner = "\n".join(map(_block, blocks))
            return f"<details>\n<summary>{_text(title)}</summary>\n{inner}\n</details>"


def _terms(terms: Terms) -> str:
    lines = []
    for word, value in terms.pairs:
        key = terms.links.get(word)
        head = f'<a href="#{key}">{_text(word)}</a>' if key else f"<bdi>{_text(word)}</bdi>"
        shown = f"<code>{_text(value)}</code>" if terms.exact else f"<bdi>{_text(value)}</bdi>"
        lines.append(f"<dt>{head}</dt><dd>{shown}</dd>")
    return f'<dl class="definition">{"".join(lines)}</dl>'


def _tile(label: str, value: str, detail: str) -> str:
    small = f" <small>{_text(detail)}</small>" if detail else ""
    return f'<div class="tile"><dt>{_text(label)}</dt><dd>{_text(value)}{small}</dd></div>'


def _drawing(drawing: Drawing) -> str:
    return (
        f'<figure class="plot">{svg.on_page(drawing.chart)}'
        f"<figcaption><bdi>{_text(drawing.caption)}</bdi>"
        f"{_files('Figure', drawing.files, '')}</figcaption></figure>"
    )


def table_html(table: Table, files: Mapping[str, str] | None = None) -> str:
    """A described table, as the pages of the site show it, with links to its files."""
    shown = page_table(table)
    if not shown.rows:
        return f'<p class="notice">{_text(shown.reason)}</p>'
    head = "".join(_cell(cell, head=True) for cell in shown.head)
    rows = "\n".join(
        f"<tr{_class('cluster-start' if row.rule_above else '')}>{''.join(map(_cell, row.cells))}</tr>"
        for row in shown.rows
    )
    notes = "".join(f'\n<p class="small muted">{_text(note)}</p>' for note in shown.notes)
    legend = "".join(
        f"<li><span{_class(f'sample {sample.classes}')}>{_text(sample.text)}</span> {_text(words)}</li>"
        for sample, words in shown.legend
    )
    legend = f'\n<ul class="legend">{legend}</ul>' if legend else ""
    links = f'\n<p class="small">{_files("Table", files, shown.key).strip()}</p>' if files else ""
    return (
        f'<div class="table-scroll" tabindex="0" role="group" aria-label="{_text(shown.title)}">\n'
        f"<table{_class(shown.classes)}>\n<caption>{_text(shown.caption)}</caption>\n"
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}\n</tbody>\n</table>\n</div>{legend}{notes}{links}"
    )


def _cell(cell: PageCell, *, head: bool = False) -> str:
    tag, scope = ("th", ' scope="col"') if head else ("th", ' scope="row"') if cell.is_heading else ("td", "")
    text = _text(cell.text)
    if cell.is_name:
        text = f"<bdi>{text}</bdi>"
    elif cell.is_hidden:
        text = f'<span class="visually-hidden">{text}</span>'
    title = f' title="{_text(cell.words)}"' if cell.words else ""
    mark = f'<span class="mark">{_text(cell.mark)}</span>' if cell.mark else ""
    details = "".join(f'<br><span class="detail">{_text(detail)}</span>' for detail in cell.details)
    return f"<{tag}{scope}{_class(cell.classes)}{title}>{text}{mark}{details}</{tag}>"


def _files(what: str, files: Mapping[str, str], key: str) -> str:
    about = f" file: {key}" if key else " of this figure"
    links = ", ".join(
        f'<a class="nowrap" href="{_text(address)}">{_text(name)}'
        f'<span class="visually-hidden">{_text(about)}</span></a>'
        for name, address in files.items()
    )
    return f" <span>{what} as {links}</span>" if files else ""


def _class(names: str) -> str:
    return f' class="{names}"' if names else ""


def _text(text: str) -> str:
    return escape(visible(text))


@cache
def _style() -> str:
    return resources("appraise_gec.presentation.writers").joinpath("html.css").read_text(encoding="utf-8")


@cache
def _style_hash() -> str:
    digest = hashlib.sha256(_style().encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"
