"""Tables as the template `presentation/table.html` shows them: texts and classes."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from appraise_gec.presentation.numbers import PAGE
from appraise_gec.presentation.tables import WORDS, Cell, Column, Kind, Shape, Table, capital

# A table with so few columns is narrow; with so many its cells stand closer together.
FEW_COLUMNS, MANY_COLUMNS = 5, 11
SHADES = 10


@dataclass(frozen=True, slots=True)
class Sorting:
    """The key of the column that a table is sorted by. Every heading leads to the page sorted by it."""

    key: str
    ascending: bool

    def order(self, column: Column) -> str:
        """The order of a column as browsers read it aloud; empty where the table has another."""
        return ("ascending" if self.ascending else "descending") if column.key == self.key else ""

    def link(self, column: Column) -> str:
        """The query string that sorts the page by a column: greatest first, then reversed."""
        direction = "asc" if self.order(column) == "descending" else "desc"
        return "?" + urlencode({"sort": column.key, "dir": direction})


@dataclass(frozen=True, slots=True)
class PageCell:
    """A cell: `details` are smaller lines below its text, `classes` its looks; whether it heads its row, is a
    name, or is only read aloud. `link` is where it leads; `order`, in which order its column stands.
    """

    text: str
    mark: str = ""
    words: str = ""
    details: tuple[str, ...] = ()
    classes: str = ""
    is_heading: bool = False
    is_name: bool = False
    is_hidden: bool = False
    link: str = ""
    order: str = ""


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
    legend: list[tuple[PageCell, str]]


def page_table(
    table: Table,
    links: Mapping[str, str] | None = None,
    sorting: Sorting | None = None,
) -> PageTable:
    """The context of a table for the template.

    Args:
        table: its description.
        links: by the value of the heading of a row, where it leads.
        sorting: the order of its rows, where readers may choose it.
    """
    table = table.for_people()
    shape = table.without("data")
    classes = ["described"]
    if any(column.named for column in shape.columns):
        classes += ["matrix"]
    elif len(shape.columns) >= MANY_COLUMNS:
        classes += ["dense"]
    elif len(shape.columns) <= FEW_COLUMNS and not any(cells[0].detail for _, cells in shape.lines):
        classes += ["narrow"]
    head = _line(shape.columns, _heads(shape, sorting))
    rows = [
        PageRow(_line(shape.columns, _cells(shape, cells, links or {})), rule) for rule, cells in shape.lines
    ]
    return PageTable(
        key=table.key,
        title=table.title,
        caption="; ".join(filter(None, (table.title, table.source))),
        classes=" ".join(classes),
        head=head,
        rows=rows,
        notes=list(table.notes),
        reason=table.reason,
        legend=[
            (
                PageCell(sample.text, classes=_looks(sample.shade, strong=sample.strong)),
                sample.words,
            )
            for sample in table.legend
        ]
        if rows
        else [],
    )


def _heads(shape: Shape, sorting: Sorting | None) -> list[PageCell]:
    line = [_head(column, sorting) for column in shape.columns]
    heading = line[shape.row_heading]
    # It stays in view with the headings of the rows below it.
    line[shape.row_heading] = replace(heading, classes=f"{heading.classes} row-heading".strip())
    return line


def _head(column: Column, sorting: Sorting | None) -> PageCell:
    return PageCell(
        text=column.heading if column.named else capital(column.heading or column.spoken or column.key),
        words=column.help,
        details=(column.note,) if column.note else (),
        classes=_side(column),
        is_name=column.named,
        is_hidden=not column.heading,
        link=sorting.link(column) if sorting else "",
        order=sorting.order(column) if sorting else "",
    )


def _cells(shape: Shape, cells: list[Cell], links: Mapping[str, str]) -> list[PageCell]:
    line = [_cell(column, cell) for column, cell in zip(shape.columns, cells, strict=True)]
    heading = shape.row_heading
    link = links.get(cells[heading].value, "") if links else ""
    line[heading] = replace(line[heading], is_heading=True, link=link)
    return line


def _cell(column: Column, cell: Cell) -> PageCell:
    text = cell.text(column, PAGE)
    # A shade says more than a tone, which print turns into bold type.
    tone = f"tone-{cell.tone}" if cell.tone and cell.shade is None else ""
    return PageCell(
        text=text if column.kind is Kind.NAME else capital(text),
        mark=cell.mark if cell.mark else "",
        words=cell.words if cell.words else "",
        details=(capital(cell.detail),) if cell.detail else (),
        classes=" ".join(filter(None, (_side(column), tone, _looks(cell.shade, strong=cell.strong)))),
        is_name=column.kind is Kind.NAME,
    )


def _looks(shade: float | None, *, strong: bool) -> str:
    """The classes of a ground and of bold type."""
    classes = ["strong"] if strong else []
    if shade is not None:
        classes.insert(0, f"shade{'-low' if shade < 0 else ''}-{min(int(abs(shade) * SHADES), SHADES - 1)}")
    return " ".join(classes)


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
