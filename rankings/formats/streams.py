"""Streams of bytes that are never in memory as a whole, and what of them is no text."""

import io
import re
from collections.abc import Iterable
from typing import BinaryIO

from rankings.formats.problems import figure

UTF8_BOM = b"\xef\xbb\xbf"
UTF16_BOMS = (b"\xff\xfe", b"\xfe\xff")
ZIP_STARTS = (b"PK\x03\x04", b"PK\x05\x06")
# Control characters that no text has, and that every picture, document and program is full of.
_NO_TEXT = bytes({*range(32)} - set(b"\t\n\r\f\v"))
_LOOKED_AT = 1 << 16
_CHUNK = 1 << 20
# What is not UTF-8, as `surrogateescape` shows it.
NOT_UTF8 = "\udc80-\udcff"
_WRONG = re.compile(f"[{NOT_UTF8}]")


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
