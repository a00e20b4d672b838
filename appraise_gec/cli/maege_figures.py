"""What `appraise-gec maege --figures` reads beside gold edits, and the files that it writes."""

from dataclasses import dataclass
from pathlib import Path

from appraise_gec.cli.inputs import InputFiles
from appraise_gec.cli.judgment_files import read_evaluation
from appraise_gec.cli.metric_inputs import read_outputs
from appraise_gec.cli.options import Selection
from appraise_gec.cli.outputs import check_folder, write_folder
from appraise_gec.cli.sentence_numbers import check_texts
from appraise_gec.presentation.writers import csv, figure, terminal
from metrics.charts.maege import maege_charts
from metrics.references.edits import Gold
from metrics.scorers.scorer import Material
from metrics.tables.maege_figures import COMBINED, ORIGINALS, PEOPLE, maege_figure_tables
from metrics.validation.maege.figures import Judged, MaegeFigures
from rankings.formats.records import FormatError, Problem

CALL = "appraise-gec maege"


@dataclass(frozen=True, slots=True)
class FiguresRequest:
    """Where figures go, and the judgments to compare with.

    Attributes:
        folder: to write to.
        selection: judgments; without files, nothing is compared with people.
        outputs: of the judged systems.
        force: whether figures that are there may be written over.
    """

    folder: Path
    selection: Selection
    outputs: tuple[Path, ...] = ()
    force: bool = False


def check_figures(
    folder: Path | None,
    selection: Selection,
    outputs: tuple[Path, ...],
    *,
    read: tuple[Path, ...],
    force: bool,
) -> FiguresRequest | None:
    """What is asked for; None for no figures. Raises FormatError where options do not go together."""
    message = ""
    if folder is None and (selection.files or outputs or force):
        message = "--judgments, --outputs and --force are for figures: give --figures DIR."
    elif bool(selection.files) != bool(outputs):
        message = "To compare metrics with people, give --judgments FILE and --outputs OUTPUT together."
    elif not selection.files and (
        selection.judges or selection.excluded or selection.systems or selection.first_sentence
    ):
        message = "Judges, systems and --first-sentence are chosen from judgments: give --judgments FILE."
    if message:
        raise FormatError(Problem(CALL, message))
    if folder is None:
        return None
    check_folder(folder, inputs=[*read, *selection.files], names=possible_files(), force=force)
    return FiguresRequest(folder, selection, outputs, force)


def read_judged(request: FiguresRequest, gold: Gold, inputs: InputFiles) -> Judged | None:
    """Judgments and outputs of the same sentences as the gold; None without judgments. Raises FormatError."""
    if not request.selection.files:
        return None
    evaluation = read_evaluation(request.selection, keep_judgments=True)
    outputs = read_outputs(request.outputs, inputs, Material(gold.sources, gold, source_name=gold.name))
    if missing := [system for system in evaluation.table.systems if system not in outputs]:
        message = (
            f"No output of {', '.join(missing)}, which the judgments name. Expected a file for each; "
            "--without leaves systems out."
        )
        raise FormatError(Problem(", ".join(map(str, request.outputs)), message))
    check_texts([evaluation], outputs)
    inputs.hashes += evaluation.inputs.hashes
    inputs.warnings += evaluation.warnings
    return Judged(evaluation.table, outputs)


def write_figures(figures: MaegeFigures, folder: Path) -> int:
    """Every figure as a drawing and as CSV; returns the number of files. Raises FormatError."""
    files = {f"{table.key}.csv": csv.write(table) for table in maege_figure_tables(figures)}
    for chart in maege_charts(figures):
        for extension, content in figure.write_types(chart, figure.CONTENT_TYPES).items():
            files[f"{chart.key}.{extension}"] = content
    write_folder(folder, files, stale=possible_files())
    return len(files)


def figures_text(figures: MaegeFigures) -> str:
    """The figures as tables for people."""
    return "\n\n".join(map(terminal.write, maege_figure_tables(figures)))


def possible_files() -> set[str]:
    """Names of all files that there may be."""
    return {
        f"{key}.{extension}"
        for key in (COMBINED, PEOPLE, ORIGINALS)
        for extension in ("csv", *figure.CONTENT_TYPES)
    }
