"""A result with its tables and figures, and with the recipe that it was made by."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import appraise_gec
from appraise_gec.library.files import InputFiles, warning_lines
from rankings.formats.records import Problem

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Drawing

    from appraise_gec.present.blocks import Section
    from appraise_gec.present.figure import Figure
    from appraise_gec.present.table import Table

Result = TypeVar("Result")
TABLES = (".csv", ".md", ".tex")
FIGURES = (".svg", ".pdf", ".png")


@dataclass(frozen=True, slots=True, eq=False)
class Finding(Generic[Result]):
    """What a function of the library found.

    In a terminal it prints its tables, in a notebook it shows them. Attributes of `result`, such as
    `.systems` of a ranking, can be asked of it directly.

    Attributes:
        result: a frozen dataclass, documented where it is defined.
        described: makes what people see: a section with texts, tables and figures, the leading ones first.
        unfolded: keys of tables that a page folds and a terminal shows.
        inputs: the files that were read.
        warnings: what a reader should look at.
        told: by name, what the document has beside the fields of the result, or in place of them.
        content: what a command prints in place of tables: a file, in pieces.
        settled: settings of the recipe that the call left open, or that come with the judgments.
        made_with: further parts of the recipe, such as versions of software.
        document: makes JSON of the result, where its fields are not what the document says.
        made_by: the whole recipe, where it is not made of the parts above.
        command, settings: as it was asked for.
        failed: whether it answers a question with no, which ends the command with status 1.
    """

    result: Result
    described: "Callable[[], Section]"
    inputs: InputFiles = field(default_factory=InputFiles)
    warnings: Sequence[Problem] = ()
    told: Mapping[str, Any] = field(default_factory=dict)
    content: Iterable[bytes] | None = None
    settled: Mapping[str, Any] = field(default_factory=dict)
    made_with: Mapping[str, Any] = field(default_factory=dict)
    unfolded: Sequence[str] = ()
    document: Callable[[Any], dict[str, Any]] | None = None
    made_by: Mapping[str, Any] | None = None
    command: str = ""
    settings: Mapping[str, Any] = field(default_factory=dict)
    failed: bool = False

    def asked_by(self, command: str, settings: Mapping[str, Any]) -> "Finding[Result]":
        """The same as the answer of a function with these settings."""
        return replace(self, command=command.replace("_", "-"), settings=settings)

    @property
    def recipe(self) -> dict[str, Any]:
        """What the result depends on."""
        if self.made_by is not None:
            return dict(self.made_by)
        settings = {**self.settings, **self.settled}
        seed = settings.pop("seed", None)
        return recipe(self.command, self.inputs, settings, seed, **self.made_with)

    def to_json(self) -> dict[str, Any]:
        """The document that `--json` prints under `result`."""
        from rankings.formats.results import to_json

        told: dict[str, Any] = to_json({"warnings": warning_lines(self.warnings), **self.told})
        return (self.document or to_json)(self.result) | told

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
        from appraise_gec.library.frames import frame_of

        keys, *rows = _by_key(self.tables, table, "table").data()
        return frame_of(keys, rows, library)

    def plot(self, figure: str = "") -> "Drawing":
        """A figure of matplotlib, which notebooks show.

        Args:
            figure: its key, one of `figure_keys`; the leading figure if empty.

        Raises:
            KeyError: no figure has this key, or there is none at all.
        """
        from appraise_gec.present.drawing import drawn

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
        from appraise_gec.present import csv, drawing, latex, markdown

        path = Path(path)
        ending = path.suffix.lower()
        if ending in TABLES:
            write = dict(zip(TABLES, (csv.write, markdown.write, latex.write), strict=True))[ending]
            path.write_bytes(write(_by_key(self.tables, key, "table")))
        elif ending in FIGURES:
            path.write_bytes(drawing.file(_by_key(self.figures, key, "figure"), ending[1:]))
        else:
            known = ", ".join((*TABLES, *FIGURES))
            raise ValueError(f"{path.name} ends in {ending or 'nothing'}; expected one of {known}")
        return path

    @property
    def tables(self) -> "list[Table]":
        return self.described().tables

    @property
    def figures(self) -> "list[Figure]":
        return self.described().figures

    @property
    def table_keys(self) -> tuple[str, ...]:
        return tuple(table.key for table in self.tables)

    @property
    def figure_keys(self) -> tuple[str, ...]:
        return tuple(figure.key for figure in self.figures)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self.result, name)

    def __dir__(self) -> list[str]:
        of_result = [name for name in dir(self.result) if not name.startswith("_")]
        return sorted({*object.__dir__(self), *of_result})

    def __repr__(self) -> str:
        from appraise_gec.present import terminal

        section = self.described()
        tables = [terminal.write(one) for one in section.tables if one.key in self.unfolded]
        return "\n\n".join([terminal.write_section(section), *tables])

    def _repr_html_(self) -> str:
        from appraise_gec.present import html

        return html.write_section(self.described())


def recipe(
    command: str, inputs: InputFiles, settings: Mapping[str, Any], seed: int | None = None, **more: Any
) -> dict[str, Any]:
    """What a result depends on: program, version, command, settings, seed and SHA-256 of every input."""
    return {
        "program": "appraise-gec",
        "version": appraise_gec.__version__,
        "command": command,
        **more,
        "settings": dict(settings),
        "seed": seed,
        "inputs": inputs.hashes,
    }


def document_bytes(document: Mapping[str, Any]) -> bytes:
    """A JSON document as the same bytes wherever it is written. Non-finite numbers become null."""
    from rankings.formats.results import to_json

    text = json.dumps(to_json(document), ensure_ascii=False, indent=1, allow_nan=False) + "\n"
    # Half a surrogate pair, which UTF-8 cannot hold, becomes its escape in JSON.
    return text.encode("utf-8", "backslashreplace")


def described_by(section: str, *found: Any, **more: Any) -> "Callable[[], Section]":
    """What describes a result: the function of a module, `describe` where a colon names no other.

    The module is loaded when somebody looks, which programs that ask for JSON do not.
    """
    name = section if ":" in section else f"{section}:describe"
    return lambda: resolve_name(name)(*found, **more)


def in_words(text: str) -> "Callable[[], Section]":
    """Describes a result by some lines alone."""

    def described() -> "Section":
        from appraise_gec.present.blocks import Section

        return Section("said", text, [])

    return described


def _by_key(all_of_them: Sequence[Any], key: str, what: str) -> Any:
    for one in all_of_them:
        if not key or one.key == key:
            return one
    there_are = ", ".join(one.key for one in all_of_them) or "none"
    raise KeyError(f"no {what} is called {key!r}; there are: {there_are}" if key else f"there is no {what}")
