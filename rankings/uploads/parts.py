"""Many bytes in the database, piece by piece: written and read without holding all of them.

They are the parts of an upload, whose `size` says how many there are.
"""

import io
from collections.abc import Iterator
from typing import Any

from rankings.models import Upload

PART_BYTES = 1024 * 1024


class PartsWriter:
    """Takes bytes as a file does, and keeps them as parts of an upload. `close` keeps the last of them."""

    def __init__(self, upload: Upload) -> None:
        self._upload = upload
        self._waiting = bytearray()
        self._number = 0
        self.size = 0

    def write(self, data: Any) -> int:
        self._waiting += data
        while len(self._waiting) >= PART_BYTES:
            self._keep(bytes(self._waiting[:PART_BYTES]))
            del self._waiting[:PART_BYTES]
        return len(data)

    def flush(self) -> None:
        """Nothing: parts are kept when they are full."""

    def close(self) -> None:
        if self._waiting:
            self._keep(bytes(self._waiting))
            self._waiting.clear()

    def _keep(self, content: bytes) -> None:
        self._upload.parts.create(number=self._number, content=content)
        self._number += 1
        self.size += len(content)


def parts_of(upload: Upload) -> Iterator[bytes]:
    """The upload's bytes, one part after the other."""
    for number in range(-(-upload.size // PART_BYTES)):
        yield _part(upload, number)


def open_parts(upload: Upload) -> io.BufferedReader:
    """The bytes as a file for reading."""
    return io.BufferedReader(_PartsFile(upload), PART_BYTES)


class _PartsFile(io.RawIOBase):
    """Reads parts as they are needed, and keeps the last one."""

    def __init__(self, upload: Upload) -> None:
        self._upload = upload
        self._place = 0
        self._kept: tuple[int, bytes] = (-1, b"")

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._place

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        begin = {io.SEEK_SET: 0, io.SEEK_CUR: self._place, io.SEEK_END: self._upload.size}[whence]
        if begin + offset < 0:
            raise OSError("before the beginning of the file")
        self._place = begin + offset
        return self._place

    def readinto(self, buffer: Any) -> int:
        if self._place >= self._upload.size:
            return 0
        number, begin = divmod(self._place, PART_BYTES)
        if self._kept[0] != number:
            self._kept = (number, _part(self._upload, number))
        piece = self._kept[1][begin : begin + len(buffer)]
        buffer[: len(piece)] = piece
        self._place += len(piece)
        return len(piece)


def _part(upload: Upload, number: int) -> bytes:
    content: bytes | memoryview = upload.parts.values_list("content", flat=True).get(number=number)
    return bytes(content)
