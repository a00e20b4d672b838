"""Checks for judgments from any file."""

import math
import re
from collections import Counter
from datetime import datetime
from functools import lru_cache

from appraise_gec.words import words
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
        findings.error(words("The judgment does not say who judged it."), line)
    if not judgment.sentence:
        findings.error(words("The judgment does not say which sentence it is about."), line)
    for text in _texts(judgment):
        if why_not := _text_problem(text, limits.identifier_characters):
            findings.error(why_not, line)
    if len(judgment.outputs) > limits.outputs_per_item:
        message = words("The judgment has more than %(most)s outputs.", most=figure(limits.outputs_per_item))
        findings.error(message, line)
    names = [system for output in judgment.outputs for system in output.systems]
    if len(set(names)) < len(names):
        twice = Counter(names).most_common(1)[0][0]
        message = words("The system %(name)s occurs twice in one judgment.", name=quoted(twice))
        findings.error(message, line)
    for output in judgment.outputs:
        for problem in _system_problems(output.systems, limits.identifier_characters):
            findings.error(problem, line)


def too_many_judgments(limits: Limits) -> str:
    """The message for a file of more judgments than are read."""
    return words("The file has more than %(most)s judgments.", most=figure(limits.judgments))


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
            message = words(
                "The active time is %(seconds)s. Expected seconds, such as 67.5 (with a point), from 0 to "
                "below %(longest)s.",
                **values,
            )
        else:
            message = words(
                "The duration is %(seconds)s. Expected seconds, such as 67.5 (with a point), from 0 to below "
                "%(longest)s.",
                **values,
            )
        findings.error(message, line)
        return None
    return seconds


def parse_time(what: str, text: str, findings: Findings, line: int | None) -> datetime | None:
    """A moment, or None for an empty text or, with a problem noted under this name, for anything else."""
    if not text.strip():
        return None
    moment = parse_moment(text)
    if moment is None:
        message = words("%(field)s is %(value)s. %(wanted)s", field=what, value=quoted(text), wanted=WANTED)
        findings.error(message, line)
    return moment


def parse_version(what: str, text: str, findings: Findings, line: int | None) -> int | None:
    """A number of guidelines, or None for an empty text or, with a problem noted, for anything else."""
    stripped = text.strip()
    if not stripped:
        return None
    if _VERSION.fullmatch(stripped) and 1 <= int(stripped) <= LARGEST_VERSION:
        return int(stripped)
    wanted = words("Expected a whole number, from 1.")
    message = words("%(field)s is %(value)s. %(wanted)s", field=what, value=quoted(text), wanted=wanted)
    findings.error(message, line)
    return None


# The same few names come again and again in a file of thousands of judgments.
@lru_cache(maxsize=4096)
def _text_problem(text: str, most: int) -> str | None:
    """What is wrong with a name or number, as a sentence."""
    if len(text) > most:
        return words("%(text)s is longer than %(most)s characters.", text=quoted(text), most=figure(most))
    if _CONTROL.search(text):
        return words("%(text)s contains a control character.", text=quoted(text))
    return None


@lru_cache(maxsize=4096)
def _system_problems(names: tuple[str, ...], most: int) -> tuple[str, ...]:
    """Why names of one output cannot be used, a sentence for each."""
    return tuple(filter(None, (_system_problem(name, most) for name in names)))


def _system_problem(name: str, most: int) -> str | None:
    if split_systems(name) != (name,):
        return words("The system name %(name)s contains whitespace or a comma.", name=quoted(name))
    if len(name) > most:
        return words(
            "The system name %(name)s is longer than %(most)s characters.",
            name=quoted(name),
            most=figure(most),
        )
    if _CONTROL.search(name):
        return words("The system name %(name)s contains a control character.", name=quoted(name))
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
