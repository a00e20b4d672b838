"""Tables as the template `presentation/table.html` shows them: texts and classes."""

from dataclasses import dataclass, replace

from appraise_gec.presentation.numbers import PAGE
from appraise_gec.presentation.tables import WORDS, Cell, Column, Kind, Shape, Table, capital

FEW_COLUMNS = 5
MANY_COLUMNS = 12


@dataclass(frozen=True, slots=True)
class PageCell:
    """A cell: `details` are smaller lines below its text, `classes` its looks; whether it heads its row, is a
    name, or is only read aloud.
    """

    text: str
    mark: str = ""
    words: str = ""
    details: tuple[str, ...] = ()
    classes: str = ""
    is_heading: bool = False
    is_name: bool = False
    is_hidden: bool = False


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
    classes = ["described"]
    if any(column.named for column in shape.columns):
        classes += ["matrix", "sticky"]
    elif len(shape.columns) > MANY_COLUMNS:
        classes += ["sticky"]
    elif len(shape.columns) <= FEW_COLUMNS and not any(cells[0].detail for _, cells in shape.lines):
        classes += ["narrow"]
    return PageTable(
        key=table.key,
        title=table.title,
        caption="; ".join(filter(None, (table.title, table.source))),
        classes=" ".join(classes),
        head=_line(shape.columns, [_head(column) for column in shape.columns]),
        rows=[PageRow(_line(shape.columns, _cells(shape, cells)), rule) for rule, cells in shape.lines],
        notes=list(table.notes),
        reason=table.reason,
    )


def _head(column: Column) -> PageCell:
    return PageCell(
        text=column.heading if column.named else capital(column.heading or column.key),
        words=column.help,
        classes=_side(column),
        is_name=column.named,
        is_hidden=not column.heading,
    )


def _cells(shape: Shape, cells: list[Cell]) -> list[PageCell]:
    return [
        _cell(column, cell, is_heading=place == shape.row_heading)
        for place, (column, cell) in enumerate(zip(shape.columns, cells, strict=True))
    ]


def _cell(column: Column, cell: Cell, *, is_heading: bool) -> PageCell:
    text = cell.text(column, PAGE)
    return PageCell(
        text=text if column.kind is Kind.NAME else capital(text),
        mark=cell.mark,
        words=cell.words,
        details=(capital(cell.detail),) if cell.detail else (),
        classes=" ".join(filter(None, (_side(column), cell.tone and f"tone-{cell.tone}"))),
        is_heading=is_heading,
        is_name=column.kind is Kind.NAME,
    )


def _line(columns: list[Column], cells: list[PageCell]) -> list[PageCell]:
    """Cells, with those that stand below the one before them as details of that one."""
    line: list[PageCell] = []
    for column, cell in zip(columns, cells, strict=True):
        if column.below and line:
            # Under an undefined value a second dash says nothing.
            more = (cell.text,) if cell.text and cell.text != line[-1].text else ()
            line[-1] = replace(line[-1], details=(*more, *line[-1].details))
        else:
            line.append(cell)
    return line


def _side(column: Column) -> str:
    return "" if column.kind in WORDS else "num"
