"""The small fields that judgment files share: system lists, ranks, durations, moments."""

import re
from collections.abc import Callable
from typing import Any

import msgspec

from rankings.formats.problems import Findings, figure, quoted
from rankings.formats.records import LARGEST_RANK, LONGEST_SECONDS, JudgedOutput, Judgment
from rankings.formats.streams import why_not_utf8

# What Unix time makes of the numbers by which spreadsheets count days lies before.
YEARS = (1980, 2200)
RANK_WANTED = f"Expected a whole number from 1 (the best) to {figure(LARGEST_RANK)}."
MOMENT_WANTED = "Expected date, time and offset, such as 2026-03-01T09:30:12.345678+00:00."
_SECONDS_WANTED = f"Expected seconds, such as 67.5 (with a point), from 0 to below {figure(LONGEST_SECONDS)}."
DURATION_WANTED = "Expected H:MM:SS.ffffff, such as 0:01:07.5."
_WANTED = {
    "seconds": _SECONDS_WANTED,
    "active_seconds": _SECONDS_WANTED,
    "opened_at": MOMENT_WANTED,
    "submitted_at": MOMENT_WANTED,
    "guidelines_version": "Expected a whole number, from 1.",
    "skipped": 'Expected "true" or "false".',
}
_SEPARATORS = re.compile(r"[\s,]+")
_DURATION = re.compile(r"(?:(\d{1,5}) days?, ?)?(\d{1,7}):([0-5]?\d):([0-5]?\d)(?:\.(\d{1,9}))?", re.ASCII)
_WHOLE = re.compile(r"\d{1,10}", re.ASCII)


def split_systems(text: str) -> tuple[str, ...]:
    """System names joined by whitespace or commas, as both occur in published files."""
    return tuple(name for name in _SEPARATORS.split(text) if name)


def parse_rank(text: str) -> int | None:
    """A rank from 1 (best), or None if `text` is not one."""
    stripped = text.strip()
    return int(stripped) if _WHOLE.fullmatch(stripped) and 1 <= int(stripped) <= LARGEST_RANK else None


def parse_duration(text: str) -> float | None:
    """Seconds of `H:MM:SS.ffffff` (hours may exceed 23; `2 days, H:MM:SS` is read too), or None."""
    match = _DURATION.fullmatch(text.strip())
    if match is None:
        return None
    days, hours, minutes, seconds, fraction = match.groups()
    whole = ((int(days or 0) * 24 + int(hours)) * 60 + int(minutes)) * 60 + int(seconds)
    # One division of whole numbers, so that the same text always gives the nearest float.
    return (whole * 10**9 + int((fraction or "").ljust(9, "0"))) / 10**9


def judgment_of(values: dict[str, Any], findings: Findings, line: int) -> Judgment:
    """The judgment whose fields a file writes as texts; one that cannot be read is noted and left out."""
    values.setdefault("judge", "")
    values.setdefault("sentence", "")
    while True:
        try:
            return msgspec.convert(values, Judgment, strict=False)
        except UnicodeEncodeError:
            name = next(one for one in _WANTED if why_not_utf8(str(values.get(one, ""))))
            findings.error(why_not_utf8(values.pop(name)), line)
        except msgspec.ValidationError as error:
            name = str(error).rpartition("`$.")[2].rstrip("`")
            text = values.pop(name)
            if text.strip() != text:
                values |= {name: text.strip()} if text.strip() else {}
            else:
                findings.error(f"{name} is {quoted(text)}. {_WANTED[name]}", line)


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
        findings.error(f"The rank is missing. {RANK_WANTED}", line)
    elif parse_rank(rank) is None:
        findings.error(f"The rank is {quoted(rank)}. {RANK_WANTED}", line)
