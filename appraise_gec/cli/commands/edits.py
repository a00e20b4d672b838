"""`appraise-gec edits`: what people say about single edits of systems."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from appraise_gec.cli.documents import Answer, recipe, warning_lines, write_answer
from appraise_gec.cli.errors import refused_values
from appraise_gec.cli.inputs import STANDARD_INPUT, STANDARD_INPUT_NAME, InputFiles, shown_path
from appraise_gec.cli.metric_inputs import read_outputs
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
    from metrics.references.judged_edits import EditAnnotation
    from metrics.validation.judged_edits import JudgedEdits, Whose

CALL = "appraise-gec edits"
PATH = click.Path(path_type=Path)
MOST_FILES = 20_000


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
    from metrics.validation.judged_edits import summarise_judged_edits

    _check(selection, source, outputs)
    inputs = InputFiles()
    annotations = _chosen_annotators(_annotations(selection.files, inputs), selection)
    # Warnings about what does not count would only distract.
    inputs.warnings += [warning for annotation in annotations for warning in annotation.warnings]
    whose = None
    if source:
        annotations, whose = _whose(annotations, source, outputs, selection, inputs)
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


def _chosen_annotators(annotations: list[EditAnnotation], selection: Selection) -> list[EditAnnotation]:
    known = {annotation.annotator for annotation in annotations}
    with refused_values(", ".join(map(shown_path, selection.files))):
        if unknown := [name for name in (*selection.judges, *selection.excluded) if name not in known]:
            raise ValueError(f"no annotator is called {unknown[0]}; they are {', '.join(sorted(known))}")
        wanted = set(selection.judges or known) - set(selection.excluded)
        if not wanted:
            raise ValueError("no annotator is left; expected at least one who is not left out")
    return [annotation for annotation in annotations if annotation.annotator in wanted]


def _annotations(paths: Sequence[Path], inputs: InputFiles) -> list[EditAnnotation]:
    from metrics.references.judged_edits import read_edit_annotation

    annotations = []
    problems: list[Problem] = []
    for path in _files(paths):
        try:
            name = path.resolve().parent.name
            annotations.append(read_edit_annotation(inputs.read(path, "edits"), name, shown_path(path)))
        except FormatError as error:
            problems += error.problems
    if problems:
        raise FormatError(problems)
    seen: dict[tuple[str, str], str] = {}
    for annotation in annotations:
        earlier = seen.setdefault((annotation.annotator, annotation.source), annotation.name)
        if earlier != annotation.name:
            message = f"{annotation.annotator} has judged this sentence in {earlier} already. Leave one out."
            problems.append(Problem(annotation.name, message))
    if problems:
        raise FormatError(problems)
    return annotations


def _files(paths: Sequence[Path]) -> list[Path]:
    """Files, those of folders in the order of their numbers. Raises FormatError without any."""
    if STANDARD_INPUT in paths:
        message = "No folder names the annotator of standard input. Give the file, in its folder."
        raise FormatError(Problem(STANDARD_INPUT_NAME, message))
    files: dict[Path, None] = {}
    for path in paths:
        members = [path]
        if path.is_dir():
            inside = path.rglob("*")
            members = sorted(
                (one for one in inside if one.is_file() and not one.name.startswith(".")), key=_in_order
            )
            if not members:
                raise FormatError(
                    Problem(str(path), "The folder holds no file. Expected annotations of edits.")
                )
        files.update(dict.fromkeys(members))
    if len(files) > MOST_FILES:
        raise FormatError(Problem(CALL, f"More than {MOST_FILES:,} files, the most that are read."))
    return list(files)


def _in_order(path: Path) -> tuple[str, int, str]:
    return str(path.parent), int(path.stem) if path.stem.isdecimal() else 0, path.name


def _whose(
    annotations: Sequence[EditAnnotation],
    source: Path,
    outputs: Sequence[Path],
    selection: Selection,
    inputs: InputFiles,
) -> tuple[list[EditAnnotation], list[Whose]]:
    """What counts of the annotations, and whose corrections they are."""
    from metrics.scorers.scorer import Material
    from metrics.validation.judged_edits import only_systems, whose_corrections

    sources = inputs.read_lines(source, "source").lines
    texts = read_outputs(outputs, inputs, Material(tuple(sources), source_name=shown_path(source)))
    whose = whose_corrections(annotations, sources, texts)
    for annotation, owners in zip(annotations, whose, strict=True):
        if owners.sentence is None:
            message = f"Its sentence is not in {source.name}, so that its edits count for no system."
            inputs.warnings.append(Problem(annotation.name, message, fatal=False, kind="no such sentence"))
            continue
        ownerless = [
            made.line for made, own in zip(annotation.corrections, owners.systems, strict=True) if not own
        ]
        if ownerless:
            message = "No output is this correction, so that its edits count for no system."
            inputs.warnings.append(
                Problem(annotation.name, message, ownerless[0], False, "no such output", len(ownerless))
            )
    if not selection.systems:
        return list(annotations), whose
    with refused_values(", ".join(map(str, outputs))):
        systems = selection.systems.among(texts)
    return only_systems(annotations, whose, systems)


def _text(result: JudgedEdits) -> str:
    from appraise_gec.presentation.writers import terminal
    from metrics.tables.judged_edits import judged_edits_tables

    return "\n\n".join(map(terminal.write, judged_edits_tables(result)))
