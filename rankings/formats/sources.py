"""Files as streams: their beginning is looked at, and their text is read line by line.

A file of a million judgments is never in memory as a whole.
"""

import io
import re
from collections.abc import Iterable
from typing import BinaryIO

from rankings.formats.text import UTF8_BOM

# What is not UTF-8, as `surrogateescape` shows it.
_NOT_UTF8 = re.compile("[\udc80-\udcff]")


def not_utf8(byte: int) -> str:
    """The message for a byte that no UTF-8 text has."""
    return "Byte {byte} is not valid UTF-8. Save the file as UTF-8.".format(byte=f"0x{byte:02X}")


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


def why_not_utf8(text: str) -> str:
    """The message for a text of `text_lines` that was not UTF-8; empty where it was."""
    wrong = _NOT_UTF8.search(text)
    return not_utf8(ord(wrong.group()) - 0xDC00) if wrong else ""


def text_lines(source: io.RawIOBase) -> Iterable[str]:
    """The lines of a UTF-8 text with their ends (LF, CR LF or CR), without a byte order mark.

    What is not UTF-8 is for `why_not_utf8`, where it is used.
    """
    buffered = io.BufferedReader(source, 1 << 18)
    if buffered.peek(len(UTF8_BOM)).startswith(UTF8_BOM):
        buffered.read(len(UTF8_BOM))
    return io.TextIOWrapper(buffered, encoding="utf-8", errors="surrogateescape", newline="")
