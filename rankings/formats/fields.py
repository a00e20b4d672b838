"""The small fields that judgment files share: system lists, ranks, durations, yes and no."""

import re

from rankings.formats.problems import figure, quoted
from rankings.formats.records import LARGEST_RANK

_SEPARATORS = re.compile(r"[\s,]+")
_DURATION = re.compile(r"(?:(\d{1,5}) days?, ?)?(\d{1,7}):([0-5]?\d):([0-5]?\d)(?:\.(\d{1,9}))?", re.ASCII)
_WHOLE = re.compile(r"\d{1,5}", re.ASCII)


def split_systems(text: str) -> tuple[str, ...]:
    """System names joined by whitespace or commas, as both occur in published files."""
    return tuple(name for name in _SEPARATORS.split(text) if name)


def parse_rank(text: str) -> int | None:
    """A rank from 1 (best), or None if `text` is not one."""
    stripped = text.strip()
    if not _WHOLE.fullmatch(stripped):
        return None
    rank = int(stripped)
    return rank if 1 <= rank <= LARGEST_RANK else None


def rank_wanted(text: str) -> str:
    """What a rank that `parse_rank` did not take should have been, as a sentence."""
    stripped = text.strip()
    if stripped.isascii() and stripped.isdigit() and stripped.strip("0"):
        return (
            f"Ranks go from 1 (the best) to {figure(LARGEST_RANK)}; only their order counts, so "
            "number them again from 1."
        )
    return "Expected a whole number, 1 for the best."


def not_a_rank(shown: str, wanted: str) -> str:
    """The message for a value that is no rank, with what was wanted."""
    return f"The rank is {shown}. {wanted}"


def not_true_or_false(what: str, text: str) -> str:
    """The message for a field of this name that says neither yes nor no."""
    return f'{what} is {quoted(text)}. Expected "true" or "false".'


def has_a_separator(system: str) -> str:
    """The message for a system whose name a file cannot hold."""
    return f"The system name {quoted(system)} cannot be written: it has a separator in it."


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
    if not 0 <= seconds < 10**10:
        raise ValueError(f"a duration must lie between 0 and 10,000,000,000 seconds, not {seconds}")
    microseconds = round(seconds * 10**6)
    whole, fraction = divmod(microseconds, 10**6)
    minutes, second = divmod(whole, 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours:02d}:{minute:02d}:{second:02d}" + (f".{fraction:06d}" if fraction else "")
