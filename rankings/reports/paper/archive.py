"""A paper bundle as a zip archive: written file by file, and the same bytes for the same paper."""

import hashlib
import zipfile
from collections.abc import Sequence
from typing import IO, Any

from rankings.reports.paper.companion import Companion
from rankings.reports.paper.contents import Contents, json_bytes
from rankings.reports.paper.paper import FORMAT, FORMAT_VERSION, Paper, Tell

MANIFEST = "manifest.json"
# The oldest moment that a zip archive can hold: the time of making must not change the bytes.
_MOMENT = (1980, 1, 1, 0, 0, 0)
_LEVEL = 6
_READABLE = 0o644 << 16


def write_paper(
    paper: Paper,
    target: IO[bytes],
    tell: Tell = lambda share, message: None,
    companions: Sequence[Companion] = (),
) -> list[dict[str, Any]]:
    """Write the bundle to a file, one of its files after the other. Returns the entries of its manifest.

    The largest of its data files is in memory at a time, beside the judgments.
    """
    contents = Contents(paper, companions)
    entries: list[dict[str, Any]] = []
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=_LEVEL) as archive:
        for path, content in contents.files(tell):
            digest, size = hashlib.sha256(), 0
            with archive.open(_info(path), "w", force_zip64=True) as stream:
                for piece in [content] if isinstance(content, bytes) else content:
                    digest.update(piece)
                    size += len(piece)
                    stream.write(piece)
            entry = {"path": path, "sha256": digest.hexdigest(), "bytes": size}
            contents.written[path] = entry
            entries.append(entry)
        manifest = {
            "format": FORMAT,
            "format_version": FORMAT_VERSION,
            "program_version": paper.recipe["version"],
            "files": entries,
        }
        archive.writestr(_info(MANIFEST), json_bytes(manifest), compresslevel=_LEVEL)
    return entries


def _info(path: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(path, _MOMENT)
    info.compress_type = zipfile.ZIP_DEFLATED
    info.external_attr = _READABLE
    # As on Linux, wherever it is written.
    info.create_system = 3
    return info
