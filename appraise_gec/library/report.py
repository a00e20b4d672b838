"""Everything about some judgments as one folder: a page, tables, figures and data."""

import os
from collections.abc import Iterable, Sequence
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from appraise_gec.library.arguments import (
    ArgumentError,
    File,
    Force,
    Gold,
    MethodName,
    Metrics,
    Portion,
    Progress,
    Replicates,
    Seed,
    SourceFile,
    Told,
    front_door,
    path_of,
    several,
)
from appraise_gec.library.calls import call_of
from appraise_gec.library.finding import Finding, in_words
from appraise_gec.library.inputs import STANDARD_INPUT
from appraise_gec.library.judgment_files import read_evaluation
from appraise_gec.library.judgments import taken
from appraise_gec.library.metric_inputs import MaterialFiles, paths_of
from appraise_gec.library.output_files import system_files
from appraise_gec.library.outputs import OVERWRITE, check_folder, write_folder
from appraise_gec.library.selection import selection_of
from rankings.analysis.choices import REPLICATES, SEED, BootstrapUnit, SpeaksFor, judges_spoken_for
from rankings.formats.records import FormatError, Problem

if TYPE_CHECKING:
    from appraise_gec.report.archive import Source

NO_PART = "none"
METRICS_PART = "metrics"
"""Asked for by scores, metrics or gold instead."""
Files = Annotated[Sequence[File] | File, Told(metavar="FILE", kind="files")]


def units() -> Sequence[str]:
    from appraise_gec.report.options import UNITS

    return tuple(UNITS)


def parts_to_ask() -> Sequence[str]:
    from appraise_gec.report.options import PARTS

    return (*(part for part in PARTS if part != METRICS_PART), NO_PART)


@front_door
def report(
    judgments: Annotated[Any, Told(metavar="JUDGMENTS...", kind="files")],
    *,
    output: Annotated[File | None, Told("--output", "DIR", "target", needed=True)] = None,
    force: Force = False,
    title: str = "",
    method: MethodName = "expected-wins",
    replicates: Replicates = REPLICATES,
    unit: Annotated[BootstrapUnit, Told(choices=units)] = "sentences",
    speaks_for: SpeaksFor | None = None,
    confidence: Portion = 0.95,
    seed: Seed = SEED,
    parts: Annotated[Sequence[str] | str, Told("--part", choices=parts_to_ask)] = ("validation",),
    outputs: Files = (),
    gold: Gold = (),
    metrics: Metrics = (),
    source: SourceFile = None,
    references: Files = (),
    edit_marks: Files = (),
    scores: Files = (),
    archive: Annotated[File | None, Told(metavar="FILE.zip", kind="target")] = None,
    verify: Annotated[bool, Told(kind="target")] = False,
    progress: Progress = None,
    **chosen: Annotated[Any, Told(kind="selection")],
) -> "Finding[Any]":
    """Write the whole report: the page of the site with all of its sections, tables and figures.

    With the same judgments and settings, every number is that of the site. DIR gets report.html, which needs
    nothing else, report.json, and the folders tables and figures.

    JUDGMENTS are files in any known format, recognised by content and joined; - is standard input. --outputs
    adds how many distinct outputs sentences have; --scores, or --gold with --outputs, how metrics agree with
    people; --part maege with --gold, how metrics order partly corrected sentences.

    --archive writes one archive for others: the same folder, the judgments under pseudonyms, and the recipe.
    --verify computes such an archive again, and says where a number differs: status 0 if none does, 1 if one
    does, 2 if the archive cannot be read.

    Args:
        judgments: files, or what `read_judgments` found.
        output: folder to write to.
        force: write over the files of an earlier report in the folder; keep others.
        title: heading of the page; the names of the files if not given.
        method: how comparisons become scores.
        replicates: number of resamplings.
        unit: what is resampled as a whole. The 2015 paper resampled pairs, as if they were independent.
        speaks_for: for whom intervals, rank ranges and clusters speak where sentences are resampled; judges
            like these if not given.
        confidence: of intervals, rank ranges and clusters.
        seed: of the random numbers; the same seed gives the same result.
        parts: part of the report that takes longer.
        outputs: outputs of a system, or a folder of them.
        gold: gold edits in M2 format: computes metrics of the outputs, m2 and gleu if none is named.
        metrics: compute this metric of the outputs.
        source: for metrics: source sentences; not needed with gold.
        references: for metrics: texts.
        edit_marks: marks on single edits of the same campaign.
        scores: scores of metrics.
        archive: write the report with its data and recipe to this archive, which --verify checks.
        verify: judgments is an archive made by --archive: compute it again.
        progress: called with the share that is done.
        chosen: which judgments, as `read_judgments` takes it.

    Raises:
        FormatError: what cannot be read or does not fit together.

    Examples:
        # Everything on one page
        report judgments.xml -o report
        # With metrics and their agreement with people
        report judgments.xml --gold gold.m2 --outputs outputs -o report
        # Without what was judged later
        report judgments.xml --last-day 2026-03-08 -o report
    """
    given = dict(locals())
    call = call_of(report, given)[2:]
    if verify:
        return _verified(judgments, call, progress)
    asked = several(parts)
    if NO_PART in asked and set(asked) != {NO_PART}:
        raise ArgumentError(f"--part {NO_PART} leaves out every part; give it alone")
    try:
        judges_spoken_for(speaks_for, unit)
    except ValueError as error:
        raise ArgumentError(f"speaks_for: {error}") from None

    from appraise_gec.library.report_making import ReportRequest, earlier_files, make_report

    files = several(judgments) if isinstance(judgments, str | PathLike | tuple | list) else ()
    if files and all(map(path_of, files)):
        evaluation = read_evaluation(selection_of(paths_of(files), **chosen))
    else:
        evaluation = taken(judgments)
    request = ReportRequest(
        evaluation.selection,
        {
            "method": method,
            "replicates": replicates,
            "unit": unit,
            # Where the unit leaves no choice, parts by sentences and tests have one.
            "speaks_for": speaks_for or "judges-like-these",
            "confidence": confidence,
            "seed": seed,
            "parts": tuple(part for part in asked if part != NO_PART),
        },
        paths_of(outputs),
        paths_of(scores),
        several(metrics),
        MaterialFiles.of(source, gold, references, None),
        title,
        paths_of(edit_marks),
        call=call,
    )
    folder, target = path_of(output), path_of(archive)
    read = [*evaluation.selection.files, *map(Path, (*several(edit_marks), *several(scores), *several(gold)))]
    read += [path for one in (*several(references), source) if one and (path := path_of(one))]
    read = [path for path in read if path != STANDARD_INPUT]
    possible = earlier_files(folder) if folder is not None else set()
    if folder is not None:
        of_systems = system_files(request.outputs).values() if request.outputs else ()
        check_folder(folder, inputs=[*read, *of_systems], names=possible, force=force)
    if target is not None:
        _check_target(target, read, force=force)
    made = make_report(request, evaluation, progress or (lambda share: None), draw=folder is not None)
    lines = []
    if folder is not None:
        write_folder(folder, made.files, stale=possible)
        lines.append(f"{folder / 'report.html'}: the report; {len(made.files) - 1} more files beside it.")
    if target is not None:
        _write_archive(target, made.source, title)
        lines.append(f"{target}: the report with its data.")
    return Finding(
        made.document["result"],
        in_words("\n".join(lines)),
        evaluation.inputs,
        made.warnings,
        document=dict,
        made_by=made.document["recipe"],
    )


def _check_target(path: Path, inputs: Iterable[Path], *, force: bool) -> None:
    """Refuse a file that must not be written, before anything is computed. Raises FormatError."""
    if path.resolve() in {other.resolve() for other in inputs}:
        raise FormatError(Problem(str(path), "It is one of the files to read. Choose another to write."))
    if path.exists() and not path.is_file():
        raise FormatError(Problem(str(path), "It is no file. Choose another name for the archive."))
    if path.is_file() and not force:
        raise FormatError(Problem(str(path), f"The file is there already. {OVERWRITE}"))


def _write_archive(path: Path, source: "Source", title: str) -> None:
    """Write a report with its data; the file is there when it is whole. Raises FormatError."""
    from appraise_gec.report import archive

    _, content = archive.write_archive(archive.under_pseudonyms(source), title or archive.TITLE)
    unfinished = path.absolute().parent / f".{path.name}.{os.getpid()}.part"
    try:
        unfinished.write_bytes(content)
        unfinished.replace(path)
    except OSError as error:
        reason = error.strerror or "it cannot be opened"
        raise FormatError(Problem(str(path), f"Cannot be written: {reason}.")) from error
    finally:
        unfinished.unlink(missing_ok=True)


def _verified(archive: Any, call: Sequence[str], progress: Any) -> "Finding[Any]":
    """Whether an archive says the same when it is computed again."""
    from appraise_gec.report.verification import PaperFile, verify
    from rankings.analysis.software import software_versions

    paths = paths_of(archive)
    if len(paths) != 1 or len(call) != 1 or paths[0] == STANDARD_INPUT:
        message = "--verify takes one archive, and no other options than --json: its recipe holds them"
        raise ArgumentError(message)
    path = paths[0]
    try:
        with path.open("rb") as stream:
            found = verify(PaperFile(stream, str(path)), lambda share, _: progress and progress(share))
    except OSError as error:
        reason = error.strerror or "it cannot be opened"
        raise FormatError(Problem(str(path), f"Cannot be read: {reason}.")) from error
    same = not found.difference
    said = f"{path}: NOT the same. {found.difference}."
    if same:
        said = (
            f"{path}: every number came out the same: {found.values:,} values, computed again from "
            f"{found.rankings:,} rankings."
        )
    return Finding(
        found,
        in_words("\n".join([*found.notes, said])),
        told={"same": same},
        made_by={"program": "appraise-gec", "command": "report --verify", "software": software_versions()},
        failed=not same,
    )
