"""Tables as LaTeX for a paper: floats with rules by `booktabs`, across both columns where they are wide."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from appraise_gec.present.figure import shortened
from appraise_gec.present.numbers import Style, number, share
from appraise_gec.present.table import INTERVALS, WORDS, Cell, Column, Kind, Table, capital

PAPER = Style(missing="\u2013", minus="\u2212", dash="\u2013", space="", word_spans=False)
PACKAGES = r"% Needs \usepackage{booktabs}."
# What a column of a two-column paper holds in small type; a text that is longer is set in lines.
COLUMN_LETTERS, TEXT_LETTERS = 40, 40
# What a page holds.
PAGE_ROWS = 44
END = r" \\"
# Letters with accents, which LaTeX has in the encodings T1 and UTF-8, end here.
LATIN = "\u0180"
_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "_": r"\_",
    "%": r"\%",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    # After the end of a line these two would be taken for its options.
    "[": "{[}",
    "*": "{*}",
    "\u202f": r"\,",
    "\u2013": "--",
    "\u2018": "`",
    "\u2019": "'",
    "\u2026": r"\ldots{}",
    "\u2020": r"\textdagger{}",
    "\u2021": r"\textdaggerdbl{}",
}
_MATHS = {
    "\u2212": "-",
    "\u00b1": r"\pm",
    "\u00b7": r"\cdot",
    "\u00d7": r"\times",
    "\u03b1": r"\alpha",
    "\u03b2": r"\beta",
    "\u03ba": r"\kappa",
    "\u03c1": r"\rho",
    "\u03c4": r"\tau",
    "\u03c7": r"\chi",
    "\u2190": r"\leftarrow",
    "\u2191": r"\uparrow",
    "\u2192": r"\rightarrow",
    "\u2193": r"\downarrow",
    "\u2205": r"\emptyset",
    "\u2264": r"\leq",
    "\u2265": r"\geq",
    "\u2248": r"\approx",
    "\u2713": r"\surd",
}
_SPECIAL |= {sign: f"${code}$" for sign, code in _MATHS.items()}


def escape(text: str) -> str:
    """Text that LaTeX prints as it is: no character of it is a command, and it stays on its line."""
    plain = re.sub(r"[^\S\u202f]+", " ", text).strip()
    return "".join(
        _SPECIAL.get(character, character)
        for character in plain
        if character in _SPECIAL or character.isprintable()
    )


def write(table: Table) -> bytes:
    """A table as a float with caption and label.

    What is too wide for a column, and notes that no mark in the table refers to, are told in comments.
    """
    table = table.in_paper()
    if not table.rows:
        return f"% {capital(' '.join(table.reason.split()))}\n".encode()
    columns = _columns(table)
    wide = sum(max(map(len, [column.heading, *column.texts])) for column in columns) > COLUMN_LETTERS
    environment = "table*" if wide else "table"
    lines = [
        *_comments(table, columns, wide=wide),
        rf"\begin{{{environment}}}[t]",
        r"\centering",
        rf"\{'footnotesize' if wide else 'small'}",
        *([r"\setlength{\tabcolsep}{3pt}"] if wide else []),
        r"\begin{tabular}{@{}" + "".join(column.side for column in columns) + "@{}}",
        r"\toprule",
        " & ".join(escape(column.heading) for column in columns) + END,
        r"\midrule",
    ]
    for place, row in enumerate(table.rows):
        if row.rule_above and place:
            lines.append(r"\midrule")
        lines.append(" & ".join(column.codes[place] for column in columns) + END)
    lines += [
        r"\bottomrule",
        r"\end{tabular}",
        rf"\caption{{{escape(_caption(table))}}}",
        rf"\label{{tab:{table.key}}}",
        rf"\end{{{environment}}}",
        "",
    ]
    return "\n".join(lines).encode()


class PaperColumn(NamedTuple):
    """A column: its heading, the side that its cells stand on, and for every row its text and its LaTeX."""

    heading: str
    side: str
    texts: list[str]
    codes: list[str]


def _comments(table: Table, columns: Sequence[PaperColumn], *, wide: bool) -> Iterator[str]:
    yield PACKAGES
    if wide:
        yield "% Wide: set across both columns. Where it still finds no room, leave out columns."
    if len(table.rows) > PAGE_ROWS:
        yield "% High: split it, or set it with the package longtable."
    codes = [
        escape(_caption(table)),
        *(code for column in columns for code in (column.heading, *column.codes)),
    ]
    if any(letter >= LATIN for code in codes for letter in code):
        yield "% Some of its letters need XeLaTeX or LuaLaTeX, with a font that has them."
    told = set(_explained(table))
    for note in table.notes:
        if note not in told:
            yield f"% {' '.join(note.split())}"


def _columns(table: Table) -> list[PaperColumn]:
    """The columns as LaTeX; what stands below another column on a page stands behind its values here."""
    shape = table.without("data")
    columns: list[PaperColumn] = []
    for place, column in enumerate(shape.columns):
        heading = shortened(column.heading) if column.named else capital(_percents(column.heading))
        cells = [_cell(column, cells[place]) for _, cells in shape.lines]
        texts, codes = [text for text, _ in cells], [code for _, code in cells]
        if column.below and columns:
            columns[-1] = _joined(columns[-1], column, texts, codes)
            continue
        side = "r"
        if column.kind in WORDS:
            long = max(map(len, texts), default=0) > TEXT_LETTERS
            side = r"p{110pt}" if long else "l"
        columns.append(PaperColumn(heading, side, texts, codes))
    return columns


def _joined(before: PaperColumn, column: Column, texts: list[str], codes: list[str]) -> PaperColumn:
    """A column with the values of another one behind its own, in brackets."""
    # An interval brings brackets of its own.
    start, end = ("", "") if column.kind in INTERVALS else ("(", ")")

    def behind(first: str, second: str, missing: str) -> str:
        return first if second in ("", missing) else f"{first} {start}{second}{end}"

    joined = [
        [behind(*pair, missing) for pair in zip(one, other, strict=True)]
        for one, other, missing in (
            (before.texts, texts, PAPER.missing),
            (before.codes, codes, escape(PAPER.missing)),
        )
    ]
    brackets = "[]" if column.kind in INTERVALS else "()"
    heading = f"{before.heading} {brackets[0]}{_percents(column.heading)}{brackets[1]}"
    return PaperColumn(heading, before.side, joined[0], joined[1])


def _cell(column: Column, cell: Cell) -> tuple[str, str]:
    """The text of a cell, and its LaTeX."""
    text, mark = cell.text(column, PAPER), cell.mark
    if cell.tone == "own":
        text = PAPER.missing
    elif column.kind is Kind.INTERVAL and isinstance(cell.value, tuple):
        ends = (number(end, 3 if column.digits is None else column.digits, PAPER) for end in cell.value)
        text = f"[{', '.join(ends)}]"
    elif column.kind is Kind.SHARE_INTERVAL and isinstance(cell.value, tuple):
        shares = (share(end, 1 if column.digits is None else column.digits, PAPER) for end in cell.value)
        text = f"[{', '.join(shares)}]"
    elif cell.shown:
        text = _percents(text)
    code = escape(text)
    if code and _is_bold(cell):
        code = rf"\textbf{{{code}}}"
    raised = rf"\textsuperscript{{{escape(mark)}}}" if text and mark else escape(mark)
    return f"{text}{mark}", code + raised


def _is_bold(cell: Cell) -> bool:
    """Whether the better one of two, or where it is not about two, what is significant."""
    return cell.tone == "better" if cell.tone else cell.strong


def _caption(table: Table) -> str:
    """Title, source, what bold type means, and the notes that explain marks."""
    bold = any(_is_bold(cell) and not cell.tone for row in table.rows for cell in row.cells)
    legend = [
        sample.words.replace("bold and deeper", "bold") for sample in table.legend if sample.strong and bold
    ]
    sentences = (table.title, table.source, *legend, *_explained(table))
    return " ".join(f"{capital(_percents(sentence)).rstrip('.')}." for sentence in sentences if sentence)


def _percents(text: str) -> str:
    """Our words with percents as English papers write them."""
    return re.sub(r"(?<=\d)\s%", "%", text)


def _explained(table: Table) -> list[str]:
    """The notes on marks that stand in the table."""
    marks = {cell.mark[0] for row in table.rows for cell in row.cells if cell.mark}
    return [note for note in table.notes if any(mark in note for mark in marks)]
