"""The small fields that judgment files share: system lists, ranks, durations, moments, yes and no."""

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from typing import Generic, TypeVar

from rankings.formats.problems import Findings, figure, quoted
from rankings.formats.records import (
    LARGEST_RANK,
    LARGEST_VERSION,
    LONGEST_SECONDS,
    FormatError,
    JudgedOutput,
    Problem,
)

YEARS = (1900, 2200)
_SEPARATORS = re.compile(r"[\s,]+")
_DURATION = re.compile(r"(?:(\d{1,5}) days?, ?)?(\d{1,7}):([0-5]?\d):([0-5]?\d)(?:\.(\d{1,9}))?", re.ASCII)
_WHOLE = re.compile(r"\d{1,10}", re.ASCII)
# What Python reads beyond this (weeks, times without seconds or dashes) is more often a slip than a time.
_MOMENT = re.compile(
    r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-]\d\d:\d\d)", re.ASCII | re.IGNORECASE
)
_TRUTH = {"true": True, "1": True, "false": False, "0": False}
Value = TypeVar("Value")


def split_systems(text: str) -> tuple[str, ...]:
    """System names joined by whitespace or commas, as both occur in published files."""
    return tuple(name for name in _SEPARATORS.split(text) if name)


@lru_cache(maxsize=1 << 14)
def join_systems(systems: tuple[str, ...], separator: str = " ") -> str:
    """Names of systems with the same output as one field.

    Raises:
        FormatError: if a name would not come back whole.
    """
    for system in systems:
        if split_systems(system) != (system,) or (separator != " " and separator in system):
            message = f"The system name {quoted(system)} cannot be written: it has a separator in it."
            raise FormatError(Problem("judgments", message))
    return separator.join(systems)


def parse_rank(text: str) -> int | None:
    """A rank from 1 (best), or None if `text` is not one."""
    return _whole(text, LARGEST_RANK)


def parse_version(text: str) -> int | None:
    """A number of guidelines from 1, or None if `text` is not one."""
    return _whole(text, LARGEST_VERSION)


def _whole(text: str, most: int) -> int | None:
    stripped = text.strip()
    return int(stripped) if _WHOLE.fullmatch(stripped) and 1 <= int(stripped) <= most else None


def parse_seconds(text: str) -> float | None:
    """A duration as a number of seconds, or None if `text` is not one."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    return seconds if 0 <= seconds < LONGEST_SECONDS else None


def parse_duration(text: str) -> float | None:
    """Seconds of `H:MM:SS.ffffff` (hours may exceed 23; `2 days, H:MM:SS` is read too), or None."""
    match = _DURATION.fullmatch(text.strip())
    if match is None:
        return None
    days, hours, minutes, seconds, fraction = match.groups()
    whole = ((int(days or 0) * 24 + int(hours)) * 60 + int(minutes)) * 60 + int(seconds)
    # One division of whole numbers, so that the same text always gives the nearest float.
    return (whole * 10**9 + int((fraction or "").ljust(9, "0"))) / 10**9


def format_duration(seconds: float) -> str:
    """`HH:MM:SS.ffffff`, without the fraction when it is zero, rounded to microseconds.

    Raises:
        ValueError: if `seconds` is negative or not finite.
    """
    if not 0 <= seconds < LONGEST_SECONDS:
        raise ValueError(f"a duration must lie between 0 and {LONGEST_SECONDS:,} seconds, not {seconds}")
    microseconds = round(seconds * 10**6)
    whole, fraction = divmod(microseconds, 10**6)
    minutes, second = divmod(whole, 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours:02d}:{minute:02d}:{second:02d}" + (f".{fraction:06d}" if fraction else "")


def parse_moment(text: str) -> datetime | None:
    """The moment in UTC, or None if `text` does not say one: without an offset nobody knows when it was."""
    stripped = text.strip()
    if not _MOMENT.fullmatch(stripped):
        return None
    try:
        moment = datetime.fromisoformat(stripped.upper()).astimezone(UTC)
    except (ValueError, OverflowError):
        return None
    return moment if YEARS[0] <= moment.year <= YEARS[1] else None


def format_moment(moment: datetime) -> str:
    """ISO 8601 in UTC, to the microsecond.

    Raises:
        FormatError: if the moment has no time zone, or is one that `parse_moment` does not take.
    """
    if moment.tzinfo is not None:
        text = moment.astimezone(UTC).isoformat()
        if parse_moment(text) is not None:
            return text
    message = f"The time {quoted(str(moment))} cannot be written. {MOMENT.wanted}"
    raise FormatError(Problem("judgments", message))


@dataclass(frozen=True, slots=True)
class Field(Generic[Value]):
    """A kind of field: how it is read, and what is told of one that cannot be."""

    parse: Callable[[str], Value | None]
    wanted: str

    def read(self, what: str, text: str, findings: Findings, line: int | None) -> Value | None:
        """Its value; None for an empty text or, with a problem noted under its name, for anything else."""
        if not text:
            return None
        value = self.parse(text)
        if value is None and text.strip():
            findings.error(f"{what} is {quoted(text)}. {self.wanted}", line)
        return value


RANK = Field(parse_rank, f"Expected a whole number from 1 (the best) to {figure(LARGEST_RANK)}.")
SECONDS = Field(
    parse_seconds,
    f"Expected seconds, such as 67.5 (with a point), from 0 to below {figure(LONGEST_SECONDS)}.",
)
DURATION = Field(parse_duration, "Expected H:MM:SS.ffffff, such as 0:01:07.5.")
MOMENT = Field(parse_moment, "Expected date, time and offset, such as 2026-03-01T09:30:12.345678+00:00.")
VERSION = Field(parse_version, "Expected a whole number, from 1.")
TRUTH = Field(lambda text: _TRUTH.get(text.strip().lower()), 'Expected "true" or "false".')


class Outputs(dict[tuple[str, str], JudgedOutput | None]):
    """Outputs by their systems and their rank as a file writes them; None where one of both cannot be read.

    The same few come again and again in a file of thousands of judgments. `plain` turns what is written into
    names of systems.
    """

    def __init__(self, plain: Callable[[str], str] = str) -> None:
        self._plain = plain

    def __missing__(self, written: tuple[str, str]) -> JudgedOutput | None:
        systems, rank = split_systems(self._plain(written[0])), parse_rank(written[1])
        output = JudgedOutput(systems, rank) if systems and rank is not None else None
        self[written] = output
        return output


def tell_no_output(systems: str, rank: str, findings: Findings, line: int) -> None:
    """Note why `Outputs` has none for these."""
    if not split_systems(systems):
        findings.error("The output has no system.", line)
    if not rank:
        findings.error(f"The rank is missing. {RANK.wanted}", line)
    else:
        RANK.read("The rank", rank, findings, line)
