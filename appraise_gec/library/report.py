"""Everything about some judgments as one folder: a page, tables, figures and data."""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from os import PathLike
from pathlib import Path
from typing import Annotated, Any

from appraise_gec.declared import Told
from appraise_gec.library.arguments import (
    ArgumentError,
    File,
    Force,
    Gold,
    Metrics,
    Progress,
    SourceFile,
    arguments_of,
    front_door,
    path_of,
    several,
)
from appraise_gec.library.finding import Finding, in_words
from appraise_gec.library.inputs import STANDARD_INPUT, shown_path
from appraise_gec.library.judgments import read_judgments
from appraise_gec.library.metric_inputs import MaterialFiles, paths_of
from appraise_gec.library.output_files import system_files
from appraise_gec.library.outputs import check_file, check_folder, write_file, write_folder
from appraise_gec.library.refusals import refused_values
from appraise_gec.report.options import PARTS, ReportOptions
from rankings.formats.filtering import JudgmentFilter
from rankings.formats.records import FormatError, Problem

NO_PART = "none"
METRICS_PART = "metrics"
"""Asked for by scores, metrics or gold instead."""
Files = Annotated[Sequence[File] | File, Told(metavar="FILE", kind="files")]


def parts_to_ask() -> tuple[str, ...]:
    return (*(part for part in PARTS if part != METRICS_PART), NO_PART)


@front_door
def report(
    judgments: Annotated[Any, Told(metavar="JUDGMENTS...", kind="files")],
    *,
    output: Annotated[File | None, Told("--output", "DIR", "target", needed=True)] = None,
    force: Force = False,
    title: str = "",
    parts: Annotated[Sequence[str] | str, Told("--part", known=parts_to_ask)] = ("validation",),
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
    **chosen: Annotated[Any, Told(more=(ReportOptions, read_judgments))],
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
        chosen: how to compute, as `ReportOptions` says, and which judgments, as `read_judgments` takes it.

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
    call = call_of({**locals(), **chosen})
    if verify:
        return _verified(judgments, call, progress)

    from appraise_gec.library.report_making import ReportRequest, make_report

    asked = several(parts)
    if NO_PART in asked and set(asked) != {NO_PART}:
        raise ArgumentError(f"--part {NO_PART} leaves out every part; give it alone")
    names = {one.name for one in arguments_of(ReportOptions) if not one.told.filters} & set(chosen)
    options = {name: chosen.pop(name) for name in names}
    files = several(judgments) if isinstance(judgments, str | PathLike | tuple | list) else (judgments,)
    with refused_values(", ".join(shown_path(path) if (path := path_of(one)) else "" for one in files)):
        judged = read_judgments(*files, **chosen)
    try:
        wanted = {one.name: getattr(judged.selection.filter, one.name) for one in fields(JudgmentFilter)}
        left_out = set(judged.whole.judges) - set(judged.judges)
        options |= {"parts": [part for part in asked if part != NO_PART], "excluded_judges": left_out}
        made_options = ReportOptions(**options, **wanted)
    except ValueError as error:
        raise ArgumentError(str(error)) from None
    request = ReportRequest(
        judged,
        made_options,
        paths_of(outputs),
        paths_of(scores),
        several(metrics),
        MaterialFiles.of(source, gold, references, None),
        paths_of(edit_marks),
        title,
        call,
    )
    request.check()
    folder, target = path_of(output), path_of(archive)
    beside = (*several(edit_marks), *several(scores), *several(gold), *several(references), source)
    read = [*judged.paths, *(path for one in beside if one and (path := path_of(one)))]
    possible = earlier_files(folder) if folder is not None else set()
    if folder is not None:
        of_systems = system_files(request.outputs).values() if request.outputs else ()
        check_folder(folder, inputs=[*read, *of_systems], names=possible, force=force)
    if target is not None:
        check_file(target, inputs=read, force=force)
    made = make_report(request, progress or (lambda share: None), draw=folder is not None)
    lines = []
    if folder is not None:
        write_folder(folder, made.files, stale=possible)
        lines.append(f"{folder / 'report.html'}: the report; {len(made.files) - 1} more files beside it.")
    if target is not None:
        from appraise_gec.report.archive import TITLE, under_pseudonyms, write_archive

        write_file(target, [write_archive(under_pseudonyms(made.source), title or TITLE)[1]])
        lines.append(f"{target}: the report with its data.")
    return Finding(
        made.document["result"],
        in_words("\n".join(lines)),
        judged.inputs,
        made.warnings,
        document=dict,
        made_by=made.document["recipe"],
    )


def call_of(given: Mapping[str, Any]) -> list[str]:
    """The words of a call that can be repeated: files by their names, without where the result goes."""
    words = []
    for argument in arguments_of(report):
        kind, value = argument.told.kind, given.get(argument.name)
        if kind in ("target", "progress") or value in (None, (), argument.default):
            continue
        for one in several(value) if argument.several else (value,):
            path = path_of(one) if kind in ("file", "files") else None
            words += [argument.option] if argument.is_option else []
            words += [path.name or str(path) if path else str(one)] if one is not True else []
    return words


def earlier_files(folder: Path) -> set[str]:
    """Names of files below the folder that a report has, or an earlier one may have left there."""
    from appraise_gec.report.folder import FIGURE_FILES, TABLE_FILES

    kept = {"tables": tuple(TABLE_FILES), "figures": tuple(FIGURE_FILES)}
    found = {
        f"{name}/{path.name}"
        for name, ends in kept.items()
        for path in (folder / name).glob("*")
        if path.suffix.removeprefix(".") in ends
    }
    return {"report.html", "report.json", "methods.tex", "references.bib", *found}


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
