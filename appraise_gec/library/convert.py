"""Judgments, items and gold edits from one format to another."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from appraise_gec.declared import Told
from appraise_gec.library.arguments import (
    FILES_OF_JUDGMENTS,
    ArgumentError,
    File,
    Force,
    OptionalFile,
    Target,
    front_door,
    path_of,
    paths_of,
)
from appraise_gec.library.files import InputFiles, check_file, refused_values, shown_path, write_file
from appraise_gec.library.finding import Finding, in_words
from appraise_gec.library.judgments import Selection, read_judgments
from appraise_gec.library.metric_inputs import read_gold
from rankings.formats.records import FormatError, Problem

if TYPE_CHECKING:
    from rankings.formats.columns import Judgments


def formats() -> tuple[str, ...]:
    """What can be written: judgments, items and gold edits."""
    from rankings.formats.judgments import FORMATS

    return (*FORMATS, "task-xml", "m2")


@dataclass(frozen=True, slots=True)
class Converted:
    """A file in its new format.

    Attributes:
        number: how many of them were converted.
        losses: what the format cannot hold, as sentences.
        noun: what was converted.
        content: bytes, in pieces.
    """

    number: int
    losses: tuple[str, ...]
    noun: str
    content: Sequence[bytes] = field(repr=False)


@front_door
def convert(
    files: Annotated[Sequence[File] | File, Told(metavar="IN...", kind="files", help=FILES_OF_JUDGMENTS)],
    *,
    to: Annotated[str, Told(known=formats)],
    output: Target = None,
    force: Force = False,
    annotator: Annotated[int | None, Told(metavar="N", least=0)] = None,
    source: OptionalFile = None,
    named_documents: Annotated[File | None, Told("--documents", "FILE", kind="file")] = None,
    **chosen: Annotated[Any, Told(more=(read_judgments,))],
) -> Finding[Converted]:
    """Convert judgments, sampled items or gold edits to another format.

    Several files of judgments are joined, and so are the annotators of several files of gold edits. What the
    new format cannot hold is named on standard error.

    Args:
        to: the format to write.
        output: the file to write; standard output if not given, or -.
        annotator: m2: only this annotator.
        source: task-xml: the source sentences, one per line.
        named_documents: task-xml: identifiers of documents, parallel to the source.

    Raises:
        FormatError: what cannot be read, or what the format cannot hold.

    Examples:
        # Judgments as the CSV of WMT
        convert judgments.xml --to wmt-csv -o judgments.csv
        # Several files as one
        convert first.xml second.csv --to jsonl -o all.jsonl
        # One annotator of a gold standard
        convert gold.m2 --to m2 --annotator 0 -o one.m2
    """
    from appraise_gec.present.numbers import counted
    from rankings.formats.judgments import FORMATS

    paths = paths_of(files)
    selection = Selection.of(chosen)
    beside, target = (path_of(source), path_of(named_documents)), path_of(output)
    target = None if target == Path("-") else target
    inputs = InputFiles()
    _refuse_beside(to, annotator, *beside)
    if target is not None:
        check_file(target, inputs=[*paths, *(one for one in beside if one)], force=force)
    if to in FORMATS:
        with refused_values(", ".join(map(shown_path, paths))):
            judged = read_judgments(*paths, **chosen)
        inputs = judged.inputs
        inputs.warnings[:] = judged.warnings
        made = _judgments(judged.table, to)
    elif selection != Selection():
        raise ArgumentError("options that choose judgments, such as --judge and --systems, are for judgments")
    elif to == "m2":
        made = _gold(paths, inputs, annotator)
    elif len(paths) > 1:
        raise ArgumentError(f"--to {to} takes one file; only judgments and gold edits are joined")
    else:
        made = _tasks(paths[0], inputs, *beside)
    place = str(target or "standard output")
    settled = {"to": to, **selection.settings, "annotator": annotator}
    warnings = (*inputs.warnings, *(Problem(place, loss, fatal=False) for loss in made.losses))
    told: dict[str, Any] = {"number": made.number, "losses": made.losses}
    said = counted(made.number, made.noun)
    if target is not None:
        write_file(target, made.content)
        told |= {"file": target.name, "sha256": hashlib.sha256(b"".join(made.content)).hexdigest()}
        said += f" written to {target}"
    return Finding(
        made,
        in_words(said),
        inputs,
        warnings,
        told,
        content=made.content if target is None else None,
        settled=settled,
        document=lambda converted: {},
    )


def _refuse_beside(to: str, annotator: int | None, source: Path | None, documents: Path | None) -> None:
    if annotator is not None and to != "m2":
        raise ArgumentError("--annotator is for --to m2")
    if (source or documents) and to != "task-xml":
        raise ArgumentError("--source and --documents are for --to task-xml")
    if documents and not source:
        raise ArgumentError("--documents is parallel to a source: give --source FILE as well")


def _judgments(judgments: "Judgments", to: str) -> Converted:
    from appraise_gec.present.numbers import counted
    from rankings.formats.judgments import judgment_losses, judgment_pieces

    # Nothing is written where something cannot be.
    content = list(judgment_pieces(judgments, to))
    losses = (
        f"{to} cannot hold {loss.what} ({counted(loss.judgments, 'judgment')})."
        for loss in judgment_losses(judgments, to)
    )
    return Converted(len(judgments), tuple(losses), "judgment", content)


def _gold(paths: Sequence[Path], inputs: InputFiles, annotator: int | None) -> Converted:
    from metrics.references.m2_file import write_m2

    gold = read_gold(paths, inputs)
    with refused_values(gold.name):
        if annotator is not None:
            gold = gold.only(annotator)
        content = write_m2(gold)
    return Converted(len(gold.sentences), (), "sentence", [content.encode("utf-8")])


def _tasks(path: Path, inputs: InputFiles, source: Path | None, documents: Path | None) -> Converted:
    from rankings.formats.corpus import CorpusReader
    from rankings.formats.samples import read_sampler_tsv
    from rankings.formats.task_xml import write_task_xml

    name = shown_path(path)
    blocks = read_sampler_tsv(inputs.read(path, "items"), name)
    if not source:
        message = "It does not hold the source sentences, which task XML needs: give --source FILE."
        raise FormatError(Problem(name, message))
    corpus = CorpusReader(
        (shown_path(source), inputs.read(source, "source")),
        (shown_path(documents), inputs.read(documents, "documents")) if documents else None,
    ).reading()
    if not corpus.usable:
        raise FormatError(list(corpus.problems))
    inputs.warnings += corpus.problems
    loss = "task-xml cannot hold how sentences were drawn: probabilities and expected coverage."
    return Converted(len(blocks), (loss,), "item", [write_task_xml(blocks, corpus, name)])
