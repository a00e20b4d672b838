"""The bytes of a bundle in the database, piece by piece: read and written without holding all of them."""

import io
from collections.abc import Iterable, Iterator
from typing import Any

from rankings.models import Bundle, BundlePart

PART_BYTES = 1024 * 1024


def store_parts(bundle: Bundle, pieces: Iterable[bytes]) -> int:
    """Keep bytes as the bundle's. Returns how many."""
    size, number, waiting = 0, 0, bytearray()
    for piece in pieces:
        waiting += piece
        while len(waiting) >= PART_BYTES:
            BundlePart.objects.create(bundle=bundle, number=number, content=bytes(waiting[:PART_BYTES]))
            del waiting[:PART_BYTES]
            number += 1
            size += PART_BYTES
    if waiting:
        BundlePart.objects.create(bundle=bundle, number=number, content=bytes(waiting))
    return size + len(waiting)


def parts_of(bundle: Bundle) -> Iterator[bytes]:
    """The bundle's bytes, one part after the other."""
    for number in range(-(-bundle.size // PART_BYTES)):
        yield _part(bundle, number)


def open_parts(bundle: Bundle) -> io.BufferedReader:
    """The bundle as a file for reading."""
    return io.BufferedReader(_PartsFile(bundle), PART_BYTES)


class _PartsFile(io.RawIOBase):
    """Reads parts as they are needed, and keeps the last one."""

    def __init__(self, bundle: Bundle) -> None:
        self._bundle = bundle
        self._place = 0
        self._kept: tuple[int, bytes] = (-1, b"")

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._place

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        begin = {io.SEEK_SET: 0, io.SEEK_CUR: self._place, io.SEEK_END: self._bundle.size}[whence]
        if begin + offset < 0:
            raise OSError("before the beginning of the file")
        self._place = begin + offset
        return self._place

    def readinto(self, buffer: Any) -> int:
        if self._place >= self._bundle.size:
            return 0
        number, begin = divmod(self._place, PART_BYTES)
        if self._kept[0] != number:
            self._kept = (number, _part(self._bundle, number))
        piece = self._kept[1][begin : begin + len(buffer)]
        buffer[: len(piece)] = piece
        self._place += len(piece)
        return len(piece)


def _part(bundle: Bundle, number: int) -> bytes:
    content = BundlePart.objects.values_list("content", flat=True).get(bundle=bundle, number=number)
    return bytes(content)
