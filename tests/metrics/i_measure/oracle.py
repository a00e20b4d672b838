"""The I-measure by brute force: every mixed reference written out, every alignment table filled completely.

Follows the published description step by step and shares nothing with the scorer but the formulas.
"""

import itertools
from collections.abc import Iterator, Sequence

from metrics.scorers.i_measure.counts import Counts, preference

Edit = tuple[int, int, str, int]
"""Start, end, text, annotator."""

COLUMNS = [(1, 1, 1), (1, 1, 0), (1, 0, 1), (0, 1, 1), (1, 0, 0), (0, 1, 0), (0, 0, 1)]


def best_by_enumeration(
    source: list[str], edits: Sequence[Edit], annotators: int, hypothesis: list[str], weight: float = 2.0
) -> Counts:
    """Counts of the best of all mixed references."""
    return max(
        (count(source, hypothesis, list(text)) for text in mixed_references(source, edits, annotators)),
        key=lambda counts: (preference(counts, weight), counts.vector),
    )


def mixed_references(source: list[str], edits: Sequence[Edit], annotators: int) -> set[tuple[str, ...]]:
    """Every distinct text that one alternative per cluster gives."""
    choices = []
    for cluster in clusters(edits):
        alternatives = [
            [edit for edit in cluster if edit[3] == annotator] for annotator in {edit[3] for edit in cluster}
        ]
        if len(alternatives) < annotators:
            alternatives.append([])
        choices.append([joined(alternative) for alternative in alternatives])
    texts = set()
    for choice in itertools.product(*choices):
        chosen = [edit for alternative in choice for edit in alternative.items()]
        if len({span for span, _ in chosen}) == len(chosen):
            texts.add(tuple(corrected(source, chosen)))
    return texts


def clusters(edits: Sequence[Edit]) -> list[list[Edit]]:
    found: list[list[Edit]] = []
    for edit in sorted(edits, key=lambda edit: edit[0] - edit[1]):
        home = next((cluster for cluster in found if any(overlap(edit, other) for other in cluster)), None)
        if home is None:
            found.append([edit])
        else:
            home.append(edit)
    return found


def overlap(a: Edit, b: Edit) -> bool:
    if a[:2] == b[:2]:
        return True
    if a[0] == a[1]:
        return b[0] < a[0] < b[1]
    if b[0] == b[1]:
        return a[0] < b[0] < a[1]
    return bool(set(range(a[0], a[1])) & set(range(b[0], b[1])))


def joined(edits: Sequence[Edit]) -> dict[tuple[int, int], list[str]]:
    spans: dict[tuple[int, int], list[str]] = {}
    for start, end, text, _ in edits:
        spans.setdefault((start, end), []).extend(text.split())
    return spans


def corrected(source: list[str], edits: Sequence[tuple[tuple[int, int], list[str]]]) -> list[str]:
    text = list(source)
    for (start, end), tokens in sorted(edits, key=lambda edit: edit[0], reverse=True):
        before = list(text)
        text[start:end] = tokens
        if not text:
            text = before
    return text


def count(source: list[str], hypothesis: list[str], reference: list[str]) -> Counts:
    sums = dict.fromkeys(("tp", "tn", "fp", "fn", "fpn"), 0)
    for s, h, r in columns(source, hypothesis, reference):
        for name in verdict(s, h, r):
            sums[name] += 1
    base = [s == r for s, _, r in columns(source, source, reference)]
    return Counts(**sums, base_tn=sum(base), base_fn=len(base) - sum(base))


def verdict(s: str, h: str, r: str) -> tuple[str, ...]:
    if s == h:
        return ("tn",) if h == r else ("fn",)
    if s == r:
        return ("fp",)
    return ("tp",) if h == r else ("fp", "fn", "fpn")


def columns(s: Sequence[str], h: Sequence[str], r: Sequence[str]) -> list[tuple[str, str, str]]:
    """The preferred optimal alignment; the empty text is a gap."""
    cost = {(0, 0, 0): 0}
    for cell in itertools.product(range(len(s) + 1), range(len(h) + 1), range(len(r) + 1)):
        if any(cell):
            cost[cell] = min(cost[back] + price for back, _, price in steps_back(cell, s, h, r))
    cell = (len(s), len(h), len(r))
    found = []
    while any(cell):
        cell, column = next(
            (back, column)
            for back, column, price in steps_back(cell, s, h, r)
            if cost[back] + price == cost[cell]
        )
        found.append(column)
    return found[::-1]


def steps_back(
    cell: tuple[int, int, int], s: Sequence[str], h: Sequence[str], r: Sequence[str]
) -> Iterator[tuple[tuple[int, int, int], tuple[str, str, str], int]]:
    i, j, k = cell
    for in_s, in_h, in_r in COLUMNS:
        if i >= in_s and j >= in_h and k >= in_r:
            a = s[i - 1] if in_s else ""
            b = h[j - 1] if in_h else ""
            c = r[k - 1] if in_r else ""
            price = pair(a, b) + pair(a, c) + pair(b, c)
            yield (i - in_s, j - in_h, k - in_r), (a, b, c), price


def pair(a: str, b: str) -> int:
    if a == b:
        return 0
    return 3 if a and b else 2
