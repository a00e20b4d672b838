"""Zip archives that strangers made: which members may be read, how much of them, and why one is broken."""

import stat
import struct
import zipfile
import zlib
from pathlib import PurePosixPath

# What reading a broken archive may raise.
BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    OSError,
    OverflowError,
    NotImplementedError,
    RuntimeError,
)
_CHUNK = 64 * 1024


def why_broken(error: Exception) -> str:
    """What an error that reading an archive raised says to people; without a full stop."""
    return str(error).rstrip(".") or "it ends too early"


def member_problem(member: zipfile.ZipInfo) -> str:
    """Why a member must not be read, after its path; empty where it may."""
    path = member.filename.replace("\\", "/")
    if path.startswith("/") or path[1:2] == ":" or ".." in PurePosixPath(path).parts:
        return "has a path that leaves the archive. Make the archive again without such paths."
    if member.flag_bits & 0x1:
        return "is encrypted. Make the archive again without a password."
    if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        return "is packed in an unusual way. Make the archive again with the usual compression (deflate)."
    if stat.S_IFMT(member.external_attr >> 16) not in (0, stat.S_IFREG):
        return "is a link or a device, not a file. Put in the file itself."
    return ""


def unpack(archive: zipfile.ZipFile, member: zipfile.ZipInfo, most: int, ratio: int) -> bytes | None:
    """The member's bytes; None where they are more than `most`, or `ratio` times the packed ones.

    Sizes that the archive states may lie: no more than the bound is unpacked.

    Raises:
        One of `BROKEN`.
    """
    # A tiny file may pack arbitrarily well; the ratio is only a danger sign beyond a few kilobytes.
    most = min(most, max(member.compress_size, 1024) * ratio)
    if member.file_size > most:
        return None
    parts: list[bytes] = []
    with archive.open(member) as stream:
        while part := stream.read(_CHUNK):
            parts.append(part)
            most -= len(part)
            if most < 0:
                return None
    return b"".join(parts)
