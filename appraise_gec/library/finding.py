"""A result with its tables and figures."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from appraise_gec.library.frames import frame_library
from appraise_gec.present import csv, html, latex, markdown, terminal
from appraise_gec.present.figure import Figure, drawn, file
from appraise_gec.present.table import Table
from rankings.formats.results import to_json

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Drawing

Result = TypeVar("Result")

TABLE_WRITERS: Mapping[str, Callable[[Table], bytes]] = {
    ".csv": csv.write,
    ".md": markdown.write,
    ".tex": latex.write,
}
FIGURES = (".svg", ".pdf", ".png")


@dataclass(frozen=True, slots=True, eq=False)
class Finding(Generic[Result]):
    """What an analysis found.

    In a terminal it prints its tables, in a notebook it shows them. Attributes of `result`, such as
    `.systems` of a ranking, can be asked of it directly.

    Attributes:
        result: a frozen dataclass, documented where it is defined.
        tables: for people and for files, the leading one first.
        figures: the leading one first; () where there is none.
        warnings: what a reader should look at.
        told: by name, what the document of `--json` has in place of a field of the result.
    """

    result: Result
    tables: Sequence[Table]
    figures: Sequence[Figure] = ()
    warnings: Sequence[str] = field(default=())
    told: Mapping[str, Any] = field(default_factory=dict)

    def to_dataframe(self, table: str = "", library: str = "pandas") -> Any:
        """A table as a data frame, with one value per cell under the keys of data files.

        Args:
            table: its key, one of `table_keys`; the leading table if empty.
            library: "pandas" or "polars", which has to be installed.

        Raises:
            KeyError: no table has this key.
            ValueError: another library.
            ImportError: the library is not installed.
        """
        keys, *rows = self._table(table).without("print").data()
        columns = {key: [row[place] for row in rows] for place, key in enumerate(keys)}
        return frame_library(library).DataFrame(columns)

    def to_json(self) -> dict[str, Any]:
        """The document that `--json` prints under `result`."""

        document: dict[str, Any] = to_json(self.result)
        told: dict[str, Any] = to_json(dict(self.told))
        return document | told

    def plot(self, figure: str = "") -> "Drawing":
        """A figure of matplotlib, which notebooks show.

        Args:
            figure: its key, one of `figure_keys`; the leading one if empty.

        Raises:
            KeyError: no figure has this key, or there is none at all.
        """

        return drawn(_by_key(self.figures, figure, "figure"))

    def save(self, path: str | Path, key: str = "") -> Path:
        """Write a table (.csv, .md, .tex) or a figure (.svg, .pdf, .png), told by the ending.

        Args:
            path: of the new file.
            key: of the table or figure; the leading one if empty.

        Raises:
            ValueError: another ending.
            KeyError: nothing has this key.
        """
        path = Path(path)
        ending = path.suffix.lower()
        if ending in TABLE_WRITERS:
            path.write_bytes(TABLE_WRITERS[ending](self._table(key)))
        elif ending in FIGURES:
            path.write_bytes(file(_by_key(self.figures, key, "figure"), ending[1:]))
        else:
            known = ", ".join((*TABLE_WRITERS, *FIGURES))
            raise ValueError(f"{path.name} ends in {ending or 'nothing'}; expected one of {known}")
        return path

    @property
    def table_keys(self) -> tuple[str, ...]:
        return tuple(table.key for table in self.tables)

    @property
    def figure_keys(self) -> tuple[str, ...]:
        return tuple(figure.key for figure in self.figures)

    def _table(self, key: str) -> Table:
        return _by_key(self.tables, key, "table")

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self.result, name)

    def __dir__(self) -> list[str]:
        of_result = [name for name in dir(self.result) if not name.startswith("_")]
        return sorted({*object.__dir__(self), *of_result})

    def __repr__(self) -> str:
        return "\n\n".join([*map(terminal.write, self.tables), *self.warnings])

    def _repr_html_(self) -> str:
        return "".join(html.write(table) for table in self.tables)


Shown = TypeVar("Shown", Table, Figure)


def _by_key(all_of_them: Sequence[Shown], key: str, what: str) -> Shown:
    for one in all_of_them:
        if not key or one.key == key:
            return one
    there_are = ", ".join(one.key for one in all_of_them) or "none"
    raise KeyError(f"no {what} is called {key!r}; there are: {there_are}" if key else f"there is no {what}")
