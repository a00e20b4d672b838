"""Tables as the template `presentation/table.html` shows them: texts and classes."""

from dataclasses import dataclass

from appraise_gec.presentation.numbers import PAGE
from appraise_gec.presentation.tables import WORDS, Cell, Column, Kind, Table, capital


@dataclass(frozen=True, slots=True)
class PageCell:
    """A cell: `classes` for its looks; whether it heads its row, and whether it is somebody's name."""

    text: str
    mark: str = ""
    words: str = ""
    detail: str = ""
    classes: str = ""
    is_heading: bool = False
    is_name: bool = False


@dataclass(frozen=True, slots=True)
class PageRow:
    """A row; `rule_above` where a group begins."""

    cells: list[PageCell]
    rule_above: bool


@dataclass(frozen=True, slots=True)
class PageTable:
    """A table; `caption` is title and source, `classes` are those of the whole table."""

    key: str
    title: str
    caption: str
    classes: str
    head: list[PageCell]
    rows: list[PageRow]
    notes: list[str]
    reason: str


def page_table(table: Table) -> PageTable:
    """What the template shows of a table."""
    table = table.for_people()
    shape = table.without("data")
    is_matrix = any(column.named for column in shape.columns)
    return PageTable(
        key=table.key,
        title=table.title,
        caption="; ".join(filter(None, (table.title, table.source))),
        classes=" ".join(("described", *(("matrix", "sticky") if is_matrix else ()))),
        head=[
            PageCell(
                text=column.heading if column.named else capital(column.heading),
                words=column.help,
                classes=_side(column),
                is_name=column.named,
            )
            for column in shape.columns
        ],
        rows=[
            PageRow(
                [
                    _cell(column, cell, is_heading=place == shape.row_heading)
                    for place, (column, cell) in enumerate(zip(shape.columns, cells, strict=True))
                ],
                rule,
            )
            for rule, cells in shape.lines
        ],
        notes=list(table.notes),
        reason=table.reason,
    )


def _cell(column: Column, cell: Cell, *, is_heading: bool) -> PageCell:
    text = cell.text(column, PAGE)
    return PageCell(
        text=text if column.kind is Kind.NAME else capital(text),
        mark=cell.mark,
        words=cell.words,
        detail=capital(cell.detail),
        classes=" ".join(filter(None, (_side(column), cell.tone and f"tone-{cell.tone}"))),
        is_heading=is_heading,
        is_name=column.kind is Kind.NAME,
    )


def _side(column: Column) -> str:
    return "" if column.kind in WORDS else "num"
