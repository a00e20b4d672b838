"""The file of a backup: written and read from its beginning to its end, so that it fits through a pipe.

about.json                          version, applied migrations, tables with their columns and counts of rows
tables/NAME/000001.jsonl.gz         rows of a table, one JSON array per line
secret-key                          only when asked for
end.json                            of every table: count, checksum and last number; of every member: SHA-256
"""

import gzip
import hashlib
import io
import json
import tarfile
import zlib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from typing import IO, Any

FORMAT = 1
ABOUT, KEY, END = "about.json", "secret-key", "end.json"
# Fast, and not much bigger than at the best level.
COMPRESSION = 3


class BackupError(Exception):
    """Why something cannot be backed up or restored, for the operator."""


class DamagedError(BackupError):
    """The file is not what `backup` wrote."""

    def __init__(self, why: str) -> None:
        super().__init__(
            f"This file is damaged or not a backup: {why}. Nothing was changed; use another backup."
        )


@dataclass(frozen=True, slots=True)
class TableAbout:
    """A table: its columns as [name, kind] (`appraise_gec.backup.tables`), and how many rows it has."""

    name: str
    columns: list[list[str]]
    rows: int


@dataclass(frozen=True, slots=True)
class About:
    """What a backup begins with.

    Attributes:
        version: of the program that wrote it.
        made_at: ISO 8601.
        database: "sqlite" or "postgresql".
        key: a fingerprint of the site's secret key.
        migrations: that the database had been through, as [app, name].
        tables: all of them, by name.
        format: of the file.
    """

    version: str
    made_at: str
    database: str
    key: str
    migrations: list[list[str]]
    tables: list[TableAbout]
    format: int = FORMAT


@dataclass(frozen=True, slots=True)
class TableEnd:
    """What the rows of a table add up to; `last_number` is the highest that the table ever gave to a row."""

    rows: int
    checksum: str
    last_number: int


@dataclass(slots=True)
class End:
    """What a backup ends with: of the members before it the SHA-256, by name, and of itself (`own`)."""

    tables: dict[str, TableEnd] = field(default_factory=dict)
    members: dict[str, str] = field(default_factory=dict)
    own: str = ""

    def sum(self) -> str:
        tables = {name: asdict(table) for name, table in self.tables.items()}
        return hashlib.sha256(json.dumps([tables, self.members], sort_keys=True).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Part:
    """Some rows of a table, as lines of JSON."""

    table: str
    lines: list[str]


class Writer:
    """Writes a backup to a stream that need not be seekable."""

    def __init__(self, stream: IO[bytes], about: About, written_at: float) -> None:
        self._tar = tarfile.open(fileobj=stream, mode="w|", format=tarfile.PAX_FORMAT)  # noqa: SIM115 - see __exit__
        self._written_at = written_at
        self._numbers: dict[str, int] = {}
        self._members: dict[str, str] = {}
        self._about = about

    def __enter__(self) -> "Writer":
        try:
            self._add(ABOUT, _json(asdict(self._about)))
        except OSError:
            self.__exit__()
            raise
        return self

    def __exit__(self, *error: object) -> None:
        # After an error the stream may take nothing any more; the error is what counts.
        with suppress(OSError):
            self._tar.close()

    def add_rows(self, table: str, lines: list[str]) -> None:
        number = self._numbers[table] = self._numbers.get(table, 0) + 1
        text = "".join(f"{line}\n" for line in lines).encode()
        self._add(f"tables/{table}/{number:06}.jsonl.gz", gzip.compress(text, COMPRESSION, mtime=0))

    def add_key(self, key: str) -> None:
        self._add(KEY, f"{key}\n".encode())

    def end(self, tables: dict[str, TableEnd]) -> None:
        end = End(tables, dict(self._members))
        end.own = end.sum()
        self._add(END, _json(asdict(end)))
        self._tar.close()  # here, because it may fail

    def _add(self, name: str, content: bytes) -> None:
        member = tarfile.TarInfo(name)
        member.size, member.mode, member.mtime = len(content), 0o600, int(self._written_at)
        self._tar.addfile(member, io.BytesIO(content))
        self._members[name] = hashlib.sha256(content).hexdigest()


class Reader:
    """Reads a backup once. Everything that is wrong with it raises DamagedError.

    `about` is there from the beginning; `key` and `end` when `parts` has come to its end.
    """

    def __init__(self, stream: IO[bytes]) -> None:
        self.key = ""
        self.end = End()
        self._sums: dict[str, str] = {}
        try:
            self._tar = tarfile.open(fileobj=stream, mode="r|")  # noqa: SIM115 - the caller closes the stream
            name, content = self._next()
        except (tarfile.TarError, EOFError, OSError) as error:
            raise DamagedError("it is no tar file") from error
        if name != ABOUT:
            raise DamagedError(f"it does not begin with {ABOUT}")
        self.about = _read_about(content)

    def parts(self) -> Iterator[Part]:
        """The rows, as they were written; at the end the sums of the whole file are checked."""
        numbers: dict[str, int] = {}
        while True:
            try:
                name, content = self._next()
            except (tarfile.TarError, EOFError, OSError) as error:
                raise DamagedError("its end is missing") from error
            if name == END:
                break
            if name == KEY:
                self.key = content.decode("ascii", "replace").strip()
                continue
            folder, _, rest = name.partition("/")
            table, _, file = rest.partition("/")
            numbers[table] = numbers.get(table, 0) + 1
            if folder != "tables" or file != f"{numbers[table]:06}.jsonl.gz":
                raise DamagedError(f"{name} is not expected there")
            yield Part(table, _unpack(name, content))
        self._check_end(content)

    def _next(self) -> tuple[str, bytes]:
        member = self._tar.next()
        file = self._tar.extractfile(member) if member else None
        if member is None or file is None:
            raise EOFError
        content = file.read()
        if len(content) != member.size:
            raise EOFError
        self._sums[member.name] = hashlib.sha256(content).hexdigest()
        return member.name, content

    def _check_end(self, content: bytes) -> None:
        try:
            end = json.loads(content)
            tables = {name: TableEnd(**table) for name, table in end["tables"].items()}
            self.end = End(tables, dict(end["members"]), end["own"])
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise DamagedError(f"{END} cannot be read") from error
        if self.end.own != self.end.sum():
            raise DamagedError(f"the checksum of {END} is wrong")
        sums = {name: digest for name, digest in self._sums.items() if name != END}
        for name in sorted(sums.keys() | self.end.members.keys()):
            if sums.get(name) != self.end.members.get(name):
                raise DamagedError(f"the checksum of {name} is wrong")


def _read_about(content: bytes) -> About:
    try:
        about: dict[str, Any] = json.loads(content)
        if about["format"] != FORMAT:
            raise BackupError(
                f"This backup has format {about['format']}, from version {about['version']}; this version "
                f"reads format {FORMAT}. Restore it with version {about['version']} or a later one."
            )
        tables = [TableAbout(**table) for table in about.pop("tables")]
        return About(**about, tables=tables)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise DamagedError(f"{ABOUT} cannot be read") from error


def _unpack(name: str, content: bytes) -> list[str]:
    try:
        # Not splitlines, which also splits at separators that may stand inside a text.
        return gzip.decompress(content).decode("utf-8").removesuffix("\n").split("\n")
    except (OSError, EOFError, zlib.error, UnicodeDecodeError) as error:
        raise DamagedError(f"{name} cannot be unpacked") from error


def _json(document: Any) -> bytes:
    return json.dumps(document, indent=1, ensure_ascii=False).encode() + b"\n"
