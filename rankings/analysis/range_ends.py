"""How many replicates make the ends of rank ranges certain, and which ends another seed may move.

Without numerical libraries, because pages ask too.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CloseShare:
    """A share of replicates so close to the cut that another seed may move the end of a range by one.

    Attributes:
        rank: the share is of the replicates in which the system takes this rank or a better or worse one.
        better: whether those are the better ranks; the end is then the first rank of the range.
        share: from 0 to 1.
        moved_to: the rank at which the end would be.
    """

    rank: int
    better: bool
    share: float
    moved_to: int


def replicates_for_ends(confidence: float) -> int:
    """How many replicates are needed to know which ends of ranges another seed could move.

    With fewer, two standard errors of the share at the cut are wider than the cut itself, so that even a rank
    that no replicate takes may lie within the range.
    """
    tail = (1 - confidence) / 2
    return max(1, math.ceil(round(4 * (1 - tail) / tail, 9)))


def cut_margin(replicates: int, confidence: float) -> float:
    """Two standard errors of the share of replicates at the cut; 0 below `replicates_for_ends`.

    A share of replicates that lies nearer to (1 - confidence) / 2 than this may fall on its other side with
    another seed.
    """
    if replicates < replicates_for_ends(confidence):
        return 0.0
    tail = (1 - confidence) / 2
    return min(tail, 2 * math.sqrt(tail * (1 - tail) / replicates))


def close_shares(
    rank_low: int, rank_high: int, rank_probabilities: Sequence[float], replicates: int, confidence: float
) -> tuple[CloseShare, ...]:
    """The shares at both ends of a rank range that lie within two standard errors of the cut.

    For each end, the share at it or beyond it, by which it may move inwards; and the share beyond it alone,
    by which it may move outwards. Nothing lies beyond the first and the last rank of all. None with too few
    replicates to tell.

    Args:
        rank_low, rank_high: the range, from 1.
        rank_probabilities: share of replicates in which the system takes rank 1, 2, ..., N.
        replicates: how many there are.
        confidence: of the range.
    """
    tail = (1 - confidence) / 2
    margin = cut_margin(replicates, confidence)
    last = len(rank_probabilities)
    ends = []
    for better, end, inwards in ((True, rank_low, 1), (False, rank_high, -1)):
        for rank, moved_to in ((end, end + inwards), (end - inwards, end - inwards)):
            if not (1 <= rank <= last and 1 <= moved_to <= last) or (rank == end and rank_low == rank_high):
                continue
            share = sum(rank_probabilities[:rank] if better else rank_probabilities[rank - 1 :])
            if abs(share - tail) < margin:
                ends.append(CloseShare(rank, better, share, moved_to))
    return tuple(ends)
