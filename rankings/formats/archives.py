"""What makes a file of a zip archive unfit to be read, and what reading a broken archive may raise."""

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
# Kinds of errors, what they say, and what that means. NotImplementedError is a RuntimeError.
_REASONS = (
    (EOFError, "", "it ends too early"),
    (zlib.error, "", "its compressed data cannot be unpacked"),
    (NotImplementedError, "", "it is compressed in an unknown way"),
    (RuntimeError, "password", "it is encrypted"),
    (zipfile.BadZipFile, "CRC", "its content does not have the checksum that was noted"),
    (zipfile.BadZipFile, "not a zip file", "it has no list of its files at the end"),
)


def why_broken(error: Exception) -> str:
    """What an error that reading an archive raised says to people; without a full stop."""
    reasons = (reason for kind, said, reason in _REASONS if isinstance(error, kind) and said in str(error))
    return next(reasons, "its parts contradict each other")


def leaves_archive(path: str) -> bool:
    """Whether a path in an archive would lie outside of the folder that it is unpacked to."""
    path = path.replace("\\", "/")
    return path.startswith("/") or path[1:2] == ":" or ".." in PurePosixPath(path).parts


def is_encrypted(member: zipfile.ZipInfo) -> bool:
    """Whether a password is needed."""
    return bool(member.flag_bits & 0x1)


def is_packed_as_usual(member: zipfile.ZipInfo) -> bool:
    """Whether it is stored or deflated."""
    return member.compress_type in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


def is_plain_file(member: zipfile.ZipInfo) -> bool:
    """Whether it is a file, and not a link or a device."""
    return stat.S_IFMT(member.external_attr >> 16) in (0, stat.S_IFREG)
