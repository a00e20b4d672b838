"""Archives on the command line: a report written with its data, and such an archive verified."""

import os
from collections.abc import Iterable
from pathlib import Path

from appraise_gec.cli.printing import write_document, write_text
from appraise_gec.cli.progress import Progress
from appraise_gec.library.outputs import OVERWRITE
from appraise_gec.report import archive
from appraise_gec.report.archive import Source
from appraise_gec.report.verification import PaperFile, Verification, verify
from rankings.analysis.software import software_versions
from rankings.formats.records import FormatError, Problem
from rankings.formats.results import to_json


def check_target(path: Path, inputs: Iterable[Path], *, force: bool) -> None:
    """Refuse a file that must not be written, before anything is computed. Raises FormatError."""
    if path.resolve() in {other.resolve() for other in inputs}:
        raise FormatError(Problem(str(path), "It is one of the files to read. Choose another to write."))
    if path.exists() and not path.is_file():
        raise FormatError(Problem(str(path), "It is no file. Choose another name for the archive."))
    if path.is_file() and not force:
        raise FormatError(Problem(str(path), f"The file is there already. {OVERWRITE}"))


def write_archive(path: Path, source: Source, title: str) -> None:
    """Write a report with its data; the file is there when it is whole.

    Args:
        path: of the archive.
        source: the report.
        title: of its page.

    Raises:
        FormatError: it cannot be written.
    """
    _, content = archive.write_archive(archive.under_pseudonyms(source), title)
    unfinished = path.absolute().parent / f".{path.name}.{os.getpid()}.part"
    try:
        unfinished.write_bytes(content)
        unfinished.replace(path)
    except OSError as error:
        reason = error.strerror or "it cannot be opened"
        raise FormatError(Problem(str(path), f"Cannot be written: {reason}.")) from error
    finally:
        unfinished.unlink(missing_ok=True)


def verify_file(path: Path, *, as_json: bool) -> bool:
    """Verify an archive and say what came out. Returns whether every number came out the same.

    Raises:
        FormatError: it is no such archive, or is damaged.
    """
    try:
        with path.open("rb") as stream, Progress("Verifying") as progress:
            found = verify(PaperFile(stream, str(path)), progress.share)
    except OSError as error:
        reason = error.strerror or "it cannot be opened"
        raise FormatError(Problem(str(path), f"Cannot be read: {reason}.")) from error
    same = not found.difference
    recipe = {"program": "appraise-gec", "command": "report --verify", "software": software_versions()}
    result = {"same": same, **to_json(found)}
    if as_json:
        write_document(recipe, result)
    else:
        write_text(_text(path, found))
    return same


def _text(path: Path, found: Verification) -> str:
    if found.difference:
        said = f"{path}: NOT the same. {found.difference}."
    else:
        said = (
            f"{path}: every number came out the same: {found.values:,} values, computed again from "
            f"{found.rankings:,} rankings."
        )
    return "\n".join([*found.notes, said])
