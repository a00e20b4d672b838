"""Checks for judgments from any file."""

import math
import re
from collections.abc import Sequence
from datetime import datetime

import numpy as np

from appraise_gec.present.safe_cells import unprotect_cell
from rankings.formats.columns import Codes, Judgments
from rankings.formats.fields import parse_rank, split_systems
from rankings.formats.limits import Limits
from rankings.formats.problems import Findings, figure, quoted
from rankings.formats.records import LARGEST_VERSION, LONGEST_SECONDS, JudgedOutput
from rankings.formats.text import why_not_utf8
from rankings.formats.times import WANTED, YEARS, parse_moment

_VERSION = re.compile(r"\d{1,10}", re.ASCII)
# Characters that no name needs, and that XML or a database cannot hold.
_CONTROL = re.compile("[\x00-\x1f\x7f\ud800-\udfff\ufffe\uffff]")


class OutputsOfText(dict[tuple[str, str], JudgedOutput | None]):
    """Outputs by their systems and their rank as a file writes them; None where one of both cannot be read.

    The same few come again and again in a file of thousands of judgments.
    """

    def __missing__(self, written: tuple[str, str]) -> JudgedOutput | None:
        systems, rank = split_systems(unprotect_cell(written[0])), parse_rank(written[1])
        output = JudgedOutput(systems, rank) if systems and rank is not None else None
        self[written] = output
        return output


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

    longest = limits.identifier_characters

    def error(row: int, message: str) -> None:
        line = lines[row] or None
        findings.error(message if line else f"Judgment {figure(row + 1)}: {message}", line)

    def check_names(names: Sequence[str], codes: Codes, missing: str = "") -> None:
        for place, name in enumerate(names):
            if why_not := _text_problem(name, longest) or ("" if name else missing):
                error(int((codes == place).argmax()), why_not)

    check_names(judgments.judges, judgments.judge, "The judgment does not say who judged it.")
    missing = "The judgment does not say which sentence it is about."
    check_names(judgments.sentences, judgments.sentence, missing)
    check_names(judgments.items, judgments.item)
    check_names(judgments.documents, judgments.document)
    for part in range(3):
        check_names([texts[part] for texts in judgments.result_sets], judgments.result_set)
    for place, group in enumerate(judgments.groups_of_systems):
        for why_not in filter(None, (_system_problem(name, longest) for name in group)):
            first = int((judgments.output == place).argmax())
            error(int(np.searchsorted(judgments.start, first, side="right")) - 1, why_not)
    for row in np.flatnonzero(judgments.number_of_outputs > limits.outputs_per_item)[: limits.problems]:
        error(int(row), f"The judgment has more than {figure(limits.outputs_per_item)} outputs.")
    for row, system in judgments.named_twice(limits.problems):
        error(row, f"The system {quoted(system)} occurs twice in one judgment.")
    for moments in (judgments.opened_at, judgments.submitted_at):
        years = moments.astype("datetime64[Y]").astype(np.int64) + 1970
        wrong = ~np.isnat(moments) & ((years < YEARS[0]) | (years > YEARS[1]))
        if wrong.any():
            error(int(wrong.argmax()), f"A time is not of the years {YEARS[0]} to {YEARS[1]}.")


def parse_seconds(
    text: str, findings: Findings, line: int | None, *, is_active: bool = False
) -> float | None:
    """A number of seconds, or None for an empty cell or, with a problem noted, for anything else."""
    if not text.strip():
        return None
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 <= seconds < LONGEST_SECONDS:
        values = {"seconds": quoted(text), "longest": figure(LONGEST_SECONDS)}
        if is_active:
            message = (
                "The active time is {seconds}. Expected seconds, such as 67.5 (with a point), from 0 "
                "to below {longest}."
            ).format(**values)
        else:
            message = (
                "The duration is {seconds}. Expected seconds, such as 67.5 (with a point), from 0 to "
                "below {longest}."
            ).format(**values)
        findings.error(message, line)
        return None
    return seconds


def parse_time(what: str, text: str, findings: Findings, line: int | None) -> datetime | None:
    """A moment, or None for an empty text or, with a problem noted under this name, for anything else."""
    if not text.strip():
        return None
    moment = parse_moment(text)
    if moment is None:
        message = f"{what} is {quoted(text)}. {WANTED}"
        findings.error(message, line)
    return moment


def parse_version(what: str, text: str, findings: Findings, line: int | None) -> int | None:
    """A number of guidelines, or None for an empty text or, with a problem noted, for anything else."""
    stripped = text.strip()
    if not stripped:
        return None
    if _VERSION.fullmatch(stripped) and 1 <= int(stripped) <= LARGEST_VERSION:
        return int(stripped)
    wanted = "Expected a whole number, from 1."
    message = f"{what} is {quoted(text)}. {wanted}"
    findings.error(message, line)
    return None


def _text_problem(text: str, most: int) -> str:
    """What is wrong with a name or number, as a sentence."""
    if why_not := why_not_utf8(text):
        return why_not
    if len(text) > most:
        return f"{quoted(text)} is longer than {figure(most)} characters."
    if _CONTROL.search(text):
        return f"{quoted(text)} contains a control character."
    return ""


def _system_problem(name: str, most: int) -> str:
    if why_not := why_not_utf8(name):
        return why_not
    if split_systems(name) != (name,):
        return f"The system name {quoted(name)} contains whitespace or a comma."
    if len(name) > most:
        return f"The system name {quoted(name)} is longer than {figure(most)} characters."
    if _CONTROL.search(name):
        return f"The system name {quoted(name)} contains a control character."
    return ""
