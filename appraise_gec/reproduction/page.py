"""A reproduction as one HTML page that needs nothing else: no script, no font, no image from elsewhere."""

import re
from collections.abc import Iterator
from html import escape

from appraise_gec.present.html import write_figure
from appraise_gec.present.numbers import NONE, counted
from appraise_gec.reproduction.charts import chart_figure
from appraise_gec.reproduction.markdown import HEADINGS, by_reason
from appraise_gec.reproduction.papers import PAPERS
from appraise_gec.reproduction.results import MEANINGS, ExhibitResult, Number, Reproduction

STYLE = """
:root { color-scheme: light dark; --ground: #fff; --ink: #151a21; --muted: #536070; --rule: #d8dee6;
  --chance: #e6eefa; --explained: #fff3d6; --differs: #ffd9d3; --missing: #eef0f3;
  --accent: #0b4da2; --chart-second: #c26a12; --chart-third: #3d7a35; --line: #d8dee6; }
@media (prefers-color-scheme: dark) { :root { --ground: #14181d; --ink: #e6e9ed; --muted: #a3adb9;
  --rule: #38414c; --chance: #1d3350; --explained: #4a3a10; --differs: #5c2520; --missing: #262c34;
  --accent: #7db2ff; --chart-second: #f0a860; --chart-third: #8ccf80; --line: #38414c; } }
body { margin: 0 auto; max-width: 76rem; padding: 1rem; background: var(--ground); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; line-height: 1.25; } h2 { font-size: 1.3rem; margin-top: 2.5rem; line-height: 1.3; }
h3 { font-size: 1.08rem; margin: 2rem 0 .5rem; border-top: 1px solid var(--rule); padding-top: 1rem; }
p, li { max-width: 48rem; } p { margin: .5rem 0; } a { color: var(--accent); }
.wide { overflow-x: auto; } .wide:focus-visible { outline: 2px solid var(--accent); }
table { border-collapse: collapse; font-size: .875rem; font-variant-numeric: tabular-nums; }
th, td { padding: .2rem .5rem; border-bottom: 1px solid var(--rule); text-align: right; white-space: nowrap; }
th { font-weight: 600; } th[scope=row], th.words, td.words { text-align: left; }
.summary td.words { white-space: normal; min-width: 4.5rem; }
td .ours { display: block; } td .print { display: block; color: var(--muted); font-size: .92em; }
.chance { background: var(--chance); } .explained { background: var(--explained); }
.differs { background: var(--differs); } .missing { background: var(--missing); }
.key span { padding: 0 .4rem; } .key li { margin: .15rem 0; } .key { padding-left: 1.2rem; }
.figure { max-width: 100%; height: auto; display: block; } figcaption { color: var(--muted); }
.figure-scroll { overflow-x: auto; }
"""
COLUMNS = ("paper", "table", "what", "numbers", *HEADINGS.values())
WORDS = 3
"""Columns of the summary that hold words."""


def page(reproduction: Reproduction) -> str:
    """The whole page."""
    title = "Published numbers, and ours"
    parts = [
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; style-src '
        "'unsafe-inline'\">",
        f"<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>",
        *_introduction(),
        *_summary(reproduction),
    ]
    for paper in PAPERS:
        exhibits = [one for one in reproduction.exhibits if one.paper == paper.short]
        if exhibits:
            parts.append(f"<h2>{escape(paper.citation)}</h2>")
            parts += [part for exhibit in exhibits for part in _section(exhibit)]
    return "\n".join([*parts, "</body>\n</html>\n"])


def _introduction() -> Iterator[str]:
    yield "<p>Each cell shows our number and below it, in grey, the printed one. Colours compare them:</p>"
    yield '<ul class="key">'
    for verdict, meaning in MEANINGS.items():
        yield f'<li><span class="{verdict}">{escape(HEADINGS[verdict])}</span>: {escape(meaning)}</li>'
    yield "</ul>"


def _summary(reproduction: Reproduction) -> Iterator[str]:
    heads = "".join(
        f'<th scope="col"{_words(place)}>{name.capitalize()}</th>' for place, name in enumerate(COLUMNS)
    )
    yield '<div class="wide" tabindex="0" role="group" aria-label="All tables and figures">'
    yield f'<table class="summary"><thead><tr>{heads}</tr></thead><tbody>'
    for exhibit in reproduction.exhibits:
        link = f'<a href="#{escape(exhibit.key)}">{escape(exhibit.name)}</a>'
        words = (escape(exhibit.paper), link, escape(exhibit.title))
        yield _line([f'<td class="words">{word}</td>' for word in words], exhibit.counts)
    yield _line(['<th class="words" scope="row" colspan="3">All</th>'], reproduction.counts)
    yield "</tbody></table></div>"


def _line(cells: list[str], counts: dict) -> str:  # type: ignore[type-arg]
    total = f"<td>{sum(counts.values()):,}</td>"
    more = (
        f'<td class="{verdict if counts[verdict] else ""}">{counts[verdict]:,}</td>' for verdict in HEADINGS
    )
    return f"<tr>{''.join(cells)}{total}{''.join(more)}</tr>"


def _section(exhibit: ExhibitResult) -> Iterator[str]:
    heading = f"{exhibit.name}: {exhibit.title}"
    yield f'<h3 id="{escape(exhibit.key)}">{escape(heading)}</h3>'
    yield _paragraph(exhibit.how)
    if exhibit.reason:
        yield _paragraph(f"Not reproduced: {exhibit.reason}")
    else:
        for place, chart in enumerate(exhibit.charts):
            yield write_figure(chart_figure(chart, f"{exhibit.key}-{place}"))
        yield from _matrix(exhibit, heading)
        yield from _reasons(exhibit)
    yield from map(_paragraph, exhibit.notes)


def _matrix(exhibit: ExhibitResult, heading: str) -> Iterator[str]:
    """The table as it is printed, with both numbers in each cell."""
    cells = {(number.row, number.column): number for number in exhibit.numbers}
    rows = list(dict.fromkeys(row for row, _ in cells))
    columns = list(dict.fromkeys(column for _, column in cells))
    if set(columns) - {"others"} <= set(rows):
        # A matrix of systems or judges: its columns stand in the order of its rows.
        columns.sort(key=lambda column: rows.index(column) if column in rows else len(rows))
    yield f'<div class="wide" tabindex="0" role="group" aria-label="{escape(heading)}">'
    yield "<table><thead><tr><td></td>"
    yield "".join(f'<th scope="col">{escape(column)}</th>' for column in columns)
    yield "</tr></thead><tbody>"
    for row in rows:
        line = "".join(_cell(cells.get((row, column))) for column in columns)
        yield f'<tr><th scope="row">{escape(row)}</th>{line}</tr>'
    yield "</tbody></table></div>"


def _cell(number: Number | None) -> str:
    if number is None:
        return "<td></td>"
    ours = escape(number.ours) or NONE
    below = f'<span class="print">{escape(number.printed)}</span>' if number.printed else ""
    difference = "" if number.difference is None else f"difference {number.difference:+.2g}"
    hint = "; ".join(
        filter(None, (HEADINGS[number.verdict] if number.printed else "", difference, number.reason))
    )
    kind = "" if number.verdict == "equal" else f' class="{number.verdict}"'
    return f'<td{kind} title="{escape(hint)}"><span class="ours">{ours}</span>{below}</td>'


def _reasons(exhibit: ExhibitResult) -> Iterator[str]:
    for (verdict, reason), numbers in by_reason(exhibit).items():
        if reason:
            count = counted(len(numbers), "number")
            yield f'<p><span class="{verdict}">{HEADINGS[verdict]}</span>, {count}: {_text(reason)}</p>'


def _paragraph(text: str) -> str:
    return f"<p>{_text(text)}</p>"


def _text(text: str) -> str:
    """Words, with what stands in backquotes as code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text))


def _words(place: int) -> str:
    return ' class="words"' if place < WORDS else ""
