"""Strengths without an upper bound: comparisons show which system is stronger, but not by how much at most.

The maximum of the likelihood of Bradley and Terry (1952) or Davidson (1970) lies at infinity where strengths
can move apart for ever without making any observed outcome less likely (Albert and Anderson 1984).
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from scipy.sparse.csgraph import connected_components

from rankings.analysis.arrays import FloatArray, IntArray
from rankings.analysis.pair_counts import PairCounts

Model = Literal["bradley-terry", "bradley-terry-half-ties", "bradley-terry-without-ties"]

# Systems above, and systems below.
Cut = tuple[tuple[str, ...], tuple[str, ...]]

SMALLEST_MOVE = 1e-6


STRENGTHS = "their strengths could be any that keep the order"


def note_on_strengths(counts: PairCounts, method: Model, consequence: str = STRENGTHS) -> str:
    """One sentence that names the systems whose strengths have no bound; "" if there are none.

    Args:
        counts: wins and ties.
        method: as in `unbounded_strengths`.
        consequence: what it means for scores.
    """
    groups = [
        f"{', '.join(above)} above {', '.join(below)}" for above, below in unbounded_strengths(counts, method)
    ]
    if not groups:
        return ""
    return (
        f"Nothing bounds how far these systems lie apart, so that {consequence}, and have no interval: "
        f"{'; '.join(groups)}."
    )


def unbounded_strengths(counts: PairCounts, method: Model) -> tuple[Cut, ...]:
    """All cuts between linked systems that can move apart without bound: those above, and those below.

    Args:
        counts: wins and ties.
        method: "bradley-terry" (Davidson), "bradley-terry-half-ties" or "bradley-terry-without-ties".
    """
    if _all_lose_to_all(counts.wins):
        return ()
    used = counts.wins + counts.wins.T
    if method != "bradley-terry-without-ties":
        used = used + counts.ties
    cuts: list[Cut] = []
    for members in _linked(used):
        wins, ties = (one[np.ix_(members, members)] for one in (counts.wins, counts.ties))
        names = [counts.systems[member] for member in members]
        cuts += (
            (tuple(names[i] for i in above), tuple(names[i] for i in below))
            for above, below in _cuts(wins, ties, method)
        )
    return tuple(cuts)


def systems_without_bound(counts: PairCounts, method: Model) -> frozenset[str]:
    """Systems on either side of a cut."""
    return frozenset(name for cut in unbounded_strengths(counts, method) for side in cut for name in side)


def _all_lose_to_all(wins: IntArray) -> bool:
    """Whether wins lead from every system to every other, so that each bounds the others."""
    number, _ = connected_components(wins > 0, directed=True, connection="strong")
    return bool(number == 1)


def _linked(compared: IntArray) -> list[IntArray]:
    """Groups of two systems or more that comparisons link, as indices."""
    number, label = connected_components(compared > 0, directed=False)
    groups = [np.flatnonzero(label == group) for group in range(number)]
    return [group for group in groups if len(group) > 1]


def _cuts(wins: IntArray, ties: IntArray, method: Model) -> list[tuple[list[int], list[int]]]:
    """Cuts between linked systems, the widest first.

    Where some can move apart, what they win or lose across the gap holds nothing any more: it stays likely
    however the others move, as the gap may be made wider yet. So the search goes on among the rest.
    """
    outcomes = _Outcomes.of(wins, ties, method)
    cuts = []
    while (move := _widest_move(outcomes)) is not None:
        compared = np.zeros(wins.shape, dtype=np.int64)
        for i, j in outcomes.compared:
            compared[i, j] = 1
        won = {frozenset(pair) for pair in outcomes.won}
        for members in _linked(compared):
            inside = [pair for pair in map(sorted, won) if set(pair) <= set(members.tolist())]
            if not any(abs(move[i] - move[j]) > SMALLEST_MOVE for i, j in inside):
                continue
            order = members[np.argsort(-move[members], kind="stable")]
            gaps = np.flatnonzero(-np.diff(move[order]) > SMALLEST_MOVE) + 1
            cuts += [(sorted(order[:gap].tolist()), sorted(order[gap:].tolist())) for gap in gaps.tolist()]
        outcomes = outcomes.held_after(move)
    return cuts


@dataclass(frozen=True, slots=True, eq=False)
class _Outcomes:
    """What was observed among n systems, as bounds on a move of their strengths and of the readiness to tie.

    Attributes:
        won: pairs, the winner first.
        compared: pairs with an observed outcome.
        bounds: (K, n + 1) no outcome gets less likely where all products with the move are at least 0.
        equal: (L, n + 1) where these products are 0.
    """

    won: list[tuple[int, int]]
    compared: list[tuple[int, int]]
    bounds: FloatArray
    equal: FloatArray

    @classmethod
    def of(cls, wins: IntArray, ties: IntArray, method: Model) -> "_Outcomes":
        """Half a difference may not pass Davidson's readiness where there was a tie, nor fall below it where
        there was a win.
        """
        size = len(wins) + 1
        unit = np.eye(size)
        readiness = unit[-1]
        bounds, equal = [], []
        won: list[tuple[int, int]] = list(zip(*(index.tolist() for index in np.nonzero(wins)), strict=True))
        tied: list[tuple[int, int]] = list(
            zip(*(index.tolist() for index in np.nonzero(np.triu(ties))), strict=True)
        )
        for i, j in won:
            bounds.append(unit[i] - unit[j])
            if method == "bradley-terry":
                bounds.append((unit[i] - unit[j]) / 2 - readiness)
        for i, j in tied:
            if method == "bradley-terry":
                bounds += [readiness - (unit[i] - unit[j]) / 2, readiness + (unit[i] - unit[j]) / 2]
            elif method == "bradley-terry-half-ties":
                equal.append(unit[i] - unit[j])
        compared = won if method == "bradley-terry-without-ties" else won + tied
        return cls(won, compared, np.array(bounds).reshape(-1, size), np.array(equal).reshape(-1, size))

    def held_after(self, move: FloatArray) -> "_Outcomes":
        """Those that this move leaves as likely as they were."""

        def still(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
            return [(i, j) for i, j in pairs if abs(move[i] - move[j]) <= SMALLEST_MOVE]

        return _Outcomes(
            still(self.won),
            still(self.compared),
            self.bounds[self.bounds @ move <= SMALLEST_MOVE],
            self.equal,
        )


def _widest_move(outcomes: _Outcomes) -> FloatArray | None:
    """(n + 1,) a move, strengths from -1 to 1, in which no outcome gets less likely; None without one.

    Among them the one that moves winners away from losers most, by linear programming.
    """
    from scipy.optimize import linprog  # noqa: PLC0415 - takes long to load, and is rarely needed

    if not outcomes.won:
        return None
    size = outcomes.bounds.shape[1]
    unit = np.eye(size)
    gain: FloatArray = np.sum([unit[i] - unit[j] for i, j in outcomes.won], axis=0)
    program = linprog(
        -gain,
        A_ub=-outcomes.bounds,
        b_ub=np.zeros(len(outcomes.bounds)),
        A_eq=outcomes.equal if len(outcomes.equal) else None,
        b_eq=np.zeros(len(outcomes.equal)) if len(outcomes.equal) else None,
        bounds=[(-1.0, 1.0)] * (size - 1) + [(None, None)],
    )
    if program.x is None or gain @ program.x <= SMALLEST_MOVE:
        return None
    move: FloatArray = np.asarray(program.x, dtype=np.float64)
    return move
