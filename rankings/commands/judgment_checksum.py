"""`checksum`: the SHA-256 of rankings, to compare with that in the recipe of a report."""

from functools import partial
from typing import Any

from appraise_gec.cli.documents import Answer, recipe
from appraise_gec.cli.inputs import InputFiles
from appraise_gec.cli.options import Selection
from appraise_gec.presentation.numbers import counted
from rankings.commands.judgment_files import read_all
from rankings.formats.fingerprint import rankings_digest


def checksum(selection: Selection) -> Answer:
    """Number and SHA-256 of all rankings of the files together.

    Raises FormatError with every problem of every file.
    """
    inputs = InputFiles()
    judgments = [one for file in read_all(selection, inputs) for one in file.judgments]
    rankings = {"number": len(judgments), "sha256": rankings_digest(judgments)}
    warnings = [problem.message for problem in inputs.warnings]
    return Answer(
        recipe("checksum", inputs, {}),
        {"rankings": rankings, "warnings": warnings},
        partial(_line, rankings),
        tuple(inputs.warnings),
    )


def _line(rankings: dict[str, Any]) -> str:
    return f"{rankings['sha256']}  {counted(rankings['number'], 'ranking')}"
