"""Moments in files: ISO 8601 with an offset, kept and written in UTC."""

import re
from datetime import UTC, datetime

from rankings.formats.problems import quoted
from rankings.formats.records import FormatError, Problem

YEARS = (1900, 2200)
WANTED = "Expected date, time and offset, such as 2026-03-01T09:30:12.345678+00:00."
# What Python reads beyond this (weeks, times without seconds or dashes) is more often a slip than a time.
_MOMENT = re.compile(
    r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d{1,6})?(Z|[+-]\d\d:\d\d)", re.ASCII | re.IGNORECASE
)


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
    message = f"The time {quoted(str(moment))} cannot be written. {WANTED}"
    raise FormatError(Problem("judgments", message))
