"""Files of people's judgments of single edits, as SEEDA publishes them, and whose edits these are."""

from collections.abc import Sequence
from pathlib import Path

from appraise_gec.cli.errors import refused_values
from appraise_gec.cli.inputs import STANDARD_INPUT, STANDARD_INPUT_NAME, InputFiles, shown_path
from appraise_gec.cli.metric_inputs import read_outputs
from appraise_gec.cli.options import Selection
from metrics.references.judged_edits import EditAnnotation, read_edit_annotation
from metrics.scorers.scorer import Material
from metrics.validation.judged_edits import Whose, only_systems, whose_corrections
from rankings.formats.records import FormatError, Problem

MOST_FILES = 20_000


def chosen_annotators(annotations: list[EditAnnotation], selection: Selection) -> list[EditAnnotation]:
    """Those of the annotators that the call chooses. Raises FormatError for unknown ones, or none left."""
    known = {annotation.annotator for annotation in annotations}
    with refused_values(", ".join(map(shown_path, selection.files))):
        if unknown := [name for name in (*selection.judges, *selection.excluded) if name not in known]:
            raise ValueError(f"no annotator is called {unknown[0]}; they are {', '.join(sorted(known))}")
        wanted = set(selection.judges or known) - set(selection.excluded)
        if not wanted:
            raise ValueError("no annotator is left; expected at least one who is not left out")
    return [annotation for annotation in annotations if annotation.annotator in wanted]


def read_annotations(paths: Sequence[Path], inputs: InputFiles) -> list[EditAnnotation]:
    """All files, those of folders included. Raises FormatError with the problems of every file."""
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
        raise FormatError(Problem("appraise-gec", f"More than {MOST_FILES:,} files, the most that are read."))
    return list(files)


def _in_order(path: Path) -> tuple[str, int, str]:
    return str(path.parent), int(path.stem) if path.stem.isdecimal() else 0, path.name


def their_systems(
    annotations: Sequence[EditAnnotation],
    source: Path,
    outputs: Sequence[Path],
    selection: Selection,
    inputs: InputFiles,
) -> tuple[list[EditAnnotation], list[Whose]]:
    """What counts of the annotations, and whose corrections they are."""
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
