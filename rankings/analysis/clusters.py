"""Clusters: groups of systems between which the data draw a line."""

from collections.abc import Sequence
from typing import Literal, get_args

ClusterRule = Literal["overlap", "cluster.py", "EW.pl"]
CLUSTER_RULES: tuple[ClusterRule, ...] = get_args(ClusterRule)


def cluster_numbers(ranges: Sequence[tuple[int, int]], rule: ClusterRule = "overlap") -> tuple[int, ...]:
    """Cluster of each system, from 1, never falling.

    Args:
        ranges: first and last rank of each system, best system first.
        rule: where a new cluster starts.
            "overlap" (Koehn 2012): where no range from above overlaps any range from below.
            "cluster.py": where the range of the system just above ends before every range below begins; what
            lies further above is not looked at.
            "EW.pl": where the range of the system just above ends before the range just below begins.

    Raises:
        ValueError: an unknown rule.
    """
    if rule not in CLUSTER_RULES:
        raise ValueError(f"cluster rule {rule!r} is not one of {', '.join(CLUSTER_RULES)}")
    numbers: list[int] = []
    cluster = 1
    for index in range(len(ranges)):
        if index and _separated(ranges, index, rule):
            cluster += 1
        numbers.append(cluster)
    return tuple(numbers)


def _separated(ranges: Sequence[tuple[int, int]], index: int, rule: ClusterRule) -> bool:
    """Whether a new cluster starts with the system at `index`."""
    if rule == "EW.pl":
        return ranges[index - 1][1] < ranges[index][0]
    first_below = min(low for low, _ in ranges[index:])
    if rule == "cluster.py":
        return ranges[index - 1][1] < first_below
    return max(high for _, high in ranges[:index]) < first_below
