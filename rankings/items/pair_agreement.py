"""How often judges of the same item order its outputs alike."""

from collections.abc import Mapping, Sequence
from itertools import combinations

Ranks = Mapping[int, int]


def pairs_alike(rankings: Sequence[Ranks]) -> tuple[int, int]:
    """Over every two rankings of one item: (pairs of outputs ordered alike, pairs of outputs compared).

    Args:
        rankings: ranks by output, one mapping for each judge. A tie is an order too: two judges agree on a
            pair when both prefer the same output, or when both tie the two. Outputs that one of two rankings
            lacks are not compared.
    """
    alike = compared = 0
    for first, second in combinations(rankings, 2):
        for one, other in combinations(sorted(first.keys() & second.keys()), 2):
            compared += 1
            alike += _sign(first[one] - first[other]) == _sign(second[one] - second[other])
    return alike, compared


def _sign(difference: int) -> int:
    return (difference > 0) - (difference < 0)
