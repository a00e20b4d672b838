"""The systems in first place, and whether anything was decided at all."""

from collections.abc import Sequence

from appraise_gec.present.numbers import count, listed
from rankings.analysis.judge_statistics import JudgeStatistics
from rankings.analysis.ranking import SystemRanking


def leaders(ranking: SystemRanking) -> list[str]:
    """The systems with the highest score: several where scores are equal, none where groups have no link."""
    if len(ranking.groups) > 1:
        return []
    return [system.system for system in ranking.systems if system.rank == 1]


def tells_nothing(ranking: SystemRanking) -> bool:
    """Whether all systems have the same score."""
    return 1 < sum(map(len, ranking.groups)) == len(leaders(ranking))


def share_first_place(names: Sequence[str]) -> str:
    """`A comes first`, or `A and B share the first place`."""
    if len(names) == 1:
        return f"{names[0]} comes first"
    return f"{listed(names)} share the first place"


def undecided_sentence(total: JudgeStatistics) -> str:
    """The sentence for data in which every comparison was a tie."""
    if total.expanded > 1:
        return (
            f"No comparison was decided: all {count(total.expanded)} pairs of systems are ties. "
            "So no system can be put before another."
        )
    return "No comparison was decided: the only one is a tie. So no system can be put before another."
