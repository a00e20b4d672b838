"""What a reproduction is: the numbers of each table and figure, ours beside the print."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, get_args

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
    """A figure of a paper, drawn from our numbers.

    Attributes:
        title: what it shows.
        kind: how.
        x_label, y_label: of the axes.
        series: what is drawn.
    """

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
