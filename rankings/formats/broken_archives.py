"""Why a zip archive cannot be read, in words of people rather than of the program that unpacks it."""

import zipfile
import zlib

from appraise_gec.words import words

# Kinds of errors, what they say, and what that means. NotImplementedError is a RuntimeError.
_REASONS = (
    (EOFError, "", words("it ends too early")),
    (zlib.error, "", words("its compressed data cannot be unpacked")),
    (NotImplementedError, "", words("it is compressed in an unknown way")),
    (RuntimeError, "password", words("it is encrypted")),
    (zipfile.BadZipFile, "CRC", words("its content does not have the checksum that was noted")),
    (zipfile.BadZipFile, "not a zip file", words("it has no list of its files at the end")),
)


def why_broken(error: Exception) -> str:
    """What reading an archive, or a file in it, came upon; without a full stop."""
    told = str(error)
    reasons = (reason for kind, said, reason in _REASONS if isinstance(error, kind) and said in told)
    return next(reasons, words("its parts contradict each other"))
