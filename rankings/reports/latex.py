"""LaTeX of the tables of a report that have no description in `rankings.tables` yet."""

from collections.abc import Iterable, Sequence
from typing import Any

from appraise_gec.presentation.writers.latex import Raw, cell_text, escape, tabular
from rankings.reports.sections.head_to_head import TESTS, all_duels, mark_of, share_text, system_order

Cell = Any
Row = Sequence[Cell]


def from_rows(rows: Iterable[Row], notes: Sequence[str] = ()) -> bytes:
    """A table of a CSV file as LaTeX; shares of single ranks, which fill no page of paper, are left out."""
    header, *body = [list(row) for row in rows]
    kept = [place for place, name in enumerate(header) if not str(name).startswith("share_rank_")]
    names = [str(header[place]).replace("_", " ").capitalize() for place in kept]
    shown = [[row[place] for place in kept] for row in body]
    return tabular(names, shown, notes, _alignment(len(names), shown))


def head_to_head(result: dict[str, Any], notes: Sequence[str]) -> bytes:
    """The matrix of Table 3d, marked by the corrected test by sentence; bold where above half."""
    order, duels, test = system_order(result), all_duels(result), TESTS[0]
    rows = []
    for row in order:
        cells: list[Cell] = [row]
        for column in order:
            duel = duels.get((column, row))
            if duel is None:
                cells.append(Raw("--"))
                continue
            text = escape(share_text(duel.share))
            mark = escape(mark_of(duel.p[test.key])) if duel.share is not None else ""
            bold = duel.share is not None and duel.share > 0.5
            share = rf"\textbf{{{text}}}" if bold else text
            cells.append(Raw(share + (rf"\textsuperscript{{{mark}}}" if mark else "")))
        rows.append(cells)
    levels = "* .1, \u2020 .05, \u2021 .01"
    legend = f"Share of the column's wins against the row; {test.title.lower()}: {levels}"
    return tabular(["", *order], rows, [*notes, legend], "l" + "r" * len(order))


def _alignment(columns: int, rows: Sequence[Row]) -> str:
    """Numbers to the right: a column is one of numbers when every cell of it begins like one."""

    def is_number(cell: Cell) -> bool:
        text = cell_text(cell)
        return text == "--" or text.removeprefix("$-$")[:1].isdigit()

    return "".join(
        "r" if rows and all(is_number(row[place]) for row in rows) else "l" for place in range(columns)
    )
