"""Align two token sequences with the fewest edits, and among those choose the one people expect."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Kind = Literal["equal", "replace", "delete", "insert"]

# Table cells that one alignment may cost: some tenths of a second. A sentence needs some hundreds.
CELLS = 250_000
_SMALL = 4096
# Diagonals on either side that are filled in at first; enough for a handful of edits.
_NARROW = 3
MARGIN = 10
_NEVER = 1 << 60
# An edit weighs more than any number of substitutions, a substitution more than any number of pieces.
_EDIT = 1 << 40
_SUBSTITUTION = 1 << 20
_PIECE = 2
_BESIDE = 1
# How a table cell was reached.
_KEPT, _REPLACED, _DELETED, _INSERTED = range(4)


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
    this order: more tokens kept; fewer runs of substitutions, of deletions or of insertions; fewer of those
    side by side, since what is deleted beside a substitution cannot be seen; insertions and deletions further
    to the right, so that of a word written twice the second one is marked. (Text that is the same at both
    ends is left out of this choice, but for some ten tokens around what changed.)

    What differs of a pair that would need more than `cells` table cells is one "replace": only pairs of
    thousands of tokens that are hardly alike do.
    """
    matches = _matches(source, output, cells)
    return _slid_right(_opcodes(matches, len(source), len(output)), source, output)


def _matches(source: Sequence[str], output: Sequence[str], cells: int) -> list[tuple[int, int]]:
    """Index pairs of the tokens that are kept, in order."""
    start, end = _common_ends(source, output)
    i2, j2 = len(source) - end, len(output) - end
    middle = _minimal(source[start:i2], output[start:j2], cells) if start < min(i2, j2) else []
    return [
        *((k, k) for k in range(start)),
        *((start + i, start + j) for i, j in sorted(middle)),
        *zip(range(i2, len(source)), range(j2, len(output)), strict=True),
    ]


def _common_ends(source: Sequence[str], output: Sequence[str]) -> tuple[int, int]:
    """How many tokens at the beginning and at the end are the same and surely kept."""
    shortest = min(len(source), len(output))
    start = 0
    while start < shortest and source[start] == output[start]:
        start += 1
    end = 0
    while end < shortest - start and source[-1 - end] == output[-1 - end]:
        end += 1
    if start == len(source) == len(output):
        return start, end
    # A repeated word may be better kept at the other side of an edit: leave such words to the choice.
    margin = MARGIN + 2 * abs(len(source) - len(output))
    return max(0, start - margin), max(0, end - margin)


def _minimal(source: Sequence[str], output: Sequence[str], cells: int) -> list[tuple[int, int]]:
    """Matches of a best alignment; none where `cells` do not suffice.

    Only diagonals near the main one are filled in; the band is widened until no alignment outside of it can
    have as few edits (Ukkonen 1985).
    """
    difference = len(output) - len(source)
    area = len(source) * len(output)
    width = _NARROW
    while True:
        low, high = min(0, difference) - width, max(0, difference) + width
        cost = len(source) * (high - low + 1)
        whole = cost >= area or (area <= _SMALL and width > _NARROW)
        if (area if whole else cost) > cells:
            return []
        if whole:
            low, high = -len(source), len(output)
        edits, matches = _fill_table(source, output, low, high)
        if whole or (edits - abs(difference)) // 2 < width:
            return matches
        width *= 4


def _fill_table(
    source: Sequence[str], output: Sequence[str], low: int, high: int
) -> tuple[int, list[tuple[int, int]]]:
    """Number of edits and matches of the best alignment within the diagonals low <= j - i <= high.

    Rows are indexed by diagonal, with one unreachable cell on either side: position k of row i is column
    j = i + low - 1 + k. Of every cell is kept what the best way to it costs that goes on by keeping,
    substituting, deleting or inserting a token; `origins` holds the last step of each such way.
    """
    size = high - low + 3
    above_keep = above_replace = above_delete = [_NEVER] * size
    origins = []
    end = 0
    for i in range(len(source) + 1):
        keep, replace, delete = [_NEVER] * size, [_NEVER] * size, [_NEVER] * size
        insert = _NEVER
        origin = bytearray(size)
        token = source[i - 1] if i else None
        for j in range(max(0, i + low), min(len(output), i + high) + 1):
            k = j - i - low + 1
            kept = replaced = _NEVER
            if i == 0 and j == 0:
                kept = 0
            elif i and j:
                if token == output[j - 1]:
                    kept = above_keep[k]
                else:
                    replaced = above_replace[k] + _EDIT + _SUBSTITUTION
            deleted = above_delete[k + 1] + _EDIT
            inserted = insert + _EDIT
            best, last = kept, _KEPT
            if replaced < best:
                best, last = replaced, _REPLACED
            if deleted < best:
                best, last = deleted, _DELETED
            if inserted < best:
                best, last = inserted, _INSERTED
            # A new edit begins: after a kept token, or (dearer) right after an edit of another kind.
            start, before = (
                (kept + _PIECE, _KEPT) if kept - _BESIDE <= best else (best + _PIECE + _BESIDE, last)
            )
            keep[k] = end = best
            packed = last
            replace[k] = delete[k] = insert = start
            packed |= before << 2 | before << 4 | before << 6
            if replaced <= start:
                replace[k] = replaced
                packed = packed & ~0x0C | _REPLACED << 2
            if deleted <= start:
                delete[k] = deleted
                packed = packed & ~0x30 | _DELETED << 4
            if inserted <= start:
                insert = inserted
                packed = packed & ~0xC0 | _INSERTED << 6
            origin[k] = packed
        above_keep, above_replace, above_delete = keep, replace, delete
        origins.append(origin)
    return end // _EDIT, _trace_back(origins, len(source), len(output), low)


def _trace_back(origins: list[bytearray], i: int, j: int, low: int) -> list[tuple[int, int]]:
    matches = []
    step = origins[i][j - i - low + 1] & 3
    while i or j:
        if step == _KEPT:
            matches.append((i - 1, j - 1))
        i -= step != _INSERTED
        j -= step != _DELETED
        step = origins[i][j - i - low + 1] >> (2 * step) & 3
    return matches


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
        # Not up to the next edit: side by side they would be one, and harder to see through.
        room = right.i2 - right.i1 - (n + 2 < len(result))
        while steps < room and text[at + steps] == text[end + steps]:
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
    for step in result:
        if step.i1 == step.i2 and step.j1 == step.j2:
            continue
        if merged and merged[-1].kind == "equal" == step.kind:
            merged[-1] = Opcode("equal", merged[-1].i1, step.i2, merged[-1].j1, step.j2)
        else:
            merged.append(step)
    return merged
