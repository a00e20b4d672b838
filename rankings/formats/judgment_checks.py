"""Checks for judgments from any file."""

import re
from collections.abc import Sequence

import numpy as np

from rankings.formats.building import Codes
from rankings.formats.columns import Judgments
from rankings.formats.fields import YEARS, split_systems
from rankings.formats.limits import Limits
from rankings.formats.problems import Findings, figure, quoted
from rankings.formats.text import why_not_utf8

# Characters that no name needs, and that XML or a database cannot hold.
_CONTROL = re.compile("[\x00-\x1f\x7f\ud800-\udfff\ufffe\uffff]")


def check_judgments(judgments: Judgments, lines: Sequence[int], findings: Findings, limits: Limits) -> None:
    """Note what is wrong with the judgments of a file, beyond what their reader knows.

    They must say who judged which sentence; no system may occur twice; names must be usable and not too long.
    Each name is told once, with the line of its first judgment.

    Args:
        judgments: of the file.
        lines: of each of them; 0 where that is not known.
        findings: where problems are noted.
        limits: on names and outputs.
    """

    def error(row: int, message: str) -> None:
        line = lines[row] or None
        findings.error(message if line else f"Judgment {figure(row + 1)}: {message}", line)

    def check_names(names: Sequence[str], codes: Codes, missing: str = "") -> None:
        for place, name in enumerate(names):
            if why_not := _problem(name, limits) or ("" if name else missing):
                error(int((codes == place).argmax()), why_not)

    check_names(judgments.judges, judgments.judge, "The judgment does not say who judged it.")
    missing = "The judgment does not say which sentence it is about."
    check_names(judgments.sentences, judgments.sentence, missing)
    check_names(judgments.items, judgments.item)
    check_names(judgments.documents, judgments.document)
    for part in range(3):
        check_names([texts[part] for texts in judgments.result_sets], judgments.result_set)
    for place, group in enumerate(judgments.groups_of_systems):
        for name in group:
            why_not = _problem(name, limits)
            if not why_not and split_systems(name) != (name,):
                why_not = f"The system name {quoted(name)} contains whitespace or a comma."
            if why_not:
                first = int((judgments.output == place).argmax())
                error(int(np.searchsorted(judgments.start, first, side="right")) - 1, why_not)
    for row in np.flatnonzero(judgments.number_of_outputs > limits.outputs_per_item)[: limits.problems]:
        error(int(row), f"The judgment has more than {figure(limits.outputs_per_item)} outputs.")
    for row, system in judgments.named_twice(limits.problems):
        error(row, f"The system {quoted(system)} occurs twice in one judgment.")
    for name in ("opened_at", "submitted_at"):
        moments = getattr(judgments, name)
        years = moments.astype("datetime64[Y]").astype(np.int64) + 1970
        wrong = ~np.isnat(moments) & ((years < YEARS[0]) | (years > YEARS[1]))
        if wrong.any():
            error(int(wrong.argmax()), f"{name} is not of the years {YEARS[0]} to {YEARS[1]}.")


def _problem(name: str, limits: Limits) -> str:
    """What is wrong with any name, as a sentence."""
    if why_not := why_not_utf8(name):
        return why_not
    if len(name) > limits.identifier_characters:
        return f"{quoted(name)} is longer than {figure(limits.identifier_characters)} characters."
    return f"{quoted(name)} contains a control character." if _CONTROL.search(name) else ""
