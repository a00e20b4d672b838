"""Text from files: sentences, one a line, or the lines of a stream that is never in memory as a whole."""

import io
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import BinaryIO

from rankings.formats.problems import DEFAULT_LIMITS, Findings, Limits, figure
from rankings.formats.records import Problem, WithProblems

UTF8_BOM = b"\xef\xbb\xbf"
UTF16_BOMS = (b"\xff\xfe", b"\xfe\xff")
ZIP_STARTS = (b"PK\x03\x04", b"PK\x05\x06")
# Control characters that no text has, and that every picture, document and program is full of.
_NO_TEXT = bytes({*range(32)} - set(b"\t\n\r\f\v"))
_LOOKED_AT = 1 << 16
_CHUNK = 1 << 20
# What is not UTF-8, as `surrogateescape` shows it.
_NOT_UTF8 = "\udc80-\udcff"
_WRONG = re.compile(f"[{_NOT_UTF8}]")
# Besides: control characters, line separators, marks that turn the direction of writing, which show a
# sentence in another order than the one that is compared, and characters that are none.
_ODD = re.compile(
    f"[{_NOT_UTF8}\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff]"
)


@dataclass(frozen=True, slots=True)
class TextFile(WithProblems):
    """The lines of a text file, without line ends, and everything found wrong with it.

    Attributes:
        name: the file's name as the person knows it.
        lines: the text of every line; empty when the file could not be read at all.
        problems: fatal problems and warnings, in the order of the file.
    """

    name: str
    lines: tuple[str, ...]
    problems: tuple[Problem, ...] = ()


def read_text(source: bytes | BinaryIO, name: str, limits: Limits = DEFAULT_LIMITS) -> TextFile:
    """Read UTF-8 text, one sentence per line.

    Lines end at LF or CR LF (or at CR in a file without any LF), and at nothing else: a form feed or a
    Unicode line separator stays inside its line and is reported. A byte order mark is removed; a missing
    last line end is fine. Nothing else is changed. No input raises: whatever is wrong is in `problems`.
    """
    findings = Findings(name, limits.problems)
    data = read_bounded(source, limits.file_bytes)
    lines: tuple[str, ...] = ()
    if data is None:
        findings.error(larger_than(limits.file_bytes))
    elif not data.removeprefix(UTF8_BOM):
        findings.error("The file is empty. Expected one sentence per line.")
    elif what := not_text(data):
        findings.error(f"The file is {what}. Expected plain UTF-8 text, one sentence per line.")
    else:
        lines = _split(data.removeprefix(UTF8_BOM), findings, limits)
        _check(lines, findings, limits)
    return TextFile(name, lines, tuple(findings.problems()))


def blocks(lines: Iterable[str]) -> Iterator[list[tuple[int, str]]]:
    """Lines between blank lines, each with its number counted from 1."""
    block: list[tuple[int, str]] = []
    for number, line in enumerate(lines, start=1):
        if line.strip():
            block.append((number, line))
        elif block:
            yield block
            block = []
    if block:
        yield block


def read_bounded(source: bytes | BinaryIO, most: int) -> bytes | None:
    """All of `source`, or None when it holds more than `most` bytes; never reads much more than that."""
    if isinstance(source, bytes):
        return None if len(source) > most else source
    parts: list[bytes] = []
    room = most + 1
    while room and (part := source.read(min(_CHUNK, room))):
        parts.append(part)
        room -= len(part)
    return b"".join(parts) if room else None


def larger_than(most: int) -> str:
    """The message for a file of more bytes."""
    return f"The file is larger than {figure(most)} bytes, the most that is read."


def not_text(data: bytes) -> str:
    """What a file is that holds something else than text, as far as anybody can tell; empty for a text."""
    if data.startswith(ZIP_STARTS):
        return "a zip archive or an office document"
    head = data[:_LOOKED_AT]
    odd = len(head) - len(head.translate(None, _NO_TEXT))
    return "not UTF-8 text" if odd * 20 > len(head) or data.startswith(UTF16_BOMS) else ""


def why_not_utf8(text: str) -> str:
    """The message for a text that was decoded by `surrogateescape`; empty where it was UTF-8."""
    wrong = _WRONG.search(text)
    return (
        f"Byte 0x{ord(wrong.group()) - 0xDC00:02X} is not valid UTF-8. Save the file as UTF-8."
        if wrong
        else ""
    )


class TooLargeError(Exception):
    """More bytes than are read."""


class BoundedSource(io.RawIOBase):
    """A stream of bytes whose beginning is known, and that ends with `TooLargeError` beyond `most` bytes.

    Attributes:
        start: the first bytes, as many as were asked for or as there are.
    """

    def __init__(self, source: bytes | BinaryIO | io.RawIOBase, most: int, look_ahead: int) -> None:
        self._stream = io.BytesIO(source) if isinstance(source, bytes) else source
        self._most = most
        self._count = 0
        parts: list[bytes] = []
        wanted = look_ahead
        # A pipe gives what it has, not what it was asked for.
        while wanted > 0 and (part := self._stream.read(wanted)):
            parts.append(part)
            wanted -= len(part)
        self.start = b"".join(parts)
        self._ahead = self.start

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        size = len(buffer)
        part, self._ahead = self._ahead[:size], self._ahead[size:]
        part = part or self._stream.read(size) or b""
        self._count += len(part)
        if self._count > self._most:
            raise TooLargeError
        buffer[: len(part)] = part
        return len(part)


def text_lines(source: io.RawIOBase) -> Iterable[str]:
    """The lines of a UTF-8 text with their ends (LF, CR LF or CR), without a byte order mark.

    What is not UTF-8 is for `why_not_utf8`, where it is used.
    """
    buffered = io.BufferedReader(source, 1 << 18)
    if buffered.peek(len(UTF8_BOM)).startswith(UTF8_BOM):
        buffered.read(len(UTF8_BOM))
    return io.TextIOWrapper(buffered, encoding="utf-8", errors="surrogateescape", newline="")


def _split(data: bytes, findings: Findings, limits: Limits) -> tuple[str, ...]:
    end = b"\n" if b"\n" in data or b"\r" not in data else b"\r"
    if data.count(end) > limits.lines:
        findings.error(f"The file has more than {figure(limits.lines)} lines, the most that is read.")
        return ()
    lines = data.decode("utf-8", "surrogateescape").split(end.decode())
    if lines[-1] == "":
        lines.pop()
    if end == b"\n" and b"\r" in data:
        lines = [line.removesuffix("\r") for line in lines]
    return tuple(lines)


def _check(lines: tuple[str, ...], findings: Findings, limits: Limits) -> None:
    longest = limits.line_characters
    # The common case must be cheap: nearly every line is short and holds printable characters only.
    if max(map(len, lines), default=0) <= longest and all(map(str.isprintable, lines)):
        return
    for number, line in enumerate(lines, start=1):
        if len(line) > longest:
            findings.error(
                f"The line has {figure(len(line))} characters; at most {figure(longest)} are allowed. "
                "Expected one sentence per line.",
                number,
            )
        if not line.isprintable() and (odd := _ODD.search(line)):
            _tell_odd(odd.group(), odd.start() + 1, number, findings)


def _tell_odd(character: str, column: int, line: int, findings: Findings) -> None:
    place, code = f"Character {figure(column)} of the line is", f"U+{ord(character):04X}"
    if why_not := why_not_utf8(character):
        findings.error(f"Character {figure(column)} of the line: {why_not}", line)
    elif character == "\r":
        findings.warn(
            f"{place} a carriage return ({code}) inside the line. It is ignored when outputs are compared; "
            "check that no line end was lost.",
            line,
            kind="carriage return",
        )
    elif character < " ":
        findings.error(f"{place} the control character {code}, which no sentence has. Remove it.", line)
    else:
        kind = f"the invisible character {code}"
        findings.warn(f"{place} {kind}. Kept as it is.", line, kind=kind)
