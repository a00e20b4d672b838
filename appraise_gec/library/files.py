"""Files that a command reads, with the hash of each, and those that it writes, never over an input."""

import hashlib
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from io import BufferedReader
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, cast

from appraise_gec.words import visible
from rankings.formats.problems import DEFAULT_LIMITS
from rankings.formats.records import FormatError, Problem

if TYPE_CHECKING:
    from rankings.formats.text import TextFile

STANDARD_INPUT = Path("-")
STANDARD_INPUT_NAME = "standard input"


class InputFiles:
    """Reads files, and keeps the hash of each and what is odd in it.

    Attributes:
        hashes: role, name and SHA-256 of every file, in the order of reading.
        warnings: what a reader should look at.
    """

    def __init__(self) -> None:
        self.hashes: list[dict[str, str]] = []
        self.warnings: list[Problem] = []

    def read(self, path: Path, role: str) -> bytes:
        """The content of a file, or of standard input for the path `-`.

        Reads at most one byte more than readers accept; they report files that are too large.

        Raises:
            FormatError: the file cannot be read, or standard input was read already.
        """
        with self.opened(path, role) as stream:
            return stream.read(DEFAULT_LIMITS.file_bytes + 1)

    @contextmanager
    def opened(self, path: Path, role: str) -> Iterator[BinaryIO]:
        """A file, or standard input, as a stream, for readers that take it piece by piece.

        Raises:
            FormatError: as `read`.
        """
        if path == STANDARD_INPUT and any(entry["file"] == str(STANDARD_INPUT) for entry in self.hashes):
            raise FormatError(Problem(STANDARD_INPUT_NAME, "It can be read only once. Give - only once."))
        try:
            with _opened(path) as stream:
                sha256 = hashlib.file_digest(cast("BufferedReader", stream), "sha256").hexdigest()
                self.hashes.append({"role": role, "file": path.name or str(path), "sha256": sha256})
                stream.seek(0)
                yield stream
        except FormatError:
            raise
        except (OSError, ValueError) as error:
            raise unreadable(path, error) from error

    def read_lines(self, path: Path, role: str) -> "TextFile":
        """The lines of a text file.

        Raises:
            FormatError: with every fatal problem of the file.
        """
        from rankings.formats.text import read_text

        text = read_text(self.read(path, role), shown_path(path))
        if not text.usable:
            raise FormatError(list(text.problems))
        self.warnings += text.problems
        return text


@contextmanager
def _opened(path: Path) -> Iterator[BinaryIO]:
    """A file that a reader may begin anew: what can be read only once is copied to a temporary file."""
    with nullcontext(sys.stdin.buffer) if path == STANDARD_INPUT else path.open("rb") as stream:
        if path != STANDARD_INPUT and stream.seekable():
            yield stream
            return
        with tempfile.TemporaryFile(prefix="appraise-gec-input-") as kept:
            shutil.copyfileobj(stream, kept)
            kept.seek(0)
            yield cast("BinaryIO", kept)


def shown_path(path: Path) -> str:
    """The name of a file in messages."""
    return STANDARD_INPUT_NAME if path == STANDARD_INPUT else str(path)


def unreadable(path: Path, error: Exception) -> FormatError:
    reason = getattr(error, "strerror", None) or "it cannot be opened"
    return FormatError(Problem(str(path), f"Cannot be read: {reason}."))


def one_line(problem: Problem) -> str:
    """A problem as one line of text that a terminal shows as it is."""
    return visible(" ".join(str(problem).splitlines()))


def warning_lines(warnings: Iterable[Problem]) -> list[str]:
    """Warnings as a document repeats them, with files without folders: it does not matter where they lie."""
    return [one_line(replace(warning, file=Path(warning.file).name)) for warning in warnings]


@contextmanager
def refused_values(place: str) -> Iterator[None]:
    """Turn what a library refuses with a ValueError into a problem at `place`."""
    try:
        yield
    except FormatError:
        raise
    except ValueError as error:
        message = str(error)
        raise FormatError(Problem(place, f"{message[:1].upper()}{message[1:].rstrip('.')}.")) from error
