"""Which edits of which systems people reject."""

from dataclasses import dataclass
from typing import Literal

from appraise_gec.words import words
from rankings.formats.json_form import result

MarkUnit = Literal["judges", "sentences", ""]
# An interval from fewer judges says little.
FEW_JUDGES = 5


@dataclass(frozen=True, slots=True)
class RejectedShare:
    """Edits of one system or kind.

    Attributes:
        name: of the system or kind.
        edits: how often a judge could mark one of them.
        rejected, wrong, unneeded: how often a judge did; `rejected` also counts marks that do not say how.
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
class SystemKind:
    """Edits of one kind by one system; counts as in `RejectedShare`."""

    system: str
    kind: str
    edits: int
    rejected: int
    wrong: int
    unneeded: int


@dataclass(frozen=True, slots=True)
class MarksOfJudge:
    """Edits that one judge could mark, and did; counts as in `RejectedShare`."""

    judge: str
    edits: int
    rejected: int
    wrong: int
    unneeded: int


@dataclass(frozen=True, slots=True)
class RejectedEdit:
    """One edit that somebody rejected.

    Attributes:
        sentence: number of the source sentence.
        start, end, original, correction, kind: as in `rankings.formats.edit_marks.COLUMNS`.
        systems: who made it.
        seen: how often a judge could mark it.
        rejected, wrong, unneeded: how often a judge did.
    """

    sentence: str
    start: int
    end: int
    original: str
    correction: str
    kind: str
    systems: tuple[str, ...]
    seen: int
    rejected: int
    wrong: int
    unneeded: int


@dataclass(frozen=True, slots=True)
class EditTypes:
    """By what edits are summed up.

    Attributes:
        by: the program that named their error types, with its version; "" for plain kinds.
        missing: why there are plain kinds; "" where there is nothing to say.
    """

    by: str = ""
    missing: str = ""


@result("rejected-edits", version=1)
@dataclass(frozen=True, slots=True)
class RejectedEdits:
    """Judges' marks on single edits, summed up.

    Attributes:
        total: each edit of a distinct output once, however many systems stand behind it.
        systems: by falling share. An edit of an output counts for every system behind it.
        kinds: by falling number of edits; each edit once, as in `total`.
        by_kind: every system and kind that occur together.
        judges: by name.
        edits: those rejected most often first, at most `MOST_EDITS`.
        unit: what intervals take as independent: judges, or sentences where one judge marked; "" for none.
        confidence: of intervals.
        types: what `kinds` are; None in results of early versions.
    """

    total: RejectedShare
    systems: tuple[RejectedShare, ...]
    kinds: tuple[RejectedShare, ...]
    by_kind: tuple[SystemKind, ...]
    judges: tuple[MarksOfJudge, ...]
    edits: tuple[RejectedEdit, ...]
    unit: MarkUnit
    confidence: float
    warnings: tuple[str, ...] = ()
    types: EditTypes | None = None

    @property
    def speaks_for(self) -> str:
        """For whom the intervals speak; empty without any."""
        if self.unit == "judges":
            return words("judges like these")
        return words("this judge alone") if self.unit == "sentences" else ""
