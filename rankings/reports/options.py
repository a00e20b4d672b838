"""What can be asked of a report."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from rankings.analysis.bootstrap import BootstrapUnit

REPLICATES_DEFAULT = 1_000
REPLICATES_MOST = 20_000
CONFIDENCE_DEFAULT = 0.95
SEED_DEFAULT = 2015
SEED_MOST = 2**53 - 1  # the largest whole number that a browser keeps exactly

# In the order in which a form offers them: the first is the default.
UNITS: dict[BootstrapUnit, str] = {
    "sentences": "sentences",
    "rankings": "rankings",
    "judges": "judges",
    "pairs": "pairs of systems, as published in 2015",
}


@dataclass(frozen=True, slots=True)
class ReportOptions:
    """What to compute. Equal options on equal rankings give an equal report.

    Attributes:
        unit: what the bootstrap draws.
        replicates: how often, from 1 to `REPLICATES_MOST`.
        confidence: of intervals and rank ranges, from 0.5 to 0.999.
        seed: of all random numbers.
        excluded_judges: names of judges left out, sorted.
    """

    unit: BootstrapUnit = "sentences"
    replicates: int = REPLICATES_DEFAULT
    confidence: float = CONFIDENCE_DEFAULT
    seed: int = SEED_DEFAULT
    excluded_judges: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.unit not in UNITS:
            raise ValueError(f"The unit {self.unit!r} is not one of {', '.join(UNITS)}.")
        if not 1 <= self.replicates <= REPLICATES_MOST:
            raise ValueError(f"The number of replicates has to be between 1 and {REPLICATES_MOST:,}.")
        if not 0.5 <= self.confidence <= 0.999:
            raise ValueError("The confidence has to be between 0.5 and 0.999, for example 0.95.")
        if not 0 <= self.seed <= SEED_MOST:
            raise ValueError(f"The seed has to be a whole number between 0 and {SEED_MOST}.")
        object.__setattr__(self, "excluded_judges", tuple(sorted(set(self.excluded_judges))))

    def as_json(self) -> dict[str, Any]:
        return asdict(self) | {"excluded_judges": list(self.excluded_judges)}

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> "ReportOptions":
        """Read back what `as_json` wrote. Raises ValueError for what it would not have written."""
        return cls(**{**stored, "excluded_judges": tuple(stored.get("excluded_judges", ()))})
