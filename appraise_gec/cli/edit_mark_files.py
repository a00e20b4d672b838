"""Marks on single edits that a campaign has exported, for commands."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from appraise_gec.cli.errors import refused_values
from appraise_gec.cli.inputs import InputFiles, shown_path
from appraise_gec.cli.options import Selection
from rankings.formats.edit_marks import EditJudgment, read_edit_marks
from rankings.formats.system_choice import SystemChoice


def read_chosen_marks(paths: Sequence[Path], selection: Selection, inputs: InputFiles) -> list[EditJudgment]:
    """The edits of all files, of the judges and systems that the call chooses.

    Raises:
        FormatError: wrong files, by line; judges or systems that the files do not name.
    """
    edits: list[EditJudgment] = []
    for path in paths:
        edits += read_edit_marks(inputs.read(path, "edit marks"), shown_path(path))
    if not paths:
        return edits
    with refused_values(", ".join(map(shown_path, paths))):
        known = {edit.judge for edit in edits}
        if unknown := [name for name in (*selection.judges, *selection.excluded) if name not in known]:
            raise ValueError(f"no judge is called {unknown[0]}; they are {', '.join(sorted(known))}")
        wanted = set(selection.judges or known) - set(selection.excluded)
        edits = [edit for edit in edits if edit.judge in wanted]
        return of_systems(edits, selection.systems)


def of_systems(
    edits: list[EditJudgment], chosen: SystemChoice, *, missing_ok: bool = False
) -> list[EditJudgment]:
    """As if there were no other systems. Raises ValueError for a system without edits, unless that is ok."""
    if not chosen:
        return edits
    made = sorted({system for edit in edits for system in edit.systems})
    names = set(chosen.among(made, missing_ok=missing_ok))
    own = [(edit, tuple(name for name in edit.systems if name in names)) for edit in edits]
    return [replace(edit, systems=systems) for edit, systems in own if systems]
