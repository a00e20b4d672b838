"""The output files of systems, and the corpus that they are made of."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from appraise_gec.library.inputs import InputFiles, shown_path
from appraise_gec.library.refusals import refused_values
from rankings.formats.corpus import CorpusReading, read_corpus
from rankings.formats.limits import DEFAULT_LIMITS
from rankings.formats.records import FormatError, Problem
from rankings.formats.system_choice import ALL_SYSTEMS, SystemChoice
from rankings.formats.uploads import name_systems


def system_files(paths: Sequence[Path], systems: SystemChoice = ALL_SYSTEMS) -> dict[str, Path]:
    """The output file of every chosen system: files are named after their system, a folder stands for its
    files.

    Raises:
        FormatError: no file, too many, or names that cannot be used; a chosen system without a file.
    """
    files: dict[str, Path] = {}
    for path in paths:
        members = sorted(_members(path)) if path.is_dir() else [path]
        files.update({str(member): member for member in members})
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


def read_output_files(
    inputs: InputFiles,
    source: Path,
    outputs: Sequence[Path],
    documents: Path | None,
    *,
    add_input: bool,
    systems: SystemChoice = ALL_SYSTEMS,
) -> CorpusReading:
    """The sentences and what every system made of them.

    Raises:
        FormatError: with every problem of every file.
    """
    files = system_files(outputs, systems)
    corpus = read_corpus(
        (shown_path(source), inputs.read(source, "source")),
        {system: (shown_path(path), inputs.read(path, "output")) for system, path in files.items()},
        (shown_path(documents), inputs.read(documents, "documents")) if documents else None,
        add_input=add_input,
    )
    if not corpus.usable:
        raise FormatError(list(corpus.problems))
    return corpus


def _members(folder: Path) -> Iterable[Path]:
    return (path for path in folder.iterdir() if path.is_file() and not path.name.startswith("."))
