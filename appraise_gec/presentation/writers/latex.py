"""Tables as LaTeX for a paper: the `booktabs` package is all that they need."""

from collections.abc import Iterable, Sequence
from typing import Any

from appraise_gec.presentation.numbers import PAGE, number
from appraise_gec.presentation.tables import WORDS, Cell, Column, Table, capital

Row = Sequence[Any]

DECIMALS = 3
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
    '"': r"\textquotedbl{}",
    # After the end of a line these two would be taken for its options.
    "[": "{[}",
    "*": "{*}",
    "\u2013": "--",
    "\u2212": "$-$",
    "\u2020": r"\textdagger{}",
    "\u2021": r"\textdaggerdbl{}",
    "\u00d7": r"$\times$",
    "\u03ba": r"$\kappa$",
    "\u03c1": r"$\rho$",
}


class Raw(str):
    """LaTeX already, not text."""

    __slots__ = ()


def escape(text: str) -> str:
    """Text that LaTeX prints as it is: no character of it is a command, and it stays on its line."""
    plain = " ".join(text.split())
    return "".join(_SPECIAL.get(character, character) for character in plain if character.isprintable())


def write(table: Table) -> bytes:
    """A table with its source and its notes as comments: data rounded, or what people read, as it says."""
    notes = [note for note in (table.source, *table.notes, table.reason) if note]
    rules: list[int] = []
    if table.latex == "printed":
        shape = table.for_people().without("data")
        head = [column.heading if column.named else capital(column.heading) for column in shape.columns]
        rows: list[list[Any]] = [
            [Raw(_printed(column, cell)) for column, cell in zip(shape.columns, cells, strict=True)]
            for _, cells in shape.lines
        ]
        rules = [place for place, (rule, _) in enumerate(shape.lines) if rule and place]
        sides = [_side(column) for column in shape.columns]
    else:
        shape = table.without("data", "print")
        keys, *rows = shape.data()
        head = [key.replace("_", " ").capitalize() for key in keys]
        sides = [_side(column) * len(column.keys) for column in shape.columns]
    return tabular(head, rows, notes, "".join(sides), rules)


def tabular(
    header: Row, rows: Iterable[Row], notes: Sequence[str], alignment: str, rules: Sequence[int] = ()
) -> bytes:
    """A `tabular` with rules above, below the header, above the rows of these numbers, and below.

    Notes become comments.
    """
    lines = [f"% {' '.join(note.split())}" for note in notes]
    lines += [r"\begin{tabular}{" + alignment + "}", r"\toprule", _line(header), r"\midrule"]
    for place, row in enumerate(rows):
        lines += [r"\midrule"] * (place in rules) + [_line(row)]
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}", ""]).encode()


def _line(cells: Row) -> str:
    return " & ".join(map(cell_text, cells)) + r" \\"


def cell_text(value: Any) -> str:
    """A value of a data file, rounded for print."""
    if isinstance(value, Raw):
        return str(value)
    if value is None:
        return "--"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return escape(number(value, DECIMALS) if isinstance(value, float) else str(value))


def _printed(column: Column, cell: Cell) -> str:
    text, mark = escape(cell.text(column, PAGE)), escape(cell.mark)
    if text and mark:
        mark = rf"\textsuperscript{{{mark}}}"
    return (rf"\textbf{{{text}}}" if text and cell.tone == "better" else text) + mark


def _side(column: Column) -> str:
    return "l" if column.kind in WORDS else "r"
