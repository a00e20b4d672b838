"""Strengths without an upper bound: comparisons show which system is stronger, but not by how much at most.

The maximum of the likelihood of Bradley and Terry (1952) or Davidson (1970) lies at infinity where strengths
can move apart for ever without making any observed outcome less likely (Albert and Anderson 1984).
"""

from typing import Literal

import numpy as np
import scipy

from rankings.analysis.arrays import IntArray
from rankings.analysis.pair_counts import PairCounts

Model = Literal["bradley-terry", "bradley-terry-half-ties", "bradley-terry-without-ties"]

SMALLEST_MOVE = 1e-6


def systems_without_bound(counts: PairCounts, method: Model) -> frozenset[str]:
    """Systems of the groups that comparisons link and in which some can move apart without bound.

    Args:
        counts: wins and ties.
        method: "bradley-terry" (Davidson), "bradley-terry-half-ties" or "bradley-terry-without-ties".
    """
    if _reach_each_other(counts.wins):
        return frozenset()
    ties = np.zeros_like(counts.ties) if method == "bradley-terry-without-ties" else counts.ties
    number, label = scipy.sparse.csgraph.connected_components(counts.wins + ties > 0, directed=False)
    boundless: set[str] = set()
    for group in range(number):
        members = np.flatnonzero(label == group)
        inside = np.ix_(members, members)
        won, tied = counts.wins[inside], ties[inside]
        if method == "bradley-terry":
            move_apart = not _reach_each_other(won) and _can_move_apart(won, tied)
        else:
            # A tie bounds both systems, as half a win for either does.
            move_apart = not _reach_each_other(won + tied)
        if move_apart:
            boundless.update(counts.systems[member] for member in members.tolist())
    return frozenset(boundless)


def _reach_each_other(wins: IntArray) -> bool:
    """Whether wins lead from every system to every other, so that each bounds the others."""
    number, _ = scipy.sparse.csgraph.connected_components(wins > 0, directed=True, connection="strong")
    return bool(number == 1)


def _can_move_apart(wins: IntArray, ties: IntArray) -> bool:
    """Whether some move of strengths makes no outcome less likely and parts winners from losers.

    By Davidson's model half a difference may not pass the readiness to tie where there was a tie, nor fall
    below it where there was a win. Of all moves from -1 to 1, the one that parts winners from losers most is
    found by linear programming.
    """
    size = len(wins) + 1
    unit = np.eye(size)
    readiness = unit[-1]
    bounds, gain = [], np.zeros(size)
    for i, j in np.argwhere(wins).tolist():
        gain += unit[i] - unit[j]
        bounds += [unit[i] - unit[j], (unit[i] - unit[j]) / 2 - readiness]
    for i, j in np.argwhere(np.triu(ties)).tolist():
        bounds += [readiness - (unit[i] - unit[j]) / 2, readiness + (unit[i] - unit[j]) / 2]
    program = scipy.optimize.linprog(
        -gain,
        A_ub=-np.array(bounds),
        b_ub=np.zeros(len(bounds)),
        bounds=[(-1.0, 1.0)] * (size - 1) + [(None, None)],
    )
    return program.x is not None and bool(gain @ program.x > SMALLEST_MOVE)
