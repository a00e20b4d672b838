"""An archive into a new campaign. Nothing in it is believed: problems name file and line."""

import re
import zipfile
from collections.abc import Callable, Iterator
from datetime import datetime
from itertools import count
from typing import IO, Any

import msgspec
from django.core.exceptions import ValidationError
from django.db.models import Field, ForeignKey, JSONField, Model

from rankings.archive.contents import CAMPAIGN, Table, tables
from rankings.archive.writing import ABOUT, FORMAT
from rankings.formats.problems import quoted
from rankings.formats.records import FormatError, Problem
from rankings.formats.uploads import BROKEN, member_problem, why_broken

ROWS_AT_ONCE = 2000
MIB = 1024 * 1024
MOST_BYTES = 8192 * MIB  # unpacked; rows go through memory a few thousand at a time
MOST_RATIO = 200
MOST_LINE = 128 * MIB  # the files of references are one line
NUL = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")
AS_MADE = "Take the archive as it was made."
Row = tuple[int, dict[str, Any]]
Known = dict[type[Model], dict[Any, Any]]
Convert = Callable[[Any], Any]
Tell = Callable[[float], None]


class About(msgspec.Struct):
    """What `archive.json` says."""

    format: int
    program: str
    made_at: datetime
    names: bool


class Archive:
    """An archive from somewhere, open for reading. Raises FormatError where it is none, or not all of one."""

    def __init__(self, file: IO[bytes], name: str) -> None:
        try:
            self._zip = zipfile.ZipFile(file)
        except (ValueError, *BROKEN):
            raise refusal(
                name, "This is no zip archive, or not all of it. Expected the archive of a campaign."
            ) from None
        members = {member.filename: member for member in self._zip.infolist()}
        if ABOUT not in members:
            raise refusal(name, f"There is no {ABOUT} in it, so it is no archive of a campaign.")
        files = [ABOUT, *(table.file for table in tables())]
        self._check_members([members[path] for path in files if path in members], name)
        self.about = self._read_about()
        missing = [
            Problem(path, f"The file is missing in the archive. {AS_MADE}")
            for path in files
            if path not in members
        ]
        if missing:
            raise FormatError(missing)

    def read(self, keep: Callable[[Table, list[Row]], list[Any]], tell: Tell) -> None:
        """Read all rows, those that others refer to before them.

        `keep` takes rows with their lines, some thousand at a time, and gives their keys, by which later rows
        refer to them. What `tell` raises ends the reading.
        """
        known: Known = {}
        for place, table in enumerate(tables()):
            own = known.setdefault(table.model, {})
            to_own = [name for name, field in table.fields.items() if field.related_model is table.model]
            converters = _converters(table, known)
            waiting: list[Row] = []
            for line, raw in self._lines(table):
                refers = any(isinstance(raw.get(name), int) and raw[name] not in own for name in to_own)
                if len(waiting) == ROWS_AT_ONCE or (refers and waiting):
                    tell(place / len(tables()))
                    _keep(table, waiting, keep, own)
                    waiting = []
                if table is CAMPAIGN and waiting:
                    raise refusal(table.file, f"Expected one campaign. {AS_MADE}", line)
                waiting.append((line, _row_of(table, raw, converters, line)))
            if table is CAMPAIGN and not waiting:
                raise refusal(table.file, f"Expected a campaign. {AS_MADE}")
            _keep(table, waiting, keep, own)

    def _check_members(self, members: list[zipfile.ZipInfo], name: str) -> None:
        for member in members:
            if why_not := member_problem(member):
                raise refusal(name, f"{quoted(member.filename)} {why_not}")
            if member.header_offset < 0:
                raise refusal(name, f"The archive is damaged: a file begins before it. {AS_MADE}")
        most = min(MOST_BYTES, MIB + MOST_RATIO * sum(member.compress_size for member in members))
        if sum(member.file_size for member in members) > most:
            raise refusal(name, "It unpacks to more than is accepted.")

    def _read_about(self) -> About:
        try:
            with self._zip.open(ABOUT) as file:
                document = msgspec.json.decode(file.read(MIB), type=dict[str, Any])
            if document.get("format") != FORMAT:
                said = f"Expected the format {FORMAT}, not {quoted(str(document.get('format')))}."
                raise refusal(ABOUT, f"{said} The archive was made by another version of the program.")
            return msgspec.convert(document, About)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise refusal(ABOUT, f"It cannot be read: {error}. {AS_MADE}") from None
        except BROKEN as error:
            raise refusal(ABOUT, f"The archive is damaged: {why_broken(error)}.") from None

    def _lines(self, table: Table) -> Iterator[Row]:
        try:
            with self._zip.open(table.file) as file:
                for number in count(1):
                    line = file.readline(MOST_LINE)
                    if not line:
                        return
                    if len(line) == MOST_LINE or NUL.search(line):
                        raise refusal(table.file, f"This line is too long, or has a NUL. {AS_MADE}", number)
                    try:
                        yield number, msgspec.json.decode(line, type=dict[str, Any])
                    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
                        message = f"This line is not as expected: {error}. {AS_MADE}"
                        raise refusal(table.file, message, number) from None
        except BROKEN as error:
            raise refusal(table.file, f"The archive is damaged: {why_broken(error)}.") from None


def refusal(file: str, message: str, line: int | None = None) -> FormatError:
    return FormatError(Problem(file, message, line))


def _keep(
    table: Table, rows: list[Row], keep: Callable[[Table, list[Row]], list[Any]], own: dict[Any, Any]
) -> None:
    if table.plain:
        keep(table, rows)
        return
    names = [row[table.by] if table.by else line for line, row in rows]
    for (line, _), name in zip(rows, names, strict=True):
        if name in own:
            raise refusal(table.file, f"{table.by}: {quoted(str(name))} stands in an earlier line.", line)
        own[name] = None
    own.update(zip(names, keep(table, rows) if rows else (), strict=True))


def _converters(table: Table, known: Known) -> "dict[str, tuple[Field[Any, Any], Convert]]":
    """By name, a field and what checks and converts values of it other than none."""
    return {
        name: (field, (lambda raw: raw is True) if name in table.marks else _converter(table, field, known))
        for name, field in table.fields.items()
    }


def _converter(table: Table, field: "Field[Any, Any]", known: Known) -> Convert:
    if isinstance(field, ForeignKey):
        rows = known[field.related_model]

        def row_named(raw: Any) -> Any:
            if not isinstance(raw, int | str) or raw not in rows:
                raise ValueError(f"there is no such row before this one: {quoted(str(raw))}")
            return rows[raw]

        return row_named
    if isinstance(field, JSONField):
        shape = table.shapes.get(field.name, type(field.get_default()))
        return lambda raw: msgspec.to_builtins(msgspec.convert(raw, shape))
    may_be_empty = not field.choices
    return lambda raw: raw if raw == "" and may_be_empty else field.clean(raw, None)


def _row_of(
    table: Table, raw: dict[str, Any], converters: "dict[str, tuple[Field[Any, Any], Convert]]", line: int
) -> dict[str, Any]:
    """The values of a row, by the attribute of the model that takes them."""
    row = {}
    name = ""
    try:
        for name, value in raw.items():
            field, convert = converters[name]
            row[field.attname] = None if value is None and field.null else convert(value)
    except KeyError:
        message = f"{quoted(name)} is not known here; another version of the program may have made it."
        raise refusal(table.file, message, line) from None
    except (ValidationError, ValueError, TypeError, OverflowError) as error:
        why = " ".join(error.messages) if isinstance(error, ValidationError) else str(error)
        raise refusal(table.file, f"{name}: {why}", line) from None
    for name in table.needed - raw.keys():
        raise refusal(table.file, f"{name}: it is missing", line)
    return row
