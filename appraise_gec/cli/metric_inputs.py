"""Files that metrics read: sources, gold, references, and outputs of systems."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from appraise_gec.cli.errors import refused_values
from appraise_gec.cli.inputs import InputFiles, shown_path, system_files
from rankings.formats.records import FormatError, Problem
from rankings.formats.system_choice import ALL_SYSTEMS, SystemChoice

if TYPE_CHECKING:
    from metrics.scorers.scorer import Material


@dataclass(frozen=True, slots=True)
class MaterialFiles:
    """What outputs are compared with.

    Attributes:
        source: the source sentences; may be left out where gold is given.
        gold: gold edits in M2 format.
        references: reference texts, or M2 files of which every annotation, applied in full, is a reference.
        annotator: the only annotator of the gold that counts; all of them if None.
    """

    source: Path | None = None
    gold: Path | None = None
    references: tuple[Path, ...] = ()
    annotator: int | None = None


@contextmanager
def refused_metrics(call: str) -> Iterator[None]:
    """Report wrong metric settings like other wrong calls, and missing programs as a failure."""
    from metrics.scorers.scorer import SettingError, UnavailableError

    try:
        yield
    except SettingError as error:
        raise FormatError(Problem(call, str(error))) from error
    except UnavailableError as error:
        raise click.ClickException(str(error)) from error


def read_material(files: MaterialFiles, inputs: InputFiles, place: str) -> Material:
    """Sources, gold and references.

    Raises:
        FormatError: wrong or missing files, reported for `place`.
    """
    from metrics.references.m2_file import read_m2
    from metrics.scorers.scorer import Material

    gold = None
    if files.gold:
        gold = read_m2(inputs.read(files.gold, "gold"), str(files.gold))
        inputs.warnings += gold.warnings
        if files.annotator is not None:
            with refused_values(str(files.gold)):
                gold = gold.only(files.annotator)
    elif files.annotator is not None:
        message = "An annotator is one of a gold standard: give --gold FILE with --annotator."
        raise FormatError(Problem(place, message))
    if files.source:
        sources, name = inputs.read_lines(files.source, "source").lines, str(files.source)
    elif gold:
        sources, name = gold.sources, str(files.gold)
    else:
        message = "No source sentences: give --source FILE, or --gold FILE that holds them."
        raise FormatError(Problem(place, message))
    return Material(sources, gold, read_reference_files(files.references, inputs, sources), name)


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
    outputs = {}
    for system, path in system_files(paths, systems).items():
        lines = inputs.read_lines(path, "output").lines
        expected = len(material.sources)
        if len(lines) != expected:
            message = (
                f"The file has {len(lines):,} lines, but {material.source_name} has {expected:,} sentences. "
                "Expected one output line for every source sentence."
            )
            raise FormatError(Problem(str(path), message, min(len(lines), expected) + 1))
        outputs[system] = lines
    return outputs
