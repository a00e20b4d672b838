"""Which edits of which systems people reject."""

from dataclasses import dataclass
from typing import Literal

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
