"""How much each judge did."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class JudgeStatistics:
    """Counts for one judge, or for all together.

    Attributes:
        judge: name, or "Total".
        rankings: items seen, including skipped ones and ones with a single distinct output.
        unexpanded, unexpanded_ties: comparisons between distinct outputs, and how many were ties.
        expanded, expanded_ties: comparisons between systems, and how many were ties; systems that share an
            output are tied.
        skipped: how many of the rankings were skipped.
        single_output: how many had one distinct output, and so no comparison between outputs.
    """

    judge: str
    rankings: int
    unexpanded: int
    unexpanded_ties: int
    expanded: int
    expanded_ties: int
    skipped: int
    single_output: int

    @property
    def nothing_decided(self) -> bool:
        """Whether systems were compared and none was ever preferred."""
        return 0 < self.expanded == self.expanded_ties


@dataclass(frozen=True, slots=True)
class EvaluationStatistics:
    """What was judged, per judge and by all together.

    Attributes:
        judges: by name.
        total: their sum.
        systems: names of those that were judged.
        sentences: how many were judged.
    """

    judges: tuple[JudgeStatistics, ...]
    total: JudgeStatistics
    systems: tuple[str, ...]
    sentences: int
