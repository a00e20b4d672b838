"""Tables as Markdown, as GitHub and most editors read it."""

import re

from appraise_gec.present.numbers import PAGE
from appraise_gec.present.table import WORDS, Cell, Column, Table, capital
from appraise_gec.words import visible

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>()#+!|~$&])")


def write(table: Table) -> bytes:
    """Title, table and notes in UTF-8."""
    lines = [f"**{escape(table.title)}**"]
    if table.rows:
        columns = table.people_columns
        heads = [column.heading if column.named else capital(column.heading) for column in columns]
        rules = ["---" if column.kind in WORDS else "--:" for column in columns]
        rows = [[_cell(column, cell) for column, cell in line] for line in table.people_lines]
        lines += ["", *(f"| {' | '.join(row)} |" for row in (map(escape, heads), rules, *rows))]
    for sentence in table.notes if table.rows else (table.reason,):
        lines += ["", escape(sentence)]
    return "\n".join([*lines, ""]).encode()


def escape(text: str) -> str:
    """Text that Markdown shows as it is, on one line."""
    return _SPECIAL.sub(r"\\\1", visible(" ".join(text.split())))


def _cell(column: Column, cell: Cell) -> str:
    text = escape(cell.text(column, PAGE))
    return (f"**{text}**" if text and cell.strong else text) + escape(cell.mark)
