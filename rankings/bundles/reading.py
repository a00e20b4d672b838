"""A bundle from somewhere else: nothing in it is believed before it is checked.

`check_bundle` reads everything once and stores nothing. Its problems name file and line.
"""

import hashlib
import io
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import IO, Any

from appraise_gec.words import plural
from rankings.bundles.bundle_file import AS_MADE, PROBLEMS_PER_FILE, BundleFile, Manifest
from rankings.bundles.consistency import Consistency
from rankings.bundles.description import PEOPLE_FILE, Table, all_tables
from rankings.bundles.people import PEOPLE_COLUMNS
from rankings.bundles.people_rows import check_people
from rankings.bundles.raw_rows import MIB, Rows, raw_rows
from rankings.bundles.values import parsers
from rankings.formats.archives import BROKEN, why_broken
from rankings.formats.problems import Findings, figure, quoted
from rankings.formats.records import FormatError, Problem
from rankings.models import Bundle

Tell = Callable[[float, str], None]
FULL = Bundle.People.FULL
CHANGED = (
    "The file has been changed since it was exported: its size or SHA-256 is not that of "
    f"manifest.json. {AS_MADE}"
)


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
                    rows = raw_rows(watched, path, tables[path].header)
                    _check_table(bundle, tables[path], rows, findings, consistency)
                elif path == PEOPLE_FILE:
                    rows = raw_rows(watched, path, ["id", *PEOPLE_COLUMNS])
                    are_allowed = bundle.manifest.people == FULL
                    people = check_people(_noting(rows, findings), findings, are_allowed=are_allowed)
                    _check_number(len(people), bundle.manifest.rows(path), findings)
                watched.rest()
            if (watched.size, digest.hexdigest()) != (entry.bytes, entry.sha256):
                # Before its lines, as the reason of what is wrong with them.
                problems.append(Problem(path, CHANGED))
        except BROKEN as error:
            message = f"The file is damaged: {why_broken(error)}. Copy the bundle again."
            findings.error(message)
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
                message = f"{name}: {error!s}, not {_shown(value)}."
                findings.error(message, line, kind=f"{name} {error}"[:200])
        if len(values) < len(raw):
            continue
        if values["id"] != number:
            message = f"id: expected {number}, not {values['id']}. Rows stand in their order."
            findings.error(message, line, kind="id")
        if problem := consistency.problem(table.name, values):
            findings.error(problem, line, kind=problem[:40])
    _check_number(number, bundle.manifest.rows(table.file), findings)


def _noting(rows: Rows, findings: Findings) -> Rows:
    """The rows until they cannot be told apart any more.."""
    try:
        for row in rows:
            yield row
    except FormatError as error:
        for problem in error.problems:
            findings.error(problem.message, problem.line)


def _check_number(number: int, expected: int, findings: Findings) -> None:
    if number != expected and not findings.fatal:
        message = plural(
            expected,
            "Expected {n} row, as manifest.json says, not {found}. {advice}",
            "Expected {n} rows, as manifest.json says, not {found}. {advice}",
            found=figure(number),
            advice=AS_MADE,
        )
        findings.error(message)


def _shown(value: Any) -> str:
    if isinstance(value, str):
        return quoted(value)
    return quoted(json.dumps(value, ensure_ascii=True)) if value is not None else "none"
