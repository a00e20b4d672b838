"""Tables as LaTeX for a paper: floats with rules by `booktabs` that fit a column, or the page across both."""

import re
from collections.abc import Iterator, Sequence

from appraise_gec.presentation.charts import shortened
from appraise_gec.presentation.numbers import Style, number, share
from appraise_gec.presentation.tables import INTERVALS, WORDS, Cell, Column, Kind, Table, capital
from appraise_gec.presentation.writers.latex_layout import (
    SIZES,
    Layout,
    PaperCell,
    PaperColumn,
    heading_lines,
    layout_of,
    rows_of_parts,
)
from appraise_gec.presentation.writers.times import SUPERSCRIPT
from appraise_gec.presentation.writers.times import width as text_width

PAPER = Style(missing="\u2013", minus="\u2212", dash="\u2013", space="", word_spans=False)
PACKAGES = r"% Needs \usepackage{booktabs}"
TURNING = r" and \usepackage{graphicx}"
# Letters of a word that is wider than its column, between places where it may be broken.
BREAK_EVERY = 3
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
    """A table as a float with caption and label; as several, where it is wider or higher than a page.

    Notes that no mark in the table refers to become comments.
    """
    table = table.in_paper()
    if not table.rows:
        return f"% {capital(' '.join(table.reason.split()))}\n".encode()
    columns = _columns(table)
    layout = layout_of(columns)
    rules = [place for place, row in enumerate(table.rows) if row.rule_above and place]
    parts = [(numbers, rows) for rows in rows_of_parts(columns, layout, rules) for numbers in layout.columns]
    floats = []
    for place, (numbers, rows) in enumerate(parts, start=1):
        again = f" Part {place} of {len(parts)}." if len(parts) > 1 else ""
        floats += [
            rf"\begin{{{layout.environment}}}[t]",
            r"\centering",
            rf"\{layout.size}",
            rf"\setlength{{\tabcolsep}}{{{layout.gap:g}pt}}",
            *_tabular(columns, layout, numbers, rows, rules),
            rf"\caption{{{escape(_caption(table) + again)}}}",
            rf"\label{{tab:{table.key if place == 1 else f'{table.key}-{place}'}}}",
            rf"\end{{{layout.environment}}}",
            "",
        ]
    return "\n".join([*_comments(table, columns, layout), *floats]).encode()


def _comments(table: Table, columns: Sequence[PaperColumn], layout: Layout) -> Iterator[str]:
    turned = layout.turned and any(column.named for column in columns)
    yield f"{PACKAGES}{TURNING if turned else ''}."
    texts = [_caption(table), *(column.heading for column in columns)]
    codes = [*map(escape, texts), *(cell.code for column in columns for cell in column.cells)]
    if any(letter >= LATIN for code in codes for letter in code):
        yield "% Some of its letters need XeLaTeX or LuaLaTeX, with a font that has them."
    told = set(_explained(table))
    for note in table.notes:
        if note not in told:
            yield f"% {' '.join(note.split())}"


def _tabular(
    columns: Sequence[PaperColumn],
    layout: Layout,
    numbers: Sequence[int],
    rows: range,
    rules: Sequence[int],
) -> Iterator[str]:
    """Some columns and rows of a table, with rules above, below the heading, between groups, and below."""
    # Text that is broken into lines gives the usual end of a row another meaning.
    end = r" \tabularnewline" if layout.broken else r" \\"
    sides = [
        f"p{{{layout.broken[number]:.1f}pt}}" if number in layout.broken else columns[number].side
        for number in numbers
    ]
    yield r"\begin{tabular}{@{}" + "".join(sides) + "@{}}"
    yield r"\toprule"
    for line in _head([columns[place] for place in numbers], numbers, layout):
        yield " & ".join(line) + end
    yield r"\midrule"
    for row in rows:
        if row in rules and row != rows[0]:
            yield r"\midrule"
        cells = [
            _broken(columns[number].cells[row], layout.broken[number] / SIZES[layout.size])
            if number in layout.broken
            else columns[number].cells[row].code
            for number in numbers
        ]
        yield " & ".join(cells) + end
    yield r"\bottomrule"
    yield r"\end{tabular}"


def _head(columns: Sequence[PaperColumn], numbers: Sequence[int], layout: Layout) -> Iterator[list[str]]:
    """The lines of the heading, the last words next to the cells."""
    rooms = {number: room / SIZES[layout.size] for number, room in layout.broken.items()}
    lines = [
        heading_lines(column, SIZES[layout.size], turned=layout.turned, room=layout.broken.get(number))
        for number, column in zip(numbers, columns, strict=True)
    ]
    if layout.turned:
        yield [
            _broken(PaperCell("", 0.0, " ".join(one)), rooms[number])
            if number in rooms
            else _stacked(column, one)
            for number, column, one in zip(numbers, columns, lines, strict=True)
        ]
        return
    height = max(map(len, lines))
    for line in range(height):
        texts = [one[line - (height - len(one))] if line >= height - len(one) else "" for one in lines]
        yield [
            _broken(PaperCell("", 0.0, text), rooms[number]) if number in rooms else escape(text)
            for number, text in zip(numbers, texts, strict=True)
        ]


def _stacked(column: PaperColumn, lines: Sequence[str]) -> str:
    """A heading beside names that are written upwards."""
    codes = [escape(line) for line in lines]
    if column.named and codes[0]:
        return rf"\rotatebox{{90}}{{{codes[0]}}}"
    if len(codes) == 1:
        return codes[0]
    return rf"\shortstack[{column.side}]" + "{" + r"\\".join(codes) + "}"


def _columns(table: Table) -> list[PaperColumn]:
    """The columns as LaTeX; what stands below another column on a page stands behind its values here."""
    shape = table.without("data")
    columns: list[PaperColumn] = []
    for place, column in enumerate(shape.columns):
        heading = shortened(column.heading) if column.named else capital(_percents(column.heading))
        cells = [_cell(column, cells[place]) for _, cells in shape.lines]
        if column.below and columns:
            columns[-1] = _joined(columns[-1], column, cells)
        else:
            side = "l" if column.kind in WORDS else "r"
            columns.append(PaperColumn(heading, column.named, side, cells))
    return columns


def _joined(before: PaperColumn, column: Column, cells: Sequence[PaperCell]) -> PaperColumn:
    """A column with the values of another one behind its own, in brackets."""
    # An interval brings brackets of its own.
    start, end = ("", "") if column.kind in INTERVALS else ("(", ")")
    joined = []
    for first, second in zip(before.cells, cells, strict=True):
        if second.code in ("", escape(PAPER.missing)):
            joined.append(first)
        else:
            code = f"{first.code} {start}{second.code}{end}"
            joined.append(PaperCell(code, first.width + second.width + text_width(f" {start}{end}")))
    start, end = ("[", "]") if column.kind in INTERVALS else (start, end)
    words = f"{start}{_percents(column.heading)}{end}"
    heading = before.heading if before.named else f"{before.heading} {words}"
    return PaperColumn(heading, before.named, before.side, joined)


def _cell(column: Column, cell: Cell) -> PaperCell:
    bold = _is_bold(cell)
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
    if code and bold:
        code = rf"\textbf{{{code}}}"
    size = 1.0
    raised = escape(mark)
    if text and mark:
        raised, size = rf"\textsuperscript{{{raised}}}", SUPERSCRIPT
    width = text_width(text, bold=bold) + size * text_width(mark)
    breakable = column.kind in WORDS and not mark and not bold
    return PaperCell(code + raised, width, text if breakable else "")


def _is_bold(cell: Cell) -> bool:
    """Whether the better one of two, or where it is not about two, what is significant."""
    return cell.tone == "better" if cell.tone else cell.strong


def _broken(cell: PaperCell, room: float) -> str:
    """The LaTeX of a cell whose text is broken into lines, and so are words that are wider than the room."""
    if not cell.text:
        return cell.code
    # TeX itself breaks at spaces and after hyphens.
    parts = re.findall(r"\s+|[^\s-]+-?|-", cell.text)
    codes = [_breakable(part) if text_width(part) > room else escape(part) or " " for part in parts]
    return rf"\raggedright\hspace{{0pt}}{''.join(codes)}"


def _breakable(word: str) -> str:
    pieces = (word[start : start + BREAK_EVERY] for start in range(0, len(word), BREAK_EVERY))
    return r"\allowbreak{}".join(map(escape, pieces))


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
