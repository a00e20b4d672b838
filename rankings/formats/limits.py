"""How much of a file is read before it is refused. One object, so that a site can state its own bounds."""

import sys
from dataclasses import dataclass, fields, replace

MIB = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds on what the readers accept. Every field counts and must be at least 1.

    The defaults leave room for the largest public test sets (some 100,000 sentences, some 100 systems) and
    keep a hostile upload from filling memory.
    """

    file_bytes: int = 64 * MIB  # after decompression, as total_bytes
    total_bytes: int = 256 * MIB  # of all files of one upload
    files: int = 500  # in one upload, members of archives included
    compression_ratio: int = 200  # of one member of an archive
    lines: int = 200_000
    line_characters: int = 20_000
    name_characters: int = 64  # of the name of an uploaded system
    identifier_characters: int = 255  # of any other name: judges, items, documents
    judgments: int = 500_000
    outputs_per_item: int = 200
    problems: int = 100  # spelled out per file; the rest is counted

    def __post_init__(self) -> None:
        for limit in fields(self):
            if getattr(self, limit.name) < 1:
                raise ValueError(
                    f"the limit {limit.name} must be at least 1, not {getattr(self, limit.name)}"
                )


DEFAULT_LIMITS = Limits()


def in_streams(limits: Limits, file_bytes: int) -> Limits:
    """Bounds on judgments that are read piece by piece, each taking some hundred bytes of memory."""
    return replace(limits, file_bytes=file_bytes, judgments=2_000_000)


# For people's own files on their own computer: as many judgments as there are. What only a hostile or broken
# file exceeds (names, outputs of one item) stays bounded.
OWN_FILES = Limits(file_bytes=sys.maxsize, judgments=sys.maxsize)
