"""Checks for judgments from any file."""

import math
import re
from collections import Counter
from datetime import datetime
from functools import lru_cache

from rankings.formats.fields import split_systems
from rankings.formats.limits import Limits
from rankings.formats.problems import Findings, quoted
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
            findings.error(f"{quoted(text)} {why_not}.", line)
    if len(judgment.outputs) > limits.outputs_per_item:
        findings.error(f"The judgment has more than {limits.outputs_per_item} outputs.", line)
    names = [system for output in judgment.outputs for system in output.systems]
    if len(set(names)) < len(names):
        twice = Counter(names).most_common(1)[0][0]
        findings.error(f"The system {quoted(twice)} occurs twice in one judgment.", line)
    for output in judgment.outputs:
        for name, why_not in _system_problems(output.systems, limits.identifier_characters):
            findings.error(f"The system name {quoted(name)} {why_not}.", line)


def parse_seconds(text: str, findings: Findings, line: int | None, what: str = "duration") -> float | None:
    """A number of seconds, or None for an empty cell or, with a problem noted, for anything else."""
    if not text.strip():
        return None
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 <= seconds < LONGEST_SECONDS:
        wanted = f"Expected seconds, such as 67.5 (with a point), from 0 to below {LONGEST_SECONDS:,}."
        findings.error(f"The {what} is {quoted(text)}. {wanted}", line)
        return None
    return seconds


def parse_time(what: str, text: str, findings: Findings, line: int | None) -> datetime | None:
    """A moment, or None for an empty text or, with a problem noted under this name, for anything else."""
    if not text.strip():
        return None
    moment = parse_moment(text)
    if moment is None:
        findings.error(f"{what} is {quoted(text)}. {WANTED}", line)
    return moment


def parse_version(what: str, text: str, findings: Findings, line: int | None) -> int | None:
    """A number of guidelines, or None for an empty text or, with a problem noted, for anything else."""
    stripped = text.strip()
    if not stripped:
        return None
    if _VERSION.fullmatch(stripped) and 1 <= int(stripped) <= LARGEST_VERSION:
        return int(stripped)
    findings.error(f"{what} is {quoted(text)}. Expected a whole number, from 1.", line)
    return None


# The same few names come again and again in a file of thousands of judgments.
@lru_cache(maxsize=4096)
def _text_problem(text: str, most: int) -> str | None:
    if len(text) > most:
        return f"is longer than {most} characters"
    return "contains a control character" if _CONTROL.search(text) else None


@lru_cache(maxsize=4096)
def _system_problems(names: tuple[str, ...], most: int) -> tuple[tuple[str, str], ...]:
    """The names of one output that cannot be used, each with the reason."""
    separated = "contains whitespace or a comma"
    why_not = (
        (name, separated if split_systems(name) != (name,) else _text_problem(name, most)) for name in names
    )
    return tuple((name, reason) for name, reason in why_not if reason)


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
