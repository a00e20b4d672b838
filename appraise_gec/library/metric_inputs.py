"""What metrics read: sources, gold, references, and outputs of systems, in files or in memory."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from appraise_gec.library.arguments import Lines, Outputs, path_of, paths_of, several
from appraise_gec.library.files import InputFiles, refused_values, shown_path
from rankings.formats.filtering import ALL_SYSTEMS, SystemChoice
from rankings.formats.limits import DEFAULT_LIMITS
from rankings.formats.records import FormatError, Problem
from rankings.formats.uploads import name_systems

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

    source: Lines | None = None
    gold: tuple[Path, ...] = ()
    references: tuple[Lines, ...] = ()
    annotator: int | None = None

    @classmethod
    def of(cls, source: Lines | None, gold: Any, references: Any, annotator: int | None) -> "MaterialFiles":
        return cls(source, paths_of(gold), several(references), annotator)


def read_material(files: MaterialFiles, inputs: InputFiles, place: str) -> "Material":
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
        sources, name = _lines(files.source, "source", inputs), str(path_of(files.source) or "the source")
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


def read_gold(paths: Sequence[Path], inputs: InputFiles) -> "Gold":
    """The gold edits of all annotators of these files, at least one.

    Raises FormatError with the problems of all, and for a file given twice.
    """
    from metrics.references.joining import join_golds
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
    return join_golds(golds)


def read_reference_files(
    references: Sequence[Lines], inputs: InputFiles, sources: Sequence[str]
) -> tuple[tuple[str, ...], ...]:
    """For each source sentence its reference texts; empty where there are none. Raises FormatError."""
    from metrics.references.plain import read_references

    if not references:
        return ()
    paths = [path for one in references if (path := path_of(one))]
    texts = [tuple(one) for one in references if not isinstance(one, str | PathLike)]
    for number, lines in enumerate(texts, start=1):
        if len(lines) != len(sources):
            message = f"It has {len(lines):,} lines, and the source {len(sources):,}."
            raise FormatError(Problem(f"reference {number}", message))
    files = [(shown_path(path), inputs.read(path, "reference")) for path in paths]
    read = read_references(files, sources=sources) if files else ((),) * len(sources)
    return tuple((*row, *(lines[index] for lines in texts)) for index, row in enumerate(read))


def read_outputs(
    outputs: Outputs, inputs: InputFiles, material: "Material", systems: SystemChoice = ALL_SYSTEMS
) -> dict[str, tuple[str, ...]]:
    """Output lines by system. Raises FormatError when their number is not that of the sources."""
    from metrics.references.m2_file import looks_like_m2

    given: Mapping[str, Lines]
    if isinstance(outputs, Mapping):
        with refused_values("outputs"):
            given = {system: outputs[system] for system in systems.among(outputs)}
    else:
        given = system_files(paths_of(outputs), systems)
    read = {}
    for system, one in given.items():
        lines = _lines(one, "output", inputs)
        expected = len(material.sources)
        if len(lines) != expected:
            message = (
                f"The file has {len(lines):,} lines, but {material.source_name} has {expected:,} sentences. "
                "Expected one output line for every source sentence."
            )
            if looks_like_m2("\n".join(lines[:100]).encode()):
                message += " It holds gold edits: say --gold before each gold file."
            raise FormatError(Problem(str(path_of(one) or system), message, min(len(lines), expected) + 1))
        read[system] = lines
    return read


def system_files(paths: Sequence[Path], systems: SystemChoice = ALL_SYSTEMS) -> dict[str, Path]:
    """The output file of every chosen system: files are named after their system, a folder stands for its
    files.

    Raises:
        FormatError: no file, too many, or names that cannot be used; a chosen system without a file.
    """
    files: dict[str, Path] = {}
    for path in paths:
        members = sorted(path.iterdir()) if path.is_dir() else [path]
        files |= {str(one): one for one in members if one == path or (one.is_file() and one.name[0] != ".")}
    if not files:
        raise FormatError(Problem(", ".join(map(str, paths)) or "OUTPUT", "No output file was given."))
    if len(files) > DEFAULT_LIMITS.files:
        message = f"More than {DEFAULT_LIMITS.files} output files, the most that are read."
        raise FormatError(Problem(str(paths[0]), message))
    named = name_systems(files)
    if named.problems:
        raise FormatError(list(named.problems))
    with refused_values(", ".join(map(str, paths))):
        chosen = systems.among(named.files)
    return {system: files[named.files[system]] for system in chosen}


def _lines(given: Lines, role: str, inputs: InputFiles) -> tuple[str, ...]:
    path = path_of(given)
    return inputs.read_lines(path, role).lines if path else tuple(given)  # type: ignore[arg-type]
