"""How many replicates it takes until the ends of rank ranges are sure, and which ends are not.

Without numerical libraries, because pages ask too.
"""

import math


def replicates_for_ends(confidence: float) -> int:
    """How many replicates it takes to tell which ends of ranges another seed could move.

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
