"""Proof that every best alignment of every mixed reference passes the same column.

A cut is an unchanged source token t between two groups of corrections, matched to an equal hypothesis token:
the column (t, t, t). If it lies on every optimal alignment of every mixed reference, the two sides can be
aligned, and their alternatives chosen, apart from each other.

Notation: D_p(c) is the cheapest cost from the beginning to a cell c = (i, j) of source and hypothesis once
the reference prefix p is used up; R_q(c) that of the rest for a suffix q. For every prefix p that ends in
front of a cut whose column begins in cell x, and every cell c, `_lower_bounds` finds A(c) <= D_p(c) - D_p(x).
It carries a whole slice of cells through the tokens of each alternative and takes the minimum over
alternatives, each lessened by its own cost between the cuts, which bounds the growth of D_p(x) from above. B
is the same from the right, for the cell y in which the column ends. A path through any other move from c to
c' that uses up t then costs at least A(c) + move + B(c') more than the one through the cut: where that is
positive for all of them, no optimal path avoids the cut.
"""

from typing import NamedTuple

import numpy as np

from metrics.scorers.i_measure.alignment import GAP, INFINITE, MISMATCH, IntArray
from rankings.analysis.compiled import compiled


class Alternatives(NamedTuple):
    """What may stand between K cuts: K + 1 groups of A alternatives together.

    Attributes:
        tokens: all alternatives of all groups, one after the other.
        starts: (A + 1,) where in `tokens` each alternative begins, and the end.
        groups: (K + 2,) which alternative each group begins with, and the end.
        costs: (A,) cost of aligning each alternative with what lies between the same cuts.
    """

    tokens: IntArray
    starts: IntArray
    groups: IntArray
    costs: IntArray


class Plane(NamedTuple):
    """Source and hypothesis, and what it costs to pair their tokens (n, m)."""

    source: IntArray
    hypothesis: IntArray
    pair: IntArray


@compiled
def cut_margins(
    source: IntArray,
    hypothesis: IntArray,
    cut_source: IntArray,
    cut_hypothesis: IntArray,
    alternatives: Alternatives,
) -> IntArray:
    """By how much any alignment that avoids a cut is dearer, at least; positive margins certify.

    Args:
        source, hypothesis: token numbers.
        cut_source, cut_hypothesis: (K,) positions of the cut tokens, ascending.
        alternatives: of the groups between the cuts.

    With an empty hypothesis this certifies the pairwise alignment of source and reference: every alignment
    then costs the pairwise cost and GAP times the length of both, and `costs` must count so too.
    """
    cuts = len(cut_source)
    tokens, starts, groups, costs = alternatives
    before = _lower_bounds(source, hypothesis, source[cut_source], alternatives)
    mirrored = Alternatives(
        tokens[::-1].copy(), starts[-1] - starts[::-1], groups[-1] - groups[::-1], costs[::-1].copy()
    )
    after = _lower_bounds(
        source[::-1].copy(), hypothesis[::-1].copy(), source[cut_source][::-1].copy(), mirrored
    )
    plane = _plane(source, hypothesis)
    margins = np.empty(cuts, np.int32)
    for k in range(cuts):
        cut = (cut_source[k], cut_hypothesis[k] if len(hypothesis) > 0 else 0)
        margins[k] = _cheapest_other(plane, cut, before[k], after[cuts - 1 - k]) - _own_cost(hypothesis)
    return margins


@compiled
def _own_cost(hypothesis: IntArray) -> int:
    """Cost of a cut's own column."""
    return 0 if len(hypothesis) > 0 else 2 * GAP


@compiled
def _plane(source: IntArray, hypothesis: IntArray) -> Plane:
    pair = np.empty((len(source), len(hypothesis)), np.int32)
    for i in range(len(source)):
        for j in range(len(hypothesis)):
            pair[i, j] = 0 if source[i] == hypothesis[j] else MISMATCH
    return Plane(source, hypothesis, pair)


@compiled
def _lower_bounds(
    source: IntArray, hypothesis: IntArray, cut_tokens: IntArray, alternatives: Alternatives
) -> IntArray:
    """For each cut the slice A in front of it: an array (K, n + 1, m + 1)."""
    plane = _plane(source, hypothesis)
    shape = (len(source) + 1, len(hypothesis) + 1)
    bounds = np.full((len(cut_tokens), shape[0], shape[1]), INFINITE, np.int32)
    here = np.full(shape, INFINITE, np.int32)
    here[0, 0] = 0
    _spread(here, plane)
    one = np.empty(shape, np.int32)
    other = np.empty(shape, np.int32)
    for k in range(len(cut_tokens)):
        for a in range(alternatives.groups[k], alternatives.groups[k + 1]):
            for i in range(shape[0]):
                for j in range(shape[1]):
                    one[i, j] = here[i, j]
            for place in range(alternatives.starts[a], alternatives.starts[a + 1]):
                _use_token(one, other, plane, alternatives.tokens[place])
                one, other = other, one
            for i in range(shape[0]):
                for j in range(shape[1]):
                    bounds[k, i, j] = min(bounds[k, i, j], one[i, j] - alternatives.costs[a])
        _use_token(bounds[k], here, plane, cut_tokens[k])
        here -= _own_cost(hypothesis)
    return bounds


@compiled
def _use_token(before: IntArray, after: IntArray, plane: Plane, token: int) -> None:
    """Cheapest costs once one more reference token is used up, from those before it."""
    for i in range(before.shape[0]):
        c_sr = 0 if i > 0 and plane.source[i - 1] == token else MISMATCH
        for j in range(before.shape[1]):
            best = before[i, j] + 2 * GAP
            if i > 0:
                best = min(best, before[i - 1, j] + c_sr + 2 * GAP)
            if j > 0:
                c_hr = 0 if plane.hypothesis[j - 1] == token else MISMATCH
                best = min(best, before[i, j - 1] + c_hr + 2 * GAP)
                if i > 0:
                    best = min(best, before[i - 1, j - 1] + plane.pair[i - 1, j - 1] + c_sr + c_hr)
            after[i, j] = best
    _spread(after, plane)


@compiled
def _spread(cells: IntArray, plane: Plane) -> None:
    """Let moves that use no reference token improve a slice of costs."""
    for i in range(cells.shape[0]):
        for j in range(cells.shape[1]):
            best = cells[i, j]
            if i > 0:
                best = min(best, cells[i - 1, j] + 2 * GAP)
            if j > 0:
                best = min(best, cells[i, j - 1] + 2 * GAP)
            if i > 0 and j > 0:
                best = min(best, cells[i - 1, j - 1] + plane.pair[i - 1, j - 1] + 2 * GAP)
            cells[i, j] = best


@compiled
def _cheapest_other(plane: Plane, cut: tuple[int, int], before: IntArray, after: IntArray) -> int:
    """Least cost of a move other than the cut's own that uses up the cut token, with both sides' bounds."""
    n, m = len(plane.source), len(plane.hypothesis)
    token = plane.source[cut[0]]
    best = INFINITE
    for i in range(n + 1):
        c_sr = 0 if i < n and plane.source[i] == token else MISMATCH
        for j in range(m + 1):
            start = before[i, j]
            best = min(best, start + 2 * GAP + after[n - i, m - j])
            if i < n and (m > 0 or i != cut[0]):
                best = min(best, start + c_sr + 2 * GAP + after[n - i - 1, m - j])
            if j < m:
                c_hr = 0 if plane.hypothesis[j] == token else MISMATCH
                best = min(best, start + c_hr + 2 * GAP + after[n - i, m - j - 1])
                if i < n and (i, j) != cut:
                    best = min(best, start + plane.pair[i, j] + c_sr + c_hr + after[n - i - 1, m - j - 1])
    return best
