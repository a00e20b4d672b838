"""Align two token sequences with the fewest edits, and among those alignments take the one people expect."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Kind = Literal["equal", "replace", "delete", "insert"]

# Table cells that one alignment may cost: some tenths of a second. A sentence needs some hundreds.
CELLS = 250_000
_SMALL = 4096
_NEVER = 1 << 60
# An edit weighs more than any number of substitutions, a substitution more than any number of runs.
_EDIT = 1 << 40
_SUBSTITUTION = 1 << 20
_RUN = 1
# How a table cell was reached: the last step, and whether the step before it kept a token or was an edit.
_SUBSTITUTED, _DELETED, _INSERTED = 1, 2, 3
_AFTER_KEPT = 4
_KEPT_AFTER_EDIT = 8


@dataclass(frozen=True, slots=True)
class Opcode:
    """`source[i1:i2]` becomes `output[j1:j2]`, as in `difflib`."""

    kind: Kind
    i1: int
    i2: int
    j1: int
    j2: int


def align(source: Sequence[str], output: Sequence[str], cells: int = CELLS) -> list[Opcode]:
    """The opcodes that turn `source` into `output`; they cover both in order, with no two edits side by side.

    The number of inserted, deleted and substituted tokens is the smallest possible (Levenshtein distance; an
    edit accounts for `max(i2 - i1, j2 - j1)` of them). Among the alignments with that number, these win, in
    this order: more tokens kept; fewer separate edits; insertions and deletions further to the right, so
    that of a word written twice the second one is marked.

    A pair that would need more than `cells` table cells is cut at tokens that occur exactly once on either
    side, and what is then still too large becomes one "replace". So only for pairs of thousands of tokens
    that are hardly alike may the number of edits be larger than the smallest one.
    """
    matches = _matches(source, output, cells)
    return _slid_right(_opcodes(matches, len(source), len(output)), source, output)


def _matches(source: Sequence[str], output: Sequence[str], cells: int) -> list[tuple[int, int]]:
    """Index pairs of the tokens that are kept, in order."""
    kept: list[tuple[int, int]] = []
    parts = [(0, len(source), 0, len(output))]
    while parts:
        i1, i2, j1, j2 = parts.pop()
        while i1 < i2 and j1 < j2 and source[i1] == output[j1]:
            kept.append((i1, j1))
            i1, j1 = i1 + 1, j1 + 1
        while i1 < i2 and j1 < j2 and source[i2 - 1] == output[j2 - 1]:
            i2, j2 = i2 - 1, j2 - 1
            kept.append((i2, j2))
        if i1 == i2 or j1 == j2:
            continue
        found, cost = _minimal(source[i1:i2], output[j1:j2], cells)
        cells -= cost
        if found is not None:
            kept += [(i1 + i, j1 + j) for i, j in found]
            continue
        for i, j in _anchors(source[i1:i2], output[j1:j2]):
            kept.append((i1 + i, j1 + j))
            parts.append((i1, i1 + i, j1, j1 + j))
            i1, j1 = i1 + i + 1, j1 + j + 1
            parts.append((i1, i2, j1, j2))
    return sorted(kept)


def _minimal(
    source: Sequence[str], output: Sequence[str], cells: int
) -> tuple[list[tuple[int, int]] | None, int]:
    """Matches of a best alignment and the cells it took, or None where `cells` do not suffice.

    Only diagonals near the main one are filled in; the band is widened until no alignment outside of it can
    have as few edits (Ukkonen 1985).
    """
    difference = len(output) - len(source)
    area = len(source) * len(output)
    width = 8
    while True:
        low, high = min(0, difference) - width, max(0, difference) + width
        cost = len(source) * (high - low + 1)
        whole = area <= _SMALL or cost >= area
        if (area if whole else cost) > cells:
            return None, 0
        if whole:
            low, high = -len(source), len(output)
        edits, matches = _fill_table(source, output, low, high)
        if whole or (edits - abs(difference)) // 2 < width:
            return matches, min(cost, area)
        width *= 4


def _fill_table(
    source: Sequence[str], output: Sequence[str], low: int, high: int
) -> tuple[int, list[tuple[int, int]]]:
    """Number of edits and matches of the best alignment within the diagonals low <= j - i <= high.

    Rows are indexed by diagonal, with one unreachable cell on either side: position k of row i is column
    j = i + low - 1 + k. `after` is the cost of making the next step an edit, `best` that of keeping.
    """
    size = high - low + 3
    best = [_NEVER] * size
    after = [_NEVER] * size
    origins = []
    for i in range(len(source) + 1):
        above_best, above_after = best, after
        best, after = [_NEVER] * size, [_NEVER] * size
        origin = bytearray(size)
        token = source[i - 1] if i else None
        for j in range(max(0, i + low), min(len(output), i + high) + 1):
            k = j - i - low + 1
            if i == 0 and j == 0:
                best[k], after[k] = 0, _RUN
                continue
            kept = edited = _NEVER
            step = 0
            if i and j:
                if token == output[j - 1]:
                    kept = above_best[k]
                else:
                    edited = above_after[k] + _EDIT + _SUBSTITUTION
                    step = _SUBSTITUTED
            if above_after[k + 1] + _EDIT < edited:
                edited = above_after[k + 1] + _EDIT
                step = _DELETED
            if after[k - 1] + _EDIT < edited:
                edited = after[k - 1] + _EDIT
                step = _INSERTED
            best[k] = min(kept, edited)
            if kept + _RUN < edited:
                after[k] = kept + _RUN
                step |= _AFTER_KEPT
            else:
                after[k] = edited
            if edited < kept:
                step |= _KEPT_AFTER_EDIT
            origin[k] = step
        origins.append(origin)
    end = len(output) - len(source) - low + 1
    return best[end] // _EDIT, _trace_back(origins, len(source), len(output), low)


def _trace_back(origins: list[bytearray], i: int, j: int, low: int) -> list[tuple[int, int]]:
    matches = []
    edit_follows = False
    while i or j:
        step = origins[i][j - i - low + 1]
        is_edit = not step & _AFTER_KEPT if edit_follows else bool(step & _KEPT_AFTER_EDIT)
        if not is_edit:
            i, j = i - 1, j - 1
            matches.append((i, j))
        elif step & 3 == _SUBSTITUTED:
            i, j = i - 1, j - 1
        elif step & 3 == _DELETED:
            i -= 1
        else:
            j -= 1
        edit_follows = is_edit
    return matches


def _anchors(source: Sequence[str], output: Sequence[str]) -> list[tuple[int, int]]:
    """The longest increasing series of tokens that occur once on either side (patience sorting)."""
    once = {token for token, count in Counter(output).items() if count == 1}
    once &= {token for token, count in Counter(source).items() if count == 1}
    place = {token: j for j, token in enumerate(output) if token in once}
    pairs = [(i, place[token]) for i, token in enumerate(source) if token in once]
    tails: list[int] = []
    tail_pairs: list[int] = []
    previous: list[int] = []
    for index, (_, j) in enumerate(pairs):
        pile = bisect_left(tails, j)
        previous.append(tail_pairs[pile - 1] if pile else -1)
        tails[pile : pile + 1] = [j]
        tail_pairs[pile : pile + 1] = [index]
    series = []
    index = tail_pairs[-1] if tail_pairs else -1
    while index >= 0:
        series.append(pairs[index])
        index = previous[index]
    return series[::-1]


def _opcodes(matches: list[tuple[int, int]], source_length: int, output_length: int) -> list[Opcode]:
    opcodes: list[Opcode] = []
    i = j = 0
    start = None
    for next_i, next_j in [*matches, (source_length, output_length)]:
        if (next_i, next_j) != (i, j):
            if start is not None:
                opcodes.append(Opcode("equal", start[0], i, start[1], j))
            opcodes.append(Opcode(_kind(next_i - i, next_j - j), i, next_i, j, next_j))
            start = None
        if start is None:
            start = (next_i, next_j)
        i, j = next_i + 1, next_j + 1
    if start is not None and start != (source_length, output_length):
        opcodes.append(Opcode("equal", start[0], source_length, start[1], output_length))
    return opcodes


def _kind(source_tokens: int, output_tokens: int) -> Kind:
    if source_tokens and output_tokens:
        return "replace"
    return "delete" if source_tokens else "insert"


def _slid_right(opcodes: list[Opcode], source: Sequence[str], output: Sequence[str]) -> list[Opcode]:
    """Move every insertion and deletion right over tokens that equal the ones it begins with."""
    result = list(opcodes)
    for n in range(len(result) - 2, -1, -1):
        here, right = result[n], result[n + 1]
        if here.kind not in ("insert", "delete") or right.kind != "equal":
            continue
        text, at, end = (source, here.i1, here.i2) if here.kind == "delete" else (output, here.j1, here.j2)
        steps = 0
        while steps < right.i2 - right.i1 and text[at + steps] == text[end + steps]:
            steps += 1
        if not steps:
            continue
        moved = Opcode(here.kind, here.i1 + steps, here.i2 + steps, here.j1 + steps, here.j2 + steps)
        result[n : n + 2] = [
            Opcode("equal", here.i1, moved.i1, here.j1, moved.j1),
            moved,
            Opcode("equal", moved.i2, right.i2, moved.j2, right.j2),
        ]
    merged: list[Opcode] = []
    for one in result:
        if one.i1 == one.i2 and one.j1 == one.j2:
            continue
        if merged and merged[-1].kind == "equal" == one.kind:
            merged[-1] = Opcode("equal", merged[-1].i1, one.i2, merged[-1].j1, one.j2)
        else:
            merged.append(one)
    return merged
