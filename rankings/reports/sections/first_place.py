"""Who is first, where several may be, and whether anything was decided at all."""

from collections.abc import Mapping, Sequence
from typing import Any

from appraise_gec.presentation.numbers import counted, listed
from rankings.analysis.ranking_results import SystemRanking


def leaders(ranking: SystemRanking) -> list[str]:
    """The systems with the highest score: several where scores are equal, none where groups have no link."""
    if len(ranking.groups) > 1:
        return []
    return [one.system for one in ranking.systems if one.rank == 1]


def tells_nothing(ranking: SystemRanking) -> bool:
    """Whether all systems have the same score."""
    return 1 < sum(map(len, ranking.groups)) == len(leaders(ranking))


def share_first_place(names: Sequence[str]) -> str:
    """`A comes first`, or `A and B share the first place`."""
    return f"{names[0]} comes first" if len(names) == 1 else f"{listed(names)} share the first place"


def nothing_decided(total: Mapping[str, Any] | None) -> bool:
    """Whether judges compared systems and never preferred one, by the counts of all judges."""
    return total is not None and bool(0 < total["expanded"] == total["expanded_ties"])


def undecided_sentence(total: Mapping[str, Any]) -> str:
    """That nothing was decided."""
    pairs = total["expanded"]
    tied = "the only one is a tie" if pairs == 1 else f"all {counted(pairs, 'pair')} of systems are ties"
    return f"No comparison was decided: {tied}. So no system can be put before another."
