"""Judgments from one format to another."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

from appraise_gec.declared import Told
from appraise_gec.library.arguments import ArgumentError, Force, JudgmentsGiven, Target, front_door, path_of
from appraise_gec.library.finding import Finding, in_words
from appraise_gec.library.judgments import taken
from appraise_gec.library.writing import check_file, write_file
from appraise_gec.words import listed
from rankings.formats.records import Problem
from rankings.formats.writing import FORMATS, format_of, judgment_pieces


@dataclass(frozen=True, slots=True)
class Converted:
    """Judgments in their new format: how many, what it cannot hold, and bytes in pieces."""

    number: int
    losses: tuple[str, ...]
    content: Sequence[bytes] = field(repr=False)


@front_door
def convert(
    judgments: JudgmentsGiven,
    *,
    to: Annotated[str | None, Told(known=lambda: tuple(FORMATS))] = None,
    output: Target = None,
    force: Force = False,
) -> Finding[Converted]:
    """Convert judgments to another format.

    Several files are joined. What the new format cannot hold is named on standard error.

    Args:
        to: the format to write; as the ending of the new file says if not given.
        output: the file to write; standard output if not given, or -.

    Raises:
        FormatError: what cannot be read, or what the format cannot hold.

    Examples:
        # Judgments as the CSV of WMT
        convert judgments.xml --to wmt-csv -o judgments.csv
        # Several files as one
        convert first.xml second.csv -o all.jsonl
    """
    from appraise_gec.present.numbers import counted

    judged, target = taken(judgments), path_of(output)
    target = None if target == Path("-") else target
    if target is not None:
        check_file(target, inputs=judged.paths, force=force)
    to = to or (format_of(target.name) if target else None)
    if not to:
        raise ArgumentError("say the format with --to, or by the ending of the new file, such as .csv")
    # Nothing is written where something cannot be.
    content = list(judgment_pieces(judged.table, to))
    losses = FORMATS[to].loses
    told_of = f"{to} cannot hold {listed(losses)}."
    warnings = [Problem(str(target or "standard output"), told_of, fatal=False)] if losses else []
    told: dict[str, Any] = {"number": len(judged), "losses": losses}
    said = counted(len(judged), "judgment")
    if target is not None:
        write_file(target, content)
        told |= {"file": target.name, "sha256": hashlib.sha256(b"".join(content)).hexdigest()}
        said += f" written to {target}"
    return Finding(
        Converted(len(judged), losses, content),
        in_words(said),
        judged.inputs,
        (*judged.warnings, *warnings),
        told,
        content=content if target is None else None,
        settled=judged.selection.settings,
        document=lambda converted: {},
    )
