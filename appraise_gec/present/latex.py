"""Tables as LaTeX for a paper: floats with rules by `booktabs`, across both columns where they are wide."""

import re
from itertools import chain

from appraise_gec.present.numbers import Style
from appraise_gec.present.table import WORDS, Cell, Column, Table, capital

PAPER = Style(missing="\u2013", minus="\u2212", dash="\u2013", space="", word_spans=False)
# What a column of a paper holds in small type, and a page in smaller; a longer text is set in lines.
COLUMN_LETTERS, PAGE_LETTERS, TEXT_LETTERS = 48, 118, 40
END = r" \\"
# Letters with accents, which LaTeX has in the encodings T1 and UTF-8, end here.
LATIN = "\u0180"
LETTERS = "% Some of its letters need XeLaTeX or LuaLaTeX, with a font that has them."
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
    """A table as a float with caption and label; across both columns where it is too wide for one."""
    if not table.rows:
        return f"% {capital(' '.join(table.reason.split()))}\n".encode()
    columns = table.people_columns
    heads = [_heading(column) for column in columns]
    cells = table.people_lines
    texts = [[f"{cell.text(column, PAPER)}{cell.mark}" for column, cell in line] for line in cells]
    letters = [max(map(len, column)) for column in zip(heads, *texts, strict=True)]
    sides = [_side(column, width) for column, width in zip(columns, letters, strict=True)]
    width = sum(min(width, TEXT_LETTERS) for width in letters) + 2 * len(letters)
    size, environment, comment = _setting(width)
    lines = [
        r"% Needs \usepackage{booktabs,graphicx}.",
        *([comment] if comment else []),
        *([LETTERS] if any(letter >= LATIN for letter in escape("".join([*heads, *chain(*texts)]))) else []),
        *(f"% {' '.join(note.split())}" for note in table.notes if note not in _explained(table)),
        rf"\begin{{{environment}}}[t]",
        rf"\centering\{size}",
        *([r"\setlength{\tabcolsep}{3pt}"] if environment == "table*" else []),
        *([r"\resizebox{\textwidth}{!}{%"] if width > PAGE_LETTERS else []),
        rf"\begin{{tabular}}{{@{{}}{''.join(sides)}@{{}}}}",
        r"\toprule",
        " & ".join(map(escape, heads)) + END,
        r"\midrule",
    ]
    for place, (row, line) in enumerate(zip(table.rows, cells, strict=True)):
        if row.rule_above and place:
            lines.append(r"\midrule")
        lines.append(" & ".join(_cell(column, cell) for column, cell in line) + END)
    close = "}" if width > PAGE_LETTERS else ""
    lines += [
        r"\bottomrule",
        rf"\end{{tabular}}{close}",
        rf"\caption{{{escape(_caption(table))}}}",
        rf"\label{{tab:{table.key}}}",
        rf"\end{{{environment}}}",
        "",
    ]
    return "\n".join(lines).encode()


def _setting(width: int) -> tuple[str, str, str]:
    """Size and environment of a table that is so many letters wide, and what a reader should know."""
    if width <= COLUMN_LETTERS:
        return "small", "table", ""
    if width <= PAGE_LETTERS:
        return "footnotesize", "table*", "% Wide: set across both columns."
    return "footnotesize", "table*", "% Too wide for a page: made smaller to fit. Better leave out columns."


def _heading(column: Column) -> str:
    return column.heading if column.named else capital(_percents(column.heading))


def _side(column: Column, letters: int) -> str:
    if column.kind not in WORDS:
        return "r"
    return r"p{110pt}" if letters > TEXT_LETTERS else "l"


def _cell(column: Column, cell: Cell) -> str:
    text = escape(_percents(cell.text(column, PAPER)))
    if text and cell.strong:
        text = rf"\textbf{{{text}}}"
    mark = escape(cell.mark)
    return text + (rf"\textsuperscript{{{mark}}}" if text and mark else mark)


def _caption(table: Table) -> str:
    sentences = (table.title, *_explained(table))
    return " ".join(f"{capital(_percents(sentence)).rstrip('.')}." for sentence in sentences)


def _explained(table: Table) -> list[str]:
    """The notes on marks that stand in the table."""
    marks = {cell.mark[0] for row in table.rows for cell in row.cells if cell.mark}
    return [note for note in table.notes if any(mark in note for mark in marks)]


def _percents(text: str) -> str:
    """Our words with percents as English papers write them."""
    return re.sub(r"(?<=\d)\s%", "%", text)
