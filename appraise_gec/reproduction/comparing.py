"""A printed number and ours: how the two compare, and what a reproduction is made of."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

Place = tuple[str, str]
"""Row and column of a number."""

ROUNDING = 1e-9
CHANCE = 2.0
"""Standard errors of the difference within which two random draws count as the same."""

DAGGER, BELOW = "†", 0.001
"""How a paper prints a p-value below this."""


Verdict = Literal["equal", "chance", "explained", "differs", "missing"]
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)


@dataclass(frozen=True, slots=True)
class Number:
    """One printed number, mark or range.

    Attributes:
        row, column: where it stands.
        printed: as in the paper; "" for a number that the paper shows only as a point in a figure.
        ours: worded like the print, with one more digit where it differs; "" where there is none.
        value: ours, unless it is a mark or a range.
        difference: ours less the print; None likewise.
        verdict: how the two compare; the page explains them.
        reason: why they differ, or why ours is missing.
    """

    row: str
    column: str
    printed: str
    ours: str
    value: float | None
    difference: float | None
    verdict: Verdict
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Series:
    """Points of a chart that belong together; `labels` name single points, or are empty."""

    name: str
    x: tuple[float, ...]
    y: tuple[float, ...]
    labels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Chart:
    """A figure of a paper, drawn from our numbers."""

    title: str
    kind: Literal["bars", "lines", "points"]
    x_label: str
    y_label: str
    series: tuple[Series, ...]


@dataclass(frozen=True, slots=True)
class ExhibitResult:
    """A table or figure, reproduced.

    Attributes:
        key: for `--only`.
        paper: short name of the paper.
        name: "Table 1".
        title: what it shows.
        how: how ours is computed.
        numbers: each printed number, row by row.
        charts: of a figure.
        notes: sentences on the exhibit as a whole.
        reason: why nothing was computed; "" where something was.
    """

    key: str
    paper: str
    name: str
    title: str
    how: str
    numbers: tuple[Number, ...]
    charts: tuple[Chart, ...] = ()
    notes: tuple[str, ...] = ()
    reason: str = ""

    @property
    def counts(self) -> dict[Verdict, int]:
        """How many numbers have which verdict."""
        return counted(self.numbers)


@dataclass(frozen=True, slots=True)
class Reproduction:
    """Tables and figures of papers, ours beside the print.

    Attributes:
        exhibits: in the order of the papers.
        quick: whether what takes long was left out.
    """

    exhibits: tuple[ExhibitResult, ...]
    quick: bool = False

    @property
    def counts(self) -> dict[Verdict, int]:
        """How many numbers have which verdict, in all exhibits."""
        return counted(number for exhibit in self.exhibits for number in exhibit.numbers)


def counted(numbers: Iterable[Number]) -> dict[Verdict, int]:
    """How many numbers have which verdict; those without print are not counted."""
    tally = Counter(number.verdict for number in numbers if number.printed)
    return {verdict: tally[verdict] for verdict in VERDICTS}


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


Value = float | str | None | Ours
"""What needs no reason stands for itself."""


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

    numbers: Mapping[Place, Value]
    charts: tuple[Chart, ...] = ()
    notes: tuple[str, ...] = ()


def compared(
    printed: Mapping[Place, str], known: Sequence[Known], found: Mapping[Place, Value]
) -> tuple[Number, ...]:
    """Each printed number beside ours, then what we have and the paper does not print."""
    ours = {place: own if isinstance(own, Ours) else Ours(own) for place, own in found.items()}
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
