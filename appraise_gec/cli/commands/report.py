"""`appraise-gec report`: everything about some judgments as one page, with tables and figures beside it."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from appraise_gec.cli.options import (
    FILE,
    OneOf,
    bootstrap_option,
    confidence_option,
    json_option,
    method_option,
    seed_option,
    selection_options,
    settled_speaks_for,
    speaks_for_option,
    taken_selection,
)
from appraise_gec.cli.printing import write_document, write_text, write_warnings
from appraise_gec.cli.progress import Progress
from appraise_gec.library.inputs import STANDARD_INPUT
from rankings.analysis.choices import REPLICATES

if TYPE_CHECKING:
    from appraise_gec.cli.report_making import MadeReport

NO_PART = "none"
METRICS_PART = "metrics"
"""Asked for by --scores, --metric or --gold instead."""
# Where the result goes is no part of its recipe.
NOT_IN_RECIPE = {"folder", "force", "as_json", "archive", "verify"}


def _units() -> Sequence[str]:
    from appraise_gec.report.options import UNITS

    return tuple(UNITS)


def _parts() -> Sequence[str]:
    from appraise_gec.report.options import PARTS

    return (*(part for part in PARTS if part != METRICS_PART), NO_PART)


@click.command()
@click.argument("files", metavar="JUDGMENTS...", nargs=-1, required=True, type=FILE)
@click.option("folder", "-o", "--output", metavar="DIR", type=FILE, help="Folder to write to.")
@click.option("--force", is_flag=True, help="Write over the files of an earlier report in DIR; keep others.")
@selection_options
@click.option("--title", default="", help="Heading of the page; the names of the files if not given.")
@method_option
@bootstrap_option(REPLICATES)
@click.option(
    "--unit",
    type=OneOf(_units),
    default="sentences",
    show_default=True,
    help="What is resampled as a whole. The 2015 paper resampled pairs, as if they were independent.",
)
@speaks_for_option
@confidence_option
@seed_option
@click.option(
    "parts",
    "--part",
    type=OneOf(_parts),
    multiple=True,
    default=("validation",),
    show_default=True,
    help="Part of the report that takes longer; may be repeated.",
)
@click.option(
    "--outputs", type=FILE, multiple=True, help="Outputs of a system, or a folder of them; may be repeated."
)
@click.option(
    "--gold",
    type=FILE,
    multiple=True,
    help="Gold edits in M2 format: computes metrics of the outputs. Annotators of several files are joined.",
)
@click.option(
    "metrics",
    "--metric",
    metavar="METRIC[:SETTING=VALUE,...]",
    multiple=True,
    help="Compute this metric of the outputs; may be repeated. With --gold alone, m2 and gleu.",
)
@click.option("--source", type=FILE, help="For --metric: source sentences; not needed with --gold.")
@click.option(
    "--references", metavar="FILE", type=FILE, multiple=True, help="For --metric: texts; may be repeated."
)
@click.option(
    "--edit-marks",
    metavar="FILE",
    type=FILE,
    multiple=True,
    help="Marks on single edits of the same campaign; may be repeated.",
)
@click.option(
    "--scores", metavar="FILE", type=FILE, multiple=True, help="Scores of metrics; may be repeated."
)
@click.option(
    "--archive",
    metavar="FILE.zip",
    type=FILE,
    help="Write the report with its data and recipe to this archive, which --verify checks.",
)
@click.option("--verify", is_flag=True, help="JUDGMENTS is an archive made by --archive: compute it again.")
@json_option
@click.pass_context
def command(  # noqa: PLR0917 - click passes by name
    context: click.Context,
    /,
    files: tuple[Path, ...],
    folder: Path | None,
    force: bool,
    title: str,
    outputs: tuple[Path, ...],
    gold: tuple[Path, ...],
    metrics: tuple[str, ...],
    source: Path | None,
    references: tuple[Path, ...],
    scores: tuple[Path, ...],
    edit_marks: tuple[Path, ...],
    archive: Path | None,
    verify: bool,
    as_json: bool,
    **settings: Any,
) -> None:
    """Write the whole report: the page of the site with all of its sections, tables and figures.

    With the same judgments and settings, every number is that of the site. DIR gets report.html, which needs
    nothing else, report.json, and the folders tables and figures.

    JUDGMENTS are files in any known format, recognised by content and joined; - is standard input. --outputs
    adds how many distinct outputs sentences have; --scores, or --gold with --outputs, how metrics agree with
    people; --part maege with --gold, how metrics order partly corrected sentences.

    --archive writes one archive for others: the same folder, the judgments under pseudonyms, and the recipe.
    --verify computes such an archive again, and says where a number differs: status 0 if none does, 1 if one
    does, 2 if the archive cannot be read.
    """
    if verify:
        _verify(context, files, as_json=as_json)
        return
    if folder is None and archive is None and not as_json:
        message = "Give a folder to write to with -o DIR, an archive with --archive FILE.zip, or --json."
        raise click.UsageError(message, context)
    selection = taken_selection(files, settings)
    settings["parts"] = _asked_parts(context, settings["parts"])
    settled_speaks_for(settings)
    # Where the unit leaves no choice, parts by sentences and tests have one.
    settings["speaks_for"] = settings["speaks_for"] or "judges-like-these"

    from appraise_gec.cli.errors import refused
    from appraise_gec.cli.report_making import CALL, ReportRequest, earlier_files, make_report
    from appraise_gec.library.metric_inputs import MaterialFiles
    from appraise_gec.library.output_files import system_files
    from appraise_gec.library.outputs import check_folder, write_folder

    request = ReportRequest(
        selection,
        settings,
        outputs,
        scores,
        metrics,
        MaterialFiles(source, gold, references),
        title,
        edit_marks,
        call=_words(context),
    )
    possible = earlier_files(folder) if folder is not None else set()
    if folder is not None:
        read = [*files, *edit_marks, *scores, *references, *gold, *([source] if source else [])]
        if outputs:
            read += system_files(outputs).values()
        written_from = [path for path in read if path != STANDARD_INPUT]
        check_folder(folder, inputs=written_from, names=possible, force=force)
    if archive is not None:
        from appraise_gec.cli.report_archives import check_target

        check_target(archive, [*files, *edit_marks, *scores, *gold, *references], force=force)
    with refused(CALL), Progress("Reporting", own_time=True) as progress:
        made = make_report(request, progress.share, draw=folder is not None)
    if folder is not None:
        write_folder(folder, made.files, stale=possible)
    if archive is not None:
        _write_archive(archive, made, title)
    write_warnings(made.warnings)
    if as_json:
        write_document(made.document["recipe"], made.document["result"])
    elif folder is not None:
        write_text(f"{folder / 'report.html'}: the report; {len(made.files) - 1} more files beside it.")
    if archive is not None and not as_json:
        write_text(f"{archive}: the report with its data.")


def _verify(context: click.Context, files: tuple[Path, ...], *, as_json: bool) -> None:
    from appraise_gec.cli.report_archives import verify_file

    given = {
        parameter.name
        for parameter in context.command.params
        if context.get_parameter_source(parameter.name or "") == ParameterSource.COMMANDLINE
    }
    if given - {"files", "verify", "as_json"} or len(files) != 1 or files[0] == STANDARD_INPUT:
        message = "--verify takes one archive, and no other options than --json: its recipe holds them."
        raise click.UsageError(message, context)
    if not verify_file(files[0], as_json=as_json):
        context.exit(1)


def _write_archive(archive: Path, made: "MadeReport", title: str) -> None:
    from appraise_gec.cli.report_archives import write_archive
    from appraise_gec.report.archive import TITLE

    with Progress("Archiving", own_time=True):
        write_archive(archive, made.source, title or TITLE)


def _asked_parts(context: click.Context, parts: tuple[str, ...]) -> tuple[str, ...]:
    if NO_PART not in parts:
        return parts
    if set(parts) != {NO_PART}:
        raise click.UsageError(f"--part {NO_PART} leaves out every part; give it alone.", context)
    return ()


def _words(context: click.Context) -> tuple[str, ...]:
    """The call as it can be repeated: files by their names, without where the result goes."""
    words: list[str] = []
    for parameter in context.command.params:
        name = parameter.name or ""
        if name in NOT_IN_RECIPE or context.get_parameter_source(name) != ParameterSource.COMMANDLINE:
            continue
        value = context.params[name]
        values = value if isinstance(value, tuple) else (value,)
        shown = [path.name or str(path) if isinstance(path, Path) else str(path) for path in values]
        if isinstance(parameter, click.Option):
            shown = [word for one in shown for word in (parameter.opts[-1], one)]
        words += shown
    return tuple(words)
