"""The best path through an edit lattice: MaxMatch itself."""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from metrics.scorers.m2.lattice import BoolArray, IntArray, Lattice
from rankings.analysis.compiled import compiled

# The extra cost of an arc that is not a gold edit: fewer, longer edits are preferred.
EPSILON = 0.001
FloatArray = npt.NDArray[np.floating[Any]]


class GoldEdits(NamedTuple):
    """The G gold edits of one annotator for one sentence, as numbers.

    Attributes:
        start, end: (G,) source spans in file order.
        text_starts: (G+1,) edit g has the corrections `text_starts[g]..text_starts[g+1]-1`.
        texts: where each correction begins in `tokens`; one more entry ends the last.
        tokens: token numbers of the corrections; -1 is equal to no token.
    """

    start: IntArray
    end: IntArray
    text_starts: IntArray
    texts: IntArray
    tokens: IntArray


@compiled
def weigh(lattice: Lattice, hypothesis: IntArray, gold: GoldEdits) -> FloatArray:
    """(A,) weights of the arcs for one annotator's gold edits.

    An arc that is a gold edit weighs less than all others together can; any other arc weighs its steps, and
    a little more if it is an edit. `hypothesis` holds the (m,) token numbers.
    """
    weight = lattice.steps.astype(np.float64)
    best = -float(len(lattice.entries))
    insertions = 0
    for arc in lattice.entries:
        if lattice.i[lattice.start[arc]] == lattice.i[lattice.end[arc]]:
            insertions += 1
            continue
        hit = False
        for g in range(len(gold.start)):
            if _equal(lattice, arc, hypothesis, gold, g):
                hit = True
                break
        if hit:
            weight[arc] = best
        elif not lattice.noop[arc]:
            weight[arc] += EPSILON
    if insertions:
        _weigh_insertions(lattice, hypothesis, gold, _insertions(lattice, int(insertions)), weight)
    return weight


@compiled
def _equal(lattice: Lattice, arc: int, hypothesis: IntArray, gold: GoldEdits, g: int) -> bool:
    """Whether the arc is gold edit g: same place and one of its corrections."""
    a, b = lattice.start[arc], lattice.end[arc]
    if lattice.i[a] != gold.start[g] or lattice.i[b] != gold.end[g]:
        return False
    j, length = lattice.j[a], lattice.j[b] - lattice.j[a]
    for text in range(gold.text_starts[g], gold.text_starts[g + 1]):
        first = gold.texts[text]
        if gold.texts[text + 1] - first == length:
            same = True
            for k in range(length):
                if gold.tokens[first + k] != hypothesis[j + k]:
                    same = False
                    break
            if same:
                return True
    return False


@compiled
def _insertions(lattice: Lattice, size: int) -> IntArray:
    """The insertions among the entries, as arcs sorted by start and end, so those of one place together."""
    vertices = len(lattice.i)
    arcs = np.empty(size, dtype=np.int32)
    keys = np.empty(size, dtype=np.int64)
    count = 0
    for arc in lattice.entries:
        if lattice.i[lattice.start[arc]] == lattice.i[lattice.end[arc]]:
            arcs[count] = arc
            keys[count] = lattice.start[arc] * vertices + lattice.end[arc]
            count += 1
    return arcs[np.argsort(keys, kind="mergesort")]


@compiled
def _weigh_insertions(
    lattice: Lattice, hypothesis: IntArray, gold: GoldEdits, arcs: IntArray, weight: FloatArray
) -> None:
    """Weights of insertions, where gold may have several at one place in an order of their own.

    The arcs of a place are tried from the left against the gold from the left and from the right against the
    gold from the right, in turns after every miss; a hit skips the arcs that do not continue it.
    """
    best = -float(len(lattice.entries))
    left = 0
    while left < len(arcs):
        place = lattice.i[lattice.start[arcs[left]]]
        right = left
        while right + 1 < len(arcs) and lattice.i[lattice.start[arcs[right + 1]]] == place:
            right += 1
        following = right + 1
        gold_left, gold_right = 0, len(gold.start) - 1
        from_left = True
        while left <= right:
            arc = arcs[left] if from_left else arcs[right]
            hit = _find(lattice, arc, hypothesis, gold, int(gold_left), int(gold_right), bool(from_left))
            if from_left:
                left += 1
            else:
                right -= 1
            if hit < 0:
                weight[arc] += EPSILON
                from_left = not from_left
                continue
            weight[arc] = best
            if from_left:
                gold_left = hit + 1
                while left <= right and lattice.start[arcs[left]] != lattice.end[arc]:
                    weight[arcs[left]] += EPSILON
                    left += 1
            else:
                gold_right = hit - 1
                while left <= right and lattice.end[arcs[right]] != lattice.start[arc]:
                    weight[arcs[right]] += EPSILON
                    right -= 1
        left = following


@compiled
def _find(  # noqa: PLR0917 - compiled functions take arguments by position
    lattice: Lattice,
    arc: int,
    hypothesis: IntArray,
    gold: GoldEdits,
    first: int,
    last: int,
    from_left: bool,
) -> int:
    """The gold edit from `first` to `last` that the arc is, the leftmost or the rightmost; -1 if none."""
    for k in range(last - first + 1):
        g = first + k if from_left else last - k
        if _equal(lattice, arc, hypothesis, gold, g):
            return g
    return -1


@compiled
def best_path(lattice: Lattice, weight: FloatArray, outgoing: IntArray, offsets: IntArray) -> IntArray:
    """Arcs of the lightest path from the first to the last vertex, in order.

    One pass over the vertices. Of equally light paths the original takes the one that its repeated passes
    over all arcs find first; the pass and the place in the pass at which each label becomes final are
    carried along to decide the same.

    Args:
        outgoing: (E,) entries of the lattice grouped by start, in order.
        offsets: (V+1,) where each vertex's group begins.
    """
    vertices, period = len(lattice.i), len(lattice.entries) + 1
    distance = np.full(vertices, np.inf)
    time = np.zeros(vertices, dtype=np.int64)
    by = np.full(vertices, -1, dtype=np.int32)
    distance[0] = 0.0
    for v in range(vertices):
        if distance[v] == np.inf:
            continue
        place = time[v] % period
        turn = time[v] - place
        for k in range(offsets[v], offsets[v + 1]):
            entry = outgoing[k]
            arc = lattice.entries[entry]
            w = lattice.end[arc]
            reached = distance[v] + weight[arc]
            when = turn + entry + 1 if entry + 1 > place else turn + period + entry + 1
            if reached < distance[w] or (reached == distance[w] and when < time[w]):
                distance[w] = reached
                time[w] = when
                by[w] = arc
    length = 0
    v = vertices - 1
    while by[v] >= 0:
        length += 1
        v = lattice.start[by[v]]
    path = np.empty(length, dtype=np.int32)
    v = vertices - 1
    while by[v] >= 0:
        length -= 1
        path[length] = by[v]
        v = lattice.start[by[v]]
    return path


@compiled
def group_by_start(lattice: Lattice) -> tuple[IntArray, IntArray]:
    """`outgoing` and `offsets` of `best_path`."""
    vertices = len(lattice.i)
    offsets = np.zeros(vertices + 1, dtype=np.int64)
    for entry in range(len(lattice.entries)):
        offsets[lattice.start[lattice.entries[entry]] + 1] += 1
    for v in range(vertices):
        offsets[v + 1] += offsets[v]
    filled = offsets[:-1].copy()
    outgoing = np.empty(len(lattice.entries), dtype=np.int32)
    for entry in range(len(lattice.entries)):
        v = lattice.start[lattice.entries[entry]]
        outgoing[filled[v]] = entry
        filled[v] += 1
    return outgoing, offsets


@compiled
def match(
    lattice: Lattice, path: IntArray, hypothesis: IntArray, keep: BoolArray, gold: GoldEdits
) -> npt.NDArray[np.int32]:
    """(len(path),) for every arc: -2 no edit, -1 an edit that gold does not have, else the gold edit.

    Edits are taken from left to right; each matches the first equal gold edit, in file order, behind the
    one matched before. `keep` marks the arcs of the path that may count as edits.
    """
    matched = np.full(len(path), -2, dtype=np.int32)
    pointer = 0
    for k in range(len(path)):
        if lattice.noop[path[k]] or not keep[k]:
            continue
        matched[k] = -1
        for g in range(pointer, len(gold.start)):
            if _equal(lattice, path[k], hypothesis, gold, g):
                matched[k] = g
                pointer = g + 1
                break
    return matched
