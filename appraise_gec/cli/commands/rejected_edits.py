"""`appraise-gec rejected-edits`: which edits of which systems people reject, by kind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from appraise_gec.cli.documents import Answer, recipe, warning_lines, write_answer
from appraise_gec.cli.inputs import STANDARD_INPUT, InputFiles, shown_path
from appraise_gec.cli.options import (
    Selection,
    confidence_option_of,
    first_sentence_option,
    json_option,
    judge_options,
    system_options,
    taken_selection,
)
from rankings.formats.json_form import to_json
from rankings.formats.records import FormatError, Problem

if TYPE_CHECKING:
    from rankings.analysis.results.edit_marks import RejectedEdits
    from rankings.formats.edit_marks import EditJudgment

CALL = "appraise-gec rejected-edits"
PATH = click.Path(path_type=Path)
SNIFFED = 4000


@click.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=PATH)
@click.option("--source", type=PATH, help="Source sentences of SEEDA's annotations; goes with --outputs.")
@click.option(
    "--outputs",
    metavar="OUTPUT",
    type=PATH,
    multiple=True,
    help="An output, or a folder of them, to find whose corrections were annotated; may be repeated.",
)
@click.option(
    "--gold",
    type=PATH,
    help="Gold edits (M2) of the same source: an edit that equals one of them gets its error type.",
)
@click.option(
    "export", "-o", "--export", type=PATH, metavar="FILE", help="Also write every edit as .csv or .json."
)
@judge_options
@system_options
@confidence_option_of("intervals")
@first_sentence_option("Number of the first sentence, with --gold or --source.")
@json_option
def command(files: tuple[Path, ...], confidence: float, as_json: bool, **options: Any) -> None:
    """Sum up which edits of which systems people reject, by system and kind.

    FILE are marks on single edits that a campaign has exported (CSV or JSON), or judgments of edits as SEEDA
    publishes them, one sentence a file, in a folder named after the annotator.
    """
    beside = {name: options.pop(name) for name in ("source", "outputs", "gold", "export")}
    selection = taken_selection(files, options)
    write_answer(rejected_edits_files(selection, Material(**beside), confidence), as_json=as_json)


class Material:
    """Files beside the judgments: source and outputs of annotations, gold edits, and where to write edits."""

    def __init__(
        self,
        source: Path | None = None,
        outputs: Sequence[Path] = (),
        gold: Path | None = None,
        export: Path | None = None,
    ) -> None:
        self.source, self.outputs, self.gold, self.export = source, outputs, gold, export
        message = ""
        if bool(source) != bool(outputs):
            message = "Give --source FILE and --outputs OUTPUT together: they say whose edits these are."
        elif export is not None and export.suffix not in (".csv", ".json"):
            message = f"{export} ends neither in .csv nor in .json. Name the file so."
        if message:
            raise FormatError(Problem(CALL, message))


def rejected_edits_files(selection: Selection, material: Material, confidence: float = 0.95) -> Answer:
    """Rejected edits by system and kind.

    Raises:
        FormatError: wrong inputs, by file and line; nobody judged an edit.
    """
    from appraise_gec.cli.edit_mark_files import read_chosen_marks
    from rankings.analysis.edit_marks import summarise_rejected_edits

    inputs = InputFiles()
    marks, annotated = _divided(selection.files)
    edits = read_chosen_marks(marks, selection, inputs)
    if annotated:
        edits += _annotated(annotated, selection, material, inputs)
    if material.gold:
        edits = _with_types(edits, material.gold, selection.first_sentence, inputs)
    if not edits:
        raise FormatError(Problem(CALL, "No edit was judged by these judges."))
    if material.export:
        _write(edits, material.export)
    result = replace(
        summarise_rejected_edits(edits, confidence), warnings=tuple(warning_lines(inputs.warnings))
    )
    settings = {**selection.settings, "confidence": confidence}
    made_from = recipe("rejected-edits", inputs, settings)
    return Answer(made_from, to_json(result), lambda: _text(result), tuple(inputs.warnings))


def _divided(paths: Sequence[Path]) -> tuple[list[Path], list[Path]]:
    """Files of marks, and files or folders of annotations."""
    from rankings.formats.edit_marks import looks_like_edit_marks

    marks, annotated = [], []
    for path in paths:
        if path == STANDARD_INPUT or (path.is_file() and looks_like_edit_marks(_head(path))):
            marks.append(path)
        elif path.suffix in (".csv", ".json"):
            marks.append(path)  # whose reader says what is missing
        else:
            annotated.append(path)
    return marks, annotated


def _head(path: Path) -> bytes:
    try:
        with path.open("rb") as stream:
            return stream.read(SNIFFED)
    except OSError:
        return b""


def _annotated(
    paths: Sequence[Path], selection: Selection, material: Material, inputs: InputFiles
) -> list[EditJudgment]:
    from appraise_gec.cli.edit_annotations import chosen_annotators, read_annotations, their_systems
    from metrics.validation.judged_edits import as_edit_judgments

    if selection.systems and not material.outputs:
        message = "The annotations name no systems: --systems and --without choose from those of --outputs."
        raise FormatError(Problem(CALL, message))
    annotations = chosen_annotators(read_annotations(paths, inputs), selection)
    inputs.warnings += [warning for annotation in annotations for warning in annotation.warnings]
    whose = None
    if material.source:
        annotations, whose = their_systems(annotations, material.source, material.outputs, selection, inputs)
    return as_edit_judgments(annotations, whose, selection.first_sentence)


def _with_types(
    edits: Sequence[EditJudgment], path: Path, first: int, inputs: InputFiles
) -> list[EditJudgment]:
    """With the error types of equal gold edits: the same sentence, span and correction."""
    from metrics.references.m2_file import read_m2

    gold = read_m2(inputs.read(path, "gold"), shown_path(path))
    inputs.warnings += gold.warnings
    types = {
        (str(number), edit.start, edit.end, correction): edit.type
        for number, sentence in enumerate(gold.sentences, start=first)
        for annotation in reversed(sentence.annotations)
        for edit in annotation.edits
        for correction in edit.corrections
    }
    typed = []
    for edit in edits:
        known = types.get((edit.sentence, edit.start, edit.end, " ".join(edit.correction.split())))
        typed.append(edit if known is None else replace(edit, kind=known))
    if edits and not any(new is not old for new, old in zip(typed, edits, strict=True)):
        message = "No edit equals a gold edit, so no error type is known. Is it the gold of these sentences?"
        inputs.warnings.append(Problem(shown_path(path), message, fatal=False))
    return typed


def _write(edits: Sequence[EditJudgment], path: Path) -> None:
    from rankings.formats.edit_marks import write_edit_marks_csv, write_edit_marks_json

    write = write_edit_marks_csv if path.suffix == ".csv" else write_edit_marks_json
    try:
        path.write_bytes(write(edits))
    except OSError as error:
        message = f"Cannot be written: {error.strerror or error}."
        raise FormatError(Problem(shown_path(path), message)) from error


def _text(result: RejectedEdits) -> str:
    from appraise_gec.presentation.writers import terminal
    from rankings.tables.rejected_edits import tables

    return "\n\n".join(map(terminal.write, tables(result)))
