"""The archive of a bundle: whether its manifest fits its files, and what stands in them."""

import re
import zipfile
from collections.abc import Iterator
from dataclasses import astuple, dataclass
from datetime import datetime
from typing import IO

from rankings.bundles.description import (
    FORMAT,
    FORMAT_VERSION,
    PEOPLE_FILE,
    Table,
    all_tables,
    table_of_model,
)
from rankings.bundles.people import PEOPLE_COLUMNS
from rankings.bundles.raw_rows import MIB, Rows, not_utf8, raw_rows
from rankings.bundles.values import parsers, usable_json
from rankings.formats.archives import BROKEN, is_encrypted, is_packed_as_usual, why_broken
from rankings.formats.problems import figure, quoted
from rankings.formats.records import FormatError, Problem
from rankings.formats.results import from_json
from rankings.models import Bundle

MOST_FILES = 5000
MOST_CHARACTERS = 200
MOST_MANIFEST_BYTES = 4 * MIB
# Unpacked, in all; reading holds one line at a time, so this bounds time, not memory.
MOST_BYTES = 64 * 1024 * MIB
PROBLEMS_PER_FILE = 20
ATTACHED = re.compile(r"(?P<table>[a-z_]+)/(?P<row>[1-9]\d{0,8})/(?P<place>0|[1-9]\d{0,4})", re.ASCII)
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
        except (ValueError, *BROKEN):
            raise _refusal(
                name, "This is no zip archive, or not all of it. Expected a campaign bundle."
            ) from None
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
            for line, raw in raw_rows(stream, table.file, table.header):
                yield line, {name: read[name](value) for name, value in raw.items()}

    def people(self) -> Iterator[tuple[int, dict[str, str]]]:
        with self.archive.open(PEOPLE_FILE) as stream:
            yield from raw_rows(stream, PEOPLE_FILE, ["id", *PEOPLE_COLUMNS])

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
            raise _refusal(
                "manifest.json",
                f"It has {figure(info.file_size)} bytes; no manifest is that long.",
            )
        try:
            with self.archive.open(info) as stream:
                document = usable_json(stream.read(MOST_MANIFEST_BYTES).decode())
            if not isinstance(document, dict) or document.get("format") != FORMAT:
                raise _refusal(
                    "manifest.json",
                    f"Expected the format {quoted(FORMAT)}. This is no campaign bundle.",
                )
            version = document.get("format_version")
            if type(version) is int and version > FORMAT_VERSION:
                raise _refusal(
                    "manifest.json",
                    (
                        f"The bundle has version {version} of the format, made by a newer version of the "
                        f"program ({document.get('program_version')!s}). This one reads version "
                        f"{FORMAT_VERSION}: update it."
                    ),
                )
            manifest = from_json(Manifest, document)
        except FormatError:
            raise
        except UnicodeDecodeError as error:
            raise _refusal("manifest.json", not_utf8(error)) from None
        except (ValueError, *BROKEN) as error:
            reason = str(error) if isinstance(error, ValueError) else why_broken(error)
            message = f"It cannot be read: {reason}. {AS_MADE}"
            raise _refusal("manifest.json", message) from None
        if manifest.format_version != FORMAT_VERSION:
            message = f"Expected version {FORMAT_VERSION} of the format. {AS_MADE}"
            raise _refusal("manifest.json", message)
        texts = (manifest.program_version, manifest.made_at, *astuple(manifest.campaign))
        if any(len(text) > MOST_CHARACTERS for text in texts) or not _is_time(manifest.made_at):
            message = f"It cannot be read: program_version, made_at or campaign is not as expected. {AS_MADE}"
            raise _refusal("manifest.json", message)
        if manifest.people not in Bundle.People.values:
            known = ", ".join(Bundle.People.values)
            raise _refusal(
                "manifest.json",
                f"{'people'}: expected one of {known}.",
            )
        return manifest

    def _check_entries(self) -> None:
        infos = self.archive.infolist()
        listed = {entry.path: entry for entry in self.manifest.files}
        names = [info.filename for info in infos]
        problems = []
        if len(infos) > MOST_FILES:
            message = f"The archive has {figure(len(infos))} files; at most {figure(MOST_FILES)} are read."
            raise _refusal(self.name, message)
        if len(set(names)) < len(names) or len(listed) < len(self.manifest.files):
            message = f"The archive or its manifest names a file twice. {AS_MADE}"
            raise _refusal(self.name, message)
        tables = {table.file for table in all_tables()} | {PEOPLE_FILE}
        attaching = {table.name for table in all_tables() if table.attached}
        for name in sorted({*listed, *names} - {"manifest.json"}):
            match = ATTACHED.fullmatch(name)
            if name not in tables | {"README.md"} and not (match and match["table"] in attaching):
                message = f"A bundle has no such file. {AS_MADE}"
                problems.append(Problem(quoted(name), message))
            elif name not in listed:
                message = f"The file is not named in manifest.json. {AS_MADE}"
                problems.append(Problem(name, message))
            elif name not in names:
                message = f"The file is missing, though manifest.json names it. {AS_MADE}"
                problems.append(Problem(name, message))
        missing = f"The file is missing. {AS_MADE}"
        problems += [Problem(name, missing) for name in sorted(tables - {*listed, *names})]
        for info in infos:
            if is_encrypted(info):
                message = "The file is encrypted. Take a bundle without password."
                problems.append(Problem(info.filename, message))
            elif not is_packed_as_usual(info):
                message = f"It is compressed in an unknown way. {AS_MADE}"
                problems.append(Problem(info.filename, message))
            elif info.header_offset < 0:
                message = "The archive is damaged: the file begins before it. Copy the bundle again."
                problems.append(Problem(info.filename, message))
        if sum(info.file_size for info in infos) > MOST_BYTES:
            message = f"Unpacked it is larger than {figure(MOST_BYTES // MIB)} MB."
            problems.append(Problem(self.name, message))
        if problems:
            raise FormatError(problems[:PROBLEMS_PER_FILE])


def _is_time(text: str) -> bool:
    try:
        return datetime.fromisoformat(text).tzinfo is not None
    except ValueError:
        return False


def _refusal(file: str, message: str) -> FormatError:
    return FormatError(Problem(file, message))
