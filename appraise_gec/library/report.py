"""Everything about some judgments as one folder: a page, tables, figures and data."""

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from importlib.metadata import version
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from appraise_gec.declared import Told
from appraise_gec.library.arguments import (
    FILES_OF_JUDGMENTS,
    ArgumentError,
    File,
    Files,
    Force,
    Gold,
    Metrics,
    Progress,
    SourceFile,
    arguments_of,
    front_door,
    path_of,
    paths_of,
    several,
)
from appraise_gec.library.files import STANDARD_INPUT, refused_values, shown_path, unreadable, warning_lines
from appraise_gec.library.finding import Finding, document_bytes, in_words, recipe
from appraise_gec.library.judgments import Evaluation, read_judgments
from appraise_gec.library.metric_inputs import (
    MaterialFiles,
    check_texts,
    read_gold,
    read_scores,
    system_files,
)
from appraise_gec.library.writing import check_file, check_folder, write_file, write_folder
from appraise_gec.report.options import PARTS, ReportOptions
from rankings.formats.filtering import JudgmentFilter
from rankings.formats.records import FormatError, Problem

if TYPE_CHECKING:
    from metrics.validation.score_table import MetricScores
    from rankings.formats.edit_marks import EditJudgment

METRICS, MAEGE = "metrics", "maege"
GOLD_METRICS = ("m2", "gleu")
# Metrics and people are asked for by scores, metrics or gold instead.
ASKED_PARTS = tuple(part for part in PARTS if part != METRICS)
DRAWN = 0.85
"""Share of the work after which figures are drawn."""


@front_door
def report(
    judgments: Annotated[Any, Told(metavar="JUDGMENTS...", kind="files", help=FILES_OF_JUDGMENTS)],
    *,
    output: Annotated[File | None, Told("--output", "DIR", "target", needed=True)] = None,
    force: Force = False,
    title: str = "",
    parts: Annotated[Sequence[str] | str, Told("--part", known=lambda: ASKED_PARTS)] = (),
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

    --outputs adds how many distinct outputs sentences have; --scores, or --gold with --outputs, how metrics
    agree with people; --part maege with --gold, how metrics order partly corrected sentences.

    --archive writes one archive for others: the same folder, the judgments under pseudonyms, and the recipe.
    --verify computes such an archive again, and says where a number differs: status 0 if none does, 1 if one
    does, 2 if the archive cannot be read.

    Args:
        output: folder to write to.
        force: write over the files of an earlier report in the folder; keep others.
        title: heading of the page; the names of the files if not given.
        parts: part of the report that takes longer.
        outputs: outputs of a system, or a folder of them.
        gold: gold edits in M2 format: computes metrics of the outputs, m2 and gleu if none is named.
        references: for metrics: texts.
        edit_marks: marks on single edits of the same campaign.
        scores: scores of metrics.
        archive: write the report with its data and recipe to this archive, which --verify checks.
        verify: JUDGMENTS is an archive made by --archive: compute it again.

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
    call = _call_of({**locals(), **chosen})
    if verify:
        return _verified(judgments, call, progress)

    from appraise_gec.report.archive import TITLE, Source, under_pseudonyms, write_archive
    from appraise_gec.report.computation import compute_report
    from appraise_gec.report.folder import Described, files_of
    from appraise_gec.report.result import report_result
    from rankings.items.collapse import collapse_corpus, distinct_output_counts

    share = progress or (lambda done: None)
    judged, options = _judged(judgments, several(parts), chosen)
    inputs, material = judged.inputs, MaterialFiles.of(source, gold, references, None)
    systems, marks, tables = paths_of(outputs), paths_of(edit_marks), paths_of(scores)
    computes = material.gold and (systems or MAEGE not in options.parts)
    wanted = several(metrics) or (GOLD_METRICS if computes else ())
    _refuse(options, wanted, systems, material)
    folder, target = path_of(output), path_of(archive)
    beside = [*marks, *tables, *material.gold, *material.references, source]
    read = [*judged.paths, *(path for one in beside if one and (path := path_of(one)))]
    possible = _earlier_files(folder)
    if folder is not None:
        of_systems = system_files(systems).values() if systems else ()
        check_folder(folder, inputs=[*read, *of_systems], names=possible, force=force)
    if target is not None:
        check_file(target, inputs=read, force=force)
    texts = _outputs(judged, systems) if systems else {}
    edits = _edits(judged, marks)
    metric_scores = _scores(judged, tables, wanted, systems, material)
    with refused_values(judged.place):
        computed = compute_report(
            judged.whole,
            distinct_output_counts(collapse_corpus(texts), len(texts)) if texts else (),
            sorted(texts or judged.whole.named_systems),
            options,
            lambda done, message: share(DRAWN * done),
            edits=edits,
            scores=metric_scores,
            gold=read_gold(material.gold, inputs) if MAEGE in options.parts else None,
        )
    heading = title or _heading(judged.names)
    made = computed.recipe | ({"left_out": judged.left_out} if judged.selection.filter else {})
    told = _recipe(judged, options, made, {"title": heading, "metrics": list(wanted)}, call)
    # What the paragraph on methods says of the judgments: all of them come from files.
    made |= {name: names for name, names in judged.selection.systems.settings.items() if names}
    made["imported_rankings"] = made["rankings"]["number"]
    warnings = tuple(dict.fromkeys((*judged.warnings, *inputs.warnings)))
    result = {**computed.result, "warnings": warning_lines(warnings)}
    lines = []
    if folder is not None:
        shown = {**made, "call": told["call"], "inputs": told["inputs"]}
        described = Described.of(report_result(computed.result), shown)
        files = files_of(described, heading, document_bytes({"recipe": told, "result": result}))
        share(1.0)
        write_folder(folder, files, stale=possible)
        lines.append(f"{folder / 'report.html'}: the report; {len(files) - 1} more files beside it.")
    if target is not None:
        whole = Source(made, computed.result, judged.whole, edits, metric_scores)
        write_file(target, [write_archive(under_pseudonyms(whole), title or TITLE)[1]])
        lines.append(f"{target}: the report with its data.")
    return Finding(result, in_words("\n".join(lines)), inputs, warnings, document=dict, made_by=told)


def _judged(judgments: Any, parts: Sequence[str], chosen: dict[str, Any]) -> tuple[Evaluation, ReportOptions]:
    """The judgments that were chosen, and what to compute of them."""
    names = {one.name for one in arguments_of(ReportOptions) if not one.told.filters} & set(chosen)
    options = {name: chosen.pop(name) for name in names}
    files = several(judgments) if isinstance(judgments, str | PathLike | tuple | list) else (judgments,)
    with refused_values(", ".join(shown_path(path) if (path := path_of(one)) else "" for one in files)):
        judged = read_judgments(*files, **chosen)
    filters = {one.name: getattr(judged.selection.filter, one.name) for one in fields(JudgmentFilter)}
    uncounted = tuple(set(judged.whole.judges) - set(judged.judges))
    try:
        return judged, ReportOptions(**options, **filters, parts=tuple(parts), excluded_judges=uncounted)
    except ValueError as error:
        raise ArgumentError(str(error)) from None


def _refuse(
    options: ReportOptions, metrics: Sequence[str], outputs: Sequence[Path], material: MaterialFiles
) -> None:
    wrong = ""
    if MAEGE in options.parts and not material.gold:
        wrong = "--part maege takes gold edits of two annotators or more; give them with --gold."
    elif metrics and not outputs:
        wrong = "Metrics are computed of outputs; give their files or folder with --outputs."
    elif material.source and not outputs:
        wrong = "--source is the text that outputs correct; give these with --outputs."
    if wrong:
        raise FormatError(Problem("appraise-gec report", wrong))


def _heading(names: Sequence[str]) -> str:
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    return f"Report on {', '.join(names[:3])}{more}"


def _recipe(
    judged: Evaluation,
    options: ReportOptions,
    made: Mapping[str, Any],
    settings: Mapping[str, Any],
    call: Sequence[str],
) -> dict[str, Any]:
    inputs = judged.inputs
    inputs.hashes[:] = list({tuple(entry.items()): entry for entry in inputs.hashes}.values())
    asked = {
        **settings,
        "first_sentence": judged.selection.first_sentence,
        **judged.selection.systems.settings,
        **{name: value for name, value in options.as_json().items() if name != "seed"},
    }
    return recipe(
        "report",
        inputs,
        asked,
        options.seed,
        software={**made["software"], "matplotlib": version("matplotlib")},
        call=shlex.join(["appraise-gec", "report", *call]),
        **{name: made[name] for name in ("rankings", "outputs", "left_out") if name in made},
    )


def _edits(judged: Evaluation, paths: Sequence[Path]) -> "list[EditJudgment]":
    """Marks on single edits by judges of these rankings, of those that filters leave.

    Raises FormatError where they are of another campaign.
    """
    from rankings.formats.edit_marks import read_edit_marks

    edits: list[EditJudgment] = []
    judges = {name for one in judged.sources for name in one.judgments.judges}
    items = {(one.judge, one.sentence, one.item) for one in judged.whole} if paths else set()
    # Files may name the item or not.
    items |= {(judge, sentence, "") for judge, sentence, _ in items}
    for path in paths:
        read = read_edit_marks(judged.inputs.read(path, "edit marks"), shown_path(path))
        if strangers := sorted({edit.judge for edit in read} - judges):
            message = (
                f"{strangers[0]} could mark edits, but has no rankings among the judgments. Give marks and "
                "judgments of the same campaign."
            )
            raise FormatError(Problem(shown_path(path), message))
        # A mark goes with its ranking.
        is_filtered = bool(judged.selection.filter)
        edits += [
            one for one in read if not is_filtered or (one.judge, one.sentence, one.item or "") in items
        ]
    if not judged.selection.systems:
        return edits
    made = sorted({system for edit in edits for system in edit.systems})
    names = set(judged.selection.systems.among(made, missing_ok=True))
    own = [replace(edit, systems=tuple(name for name in edit.systems if name in names)) for edit in edits]
    return [edit for edit in own if edit.systems]


def _scores(
    judged: Evaluation,
    tables: Sequence[Path],
    metrics: Sequence[str],
    outputs: Sequence[Path],
    material: MaterialFiles,
) -> "Sequence[MetricScores]":
    """Scores of metrics, read or computed, as `appraise-gec correlate` has them."""
    if not tables and not metrics:
        return ()
    return read_scores(judged, tables, metrics, outputs if metrics else (), material)[0]


def _outputs(judged: Evaluation, paths: Sequence[Path]) -> dict[str, tuple[str, ...]]:
    """The outputs of every chosen system.

    Raises FormatError where they have different numbers of lines, or one that the judgments name is missing.
    """
    read: dict[str, tuple[str, ...]] = {}
    expected, first = 0, Path()
    for system, path in system_files(paths).items():
        lines = judged.inputs.read_lines(path, "output").lines
        if read and len(lines) != expected:
            message = (
                f"The file has {len(lines):,} lines, but {shown_path(first)} has {expected:,}. "
                "Expected one output per sentence in each."
            )
            raise FormatError(Problem(shown_path(path), message, min(len(lines), expected) + 1))
        expected, first = len(lines), path
        read[system] = lines
    outputs = {name: read[name] for name in judged.selection.systems.among(read, missing_ok=True)}
    if missing := sorted(set(judged.whole.named_systems) - set(outputs)):
        place = ", ".join(map(shown_path, paths))
        message = f"No output of {', '.join(missing)}, which the judgments name. Expected a file for each."
        raise FormatError(Problem(place, message))
    check_texts(judged, outputs)
    return outputs


def _call_of(given: Mapping[str, Any]) -> list[str]:
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


def _earlier_files(folder: Path | None) -> set[str]:
    """Names of files below the folder that a report has, or an earlier one may have left there."""
    if folder is None:
        return set()
    from appraise_gec.present.files import FIGURE_FILES, TABLE_FILES

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
    from appraise_gec.report.archive import PaperFile, verify
    from rankings.analysis.methods import software_versions

    paths = paths_of(archive)
    if len(paths) != 1 or len(call) != 1 or paths[0] == STANDARD_INPUT:
        message = "--verify takes one archive, and no other options than --json: its recipe holds them"
        raise ArgumentError(message)
    path = paths[0]
    try:
        with path.open("rb") as stream:
            found = verify(PaperFile(stream, str(path)), lambda share, _: progress and progress(share))
    except OSError as error:
        raise unreadable(path, error) from error
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
