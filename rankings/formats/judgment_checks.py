"""Checks for judgments from any file."""

import math
import re
from collections import Counter
from datetime import datetime
from functools import lru_cache

from rankings.formats.fields import split_systems
from rankings.formats.limits import Limits
from rankings.formats.problems import Findings, figure, quoted
from rankings.formats.records import Judgment
from rankings.formats.times import WANTED, parse_moment

LONGEST_SECONDS = 10**10
# What the database holds.
LARGEST_VERSION = 2**31 - 1
_VERSION = re.compile(r"\d{1,10}", re.ASCII)
# Characters that no name needs, and that XML or a database cannot hold.
_CONTROL = re.compile("[\x00-\x1f\x7f\ud800-\udfff\ufffe\uffff]")


def check_judgment(judgment: Judgment, line: int | None, findings: Findings, limits: Limits) -> None:
    """Note what is wrong with a judgment read at `line`.

    It must say who judged which sentence; no system may occur twice; names must be usable and not too long.
    """
    if not judgment.judge:
        findings.error("The judgment does not say who judged it.", line)
    if not judgment.sentence:
        findings.error("The judgment does not say which sentence it is about.", line)
    for text in _texts(judgment):
        if why_not := _text_problem(text, limits.identifier_characters):
            findings.error(why_not, line)
    if len(judgment.outputs) > limits.outputs_per_item:
        message = f"The judgment has more than {figure(limits.outputs_per_item)} outputs."
        findings.error(message, line)
    names = [system for output in judgment.outputs for system in output.systems]
    if len(set(names)) < len(names):
        twice = Counter(names).most_common(1)[0][0]
        message = f"The system {quoted(twice)} occurs twice in one judgment."
        findings.error(message, line)
    for output in judgment.outputs:
        for problem in _system_problems(output.systems, limits.identifier_characters):
            findings.error(problem, line)


def too_many_judgments(limits: Limits) -> str:
    """The message for a file of more judgments than are read."""
    return f"The file has more than {figure(limits.judgments)} judgments."


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


# The same few names come again and again in a file of thousands of judgments.
@lru_cache(maxsize=4096)
def _text_problem(text: str, most: int) -> str | None:
    """What is wrong with a name or number, as a sentence."""
    if len(text) > most:
        return f"{quoted(text)} is longer than {figure(most)} characters."
    if _CONTROL.search(text):
        return f"{quoted(text)} contains a control character."
    return None


@lru_cache(maxsize=4096)
def _system_problems(names: tuple[str, ...], most: int) -> tuple[str, ...]:
    """Why names of one output cannot be used, a sentence for each."""
    return tuple(filter(None, (_system_problem(name, most) for name in names)))


def _system_problem(name: str, most: int) -> str | None:
    if split_systems(name) != (name,):
        return f"The system name {quoted(name)} contains whitespace or a comma."
    if len(name) > most:
        return f"The system name {quoted(name)} is longer than {figure(most)} characters."
    if _CONTROL.search(name):
        return f"The system name {quoted(name)} contains a control character."
    return None


def _texts(judgment: Judgment) -> tuple[str, ...]:
    return (
        judgment.judge,
        judgment.sentence,
        judgment.item,
        judgment.document,
        judgment.result_set,
        judgment.source_language,
        judgment.target_language,
    )
