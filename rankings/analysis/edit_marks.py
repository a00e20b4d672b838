"""Sum up what judges say of single edits: shares rejected by system and kind, with intervals.

Edits that one judge saw are not independent of each other: some judges reject much, others little. So the
intervals take judges as the units, after Korn and Graubard (1998), "Confidence intervals for proportions
with small expected number of positive counts estimated from survey data", Survey Methodology 24: the exact
binomial interval of Clopper and Pearson for as many edits as the data are worth, stretched for few units.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

import scipy

from rankings.formats.edit_marks import EditJudgment

MarkUnit = Literal["judges", "sentences", ""]
# An interval from fewer judges says little.
FEW_JUDGES = 5


@dataclass(frozen=True, slots=True)
class RejectedShare:
    """Edits of one system or kind.

    Attributes:
        name: of the system or kind.
        edits: how often a judge could mark one of them.
        rejected, wrong, unneeded: how often a judge did; `rejected` is the sum of the two others.
        share: of `edits` that were rejected; None without any.
        low, high: interval of the share; None where the data allow none.
        judges: who could mark some.
    """

    name: str
    edits: int
    rejected: int
    wrong: int
    unneeded: int
    share: float | None
    low: float | None
    high: float | None
    judges: int


@dataclass(frozen=True, slots=True)
class RejectedEdits:
    """Judges' marks on single edits, summed up.

    Attributes:
        total: each edit of a distinct output once, however many systems stand behind it.
        systems: by falling share. An edit of an output counts for every system behind it.
        kinds: by falling number of edits; each edit once, as in `total`.
        unit: what intervals take as independent: judges, or sentences where one judge marked; "" for none.
        confidence: of intervals.
    """

    total: RejectedShare
    systems: tuple[RejectedShare, ...]
    kinds: tuple[RejectedShare, ...]
    unit: MarkUnit
    confidence: float

    @property
    def speaks_for(self) -> str:
        """For whom the intervals speak; empty without any."""
        if self.unit == "judges":
            return "judges like these"
        return "this judge alone" if self.unit == "sentences" else ""


ALL = "all"


class Counts(NamedTuple):
    """Edits that could be marked, and those that were."""

    edits: int = 0
    rejected: int = 0
    wrong: int = 0
    unneeded: int = 0

    def plus(self, edit: EditJudgment) -> "Counts":
        """With one more edit."""
        return Counts(
            self.edits + 1,
            self.rejected + bool(edit.verdict),
            self.wrong + (edit.verdict == "wrong"),
            self.unneeded + (edit.verdict == "unneeded"),
        )


class Share(NamedTuple):
    """A share with its interval; None where the data allow none."""

    share: float | None
    low: float | None
    high: float | None


def summarise_rejected_edits(edits: Sequence[EditJudgment], confidence: float = 0.95) -> RejectedEdits:
    """Counts, shares and intervals of all edits that judges could mark.

    Args:
        edits: one for each edit of each distinct output in each ranking; unmarked ones included.

    Raises:
        ValueError: there are no edits.
    """
    if not edits:
        raise ValueError("nobody could mark an edit")
    judges = {edit.judge for edit in edits}
    sentences = {edit.sentence for edit in edits}
    unit: MarkUnit = "judges" if len(judges) > 1 else "sentences" if len(sentences) > 1 else ""
    by_system: dict[str, list[EditJudgment]] = defaultdict(list)
    by_kind: dict[str, list[EditJudgment]] = defaultdict(list)
    for edit in edits:
        by_kind[edit.kind].append(edit)
        for system in edit.systems:
            by_system[system].append(edit)
    clustering = clustering_of(_units(edits, unit))

    def share(name: str, own: Sequence[EditJudgment]) -> RejectedShare:
        counts = counted_edits(own)
        interval = share_with_interval(_units(own, unit), confidence, clustering)
        return RejectedShare(name, *counts, *interval, len({edit.judge for edit in own}))

    systems = [share(system, own) for system, own in by_system.items()]
    kinds = [share(kind, own) for kind, own in by_kind.items()]
    return RejectedEdits(
        total=share(ALL, edits),
        systems=tuple(sorted(systems, key=lambda one: (-(one.share or 0.0), one.name))),
        kinds=tuple(sorted(kinds, key=lambda one: (-one.edits, one.name))),
        unit=unit,
        confidence=confidence,
    )


def counted_edits(edits: Iterable[EditJudgment]) -> Counts:
    """How many edits there are, and how many of them were marked."""
    counts = Counts()
    for edit in edits:
        counts = counts.plus(edit)
    return counts


def clustering_of(units: Sequence[tuple[int, int]]) -> float | None:
    """How alike the edits of one unit are treated: their intraclass correlation, from 0 to 1.

    From the design effect (Kish 1965). None where all or none are rejected, or there is one unit.

    Args:
        units: edits and rejected ones of each unit.
    """
    n, p, variance = _variance(units)
    if variance is None or not 0 < p < 1:
        return None
    effect = variance * n / (p * (1 - p))
    # The mean size of the unit of an edit, not of a unit.
    size = sum(edits * edits for edits, _ in units) / n
    return min(1.0, max(0.0, (effect - 1) / (size - 1))) if size > 1 else 0.0


def share_with_interval(
    units: Sequence[tuple[int, int]], confidence: float, clustering: float | None = None
) -> Share:
    """The share of rejected edits, with an interval that takes the units as independent.

    Args:
        units: edits and rejected ones of each unit; units without edits do not count.
        clustering: of all edits, which stands in where these edits tell nothing of it, because all or none
            of them are rejected; None counts every unit as one edit there.
    """
    units = [(edits, rejected) for edits, rejected in units if edits]
    n, p, variance = _variance(units)
    if not n:
        return Share(None, None, None)
    if variance is None:
        return Share(p, None, None)
    size = sum(edits * edits for edits, _ in units) / n
    worth = n / (1 + (size - 1) * (1.0 if clustering is None else clustering))
    if 0 < p < 1:
        worth = min(worth, p * (1 - p) / variance) if variance else worth
    return Share(p, *share_limits(p, n, worth, len(units) - 1, confidence))


def share_limits(
    share: float, number: int, worth: float, degrees: float, confidence: float
) -> tuple[float, float]:
    """The interval of Clopper and Pearson, of as many independent answers as those given are worth.

    Korn and Graubard (1998).

    Args:
        number: of answers.
        worth: number of independent answers that would leave the share as uncertain.
        degrees: of freedom of that uncertainty.
    """
    tail = (1 - confidence) / 2
    wider = scipy.special.stdtrit(number - 1, 1 - tail) / scipy.special.stdtrit(degrees, 1 - tail)
    worth = min(float(number), max(worth * float(wider) ** 2, 1.0))
    part = share * worth
    low = float(scipy.special.betaincinv(part, worth - part + 1, tail)) if part else 0.0
    high = float(scipy.special.betaincinv(part + 1, worth - part, 1 - tail)) if part < worth else 1.0
    return min(low, share), max(high, share)


def _variance(units: Sequence[tuple[int, int]]) -> tuple[int, float, float | None]:
    """Edits, share, and variance of the share over samples of such units; None for fewer than two."""
    n = sum(edits for edits, _ in units)
    if not n:
        return 0, 0.0, None
    p = sum(rejected for _, rejected in units) / n
    if len(units) < 2:
        return n, p, None
    squares = sum(((rejected - p * edits) / n) ** 2 for edits, rejected in units)
    return n, p, squares * len(units) / (len(units) - 1)


def _units(edits: Iterable[EditJudgment], unit: MarkUnit) -> list[tuple[int, int]]:
    """Edits and rejected ones of each unit."""
    counts: dict[str, Counts] = defaultdict(Counts)
    for edit in edits:
        name = edit.judge if unit == "judges" else edit.sentence if unit == "sentences" else ""
        counts[name] = counts[name].plus(edit)
    return [(one.edits, one.rejected) for one in counts.values()]
