"""The output files of systems."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from appraise_gec.library.refusals import refused_values
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


def _members(folder: Path) -> Iterable[Path]:
    return (path for path in folder.iterdir() if path.is_file() and not path.name.startswith("."))
