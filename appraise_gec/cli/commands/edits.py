"""`appraise-gec edits`: what people say about single edits of systems."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from appraise_gec.cli.documents import Answer, recipe, warning_lines, write_answer
from appraise_gec.cli.inputs import InputFiles
from appraise_gec.cli.options import (
    Selection,
    first_sentence_option,
    json_option,
    judge_options,
    system_options,
    taken_selection,
)
from rankings.formats.json_form import to_json
from rankings.formats.records import FormatError, Problem

if TYPE_CHECKING:
    from metrics.validation.judged_edits import JudgedEdits

CALL = "appraise-gec edits"
PATH = click.Path(path_type=Path)


@click.command()
@click.argument("annotations", metavar="FILE...", nargs=-1, required=True, type=PATH)
@click.option("--source", type=PATH, help="Source sentences, to find the sentences in; goes with --outputs.")
@click.option(
    "--outputs",
    metavar="OUTPUT",
    type=PATH,
    multiple=True,
    help="An output, or a folder of them, to find whose corrections they are; may be repeated.",
)
@judge_options
@system_options
@first_sentence_option("Number of the first sentence of the source, with --by-edit.")
@click.option("--by-edit", is_flag=True, help="Every edit with its judgment.")
@json_option
def command(
    annotations: tuple[Path, ...],
    source: Path | None,
    outputs: tuple[Path, ...],
    by_edit: bool,
    as_json: bool,
    **options: Any,
) -> None:
    """Summarise judgments of single edits.

    FILE are annotations as SEEDA publishes them, one sentence a file, in a folder named after the annotator;
    a folder stands for its files, those of folders within included. Annotators are the judges here.
    """
    selection = taken_selection(annotations, options)
    write_answer(edits_files(selection, source, outputs, by_edit=by_edit), as_json=as_json)


def edits_files(
    selection: Selection, source: Path | None, outputs: Sequence[Path], *, by_edit: bool = False
) -> Answer:
    """Judgments of edits by annotator and, with outputs, by system.

    Raises:
        FormatError: wrong inputs, by file and line; outputs without their source; systems or numbers of
            sentences without outputs.
    """
    from appraise_gec.cli.edit_annotations import chosen_annotators, read_annotations, their_systems
    from metrics.validation.judged_edits import summarise_judged_edits

    _check(selection, source, outputs)
    inputs = InputFiles()
    annotations = chosen_annotators(read_annotations(selection.files, inputs), selection)
    # Warnings about what does not count would only distract.
    inputs.warnings += [warning for annotation in annotations for warning in annotation.warnings]
    whose = None
    if source:
        annotations, whose = their_systems(annotations, source, outputs, selection, inputs)
    first = selection.first_sentence
    result = replace(
        summarise_judged_edits(annotations, whose, by_edit=by_edit, first_sentence=first),
        warnings=tuple(warning_lines(inputs.warnings)),
    )
    made_from = recipe("edits", inputs, {**selection.settings, "by_edit": by_edit})
    return Answer(made_from, to_json(result), lambda: _text(result), tuple(inputs.warnings))


def _check(selection: Selection, source: Path | None, outputs: Sequence[Path]) -> None:
    message = ""
    if bool(source) != bool(outputs):
        message = "Give --source FILE and --outputs OUTPUT together: they say whose corrections these are."
    elif selection.systems and not outputs:
        message = (
            "The files name no systems: --systems and --without choose from those of --outputs, which goes "
            "with --source."
        )
    elif selection.first_sentence and not source:
        message = (
            "The files number no sentences: --first-sentence is about those of --source, which goes with "
            "--outputs."
        )
    if message:
        raise FormatError(Problem(CALL, message))


def _text(result: JudgedEdits) -> str:
    from appraise_gec.presentation.writers import terminal
    from metrics.tables.judged_edits import judged_edits_tables

    return "\n\n".join(map(terminal.write, judged_edits_tables(result)))
