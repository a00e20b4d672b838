"""How a printed number and ours compare."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from appraise_gec.reproduction.results import Chart, Number

Place = tuple[str, str]
"""Row and column of a number."""

ROUNDING = 1e-9
CHANCE = 2.0
"""Standard errors of the difference within which two random draws count as the same."""

DAGGER, BELOW = "†", 0.001
"""How a paper prints a p-value below this."""


@dataclass(frozen=True, slots=True)
class Ours:
    """A number of ours.

    Attributes:
        value: a number, or a mark or range as text; None where it cannot be computed.
        error: standard error of its difference to the print where both rest on random draws, else 0.
        reason: why there is no value, or what was computed instead of what the paper computes.
    """

    value: float | str | None
    error: float = 0.0
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Known:
    """A cause of deviations, and the numbers that it accounts for.

    Attributes:
        reason: the cause.
        ours: by place, our number as it is shown. Another number there is another deviation.
    """

    reason: str
    ours: Mapping[Place, str]


@dataclass(frozen=True, slots=True)
class Computed:
    """What was computed for an exhibit: numbers by place, charts and notes."""

    numbers: Mapping[Place, Ours]
    charts: tuple[Chart, ...] = ()
    notes: tuple[str, ...] = ()


def plain(values: Mapping[Place, float | str | None]) -> dict[Place, Ours]:
    """Numbers that are neither random nor missing."""
    return {place: Ours(value) for place, value in values.items()}


def compared(
    printed: Mapping[Place, str], known: Sequence[Known], ours: Mapping[Place, Ours]
) -> tuple[Number, ...]:
    """Each printed number beside ours, then what we have and the paper does not print."""
    causes = {(place, shown): one.reason for one in known for place, shown in one.ours.items()}
    numbers = [_number(place, number, ours.get(place), causes) for place, number in printed.items()]
    more = {place: own for place, own in ours.items() if place not in printed}
    return (*numbers, *(_unprinted(place, own) for place, own in more.items()))


def missing(printed: Mapping[Place, str], reason: str) -> tuple[Number, ...]:
    """Every printed number without ours."""
    absent = Ours(None, reason=reason)
    return tuple(_number(place, number, absent, {}) for place, number in printed.items())


def decimals(printed: str) -> int | None:
    """Digits after the point; None for what is no number."""
    digits = _digits(printed)
    try:
        float(digits)
    except ValueError:
        return None
    return len(digits.partition(".")[2])


def shown(value: float, digits: int) -> str:
    """A number with so many digits after the point, and no sign before zero."""
    text = f"{value:.{digits}f}"
    return text.lstrip("-") if float(text) == 0 else text


def _digits(printed: str) -> str:
    return printed.replace(",", "").removesuffix("%")


def _number(place: Place, printed: str, own: Ours | None, known: Mapping[tuple[Place, str], str]) -> Number:
    """The verdict on a printed number."""
    if own is None or own.value is None:
        reason = own.reason if own else "It does not follow from the data."
        return Number(*place, printed, "", None, None, "missing", reason)
    text, value, difference, beyond = _held_against(printed, own.value)
    if beyond <= 0:
        return Number(*place, printed, text, value, difference, "equal")
    if reason := known.get((place, text), own.reason):
        return Number(*place, printed, text, value, difference, "explained", reason)
    is_chance = beyond <= CHANCE * own.error
    return Number(*place, printed, text, value, difference, "chance" if is_chance else "differs")


def _held_against(printed: str, own: float | str) -> tuple[str, float | None, float | None, float]:
    """Our number as it is shown, its value and difference, and how far it is beyond the printed precision."""
    digits = decimals(printed)
    if isinstance(own, str):
        return own, None, None, 0.0 if own == printed else math.inf
    value = float(own)
    if printed == DAGGER:
        return DAGGER if value < BELOW else shown(value, 3), value, None, max(0.0, value - BELOW)
    if digits is None:
        return shown(value, 3), value, None, math.inf
    difference = value - float(_digits(printed))
    beyond = abs(difference) - 0.5 * 10.0**-digits - ROUNDING
    finer = beyond > 0 and not value.is_integer()
    return shown(value, digits + finer), value, difference, beyond


def _unprinted(place: Place, own: Ours) -> Number:
    value = own.value
    if isinstance(value, str) or value is None:
        return Number(
            *place, "", value or "", None, None, "missing" if value is None else "equal", own.reason
        )
    text = str(value) if isinstance(value, int) else shown(value, 3)
    return Number(*place, "", text, float(value), None, "equal", own.reason)
