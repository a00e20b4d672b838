"""Counting runs of tokens."""

from collections import Counter
from collections.abc import Sequence

Ngrams = tuple[Counter[tuple[str, ...]], ...]
"""Counts of the runs of one token, of two, and so on."""


def ngram_counts(tokens: Sequence[str], order: int) -> Ngrams:
    """How often each run of 1 to `order` tokens occurs. Longer ones than the text have no runs."""
    return tuple(
        Counter(zip(*(tokens[place:] for place in range(length)), strict=False))
        for length in range(1, order + 1)
    )


def common(first: Counter[tuple[str, ...]], second: Counter[tuple[str, ...]]) -> int:
    """Runs that both have, each as often as in the one that has it less often."""
    if len(second) < len(first):
        first, second = second, first
    total = 0
    # Several metrics spend most of their time here: `min` and `sum` would take three times as long.
    for run, number in first.items():
        other = second.get(run, 0)
        total += number if number < other else other
    return total
