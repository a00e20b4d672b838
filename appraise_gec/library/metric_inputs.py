"""Files that metrics read: sources, gold, references, and outputs of systems."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from appraise_gec.library.inputs import InputFiles, shown_path, system_files
from appraise_gec.library.refusals import refused_values
from rankings.formats.records import FormatError, Problem
from rankings.formats.system_choice import ALL_SYSTEMS, SystemChoice

if TYPE_CHECKING:
    from metrics.references.edits import Gold
    from metrics.scorers.scorer import Material


@dataclass(frozen=True, slots=True)
class MaterialFiles:
    """What outputs are compared with.

    Attributes:
        source: the source sentences; may be left out where gold is given.
        gold: gold edits in M2 format; the annotators of several files are joined.
        references: reference texts, or M2 files of which every annotation, applied in full, is a reference.
        annotator: the only annotator of the gold that counts; all of them if None.
    """

    source: Path | None = None
    gold: tuple[Path, ...] = ()
    references: tuple[Path, ...] = ()
    annotator: int | None = None


def read_material(files: MaterialFiles, inputs: InputFiles, place: str) -> Material:
    """Sources, gold and references.

    Raises:
        FormatError: wrong or missing files, reported for `place`.
    """
    from metrics.references.plain import gold_source_problem
    from metrics.scorers.scorer import Material

    gold = None
    if files.gold:
        gold = read_gold(files.gold, inputs)
        if files.annotator is not None:
            with refused_values(gold.name):
                gold = gold.only(files.annotator)
    elif files.annotator is not None:
        message = "An annotator is one of a gold standard: give --gold FILE with --annotator."
        raise FormatError(Problem(place, message))
    if files.source:
        sources, name = inputs.read_lines(files.source, "source").lines, str(files.source)
        # The golds have the same sentences, so that the lines of the first one show where they differ.
        first = replace(gold, name=shown_path(files.gold[0])) if gold else None
        if first and (problem := gold_source_problem(first, sources, name)):
            raise FormatError(problem)
    elif gold:
        sources, name = gold.sources, shown_path(files.gold[0])
    else:
        message = "No source sentences: give --source FILE, or --gold FILE that holds them."
        raise FormatError(Problem(place, message))
    return Material(sources, gold, read_reference_files(files.references, inputs, sources), name)


def read_gold(paths: Sequence[Path], inputs: InputFiles) -> Gold:
    """The gold edits of all annotators of these files, at least one. Raises FormatError."""
    from metrics.references.joining import join_golds

    return join_golds(read_gold_files(paths, inputs))


def read_gold_files(paths: Sequence[Path], inputs: InputFiles) -> list[Gold]:
    """Each gold file by itself. Raises FormatError with the problems of all, and for a file given twice."""
    from metrics.references.m2_file import read_m2

    golds: list[Gold] = []
    problems: list[Problem] = []
    for place, path in enumerate(paths):
        if path in paths[:place]:
            message = "The file is given twice. Expected the files of different annotators."
            problems.append(Problem(shown_path(path), message))
            continue
        try:
            golds.append(read_m2(inputs.read(path, "gold"), shown_path(path)))
            inputs.warnings += golds[-1].warnings
        except FormatError as error:
            problems += error.problems
    if problems:
        raise FormatError(problems)
    return golds


def read_reference_files(
    paths: Sequence[Path], inputs: InputFiles, sources: Sequence[str]
) -> tuple[tuple[str, ...], ...]:
    """For each source sentence its reference texts; empty without files. Raises FormatError."""
    from metrics.references.plain import read_references

    if not paths:
        return ()
    return read_references(
        [(shown_path(path), inputs.read(path, "reference")) for path in paths], sources=sources
    )


def read_outputs(
    paths: Sequence[Path], inputs: InputFiles, material: Material, systems: SystemChoice = ALL_SYSTEMS
) -> dict[str, tuple[str, ...]]:
    """Output lines by system. Raises FormatError when their number is not that of the sources."""
    from metrics.references.m2_file import looks_like_m2

    outputs = {}
    for system, path in system_files(paths, systems).items():
        lines = inputs.read_lines(path, "output").lines
        expected = len(material.sources)
        if len(lines) != expected:
            message = (
                f"The file has {len(lines):,} lines, but {material.source_name} has {expected:,} sentences. "
                "Expected one output line for every source sentence."
            )
            if looks_like_m2("\n".join(lines[:100]).encode()):
                message += " It holds gold edits: say --gold before each gold file."
            raise FormatError(Problem(str(path), message, min(len(lines), expected) + 1))
        outputs[system] = lines
    return outputs
