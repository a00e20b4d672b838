"""Strengths without an upper bound: comparisons show which system is stronger, but not by how much at most.

The maximum of the likelihood of Bradley and Terry (1952) or Davidson (1970) lies at infinity where strengths
can move apart for ever without making any observed outcome less likely (Albert and Anderson 1984).
"""

from typing import Literal

import numpy as np
from scipy.sparse.csgraph import connected_components

from rankings.analysis.arrays import FloatArray, IntArray
from rankings.analysis.pair_counts import PairCounts

Model = Literal["bradley-terry", "bradley-terry-half-ties", "bradley-terry-without-ties"]

SMALLEST_MOVE = 1e-6


def note_on_strengths(counts: PairCounts, method: Model) -> str:
    """One sentence that names the systems whose strengths have no bound; "" if there are none."""
    groups = [
        f"{', '.join(above)} above {', '.join(below)}" for above, below in unbounded_strengths(counts, method)
    ]
    if not groups:
        return ""
    return (
        "Nothing bounds how far these systems lie apart, so that their strengths could be any that keep the "
        f"order, and standard errors of them say nothing: {'; '.join(groups)}."
    )


def unbounded_strengths(
    counts: PairCounts, method: Model
) -> tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]:
    """For every group of linked systems: which of them can move away from which without bound, upper first.

    Args:
        counts: wins and ties.
        method: "bradley-terry" (Davidson), "bradley-terry-half-ties" or "bradley-terry-without-ties".
    """
    if _all_lose_to_all(counts.wins):
        return ()
    used = counts.wins + counts.wins.T
    if method != "bradley-terry-without-ties":
        used = used + counts.ties
    number, label = connected_components(used > 0, directed=False)
    moves = []
    for group in range(number):
        members = np.flatnonzero(label == group)
        if len(members) < 2:
            continue
        move = _widest_move(
            counts.wins[np.ix_(members, members)], counts.ties[np.ix_(members, members)], method
        )
        middle = (move.max() + move.min()) / 2
        if move.max() - move.min() > SMALLEST_MOVE:
            moves.append(
                (
                    tuple(counts.systems[i] for i in members[move > middle]),
                    tuple(counts.systems[i] for i in members[move <= middle]),
                )
            )
    return tuple(moves)


def _all_lose_to_all(wins: IntArray) -> bool:
    """Whether wins lead from every system to every other, so that each bounds the others."""
    number, _ = connected_components(wins > 0, directed=True, connection="strong")
    return bool(number == 1)


def _widest_move(wins: IntArray, ties: IntArray, method: Model) -> FloatArray:
    """(N,) a direction for strengths, from -1 to 1, in which no observed outcome gets less likely; 0 if none.

    Among them the one that moves winners away from losers most, by linear programming. Davidson's readiness
    to call a tie moves along: half a difference may not pass it where there was a tie, nor fall below it
    where there was a win.
    """
    from scipy.optimize import linprog  # noqa: PLC0415 - takes long to load, and is rarely needed

    n = len(wins)
    readiness = np.eye(n + 1)[n]
    at_least_0, equal_0 = [], []
    gain = np.zeros(n + 1)
    for i, j in zip(*(index.tolist() for index in np.nonzero(wins)), strict=True):
        apart = np.eye(n + 1)[i] - np.eye(n + 1)[j]
        gain += apart
        at_least_0.append(apart)
        if method == "bradley-terry":
            at_least_0.append(apart / 2 - readiness)
    for i, j in zip(*(index.tolist() for index in np.nonzero(np.triu(ties))), strict=True):
        apart = np.eye(n + 1)[i] - np.eye(n + 1)[j]
        if method == "bradley-terry":
            at_least_0 += [readiness - apart / 2, readiness + apart / 2]
        elif method == "bradley-terry-half-ties":
            equal_0.append(apart)
    if not gain.any():
        return np.zeros(n)
    program = linprog(
        -gain,
        A_ub=-np.array(at_least_0),
        b_ub=np.zeros(len(at_least_0)),
        A_eq=np.array(equal_0) if equal_0 else None,
        b_eq=np.zeros(len(equal_0)) if equal_0 else None,
        bounds=[(-1.0, 1.0)] * n + [(None, None)],
    )
    direction: FloatArray = np.zeros(n + 1) if program.x is None else np.asarray(program.x, dtype=np.float64)
    return direction[:n] if gain @ direction > SMALLEST_MOVE else np.zeros(n)
