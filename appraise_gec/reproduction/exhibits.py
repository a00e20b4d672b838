"""Exhibits, the tables and figures of papers: their description, and how ours compare."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from appraise_gec.reproduction.release import Release
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


@dataclass(frozen=True, slots=True)
class Exhibit:
    """A table or figure of a paper.

    Attributes:
        key: for `--only`.
        name: "Table 1".
        title: what it shows.
        how: how ours is computed, in a sentence.
        printed: the printed numbers by row and column, row by row.
        compute: ours, from the released data. What it raises as MissingFileError leaves the exhibit out.
        known: the deviations whose cause is known.
        slow: why `--quick` leaves it out; "" if it does not.
        notes: sentences on the exhibit, whatever comes out.
    """

    key: str
    name: str
    title: str
    how: str
    printed: Mapping[Place, str]
    compute: Callable[[Release], Computed]
    known: Sequence[Known] = ()
    slow: str = ""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper and its exhibits.

    Attributes:
        key: begins the keys of its exhibits.
        short: "Ng et al. 2014".
        citation: authors, year, title.
        exhibits: in the order of the paper.
    """

    key: str
    short: str
    citation: str
    exhibits: Sequence[Exhibit] = field(default_factory=tuple)


def grid(text: str, columns: str, *, rows: Iterable[str] = ()) -> dict[Place, str]:
    """A printed table as numbers by place: the first word of a line names the row.

    Args:
        text: lines of equally many words.
        columns: names of the columns, separated by blanks; `_` in them stands for a blank.
        rows: names of the rows, where the lines do not begin with them.
    """
    names = [name.replace("_", " ") for name in columns.split()]
    lines = [line.split() for line in text.strip().splitlines()]
    labelled = list(rows) or [line.pop(0).replace("_", " ") for line in lines]
    numbers = {}
    for row, line in zip(labelled, lines, strict=True):
        for column, printed in zip(names, line, strict=True):
            numbers[row, column] = printed
    return numbers


def plain(values: Mapping[Place, float | str | None]) -> dict[Place, Ours]:
    """Numbers that are neither random nor missing."""
    return {place: Ours(value) for place, value in values.items()}


def compared(exhibit: Exhibit, ours: Mapping[Place, Ours]) -> tuple[Number, ...]:
    """Each printed number beside ours, then what we have and the paper does not print."""
    known = {(place, shown): one.reason for one in exhibit.known for place, shown in one.ours.items()}
    numbers = [_number(place, printed, ours.get(place), known) for place, printed in exhibit.printed.items()]
    more = {place: own for place, own in ours.items() if place not in exhibit.printed}
    return (*numbers, *(_unprinted(place, own) for place, own in more.items()))


def missing(exhibit: Exhibit, reason: str) -> tuple[Number, ...]:
    """Every printed number without ours."""
    absent = Ours(None, reason=reason)
    return tuple(_number(place, printed, absent, {}) for place, printed in exhibit.printed.items())


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
