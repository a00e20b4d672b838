"""Three-way alignment of source, hypothesis and reference, as the I-measure counts it.

Source of the model: Felice and Briscoe (2015), "Towards a standard evaluation method for grammatical error
detection and correction", section 2: an exact sum-of-pairs alignment of tokens in which a pair costs 0 when
equal, 3 when different, 2 when a token stands against a gap, and nothing for two gaps. Among optimal
alignments the one counted is found from the end by a fixed preference: (s,h,r), (s,h,-), (s,-,r), (-,h,r),
(s,-,-), (-,h,-), (-,-,r).

The table of a three-way alignment is cubic. Only its cells through which a path of at most a given cost can
pass are computed here: the cheapest pairwise alignments through the three projections of a cell add up to a
lower bound for it (Carrillo and Lipman, 1988). No cell of an optimal path is ever left out, so counts and
preference are exactly those of the full table, while similar sentences take near-linear work.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from rankings.analysis.compiled import compiled, inlined

GAP = 2
MISMATCH = 3
INFINITE = 1 << 29
"""More than any alignment costs; two of them still fit into 32 bits."""

IntArray = npt.NDArray[np.int32]
LongArray = npt.NDArray[np.int64]

FIELDS = ("tp", "tn", "fp", "fn", "fpn", "base_tn", "base_fn", "cost", "base_cost")
"""The columns that `align_all` returns for each reference; the last two are alignment costs."""

MOVES = ((1, 1, 1), (1, 1, 0), (1, 0, 1), (0, 1, 1), (1, 0, 0), (0, 1, 0), (0, 0, 1))
"""Which of source, hypothesis and reference stand in a column, the preferred first."""


class Texts(NamedTuple):
    """References one after the other: number r is `tokens[starts[r]:starts[r + 1]]`."""

    tokens: IntArray
    starts: IntArray


class Triple(NamedTuple):
    """Source, hypothesis and reference as token numbers."""

    s: IntArray
    h: IntArray
    r: IntArray


class Through(NamedTuple):
    """For each two texts the cost of their best alignment through each pair of positions."""

    sh: IntArray
    sr: IntArray
    hr: IntArray


class Cells(NamedTuple):
    """For each (i, j) the range of k that is computed, and where its costs begin in the flat `cost`."""

    low: IntArray
    high: IntArray
    start: LongArray
    cost: IntArray


@compiled
def align_all(
    source: IntArray, hypothesis: IntArray, references: Texts, max_cells: int, budget: int
) -> tuple[LongArray, int]:
    """Count every reference against one source and hypothesis.

    Tokens are numbers, equal exactly when the words are. `max_cells` bounds the cells held at once, `budget`
    the cells computed for all references together. Returns an array (references, 9) with the columns of
    `FIELDS` and the number of cells computed; it is -1, and the array unfinished, when a bound was passed.
    """
    many = len(references.starts) - 1
    counts = np.zeros((many, 9), np.int64)
    through_sh = _through(_forward(source, hypothesis), source, hypothesis)
    spent = 0
    for n in range(many):
        reference = references.tokens[references.starts[n] : references.starts[n + 1]]
        forward_sr = _forward(source, reference)
        through = Through(
            through_sh,
            _through(forward_sr, source, reference),
            _through(_forward(hypothesis, reference), hypothesis, reference),
        )
        cells = _count_alignment(Triple(source, hypothesis, reference), through, max_cells, counts[n])
        spent += cells
        if cells < 0 or spent > budget:
            return counts, -1
        _count_baseline(source, reference, forward_sr, counts[n])
    return counts, spent


@compiled
def matched_positions(source: IntArray, hypothesis: IntArray) -> IntArray:
    """For each source token the position of the equal hypothesis token aligned with it, or -1."""
    cost = _forward(source, hypothesis)
    matched = np.full(len(source), -1, np.int32)
    i, j = len(source), len(hypothesis)
    while i > 0 and j > 0:
        step = 0 if source[i - 1] == hypothesis[j - 1] else MISMATCH
        if cost[i, j] == cost[i - 1, j - 1] + step:
            i, j = i - 1, j - 1
            if step == 0:
                matched[i] = j
        elif cost[i, j] == cost[i - 1, j] + GAP:
            i -= 1
        else:
            j -= 1
    return matched


@compiled
def _forward(first: IntArray, second: IntArray) -> IntArray:
    """Cost of the best pairwise alignment of every two prefixes."""
    n, m = len(first), len(second)
    cost = np.empty((n + 1, m + 1), np.int32)
    for j in range(m + 1):
        cost[0, j] = GAP * j
    for i in range(1, n + 1):
        cost[i, 0] = GAP * i
        for j in range(1, m + 1):
            best = cost[i - 1, j - 1] + (0 if first[i - 1] == second[j - 1] else MISMATCH)
            best = min(best, min(cost[i - 1, j], cost[i, j - 1]) + GAP)
            cost[i, j] = best
    return cost


@compiled
def _through(forward: IntArray, first: IntArray, second: IntArray) -> IntArray:
    """Cost of the best pairwise alignment that passes each cell."""
    n, m = len(first), len(second)
    through = np.empty((n + 1, m + 1), np.int32)
    after = np.empty(m + 1, np.int32)
    for j in range(m + 1):
        after[j] = GAP * (m - j)
        through[n, j] = forward[n, j] + after[j]
    for i in range(n - 1, -1, -1):
        diagonal = after[m]
        after[m] = GAP * (n - i)
        through[i, m] = forward[i, m] + after[m]
        for j in range(m - 1, -1, -1):
            best = diagonal + (0 if first[i] == second[j] else MISMATCH)
            best = min(best, min(after[j], after[j + 1]) + GAP)
            diagonal = after[j]
            after[j] = best
            through[i, j] = forward[i, j] + best
    return through


@compiled
def _count_baseline(source: IntArray, reference: IntArray, cost: IntArray, counts: LongArray) -> None:
    """Negatives of the unchanged source, whose three-way alignment is the pairwise one, doubled."""
    i, j = len(source), len(reference)
    true_negatives = columns = 0
    while i > 0 or j > 0:
        columns += 1
        if i > 0 and j > 0:
            step = 0 if source[i - 1] == reference[j - 1] else MISMATCH
            if cost[i, j] == cost[i - 1, j - 1] + step:
                i, j = i - 1, j - 1
                true_negatives += step == 0
                continue
        if i > 0 and cost[i, j] == cost[i - 1, j] + GAP:
            i -= 1
        else:
            j -= 1
    counts[5] = true_negatives
    counts[6] = columns - true_negatives
    counts[8] = cost[len(source), len(reference)]


@compiled
def _count_alignment(triple: Triple, through: Through, max_cells: int, counts: LongArray) -> int:
    """Fill `counts[:5]` and the cost `counts[7]`; return the cells computed, or -1 when they are too many."""
    n, m, q = len(triple.s), len(triple.h), len(triple.r)
    lowest = through.sh[0, 0] + through.sr[0, 0] + through.hr[0, 0]
    limit = lowest + 2
    low = np.empty((n + 1, m + 1), np.int32)
    high = np.empty((n + 1, m + 1), np.int32)
    start = np.empty((n + 1, m + 1), np.int64)
    spent = 0
    while True:
        size = _bound_cells(through, limit, Cells(low, high, start, low[0]))
        if size > max_cells:
            return -1
        spent += size
        cells = Cells(low, high, start, np.empty(size, np.int32))
        _fill(triple, cells)
        total = _at(n, m, q, cells)
        if total <= limit:
            break
        # A path that was found bounds the optimum from above; without one the search widens.
        limit = total if total < INFINITE else limit + max(8, limit - lowest)
    counts[7] = total
    _count_columns(triple, cells, counts)
    return spent


@compiled
def _bound_cells(through: Through, limit: int, cells: Cells) -> int:
    """Fill in the ranges of k whose cells may lie on a path of at most `limit`; return how many they are."""
    n, m, q = through.sh.shape[0] - 1, through.sh.shape[1] - 1, through.sr.shape[1] - 1
    rest = through.sr[0, 0] + through.hr[0, 0]
    size = 0
    for i in range(n + 1):
        for j in range(m + 1):
            first, last = 1, 0
            slack = limit - through.sh[i, j]
            if rest <= slack:
                k = 0
                while k <= q and through.sr[i, k] + through.hr[j, k] > slack:
                    k += 1
                if k <= q:
                    first = k
                    k = q
                    while through.sr[i, k] + through.hr[j, k] > slack:
                        k -= 1
                    last = k
            cells.low[i, j], cells.high[i, j], cells.start[i, j] = first, last, size
            size += last - first + 1
    return size


@compiled
def _fill(triple: Triple, cells: Cells) -> None:
    """Cheapest cost of every cell in range from the beginning, by way of cells in range."""
    s, h, r = triple
    low, high, start, cost = cells
    for i in range(len(s) + 1):
        for j in range(len(h) + 1):
            c_sh = 0 if i > 0 and j > 0 and s[i - 1] == h[j - 1] else MISMATCH
            here = start[i, j] - low[i, j]
            for k in range(low[i, j], high[i, j] + 1):
                best = 0 if i + j + k == 0 else INFINITE
                c_sr = 0 if i > 0 and k > 0 and s[i - 1] == r[k - 1] else MISMATCH
                c_hr = 0 if j > 0 and k > 0 and h[j - 1] == r[k - 1] else MISMATCH
                if i > 0 and j > 0:
                    best = min(best, _at(i - 1, j - 1, k - 1, cells) + c_sh + c_sr + c_hr)
                    best = min(best, _at(i - 1, j - 1, k, cells) + c_sh + 2 * GAP)
                if i > 0:
                    best = min(best, _at(i - 1, j, k - 1, cells) + c_sr + 2 * GAP)
                    best = min(best, _at(i - 1, j, k, cells) + 2 * GAP)
                if j > 0:
                    best = min(best, _at(i, j - 1, k - 1, cells) + c_hr + 2 * GAP)
                    best = min(best, _at(i, j - 1, k, cells) + 2 * GAP)
                if k > low[i, j]:
                    best = min(best, cost[here + k - 1] + 2 * GAP)
                cost[here + k] = min(best, INFINITE)


@inlined
def _at(i: int, j: int, k: int, cells: Cells) -> int:
    if k < cells.low[i, j] or k > cells.high[i, j]:
        return INFINITE
    return cells.cost[cells.start[i, j] + k - cells.low[i, j]]  # type: ignore[no-any-return]


@compiled
def _count_columns(triple: Triple, cells: Cells, counts: LongArray) -> None:
    """Walk back along the preferred optimal alignment and count its columns."""
    s, h, r = triple
    i, j, k = len(s), len(h), len(r)
    while i > 0 or j > 0 or k > 0:
        here = _at(i, j, k, cells)
        for in_s, in_h, in_r in MOVES:
            if i < in_s or j < in_h or k < in_r:
                continue
            # Two gaps are as equal as two equal tokens, in the counts as in the cost.
            sh = s[i - 1] == h[j - 1] if in_s and in_h else in_s == in_h
            sr = s[i - 1] == r[k - 1] if in_s and in_r else in_s == in_r
            hr = h[j - 1] == r[k - 1] if in_h and in_r else in_h == in_r
            step = _pair(sh, in_s + in_h) + _pair(sr, in_s + in_r) + _pair(hr, in_h + in_r)
            if here == _at(i - in_s, j - in_h, k - in_r, cells) + step:
                i, j, k = i - in_s, j - in_h, k - in_r
                if sh and hr:
                    counts[1] += 1
                elif sh:
                    counts[3] += 1
                elif sr:
                    counts[2] += 1
                elif hr:
                    counts[0] += 1
                else:
                    counts[2] += 1
                    counts[3] += 1
                    counts[4] += 1
                break


@inlined
def _pair(equal: bool, tokens: int) -> int:
    if equal:
        return 0
    return MISMATCH if tokens == 2 else GAP
