"""How many sentences have how many distinct outputs."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DistinctOutputs:
    """How many sentences have this number of distinct outputs."""

    distinct: int
    sentences: int
