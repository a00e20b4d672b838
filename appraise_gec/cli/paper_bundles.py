"""Paper bundles on the command line: a report written as one archive, and such an archive verified."""

import os
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime
from pathlib import Path

import click

from appraise_gec.cli.documents import Answer, write_answer
from appraise_gec.cli.errors import refused_values
from appraise_gec.cli.outputs import OVERWRITE
from appraise_gec.cli.progress import Progress
from metrics.reports.archive import companions_again, metrics_beside
from metrics.reports.maege import maege_companion
from metrics.validation.score_table import MetricScores
from rankings.analysis.software import software_versions
from rankings.formats.json_form import to_json
from rankings.formats.records import FormatError, Problem
from rankings.reports.paper.archive import write_paper
from rankings.reports.paper.paper import Source, Tell, Wishes, paper_of
from rankings.reports.paper.reading import PaperFile
from rankings.reports.paper.verification import Verification, verify


def check_target(path: Path, inputs: Iterable[Path], *, force: bool) -> None:
    """Refuse a file that must not be written, before anything is computed. Raises FormatError."""
    if path.resolve() in {other.resolve() for other in inputs}:
        raise FormatError(Problem(str(path), "It is one of the files to read. Choose another to write."))
    if path.exists() and not path.is_file():
        raise FormatError(Problem(str(path), "It is no file. Choose another name for the archive."))
    if path.is_file() and not force:
        raise FormatError(Problem(str(path), f"The file is there already. {OVERWRITE}"))


def write_bundle(
    path: Path, source: Source, wishes: Wishes, tell: Tell, scores: Sequence[MetricScores] = ()
) -> int:
    """Write a report as `paper.zip`; the file is there when it is whole. Returns how many files it holds.

    Args:
        path: of the archive.
        source: the report.
        wishes: what is asked of the archive.
        tell: told how far it is.
        scores: of metrics that the report compares with people.

    Raises:
        FormatError: it cannot be written, or the title or a metric names a system that is to be masked.
    """
    with refused_values("--title"):
        paper = paper_of(source, wishes, lambda share, message: tell(share / 2, message))
    with refused_values("--scores"):
        both = (metrics_beside(paper, source, wishes, scores), maege_companion(paper))
        companions = [companion for companion in both if companion is not None]
    beside = path.absolute().parent / f".{path.name}.{os.getpid()}.part"
    try:
        with beside.open("xb") as stream:
            entries = write_paper(
                paper, stream, lambda share, message: tell(0.5 + share / 2, message), companions
            )
        beside.replace(path)
    except OSError as error:
        reason = error.strerror or "it cannot be opened"
        raise FormatError(Problem(str(path), f"Cannot be written: {reason}.")) from error
    finally:
        beside.unlink(missing_ok=True)
    return len(entries) + 1


def today() -> str:
    """The date of a bundle for which none is given."""
    return datetime.now(UTC).date().isoformat()


def checked_date(text: str) -> str:
    """A date as ISO 8601 writes it. Raises click.BadParameter for anything else."""
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        message = f"{text!r} is not a date; expected one such as 2026-03-01."
        raise click.BadParameter(message, param_hint="--date") from None


def verify_file(path: Path, *, as_json: bool) -> bool:
    """Verify a bundle and say what came out. Returns whether every number came out the same.

    Raises:
        FormatError: it is no such archive, is damaged, or was changed.
    """
    try:
        with path.open("rb") as stream, Progress("Verifying") as progress:
            found = verify(PaperFile(stream, str(path)), progress.share, companions_again)
    except OSError as error:
        reason = error.strerror or "it cannot be opened"
        raise FormatError(Problem(str(path), f"Cannot be read: {reason}.")) from error
    recipe = {"program": "appraise-gec", "command": "report --verify", "software": software_versions()}
    result = {"same": found.same, **to_json(found)}
    write_answer(Answer(recipe, result, lambda: _text(path, found)), as_json=as_json)
    return found.same


def _text(path: Path, found: Verification) -> str:
    cells = sum(file.cells for file in found.checked)
    wrong = [file for file in found.checked if file.difference]
    lines = [
        f"{file.path}: {f'differs. {file.difference}' if file.difference else f'the same ({file.cells:,})'}"
        for file in found.checked
    ]
    lines += [f"{name}: not compared, {reason}" for name, reason in found.passed_over.items()]
    lines += ["", *found.notes]
    if wrong:
        lines.append(
            f"{path}: NOT the same. {len(wrong):,} of {len(found.checked):,} files differ from what the data "
            "and the recipe give."
        )
    else:
        lines.append(
            f"{path}: every number came out the same: {cells:,} values in {len(found.checked):,} files, "
            f"computed again from {found.rankings:,} rankings."
        )
    return "\n".join(lines)
