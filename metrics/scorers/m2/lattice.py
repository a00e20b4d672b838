"""The edit lattice of MaxMatch: every cheapest way to turn a source sentence into a hypothesis.

Dahlmeier and Ng (2012), section 3.1, as the official program builds it: two alignments of the tokens (a
substitution costs 1 in one and 2 in the other), all their cheapest paths together, and arcs that merge
neighbouring steps over at most so many unchanged words.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from rankings.analysis.compiled import compiled

IntArray = npt.NDArray[np.integer[Any]]
BoolArray = npt.NDArray[np.bool_]

# Above these the lattice is thinned (see `thin_lattice`). Two wholly different sentences of 60 tokens have
# 3,721 vertices; the work grows with the third power of their number, memory with the second.
MOST_VERTICES = 4_000
MOST_CELLS = 16_000_000
THIN_REACH = 40


class Lattice(NamedTuple):
    """A directed acyclic graph on V vertices in topological order (lexicographic order of i, j).

    Attributes:
        i, j: (V,) source and hypothesis tokens used up at a vertex; the first is (0, 0), the last (n, m).
        start, end: (A,) vertices an arc leads from and to.
        steps: (A,) alignment steps merged in an arc.
        noop: (A,) whether an arc changes nothing.
        entries: (E,) arcs in the order in which the original relaxes them; an arc found in both alignments,
            or found again with fewer steps, occurs more than once.
        thinned: whether the sentence was too long for the complete lattice.
    """

    i: IntArray
    j: IntArray
    start: IntArray
    end: IntArray
    steps: IntArray
    noop: BoolArray
    entries: IntArray
    thinned: bool


@compiled
def build_lattice(source: IntArray, hypothesis: IntArray, most_unchanged: int) -> Lattice:
    """The lattice of two sentences given as token numbers (equal tokens have equal numbers)."""
    n, m = len(source), len(hypothesis)
    if (n + 1) * (m + 1) > MOST_CELLS:
        return thin_lattice(source, hypothesis, most_unchanged, _paired_in_order(source, hypothesis))
    cheap = on_cheapest_paths(source, hypothesis, np.int32(1))
    dear = on_cheapest_paths(source, hypothesis, np.int32(2))
    number = np.full((n + 1, m + 1), -1, dtype=np.int32)
    vertices = 0
    for i in range(n + 1):
        for j in range(m + 1):
            if cheap[i, j] or dear[i, j]:
                number[i, j] = vertices
                vertices += 1
    if vertices > MOST_VERTICES:
        return thin_lattice(source, hypothesis, most_unchanged, _one_cheapest_path(source, hypothesis))
    return complete_lattice(number, int(vertices), cheap, dear, most_unchanged)


@compiled
def on_cheapest_paths(
    source: IntArray, hypothesis: IntArray, substitution: np.int32
) -> npt.NDArray[np.uint8]:
    """(n+1, m+1) bits of the steps that leave each cell on some cheapest path.

    1 insert, 2 delete, 4 keep, 8 substitute; 16 marks a cell on a path. Insertion and deletion cost 1.
    """
    n, m = len(source), len(hypothesis)
    into = np.zeros((n + 1, m + 1), dtype=np.uint8)
    above: IntArray = np.empty(m + 1, dtype=np.int32)
    row: IntArray = np.empty(m + 1, dtype=np.int32)
    for j in range(m + 1):
        above[j] = j
        into[0, j] = j > 0
    for i in range(1, n + 1):
        row[0] = i
        into[i, 0] = 2
        for j in range(1, m + 1):
            same = source[i - 1] == hypothesis[j - 1]
            diagonal = above[j - 1] + (0 if same else substitution)
            best = min(diagonal, above[j] + 1, row[j - 1] + 1)
            bits = 0
            if row[j - 1] + 1 == best:
                bits |= 1
            if above[j] + 1 == best:
                bits |= 2
            if diagonal == best:
                bits |= 4 if same else 8
            into[i, j] = bits
            row[j] = best
        above, row = row, above

    out = np.zeros((n + 1, m + 1), dtype=np.uint8)
    out[n, m] = 16
    for i in range(n, -1, -1):
        for j in range(m, -1, -1):
            if out[i, j]:
                bits = into[i, j]
                if bits & 1:
                    out[i, j - 1] |= 16 | 1
                if bits & 2:
                    out[i - 1, j] |= 16 | 2
                if bits & 12:
                    out[i - 1, j - 1] |= 16 | (bits & 12)
    return out


@compiled
def complete_lattice(
    number: IntArray,
    vertices: int,
    cheap: npt.NDArray[np.uint8],
    dear: npt.NDArray[np.uint8],
    most_unchanged: int,
) -> Lattice:
    """Join both alignments and merge neighbouring steps. `number` (n+1, m+1) numbers the vertices."""
    at_i = np.empty(vertices, dtype=np.int32)
    at_j = np.empty(vertices, dtype=np.int32)
    arcs = _Arcs(
        np.zeros((vertices, vertices), dtype=np.int16),
        np.zeros((vertices, vertices), dtype=np.int8),
        np.empty(8 * vertices, dtype=np.int32),
        np.empty(8 * vertices, dtype=np.int32),
    )
    size = 0
    for i in range(number.shape[0]):
        for j in range(number.shape[1]):
            here = number[i, j]
            if here < 0:
                continue
            at_i[here] = i
            at_j[here] = j
            for bit in (1, 2, 4, 8):
                copies = int((cheap[i, j] & bit) > 0) + int((dear[i, j] & bit) > 0)
                if copies:
                    there = number[i + (bit != 1), j + (bit != 2)]
                    arcs.steps[here, there] = 1
                    arcs.unchanged[here, there] = bit == 4
                    for _ in range(copies):
                        arcs.starts[size] = here
                        arcs.ends[size] = there
                        size += 1
    return _collect(at_i, at_j, _merge_steps(arcs, int(size), most_unchanged))


class _Arcs(NamedTuple):
    """Arcs in the making: (V, V) steps (0 where there is no arc) and unchanged words, and the entries."""

    steps: IntArray
    unchanged: IntArray
    starts: IntArray
    ends: IntArray


@compiled
def _merge_steps(arcs: _Arcs, size: int, most_unchanged: int) -> _Arcs:
    """Add arcs for neighbouring arcs, with every vertex in turn in the middle. `size` entries are in use.

    Arcs that touch a vertex do not change while it is in the middle, so lists of them suffice where the
    original tries every triple of vertices. The order decides which merges are found: keep it.
    """
    steps, unchanged, starts, ends = arcs
    vertices = len(steps)
    before = np.empty(vertices, dtype=np.int32)
    behind = np.empty(vertices, dtype=np.int32)
    for k in range(vertices):
        count_before = count_behind = 0
        for i in range(k):
            if steps[i, k]:
                before[count_before] = i
                count_before += 1
        for j in range(k + 1, vertices):
            if steps[k, j]:
                behind[count_behind] = j
                count_behind += 1
        if size + count_before * count_behind > len(starts):
            room = max(2 * len(starts), size + count_before * count_behind)
            starts, ends = _longer(starts, room), _longer(ends, room)
        for i in before[:count_before]:
            first, kept = steps[i, k], unchanged[i, k]
            for j in behind[:count_behind]:
                total = first + steps[k, j]
                old = steps[i, j]
                if (old == 0 or total < old) and kept + unchanged[k, j] <= most_unchanged:
                    steps[i, j] = total
                    unchanged[i, j] = kept + unchanged[k, j]
                    starts[size] = i
                    ends[size] = j
                    size += 1
    return _Arcs(steps, unchanged, starts[:size], ends[:size])


@compiled
def _collect(at_i: IntArray, at_j: IntArray, merged: _Arcs) -> Lattice:
    """Number the arcs; leave out merged arcs that change nothing."""
    steps, unchanged, starts, ends = merged
    vertices = len(at_i)
    arc_of = np.full((vertices, vertices), -1, dtype=np.int32)
    entries = np.empty(len(starts), dtype=np.int32)
    arcs = kept = 0
    first = np.empty(len(starts), dtype=np.int32)
    for entry in range(len(starts)):
        i, j = starts[entry], ends[entry]
        if steps[i, j] > 1 and unchanged[i, j] == steps[i, j]:
            continue
        if arc_of[i, j] < 0:
            arc_of[i, j] = arcs
            first[arcs] = entry
            arcs += 1
        entries[kept] = arc_of[i, j]
        kept += 1
    arc_steps = np.empty(arcs, dtype=np.int32)
    noop = np.empty(arcs, dtype=np.bool_)
    start = np.empty(arcs, dtype=np.int32)
    end = np.empty(arcs, dtype=np.int32)
    for arc in range(arcs):
        start[arc] = starts[first[arc]]
        end[arc] = ends[first[arc]]
        arc_steps[arc] = steps[start[arc], end[arc]]
        noop[arc] = unchanged[start[arc], end[arc]] == arc_steps[arc]
    return Lattice(at_i, at_j, start, end, arc_steps, noop, entries[:kept].copy(), False)


@compiled
def thin_lattice(
    source: IntArray, hypothesis: IntArray, most_unchanged: int, alignment: tuple[IntArray, IntArray]
) -> Lattice:
    """One alignment only, with merges of at most `THIN_REACH` steps: work linear in the length.

    `alignment` holds the tokens of both that are used up at each vertex.
    """
    n, m = len(source), len(hypothesis)
    at_i, at_j = alignment
    last = len(at_i) - 1
    kept = np.zeros(last + 1, dtype=np.int32)
    for k in range(last):
        i, j = at_i[k], at_j[k]
        step = at_i[k + 1] > i and at_j[k + 1] > j and i < n and j < m and source[i] == hypothesis[j]
        kept[k + 1] = kept[k] + int(step)
    room = last * THIN_REACH
    start = np.empty(room, dtype=np.int32)
    end = np.empty(room, dtype=np.int32)
    steps = np.empty(room, dtype=np.int32)
    noop = np.empty(room, dtype=np.bool_)
    entries = np.empty(room, dtype=np.int32)
    arcs = 0
    for reach in range(1, THIN_REACH + 1):
        for k in range(last - reach + 1):
            unchanged = kept[k + reach] - kept[k]
            if unchanged <= most_unchanged and (reach == 1 or unchanged < reach):
                start[arcs] = k
                end[arcs] = k + reach
                steps[arcs] = reach
                noop[arcs] = unchanged == reach
                entries[arcs] = arcs
                arcs += 1
    return Lattice(
        at_i,
        at_j,
        start[:arcs].copy(),
        end[:arcs].copy(),
        steps[:arcs].copy(),
        noop[:arcs].copy(),
        entries[:arcs].copy(),
        True,
    )


@compiled
def _one_cheapest_path(source: IntArray, hypothesis: IntArray) -> tuple[IntArray, IntArray]:
    """A cheapest alignment with substitutions at cost 1."""
    out = on_cheapest_paths(source, hypothesis, np.int32(1))
    n, m = len(source), len(hypothesis)
    at_i = np.zeros(n + m + 1, dtype=np.int32)
    at_j = np.zeros(n + m + 1, dtype=np.int32)
    i = j = size = 0
    while i < n or j < m:
        bits = out[i, j]
        if bits & 12:
            i += 1
            j += 1
        elif bits & 2:
            i += 1
        else:
            j += 1
        size += 1
        at_i[size] = i
        at_j[size] = j
    return at_i[: size + 1].copy(), at_j[: size + 1].copy()


@compiled
def _paired_in_order(source: IntArray, hypothesis: IntArray) -> tuple[IntArray, IntArray]:
    """The tokens between the common beginning and the common end are paired in order."""
    n, m = len(source), len(hypothesis)
    short = min(n, m)
    head = 0
    while head < short and source[head] == hypothesis[head]:
        head += 1
    tail = 0
    while tail < short - head and source[n - 1 - tail] == hypothesis[m - 1 - tail]:
        tail += 1
    size = max(n, m) + 1
    at_i = np.empty(size, dtype=np.int32)
    at_j = np.empty(size, dtype=np.int32)
    for k in range(size):
        from_end = size - 1 - k
        if from_end <= tail:
            at_i[k] = n - from_end
            at_j[k] = m - from_end
        else:
            at_i[k] = min(k, n - tail)
            at_j[k] = min(k, m - tail)
    return at_i, at_j


@compiled
def _longer(array: IntArray, room: int) -> IntArray:
    longer = np.empty(room, dtype=array.dtype)
    for k in range(len(array)):
        longer[k] = array[k]
    return longer
