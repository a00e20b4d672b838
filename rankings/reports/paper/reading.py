"""A paper bundle from somewhere else: nothing in it is believed before it is checked."""

import hashlib
import json
import zipfile
from dataclasses import dataclass
from typing import IO, Any

from rankings.formats.archives import (
    BROKEN,
    is_encrypted,
    is_packed_as_usual,
    is_plain_file,
    leaves_archive,
)
from rankings.formats.json_form import from_json
from rankings.formats.limits import DEFAULT_LIMITS, MIB
from rankings.formats.problems import quoted
from rankings.formats.records import FormatError, Problem
from rankings.reports.paper.archive import MANIFEST
from rankings.reports.paper.paper import FORMAT, FORMAT_VERSION

MOST_FILES = 2_000
MOST_MANIFEST_BYTES = 4 * MIB
# Unpacked, in all: a bound on time, since one file is read at a time.
MOST_BYTES = 16 * 1024 * MIB
MOST_FILE_BYTES = 4 * 1024 * MIB
PROBLEMS_SHOWN = 20
_ENTRY = b"PK\x01\x02"
AGAIN = "Take the archive as it was made."


@dataclass(frozen=True, slots=True)
class Entry:
    """A file of the archive, as the manifest names it."""

    path: str
    sha256: str
    bytes: int


@dataclass(frozen=True, slots=True)
class Manifest:
    """What `manifest.json` says."""

    format: str
    format_version: int
    program_version: str
    files: tuple[Entry, ...]


class PaperFile:
    """An open paper bundle whose files all have the SHA-256 that its manifest states.

    Raises:
        FormatError: it is no such archive, is damaged, was changed, or holds what no such archive holds.
    """

    def __init__(self, file: IO[bytes], name: str) -> None:
        self.name = name
        if _entries(file) > 2 * MOST_FILES:
            raise _refusal(name, f"The archive holds far more than {MOST_FILES:,} files.")
        try:
            self._archive = zipfile.ZipFile(file)
        except (ValueError, *BROKEN):
            message = "This is no zip archive, or not all of it. Expected the archive of a report."
            raise _refusal(name, message) from None
        self.manifest = self._read_manifest()
        self._check_members()
        self._check_contents()

    @property
    def paths(self) -> list[str]:
        """The files beside the manifest."""
        return [entry.path for entry in self.manifest.files]

    def digest(self, path: str) -> str:
        """The SHA-256 of a file; empty where there is none."""
        return next((entry.sha256 for entry in self.manifest.files if entry.path == path), "")

    def read(self, path: str) -> bytes:
        """A whole file. Raises FormatError where there is none."""
        if path not in self.paths:
            raise _refusal(path, f"The file is missing from the archive. {AGAIN}")
        return self._archive.read(path)

    def open(self, path: str) -> IO[bytes]:
        """A file as a stream. Raises FormatError where there is none."""
        if path not in self.paths:
            raise _refusal(path, f"The file is missing from the archive. {AGAIN}")
        return self._archive.open(path)

    def document(self, path: str) -> dict[str, Any]:
        """A JSON object. Raises FormatError where the file holds none."""
        try:
            read = json.loads(self.read(path))
        except (ValueError, RecursionError) as error:
            raise _refusal(path, f"It is not JSON: {error}. {AGAIN}") from None
        if not isinstance(read, dict):
            raise _refusal(path, f"Expected a JSON object. {AGAIN}")
        return read

    def _read_manifest(self) -> Manifest:
        try:
            info = self._archive.getinfo(MANIFEST)
        except KeyError:
            message = f"There is no {MANIFEST} in the archive, so it is not the archive of a report."
            raise _refusal(self.name, message) from None
        if info.file_size > MOST_MANIFEST_BYTES:
            raise _refusal(MANIFEST, f"It has {info.file_size:,} bytes; no manifest is that long.")
        try:
            with self._archive.open(info) as stream:
                manifest = from_json(Manifest, json.loads(stream.read(MOST_MANIFEST_BYTES)))
        except (ValueError, RecursionError, *BROKEN) as error:
            raise _refusal(MANIFEST, f"It cannot be read: {error}. {AGAIN}") from None
        if manifest.format != FORMAT:
            raise _refusal(MANIFEST, f"Expected the format {quoted(FORMAT)}, not {quoted(manifest.format)}.")
        if manifest.format_version != FORMAT_VERSION:
            message = (
                f"It has version {manifest.format_version} of the format, made by version "
                f"{quoted(manifest.program_version)} of the program. This one reads version {FORMAT_VERSION}."
            )
            raise _refusal(MANIFEST, message)
        return manifest

    def _check_members(self) -> None:
        members = self._archive.infolist()
        names = [member.filename for member in members]
        listed = {entry.path: entry for entry in self.manifest.files}
        if len(members) > MOST_FILES:
            message = f"The archive has {len(members):,} files; at most {MOST_FILES:,} are read."
            raise _refusal(self.name, message)
        if len(set(names)) < len(names) or len(listed) < len(self.manifest.files):
            raise _refusal(self.name, f"The archive or its manifest names a file twice. {AGAIN}")
        problems = [
            Problem(name, f"The file is missing, though {MANIFEST} names it. {AGAIN}")
            for name in sorted(set(listed) - set(names))
        ]
        problems += [
            Problem(quoted(member.filename), f"{why_not} {AGAIN}")
            for member in members
            if (why_not := _why_not(member, listed))
        ]
        if sum(member.file_size for member in members) > MOST_BYTES:
            problems.append(Problem(self.name, f"Unpacked it is larger than {MOST_BYTES // MIB:,} MB."))
        if problems:
            raise FormatError(problems[:PROBLEMS_SHOWN])

    def _check_contents(self) -> None:
        problems = []
        for entry in self.manifest.files:
            digest, size = hashlib.sha256(), 0
            try:
                with self._archive.open(entry.path) as stream:
                    while piece := stream.read(MIB):
                        size += len(piece)
                        # Sizes that an archive states may lie.
                        if size > entry.bytes:
                            break
                        digest.update(piece)
            except BROKEN as error:
                problems.append(Problem(entry.path, f"The file is damaged: {error}. {AGAIN}"))
                continue
            if size != entry.bytes or digest.hexdigest() != entry.sha256:
                message = f"The file has been changed: its size or SHA-256 is not that of {MANIFEST}. {AGAIN}"
                problems.append(Problem(entry.path, message))
        if problems:
            raise FormatError(problems[:PROBLEMS_SHOWN])


def _why_not(member: zipfile.ZipInfo, listed: dict[str, Entry]) -> str:  # noqa: PLR0911 - one for each reason
    if leaves_archive(member.filename):
        return "The path leaves the archive."
    if is_encrypted(member):
        return "The file is encrypted."
    if not is_packed_as_usual(member):
        return "The file is packed in an unusual way."
    if not is_plain_file(member) or member.is_dir():
        return "It is a folder, a link or a device, not a file."
    if member.header_offset < 0:
        return "The archive is damaged: the file begins before it."
    if member.filename == MANIFEST:
        return ""
    if member.filename not in listed:
        return f"{MANIFEST} does not name the file."
    most = max(member.compress_size, 1024) * DEFAULT_LIMITS.compression_ratio
    if member.file_size > min(most, MOST_FILE_BYTES):
        return f"It unpacks to {member.file_size:,} bytes, more than is read."
    return ""


def _entries(file: IO[bytes]) -> int:
    """How many files the directory of an archive may have: each costs memory when it is opened."""
    number, tail = 0, b""
    file.seek(0)
    while piece := file.read(MIB):
        number += (tail + piece).count(_ENTRY)
        tail = piece[-len(_ENTRY) + 1 :]
    file.seek(0)
    return number


def _refusal(file: str, message: str) -> FormatError:
    return FormatError(Problem(file, message))
