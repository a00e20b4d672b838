"""Judgments from files, joined into one table, as every statistics command begins."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy

from appraise_gec.command_line.documents import recipe
from appraise_gec.command_line.errors import refused_values
from appraise_gec.command_line.inputs import InputFiles, shown_path
from appraise_gec.command_line.options import Selection
from rankings.analysis.judgments import JudgmentTable
from rankings.formats.judgments import read_judgments
from rankings.formats.records import FormatError, Judgment, Problem

# The name that the published scripts leave out without saying so.
ADMIN = "admin"


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The judgments that a command works on.

    Attributes:
        table: of the selected judges.
        selection: as asked for.
        inputs: the files that were read.
        place: how problems call the files together.
        warnings: what a reader should look at.
    """

    table: JudgmentTable
    selection: Selection
    inputs: InputFiles
    place: str
    warnings: tuple[Problem, ...]

    def recipe(self, command: str, settings: Mapping[str, Any], seed: int | None = None) -> dict[str, Any]:
        """The recipe of a result from these judgments.

        The versions of the numerical libraries belong to it: their last bits differ.
        """
        software = {"numpy": np.__version__, "scipy": scipy.__version__}
        selected = {"judges": list(self.selection.judges), "excluded_judges": list(self.selection.excluded)}
        return recipe(command, self.inputs, {**selected, **settings}, seed, software=software)


def read_evaluation(selection: Selection) -> Evaluation:
    """Read and join the files, and keep the selected judges.

    Raises:
        FormatError: with every problem of every file; a judge that nobody is called; no judgment left.
    """
    inputs = InputFiles()
    place = ", ".join(shown_path(path) for path in selection.files)
    judgments = _read_all(selection, inputs)
    with refused_values(place):
        table = JudgmentTable.from_judgments(judgments)
        if selection.judges:
            table = table.select_judges(selection.judges)
        if selection.excluded:
            table = table.exclude_judges(selection.excluded)
        if not len(table):
            raise ValueError("no judgment is left; expected at least one that is not left out")
    warnings = list(inputs.warnings)
    if ADMIN in table.judges:
        message = "The judge called admin counts here; the 2015 scripts leave it out (--exclude-judge admin)."
        warnings.append(Problem(place, message, fatal=False))
    return Evaluation(table, selection, inputs, place, tuple(warnings))


def _read_all(selection: Selection, inputs: InputFiles) -> list[Judgment]:
    judgments: list[Judgment] = []
    problems: list[Problem] = []
    for path in selection.files:
        try:
            judgments += read_judgments(inputs.read(path, "judgments"), shown_path(path))
        except FormatError as error:
            problems += error.problems
    if any(problem.fatal for problem in problems):
        raise FormatError(problems)
    return judgments
