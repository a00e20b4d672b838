"""`appraise-gec convert`: judgments, items and gold edits from one format to another."""

import hashlib
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from appraise_gec.cli.documents import write_document, write_text, write_warnings
from appraise_gec.cli.options import FILE, force_option, json_option, selection_options, taken_selection
from appraise_gec.library.inputs import InputFiles, shown_path
from appraise_gec.library.metric_inputs import read_gold
from appraise_gec.library.outputs import write_file
from appraise_gec.library.recipes import recipe
from appraise_gec.library.refusals import refused_values
from appraise_gec.library.selection import Selection
from appraise_gec.present.numbers import counted
from metrics.references.m2_file import write_m2
from rankings.formats.corpus import CorpusReading, read_sentences
from rankings.formats.items import Items, as_blocks, read_items, tasks_of
from rankings.formats.judgments import FORMATS, judgment_losses, judgment_pieces
from rankings.formats.records import FormatError, Problem
from rankings.formats.sampler_tsv import write_sampler_tsv
from rankings.formats.samples import Sample, sample_of, write_sample_json
from rankings.formats.task_xml import TaskSet, write_task_xml

CALL = "appraise-gec convert"
STANDARD_OUTPUT = Path("-")
ITEM_FORMATS = ("items-tsv", "items-json", "task-xml")
GOLD_FORMAT = "m2"
PIECE_BYTES = 1 << 18


@dataclass(frozen=True, slots=True)
class Converted:
    """A file in its new format.

    Attributes:
        content: its bytes, in pieces that can be gone over again.
        noun: what was converted.
        number: how many of them.
        losses: what the format cannot hold, as sentences.
    """

    content: Iterable[bytes]
    noun: str
    number: int
    losses: tuple[str, ...] = ()


class KeptPieces:
    """Bytes in a temporary file."""

    def __init__(self, pieces: Iterable[bytes]) -> None:
        self._file = tempfile.TemporaryFile(prefix="appraise-gec-converted-")  # noqa: SIM115 - lives as long as this
        self._file.writelines(pieces)

    def __iter__(self) -> Iterator[bytes]:
        self._file.seek(0)
        while piece := self._file.read(PIECE_BYTES):
            yield piece


@click.command()
@click.argument("files", metavar="IN...", nargs=-1, required=True, type=FILE)
@click.option(
    "format",
    "--to",
    type=click.Choice([*FORMATS, *ITEM_FORMATS, GOLD_FORMAT]),
    required=True,
    help="The format to write.",
)
@click.option(
    "write_to",
    "--output",
    "-o",
    type=FILE,
    default=STANDARD_OUTPUT,
    help="The file to write; standard output if not given, or -.",
)
@force_option
@selection_options
@click.option("--annotator", type=click.IntRange(0), metavar="N", help="m2: only this annotator.")
@click.option("--source", type=FILE, help="task-xml: the source sentences, one per line.")
@click.option("--documents", type=FILE, help="task-xml: identifiers of documents, parallel to the source.")
@json_option
def command(
    *,
    files: tuple[Path, ...],
    format: str,
    write_to: Path,
    force: bool,
    as_json: bool,
    **options: Any,
) -> None:
    """Convert judgments, sampled items or gold edits to another format.

    IN are files in any known format, recognised by content; - is standard input. Several files of judgments
    are joined, and so are the annotators of several files of gold edits. What the new format cannot hold is
    named on standard error.
    """
    selection = taken_selection(files, options)
    _refuse_options(format, write_to, selection, as_json=as_json, **options)
    inputs = InputFiles()
    if format in FORMATS:
        made = _judgments(selection, format, inputs)
    else:
        if len(files) > 1 and format != GOLD_FORMAT:
            message = f"--to {format} takes one file; only judgments and gold edits are joined."
            raise FormatError(Problem(CALL, message))
        made = (
            _gold(files, inputs, options)
            if format == GOLD_FORMAT
            else _items(files[0], format, inputs, options)
        )
    place = "standard output" if write_to == STANDARD_OUTPUT else str(write_to)
    warnings = [*inputs.warnings, *(Problem(place, loss, fatal=False) for loss in made.losses)]
    if write_to != STANDARD_OUTPUT:
        read = [*files, *(path for path in (options["source"], options["documents"]) if path)]
        write_file(write_to, made.content, inputs=read, force=force)
    write_warnings(warnings)
    if write_to == STANDARD_OUTPUT:
        for piece in made.content:
            click.echo(piece, nl=False)
    elif as_json:
        settings = {"to": format, **selection.settings, "annotator": options["annotator"]}
        result = {
            "file": write_to.name,
            "sha256": _sha256(made.content),
            "number": made.number,
            "losses": list(made.losses),
            "warnings": [warning.message for warning in inputs.warnings],
        }
        write_document(recipe("convert", inputs, settings), result)
    else:
        write_text(f"{counted(made.number, made.noun)} written to {write_to}")


def _refuse_options(
    format: str,
    write_to: Path,
    selection: Selection,
    *,
    as_json: bool,
    annotator: int | None,
    source: Path | None,
    documents: Path | None,
) -> None:
    if format not in FORMATS and replace(selection, files=()) != Selection(()):
        message = "Options that choose judgments, such as --judge and --systems, are for judgments."
        raise FormatError(Problem(CALL, message))
    if annotator is not None and format != GOLD_FORMAT:
        raise FormatError(Problem(CALL, f"--annotator is for --to {GOLD_FORMAT}."))
    if (source or documents) and format != "task-xml":
        raise FormatError(Problem(CALL, "--source and --documents are for --to task-xml."))
    if documents and not source:
        raise FormatError(Problem(CALL, "--documents is parallel to a source: give --source FILE as well."))
    if as_json and write_to == STANDARD_OUTPUT:
        raise FormatError(
            Problem(CALL, "With --json standard output holds the document: give -o FILE as well.")
        )


def _judgments(selection: Selection, format: str, inputs: InputFiles) -> Converted:
    from appraise_gec.library.judgment_files import read_selected

    judgments = read_selected(selection, inputs)
    # Nothing is written where something cannot be.
    content = KeptPieces(judgment_pieces(judgments, format))
    losses = (
        f"{format} cannot hold {loss.what} ({counted(loss.judgments, 'judgment')})."
        for loss in judgment_losses(judgments, format)
    )
    return Converted(content, "judgment", len(judgments), tuple(losses))


def _sha256(pieces: Iterable[bytes]) -> str:
    digest = hashlib.sha256()
    for piece in pieces:
        digest.update(piece)
    return digest.hexdigest()


def _gold(files: Sequence[Path], inputs: InputFiles, options: dict[str, Any]) -> Converted:
    gold = read_gold(files, inputs)
    with refused_values(gold.name):
        if options["annotator"] is not None:
            gold = gold.only(options["annotator"])
        content = write_m2(gold)
    return Converted([content.encode("utf-8")], "sentence", len(gold.sentences))


def _items(path: Path, format: str, inputs: InputFiles, options: dict[str, Any]) -> Converted:
    name = shown_path(path)
    items = read_items(inputs.read(path, "items"), name)
    if format == "task-xml":
        return _to_tasks(items, name, inputs, options)
    blocks = as_blocks(items, name)
    if format == "items-tsv":
        content = write_sampler_tsv(blocks)
    else:
        content = write_sample_json(items if isinstance(items, Sample) else sample_of(blocks))
    losses = (f"{format} cannot hold {what}." for what in _item_losses(items, format))
    return Converted([content], "item", len(blocks), tuple(losses))


def _item_losses(items: Items, format: str) -> Iterator[str]:
    if isinstance(items, TaskSet):
        yield "texts other than outputs, names of items and documents, and further attributes"
    elif isinstance(items, Sample):
        if format == "items-tsv":
            yield "sentences without an item, their numbers of distinct outputs and their expected coverage"
    elif format == "items-json" and [item.number for item in items] != list(range(len(items))):
        yield "the numbers of these items, which do not count from 0"


def _to_tasks(items: Items, name: str, inputs: InputFiles, options: dict[str, Any]) -> Converted:
    if isinstance(items, TaskSet):
        if options["source"]:
            raise FormatError(
                Problem(CALL, "Task XML holds its sentences: --source is for items in other formats.")
            )
        return Converted([write_task_xml(items)], "item", len(items.tasks))
    if not options["source"]:
        message = "It does not hold the source sentences, which task XML needs: give --source FILE."
        raise FormatError(Problem(name, message))
    tasks = tasks_of(as_blocks(items, name), _corpus(options["source"], options["documents"], inputs), name)
    loss = "task-xml cannot hold how sentences were drawn: probabilities and expected coverage."
    return Converted([write_task_xml(tasks)], "item", len(tasks.tasks), (loss,))


def _corpus(source: Path, documents: Path | None, inputs: InputFiles) -> CorpusReading:
    corpus = read_sentences(
        (shown_path(source), inputs.read(source, "source")),
        (shown_path(documents), inputs.read(documents, "documents")) if documents else None,
    )
    if not corpus.usable:
        raise FormatError(list(corpus.problems))
    inputs.warnings += corpus.problems
    return corpus
