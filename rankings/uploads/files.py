"""Files of an upload, packed one after another into parts that the database holds, and unpacked when read."""

import hashlib
import io
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import IO, Any, BinaryIO, cast

from django.conf import settings

from rankings.formats.problems import DEFAULT_LIMITS, Limits
from rankings.formats.records import Problem
from rankings.formats.uploads import read_upload
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


HASHED_AT_ONCE = 1024 * 1024


@dataclass(frozen=True, slots=True)
class File:
    """A file in memory."""

    role: str
    name: str
    content: bytes

    @property
    def size(self) -> int:
        return len(self.content)

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.content).hexdigest()


class KeptFile:
    """A file of an upload; unpacked each time it is read, and never kept in memory."""

    def __init__(self, role: str, name: str, archive: zipfile.ZipFile, member: str) -> None:
        self.role = role
        self.name = name
        self._archive = archive
        self._member = member

    @property
    def content(self) -> bytes:
        return self._archive.read(self._member)

    def open(self) -> IO[bytes]:
        """The content as a file, unpacked piece by piece. One can go back in it."""
        return self._archive.open(self._member)

    @property
    def size(self) -> int:
        return self._archive.getinfo(self._member).file_size

    @property
    def sha256(self) -> str:
        digest = hashlib.sha256()
        with self.open() as stream:
            for piece in _pieces(stream):
                digest.update(piece)
        return digest.hexdigest()


NamedFile = File | KeptFile
"""A file with its role, such as "source", which is the name of its field in the form."""


class Packing:
    """Files on their way into the parts of an upload that has none; none of them stays in memory."""

    def __init__(self, upload: Upload) -> None:
        self.upload = upload
        self.left_out: list[str] = []
        self._parts = PartsWriter(upload)
        # Nobody can go back in there, which the archive notices by itself.
        self._archive = zipfile.ZipFile(
            cast("BinaryIO", self._parts), "w", zipfile.ZIP_DEFLATED, compresslevel=1
        )

    def add(self, role: str, name: str, content: bytes | IO[bytes]) -> None:
        """Keep a file."""
        member = str(len(self.upload.files))
        size = 0
        with self._archive.open(member, "w", force_zip64=True) as packed:
            for piece in (content,) if isinstance(content, bytes) else _pieces(content):
                size += packed.write(piece)
        self.upload.files.append({"role": role, "name": name, "size": size, "member": member})

    def add_unpacked(self, role: str, files: Iterable[tuple[str, Any]]) -> list[Problem]:
        """Keep files, those in archives each by itself. Returns what is wrong with the archives."""
        read = read_upload(files, site_limits(), lambda name, content: self.add(role, name, content))
        self.left_out += read.left_out
        return list(read.problems)

    def close(self) -> None:
        """Keep the rest."""
        self._archive.close()
        self._parts.close()
        self.upload.size = self._parts.size


def kept_files(upload: Upload, role: str = "") -> list[KeptFile]:
    """The files, or those in one role: of many large ones, only that which is being read is in memory."""
    if not upload.files:
        return []
    archive = zipfile.ZipFile(open_parts(upload))
    return [
        KeptFile(file["role"], file["name"], archive, file["member"])
        for file in upload.files
        if not role or file["role"] == role
    ]


def unpack(content: bytes | memoryview, role: str, names: Iterable[str]) -> list[File]:
    """The files of an upload in the bytes of its parts, in one role; their names as the upload had them."""
    with zipfile.ZipFile(io.BytesIO(bytes(content))) as archive:
        return [File(role, name, archive.read(str(number))) for number, name in enumerate(names)]


def site_limits() -> Limits:
    """The limits of this site: those of the readers, or the upload limit where that is lower."""
    most = settings.MAX_UPLOAD_BYTES
    return replace(
        DEFAULT_LIMITS,
        file_bytes=min(DEFAULT_LIMITS.file_bytes, most),
        total_bytes=min(DEFAULT_LIMITS.total_bytes, 4 * most),
    )


def _pieces(stream: IO[bytes]) -> Iterator[bytes]:
    while piece := stream.read(HASHED_AT_ONCE):
        yield piece
