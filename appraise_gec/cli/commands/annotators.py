"""`appraise-gec annotators`: how far the annotators of a gold standard agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from appraise_gec.cli.commands.score import FILE, ManyReferences
from appraise_gec.cli.documents import Answer, recipe, warning_lines, write_answer
from appraise_gec.cli.errors import refused_values
from appraise_gec.cli.inputs import InputFiles
from appraise_gec.cli.metric_inputs import read_gold_files
from appraise_gec.cli.options import json_option
from appraise_gec.cli.progress import Progress
from rankings.formats.json_form import to_json
from rankings.formats.records import FormatError, Problem

if TYPE_CHECKING:
    from metrics.references.edits import Gold
    from metrics.validation.annotators import Annotator, AnnotatorsResult

CALL = "appraise-gec annotators"


class ManyGold(ManyReferences):
    """Lets one `--gold` be followed by several files."""

    many = ("--gold",)


@click.command(cls=ManyGold)
@click.option(
    "--gold",
    metavar="FILE.m2...",
    type=FILE,
    multiple=True,
    required=True,
    help="Gold edits: one file with several annotators, or several files about the same sentences.",
)
@click.option(
    "without_types",
    "--without-type",
    metavar="TYPE",
    multiple=True,
    help="Do not apply edits of this type when texts are made, such as Um; may be repeated.",
)
@json_option
def command(gold: tuple[Path, ...], without_types: tuple[str, ...], as_json: bool) -> None:
    """Compare the annotators of gold edits with each other.

    For every two of them Cohen's kappa on which words need correction, and MaxMatch of what one made of the
    sentences against the edits of the other.
    """
    with Progress("Comparing") as progress:
        answer = annotators_files(gold, without_types, progress.share)
    write_answer(answer, as_json=as_json)


def annotators_files(
    files: Sequence[Path],
    without_types: Sequence[str] = (),
    progress: Callable[[float], None] | None = None,
) -> Answer:
    """Compare every two annotators of gold files about the same sentences.

    Raises:
        FormatError: wrong inputs, by file and line; fewer than two annotators; other sentences; a type that
            no edit has.
    """
    from metrics.scorers.m2.metric import M2
    from metrics.validation.annotators import compare_annotators

    inputs = InputFiles()
    annotators = _annotators(files, inputs)
    known = {kind for annotator in annotators for kind in annotator.gold.types}
    if unknown := [kind for kind in without_types if kind not in known]:
        message = f"No edit has the type {unknown[0]!r}; the types are {', '.join(sorted(known)) or 'none'}."
        raise FormatError(Problem(CALL, message))
    scorer = M2()
    made_from = recipe(
        "annotators", inputs, {"without_types": list(without_types)}, signature=str(scorer.signature())
    )
    with refused_values(CALL):
        compared = compare_annotators(annotators, scorer, without_types, progress)
    result = replace(compared, warnings=tuple(warning_lines(inputs.warnings)))
    return Answer(made_from, to_json(result), lambda: _text(result), tuple(inputs.warnings))


def _text(result: AnnotatorsResult) -> str:
    from appraise_gec.presentation.writers import terminal
    from metrics.tables.annotators import annotators_tables

    return "\n\n".join(map(terminal.write, annotators_tables(result)))


def _annotators(files: Sequence[Path], inputs: InputFiles) -> list[Annotator]:
    from metrics.references.joining import gold_difference
    from metrics.validation.annotators import Annotator

    golds = read_gold_files(files, inputs)
    if problems := [problem for gold in golds[1:] if (problem := gold_difference(gold, golds[0]))]:
        raise FormatError(problems)
    annotators = [
        Annotator(
            _name(gold, number, several=len(golds) > 1),
            Path(gold.name).name,
            number,
            sum(sentence.annotation_of(number) is not None for sentence in gold.sentences),
            gold.only(number),
        )
        for gold in golds
        for number in gold.annotators
    ]
    if len(annotators) < 2:
        raise FormatError(
            Problem(annotators[0].file, "It has one annotator; expected at least two to compare.")
        )
    names = Counter(annotator.name for annotator in annotators)
    if twice := [name for name, times in names.items() if times > 1]:
        message = f"Two annotators would be called {twice[0]!r}. Rename one of the files."
        raise FormatError(Problem(CALL, message))
    return annotators


def _name(gold: Gold, number: int, *, several: bool) -> str:
    """The number, if there is one file; otherwise the file's name, with the number where it has several."""
    if not several:
        return str(number)
    stem = Path(gold.name).name.removesuffix(".m2")
    return f"{stem}, {number}" if len(gold.annotators) > 1 else stem
