"""The description of a table, shared by every page, file and terminal that shows it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, Literal

from appraise_gec.present import numbers
from appraise_gec.present.numbers import PAGE, Style


class Kind(Enum):
    """The kind of the values of a column. Values may be None: undefined."""

    NAME = auto()  # str: of a judge, a system, a file; printed as it is
    TEXT = auto()  # str: our words
    COUNT = auto()  # int
    RANK = auto()  # int
    SCORE = auto()  # float: 0.123
    FRACTION = auto()  # float from -1 to 1: .12
    SHARE = auto()  # float from 0 to 1: 12.3 %
    P_VALUE = auto()  # float from 0 to 1
    INTERVAL = auto()  # (float, float)
    SHARE_INTERVAL = auto()  # (float, float) from 0 to 1: 1.2-3.4 %
    RANK_RANGE = auto()  # (int, int)
    TIME = auto()  # datetime
    YES_NO = auto()  # bool


WORDS = frozenset(
    {Kind.NAME, Kind.TEXT, Kind.YES_NO}
)  # written from the left; everything else from the right
INTERVALS = frozenset({Kind.INTERVAL, Kind.SHARE_INTERVAL})
_DIGITS = {Kind.FRACTION: 2, Kind.SHARE: 1, Kind.SHARE_INTERVAL: 1}
_PARTS = {**dict.fromkeys(INTERVALS, ("low", "high")), Kind.RANK_RANGE: ("rank_low", "rank_high")}

Where = Literal["everywhere", "data", "print"]


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table.

    Attributes:
        key: heads the column in data files.
        heading: heads it in print. Written in lower case; where lines begin with a capital, a writer sets it.
        kind: of its values.
        digits: after the point in print; None for what is usual for the kind.
        help: a sentence on what it means.
        where: "data": only in files of data (CSV), "print": only for people.
        named: whether the heading is somebody's or something's name, as in a matrix, and not our word.
        below: whether a page writes it as a second line of the column before, so that it takes no width.
        parts: the keys of both values of an interval or rank range; () for what is usual for the kind.
    """

    key: str
    heading: str
    kind: Kind = Kind.TEXT
    digits: int | None = None
    help: str = ""
    where: Where = "everywhere"
    named: bool = False
    below: bool = False
    parts: tuple[str, ...] = ()

    @property
    def keys(self) -> tuple[str, ...]:
        """The columns of a data file that it fills: two for a compound value."""
        return self.parts or _PARTS.get(self.kind, (self.key,))

    def values(self, value: Any) -> tuple[Any, ...]:
        """A value of it, divided among `keys`."""
        keys = self.keys
        return (value,) if len(keys) == 1 else (None,) * len(keys) if value is None else tuple(value)

    def text(self, value: Any, style: Style) -> str:
        """A value of it in print; an empty text stays one."""
        if value is None:
            return style.missing
        if isinstance(value, str):
            return value
        digits = self.digits if self.digits is not None else _DIGITS.get(self.kind, 3)
        return _TEXTS[self.kind](value, digits, style)


_TEXTS: dict[Kind, Callable[[Any, int, Style], str]] = {
    Kind.COUNT: lambda value, digits, style: numbers.count(value),
    Kind.RANK: lambda value, digits, style: str(value),
    Kind.SCORE: numbers.number,
    Kind.FRACTION: numbers.fraction,
    Kind.SHARE: numbers.share,
    Kind.P_VALUE: lambda value, digits, style: numbers.p_value(value, style),
    Kind.INTERVAL: lambda value, digits, style: numbers.span(value[0], value[1], digits, style),
    Kind.SHARE_INTERVAL: lambda value, digits, style: numbers.share_span(value[0], value[1], digits, style),
    Kind.RANK_RANGE: lambda value, digits, style: numbers.ranks(value[0], value[1], style),
    Kind.TIME: lambda value, digits, style: f"{value:%Y-%m-%d %H:%M}",
    Kind.YES_NO: lambda value, digits, style: "yes" if value else "no",
}


@dataclass(frozen=True, slots=True)
class Cell:
    """A value with more to it. Where there is no more, the value stands in the row by itself.

    Attributes:
        value: for data files, and for print unless `shown` says otherwise.
        shown: our word for the value in print.
        mark: a sign after the value, explained in a note; instead of the value where that is None.
        words: what the value means, for those who point at it.
        detail: a second, smaller line below the value.
        shade: how deep a page colours the ground, from 0 to 1; below 0 in the other colour; None for not at
            all.
        strong: whether it is set in bold, as what is significant.
    """

    value: Any
    shown: str = ""
    mark: str = ""
    words: str = ""
    detail: str = ""
    shade: float | None = None
    strong: bool = False

    def text(self, column: Column, style: Style = PAGE) -> str:
        """The value in print, without the mark."""
        return "" if self.value is None and self.mark else column.text(self.shown or self.value, style)


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a table: a value or a `Cell` for every column; with a rule above where a group begins."""

    values: Sequence[Any]
    rule_above: bool = False

    @property
    def cells(self) -> list[Cell]:
        return [value if isinstance(value, Cell) else Cell(value) for value in self.values]


@dataclass(frozen=True, slots=True)
class Table:
    """A table.

    Attributes:
        key: in addresses and names of files.
        title: its caption.
        columns, rows: as many values in each row as there are columns. The heading of a row is its first
            name, or its first cell where no column holds names.
        notes: sentences below it: what marks mean, what to beware of.
        reason: why there are no rows, where there are none.
    """

    key: str
    title: str
    columns: Sequence[Column]
    rows: Sequence[Row]
    notes: Sequence[str] = ()
    reason: str = ""

    def __post_init__(self) -> None:
        for number, row in enumerate(self.rows, start=1):
            if len(row.values) != len(self.columns):
                raise ValueError(f"{self.key}, row {number}: expected {len(self.columns)} values")

    @property
    def people_columns(self) -> list[Column]:
        """The columns that people see."""
        return [column for column in self.columns if column.where != "data"]

    @property
    def people_lines(self) -> list[list[tuple[Column, Cell]]]:
        """For every row the cells that people see, each with its column."""
        kept = [place for place, column in enumerate(self.columns) if column.where != "data"]
        return [[(self.columns[place], row.cells[place]) for place in kept] for row in self.rows]

    @property
    def heading(self) -> int:
        """Which of the columns that people see heads the rows: the first of names, or the first."""
        names = (place for place, column in enumerate(self.people_columns) if column.kind is Kind.NAME)
        return next(names, 0)

    def data(self) -> Iterator[list[Any]]:
        """Keys, and then values, with compound values divided; without what only people see."""
        kept = [place for place, column in enumerate(self.columns) if column.where != "print"]
        yield [key for place in kept for key in self.columns[place].keys]
        for row in self.rows:
            cells = row.cells
            yield [value for place in kept for value in self.columns[place].values(cells[place].value)]


def capital(text: str) -> str:
    """Our words at the beginning of a line."""
    return text[:1].upper() + text[1:]
