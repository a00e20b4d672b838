"""Sections and tables as HTML, for pages of the site and for a page that needs nothing else."""

import base64
import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib.resources import files as resources

from appraise_gec.present.blocks import Beside, Block, Folded, Prose, Section, Shown, Terms
from appraise_gec.present.drawing import on_page
from appraise_gec.present.figure import Figure
from appraise_gec.present.numbers import PAGE
from appraise_gec.present.table import WORDS, Cell, Column, Kind, Table, capital
from appraise_gec.words import visible

# For "tables" or "figures" and the key of one, the addresses of its files by their formats.
Files = Callable[[str, str], Mapping[str, str]]

# A table with so few columns is narrow; with so many its cells stand closer together.
FEW_COLUMNS, MANY_COLUMNS = 5, 11
SHADES = 10
_TAGS = {
    "": "p",
    "lead": 'p class="lead"',
    "heading": "h3",
    "notice": 'p class="notice"',
    "warning": 'p class="notice warning"',
    "small": 'p class="small muted"',
}


def no_files(folder: str, key: str) -> Mapping[str, str]:
    """Where tables and figures have no files."""
    return {}


def write_section(section: Section, files: Files = no_files, *, folded: bool = False) -> str:
    """A section under its heading; folded, its heading and its finding open it."""
    key, title = section.key, text(section.title)
    heading = f'<h2 id="{key}-heading">{title}</h2>'
    if not folded:
        return (
            f'<section id="{key}" aria-labelledby="{key}-heading">\n{heading}\n'
            f"{write_blocks(section.blocks, files)}\n</section>"
        )
    finding = f'<span class="finding"><bdi>{text(section.finding)}</bdi></span>' if section.finding else ""
    rest = section.blocks[1:] if section.finding else section.blocks
    return (
        f'<details id="{key}" class="section">\n<summary>{heading}{finding}</summary>\n'
        f"{write_blocks(rest, files)}\n</details>"
    )


def write_blocks(blocks: Sequence[Block], files: Files = no_files) -> str:
    """Blocks in their order."""
    return "\n".join(_block(block, files) for block in blocks)


def write_sections(sections: Sequence[Section], files: Files = no_files) -> str:
    """Contents, and below or beside them the sections: the first as it is, the others folded."""
    contents = "".join(f'<li><a href="#{one.key}">{text(one.title)}</a></li>' for one in sections)
    first, *others = sections
    return "\n".join(
        [
            '<div class="report">',
            f'<nav class="contents" aria-label="Contents"><ol>{contents}</ol></nav>',
            '<div class="sections">',
            write_section(first, files),
            *(write_section(one, files, folded=True) for one in others),
            "</div>",
            "</div>",
        ]
    )


def write_page(title: str, sections: Sequence[Section], program: str, files: Files) -> bytes:
    """A page in UTF-8 that needs nothing else: no script, no font, no file, no network.

    Args:
        title: heads it.
        sections: of the page.
        program: its maker, named at the end.
        files: addresses of the files of tables and figures beside the page.
    """
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{content_policy()}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>{text(title)}</title>
<style>{_style()}</style>
</head>
<body>
<a class="skip-link" href="#content">Skip to the content</a>
<header><h1><bdi>{text(title)}</bdi></h1></header>
<main id="content">
{write_sections(sections, files)}
</main>
<footer><p class="muted">{text(program)}</p></footer>
</body>
</html>
""".encode()


def content_policy() -> str:
    """What a page may do: nothing is loaded, and nothing runs, whatever a name may hold."""
    return f"default-src 'none'; style-src '{_style_hash()}'; base-uri 'none'; form-action 'none'"


def _block(block: Block, files: Files) -> str:  # noqa: PLR0911 - one for each kind of block
    match block:
        case Prose(words, "exact"):
            return f"<pre><code>{escape(words)}</code></pre>"
        case Prose(words, kind):
            tag = _TAGS[kind]
            end = tag.partition(" ")[0]
            parts = filter(None, map(str.strip, words.split("\n\n")))
            return "\n".join(f"<{tag}><bdi>{text(part)}</bdi></{end}>" for part in parts)
        case Terms():
            return _terms(block)
        case Shown(table, drawn):
            of_figure = {} if drawn is None or drawn.reason else files("figures", drawn.key)
            return write(table, {**files("tables", table.key), **of_figure})
        case Figure():
            return write_figure(block, files("figures", block.key))
        case Beside(shown, drawn):
            figure = write_figure(drawn, files("figures", drawn.key), beside=True)
            return f'<div class="beside">\n<div>{_block(shown, files)}</div>\n<div>{figure}</div>\n</div>'
        case Folded(title):
            inner = write_blocks(block.blocks, files)
            return f"<details>\n<summary>{text(title)}</summary>\n{inner}\n</details>"


def write_figure(figure: Figure, files: Mapping[str, str] | None = None, *, beside: bool = False) -> str:
    """A figure with its caption and links to its files, or why there is none."""
    if figure.reason:
        return f'<p class="notice">{text(figure.reason)}.</p>'
    caption = f"<figcaption><bdi>{text(figure.caption)}</bdi>{_files('Figure', files or {}, '')}</figcaption>"
    return f'<figure class="plot">{on_page(figure, beside=beside)}{caption}</figure>'


def _terms(terms: Terms) -> str:
    lines = []
    for word, value in terms.pairs:
        shown = f"<code>{text(value)}</code>" if terms.exact else f"<bdi>{text(value)}</bdi>"
        lines.append(f"<dt><bdi>{text(word)}</bdi></dt><dd>{shown}</dd>")
    return f'<dl class="definition">{"".join(lines)}</dl>'


def write(
    table: Table,
    files: Mapping[str, str] | None = None,
    *,
    links: Mapping[str, str] | None = None,
) -> str:
    """A table that scrolls by itself, with its notes.

    Args:
        table: its description.
        files: addresses of its files by their formats.
        links: by the value of the heading of a row, where it leads.
    """
    if not table.rows:
        return f'<p class="notice">{text(table.reason)}</p>'
    shown = table.people_columns
    head = "".join(
        _line(shown, [_head(column, heads=at == table.heading) for at, column in enumerate(shown)])
    )
    lines = []
    for row, cells in zip(table.rows, table.people_lines, strict=True):
        parts = [_cell(*one, links or {}, heads=at == table.heading) for at, one in enumerate(cells)]
        rule = _class("cluster-start" if row.rule_above else "")
        lines.append(f"<tr{rule}>{''.join(_line(shown, parts))}</tr>")
    rows = "\n".join(lines)
    notes = "".join(f'\n<p class="small muted">{text(note)}</p>' for note in table.notes)
    names = f'\n<p class="small">{_files("Table", files, table.key).strip()}</p>' if files else ""
    return (
        f'<div class="table-scroll" tabindex="0" role="group" aria-label="{text(table.title)}">\n'
        f"<table{_class(_kind_of(table))}>\n<caption>{text(table.title)}</caption>\n"
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}\n</tbody>\n</table>\n</div>{notes}{names}"
    )


def text(words: str) -> str:
    """Words that are only words, whatever they hold."""
    return escape(visible(words))


@dataclass(frozen=True, slots=True)
class _Part:
    """A cell of HTML: its tag with attributes, its content, smaller lines below, and the plain text."""

    tag: str
    content: str
    details: tuple[str, ...]
    plain: str


def _kind_of(table: Table) -> str:
    columns = table.people_columns
    if any(column.named for column in columns):
        return "described matrix"
    if len(columns) >= MANY_COLUMNS:
        return "described dense"
    return "described narrow" if len(columns) <= FEW_COLUMNS else "described"


def _head(column: Column, *, heads: bool) -> _Part:
    plain = column.heading if column.named else capital(column.heading or column.key)
    content = text(plain)
    if column.named:
        content = f"<bdi>{content}</bdi>"
    elif not column.heading:
        content = f'<span class="visually-hidden">{content}</span>'
    # It stays in view with the headings of the rows below it.
    names = [_side(column), "row-heading" if heads else ""]
    tag = f'th scope="col"{_class(" ".join(filter(None, names)))}{_title(column.help)}'
    return _Part(tag, content, (), plain)


def _cell(column: Column, cell: Cell, links: Mapping[str, str], *, heads: bool) -> _Part:
    plain = cell.text(column, PAGE)
    content = f"<bdi>{text(plain)}</bdi>" if column.kind is Kind.NAME else text(capital(plain))
    if heads and cell.value in links:
        content = f'<a href="{escape(links[cell.value])}">{content}</a>'
    if cell.mark:
        content += f'<span class="mark">{text(cell.mark)}</span>'
    names = " ".join(filter(None, (_side(column), _looks(cell.shade, strong=cell.strong))))
    tag = ('th scope="row"' if heads else "td") + f"{_class(names)}{_title(cell.words)}"
    return _Part(tag, content, (capital(cell.detail),) if cell.detail else (), plain)


def _line(columns: Sequence[Column], parts: Sequence[_Part]) -> Iterator[str]:
    """Cells, with those that stand below the one before them as details of that one."""
    merged: list[tuple[_Part, list[str]]] = []
    for column, part in zip(columns, parts, strict=True):
        if column.below and merged:
            # Under an undefined value a second dash says nothing.
            more = [part.plain] if part.plain and part.plain != merged[-1][0].plain else []
            merged[-1][1][:0] = [*more, *part.details]
        else:
            merged.append((part, list(part.details)))
    for part, details in merged:
        small = "".join(f'<br><span class="detail">{text(capital(detail))}</span>' for detail in details)
        yield f"<{part.tag}>{part.content}{small}</{part.tag[:2]}>"


def _looks(shade: float | None, *, strong: bool) -> str:
    """The classes of a ground and of bold type."""
    names = ["strong"] if strong else []
    if shade is not None:
        names.insert(0, f"shade{'-low' if shade < 0 else ''}-{min(int(abs(shade) * SHADES), SHADES - 1)}")
    return " ".join(names)


def _side(column: Column) -> str:
    return "" if column.kind in WORDS else "num"


def _files(what: str, files: Mapping[str, str], key: str) -> str:
    about = f" file: {key}" if key else " of this figure"
    links = ", ".join(
        f'<a class="nowrap" href="{text(address)}" download>{text(name)}'
        f'<span class="visually-hidden">{text(about)}</span></a>'
        for name, address in files.items()
    )
    return f" <span>{what} as {links}</span>" if files else ""


def _class(names: str) -> str:
    return f' class="{names}"' if names else ""


def _title(words: str) -> str:
    return f' title="{text(words)}"' if words else ""


@cache
def _style() -> str:
    sheets = resources("appraise_gec.present").joinpath("css")
    return "".join(sheets.joinpath(name).read_text(encoding="utf-8") for name in ("page.css", "sections.css"))


@cache
def _style_hash() -> str:
    digest = hashlib.sha256(_style().encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"
