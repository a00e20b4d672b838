"""A bundle from somewhere else: nothing in it is believed before it is checked.

`check_bundle` reads everything once and stores nothing. Its problems name file and line.
"""

import csv
import hashlib
import io
import json
import re
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import astuple, dataclass
from datetime import datetime
from typing import IO, Any

from rankings.bundles.consistency import Consistency
from rankings.bundles.description import (
    FORMAT,
    FORMAT_VERSION,
    PEOPLE_FILE,
    Table,
    all_tables,
    table_of_model,
)
from rankings.bundles.people import PEOPLE_COLUMNS
from rankings.bundles.people_rows import check_people
from rankings.bundles.values import parsers, usable_json
from rankings.formats.json_form import from_json
from rankings.formats.problems import Findings, quoted
from rankings.formats.records import FormatError, Problem
from rankings.formats.safe_cells import unprotect_cell
from rankings.models import Bundle

Tell = Callable[[float, str], None]
Rows = Iterator[tuple[int, dict[str, Any]]]
FULL = Bundle.People.FULL

MIB = 1024 * 1024
MOST_FILES = 5000
MOST_CHARACTERS = 200
MOST_MANIFEST_BYTES = 4 * MIB
# Unpacked, in all; reading holds one line at a time, so this bounds time, not memory.
MOST_BYTES = 64 * 1024 * MIB
MOST_LINE_CHARACTERS = 64 * MIB
PROBLEMS_PER_FILE = 20
ATTACHED = re.compile(r"(?P<table>[a-z_]+)/(?P<row>[1-9]\d{0,8})/(?P<place>0|[1-9]\d{0,4})", re.ASCII)
# What reading a broken archive may raise.
BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    OSError,
    OverflowError,
    NotImplementedError,
    RuntimeError,
)
CHANGED = "The file has been changed since it was exported"
AS_MADE = "Take the bundle as it was exported."


@dataclass(frozen=True, slots=True)
class _File:
    path: str
    sha256: str
    bytes: int
    rows: int | None = None


@dataclass(frozen=True, slots=True)
class _Named:
    address: str
    title: str
    state: str = ""


@dataclass(frozen=True, slots=True)
class Manifest:
    """What `manifest.json` says."""

    format_version: int
    program_version: str
    made_at: str
    campaign: _Named
    people: str
    files: tuple[_File, ...]

    def rows(self, file: str) -> int:
        return next((entry.rows or 0 for entry in self.files if entry.path == file), 0)


class BundleFile:
    """An open bundle whose manifest fits its archive. Raises FormatError where it does not."""

    def __init__(self, file: IO[bytes], name: str) -> None:
        self.name = name
        try:
            self.archive = zipfile.ZipFile(file)
        except (ValueError, *BROKEN) as error:
            raise _refusal(name, f"This is no zip archive: {error}. Expected a campaign bundle.") from None
        self.manifest = self._manifest()
        self._check_entries()

    def rows_of(self, model: str) -> int:
        """How many rows the table of a model has; of people where no model is named."""
        if not model:
            return self.manifest.rows(PEOPLE_FILE)
        table = table_of_model(model)
        return self.manifest.rows(table.file) if table else 0

    def rows(self, table: Table) -> Rows:
        """The rows of a table that has been checked, each with its line."""
        read = parsers(table, self.rows_of)
        with self.archive.open(table.file) as stream:
            for line, raw in _raw_rows(stream, table.file, table.header):
                yield line, {name: read[name](value) for name, value in raw.items()}

    def people(self) -> Iterator[tuple[int, dict[str, str]]]:
        with self.archive.open(PEOPLE_FILE) as stream:
            yield from _raw_rows(stream, PEOPLE_FILE, ["id", *PEOPLE_COLUMNS])

    def attached(self, table: Table, row: int) -> list[bytes]:
        """The files beside a row of a table, one after the other."""
        begin = f"{table.name}/{row}/"
        paths = [entry.path for entry in self.manifest.files if entry.path.startswith(begin)]
        return [
            self.archive.read(path) for path in sorted(paths, key=lambda path: int(path.rpartition("/")[2]))
        ]

    def _manifest(self) -> Manifest:
        try:
            info = self.archive.getinfo("manifest.json")
        except KeyError:
            raise _refusal(
                self.name, "There is no manifest.json in the archive, so it is no campaign bundle."
            ) from None
        if info.file_size > MOST_MANIFEST_BYTES:
            raise _refusal("manifest.json", f"It has {info.file_size:,} bytes; no manifest is that long.")
        try:
            with self.archive.open(info) as stream:
                document = usable_json(stream.read(MOST_MANIFEST_BYTES).decode())
            if not isinstance(document, dict) or document.get("format") != FORMAT:
                raise _refusal(
                    "manifest.json", f"Expected the format {quoted(FORMAT)}. This is no campaign bundle."
                )
            version = document.get("format_version")
            if type(version) is int and version > FORMAT_VERSION:
                raise _refusal(
                    "manifest.json",
                    f"The bundle has version {version} of the format, made by a newer version of the "
                    f"program ({document.get('program_version')}). This one reads version {FORMAT_VERSION}: "
                    "update it.",
                )
            manifest = from_json(Manifest, document)
        except FormatError:
            raise
        except (ValueError, *BROKEN) as error:
            raise _refusal("manifest.json", f"It cannot be read: {error}. {AS_MADE}") from None
        if manifest.format_version != FORMAT_VERSION:
            raise _refusal("manifest.json", f"Expected version {FORMAT_VERSION} of the format. {AS_MADE}")
        texts = (manifest.program_version, manifest.made_at, *astuple(manifest.campaign))
        if any(len(text) > MOST_CHARACTERS for text in texts) or not _is_time(manifest.made_at):
            raise _refusal("manifest.json", f"It cannot be read. {AS_MADE}")
        if manifest.people not in Bundle.People.values:
            raise _refusal("manifest.json", f"people: expected one of {', '.join(Bundle.People.values)}.")
        return manifest

    def _check_entries(self) -> None:
        infos = self.archive.infolist()
        listed = {entry.path: entry for entry in self.manifest.files}
        names = [info.filename for info in infos]
        problems = []
        if len(infos) > MOST_FILES:
            raise _refusal(
                self.name, f"The archive has {len(infos):,} files; at most {MOST_FILES:,} are read."
            )
        if len(set(names)) < len(names) or len(listed) < len(self.manifest.files):
            raise _refusal(self.name, f"The archive or its manifest names a file twice. {AS_MADE}")
        tables = {table.file for table in all_tables()} | {PEOPLE_FILE}
        attaching = {table.name for table in all_tables() if table.attached}
        for name in sorted({*listed, *names} - {"manifest.json"}):
            match = ATTACHED.fullmatch(name)
            if name not in tables | {"README.md"} and not (match and match["table"] in attaching):
                problems.append(Problem(quoted(name), f"A bundle has no such file. {AS_MADE}"))
            elif name not in listed:
                problems.append(Problem(name, f"The file is not named in manifest.json. {AS_MADE}"))
            elif name not in names:
                problems.append(
                    Problem(name, f"The file is missing, though manifest.json names it. {AS_MADE}")
                )
        problems += [
            Problem(name, f"The file is missing. {AS_MADE}") for name in sorted(tables - {*listed, *names})
        ]
        for info in infos:
            if info.flag_bits & 1:
                problems.append(
                    Problem(info.filename, "The file is encrypted. Take a bundle without password.")
                )
            elif info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                problems.append(Problem(info.filename, f"It is compressed in an unknown way. {AS_MADE}"))
        if sum(info.file_size for info in infos) > MOST_BYTES:
            problems.append(Problem(self.name, f"Unpacked it is larger than {MOST_BYTES // MIB:,} MB."))
        if problems:
            raise FormatError(problems[:PROBLEMS_PER_FILE])


@dataclass(frozen=True, slots=True)
class Checked:
    """What a bundle holds, for a preview.

    Attributes:
        rows: by file.
        people: user names, in the order of their ids.
    """

    manifest: Manifest
    rows: Mapping[str, int]
    people: tuple[str, ...]


def check_bundle(bundle: BundleFile, tell: Tell) -> Checked:
    """Read everything once: digests, every value, what refers to what.

    Raises:
        FormatError: with all problems.
    """
    problems: list[Problem] = []
    everything = sum(entry.bytes for entry in bundle.manifest.files) or 1
    tables = {table.file: table for table in all_tables()}
    entries = {entry.path: entry for entry in bundle.manifest.files}
    consistency = Consistency()
    people: list[str] = []
    done = 0
    # Tables before those that refer to them, and then what stands beside tables.
    for path in sorted(entries, key=lambda path: [PEOPLE_FILE, *tables, path].index(path)):
        entry = entries[path]
        findings = Findings(path, PROBLEMS_PER_FILE)
        digest = hashlib.sha256()
        before = done

        def watch(read: int, before: int = before, path: str = path) -> None:
            tell(min((before + read) / everything, 1.0), f"Checking {path}")

        try:
            with bundle.archive.open(path) as stream:
                watched = _Watched(stream, digest.update, watch)
                if path in tables:
                    rows = _raw_rows(watched, path, tables[path].header)
                    _check_table(bundle, tables[path], rows, findings, consistency)
                elif path == PEOPLE_FILE:
                    rows = _raw_rows(watched, path, ["id", *PEOPLE_COLUMNS])
                    are_allowed = bundle.manifest.people == FULL
                    people = check_people(_noting(rows, findings), findings, are_allowed=are_allowed)
                    _check_number(len(people), bundle.manifest.rows(path), findings)
                watched.rest()
            if (watched.size, digest.hexdigest()) != (entry.bytes, entry.sha256):
                # Before its lines, as the reason of what is wrong with them.
                message = f"{CHANGED}: its size or SHA-256 is not that of manifest.json. {AS_MADE}"
                problems.append(Problem(path, message))
        except BROKEN as error:
            findings.error(f"The file is damaged: {error}. Copy the bundle again.")
        problems += findings.problems()
        done += entry.bytes
    if not problems:
        problems += consistency.at_end()
    if any(problem.fatal for problem in problems):
        raise FormatError(problems)
    counts = {path: entry.rows for path, entry in entries.items() if entry.rows is not None}
    return Checked(bundle.manifest, counts, tuple(people))


class _Watched(io.RawIOBase):
    """A stream whose bytes are counted and digested as they are read."""

    def __init__(
        self, stream: IO[bytes], digest: Callable[[bytes], None], watch: Callable[[int], None]
    ) -> None:
        self._stream, self._digest, self._watch = stream, digest, watch
        self.size = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        content = self._stream.read(len(buffer))
        self.size += len(content)
        self._digest(content)
        self._watch(self.size)
        buffer[: len(content)] = content
        return len(content)

    def rest(self) -> None:
        """Read to the end, so that everything is digested."""
        buffer = bytearray(MIB)
        while self.readinto(buffer):
            pass


def _check_table(
    bundle: BundleFile, table: Table, rows: Rows, findings: Findings, consistency: Consistency
) -> None:
    read = parsers(table, bundle.rows_of)
    number = 0
    for line, raw in _noting(rows, findings):
        number += 1
        values = {}
        for name, value in raw.items():
            try:
                values[name] = read[name](value)
            except ValueError as error:
                findings.error(f"{name}: {error}, not {_shown(value)}.", line, kind=f"{name} {error}"[:200])
        if len(values) < len(raw):
            continue
        if values["id"] != number:
            message = f"id: expected {number}, not {values['id']}. Rows stand in their order."
            findings.error(message, line, kind="id")
        if problem := consistency.problem(table.name, values):
            findings.error(problem, line, kind=problem[:40])
    _check_number(number, bundle.manifest.rows(table.file), findings)


def _noting(rows: Rows, findings: Findings) -> Rows:
    """The rows until they cannot be told apart any more, or enough is wrong with them."""
    try:
        for row in rows:
            yield row
            if findings.full:
                return
    except FormatError as error:
        for problem in error.problems:
            findings.error(problem.message, problem.line)


def _check_number(number: int, expected: int, findings: Findings) -> None:
    if number != expected and not findings.fatal:
        message = f"Expected {expected:,} rows, as manifest.json says, not {number:,}. {AS_MADE}"
        findings.error(message)


def _raw_rows(stream: Any, file: str, header: list[str]) -> Rows:
    """Rows as they stand in the file, each with its line.

    Raises FormatError where rows cannot be told apart.
    """
    lines = _lines(stream, file)
    yield from _objects(lines, file, header) if file.endswith(".jsonl") else _cells(lines, file, header)


def _objects(lines: Iterator[str], file: str, header: list[str]) -> Rows:
    for line, text in enumerate(lines, start=1):
        try:
            row = usable_json(text)
        except ValueError as error:
            raise FormatError(Problem(file, f"The line cannot be read: {error}.", line)) from None
        if not isinstance(row, dict) or row.keys() != set(header):
            raise FormatError(Problem(file, f"Expected an object with the fields {', '.join(header)}.", line))
        yield line, row


def _cells(lines: Iterator[str], file: str, header: list[str]) -> Rows:
    reader = csv.reader(lines, strict=True)
    line = 1
    try:
        first = next(reader, None)
        if first != header:
            raise FormatError(Problem(file, f"Expected the header {','.join(header)}.", 1))
        line = reader.line_num + 1
        for cells in reader:
            if len(cells) != len(header):
                raise FormatError(Problem(file, f"Expected {len(header)} cells, not {len(cells)}.", line))
            yield line, dict(zip(header, map(unprotect_cell, cells), strict=True))
            line = reader.line_num + 1
    except csv.Error as error:
        raise FormatError(Problem(file, f"The line is no CSV: {error}.", line)) from None


def _lines(stream: Any, file: str) -> Iterator[str]:
    """Lines with their ends, none of them longer than memory should hold."""
    # Line ends within cells must stay as they are.
    buffered = io.BufferedReader(stream, MIB) if isinstance(stream, io.RawIOBase) else stream
    text = io.TextIOWrapper(buffered, "utf-8", newline="\n")
    number = 1
    try:
        while line := text.readline(MOST_LINE_CHARACTERS):
            if len(line) >= MOST_LINE_CHARACTERS:
                raise FormatError(
                    Problem(file, f"The line is longer than {MOST_LINE_CHARACTERS:,} characters.", number)
                )
            yield line
            number += 1
    except UnicodeDecodeError as error:
        raise FormatError(Problem(file, f"Expected UTF-8: {error.reason}.", number)) from None


def _is_time(text: str) -> bool:
    try:
        return datetime.fromisoformat(text).tzinfo is not None
    except ValueError:
        return False


def _shown(value: Any) -> str:
    if isinstance(value, str):
        return quoted(value)
    return quoted(json.dumps(value, ensure_ascii=True)) if value is not None else "none"


def _refusal(file: str, message: str) -> FormatError:
    return FormatError(Problem(file, message))
